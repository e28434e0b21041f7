# keras: 3
"""A distributional agent with noisy branches, which draw side by side; episodes as named tuples."""

import collections

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(5)
ACTIONS, ATOMS, GAMMA = 3, 7, 0.9
Step = collections.namedtuple("Step", "state action reward next_state ended")


def squashed(noise):
    return tf.sign(noise) * tf.sqrt(tf.abs(noise))


class NoisyDense(layers.Layer):
    def __init__(self, units, activation=None, sigma=0.4):
        super().__init__()
        self.units, self.sigma = units, sigma
        self.activation = tf.keras.activations.get(activation)

    def build(self, input_shape):
        width = input_shape[-1]
        bound = 1.0 / np.sqrt(width)
        start = tf.keras.initializers.RandomUniform(-bound, bound)
        spread = tf.keras.initializers.Constant(self.sigma * bound)
        self.mean = self.add_weight(name="mean", shape=[width, self.units], initializer=start)
        self.spread = self.add_weight(name="spread", shape=[width, self.units], initializer=spread)
        self.bias = self.add_weight(name="bias", shape=[self.units], initializer="zeros")

    def call(self, inputs):
        ins = squashed(tf.random.normal([self.mean.shape[0], 1]))
        outs = squashed(tf.random.normal([1, self.units]))
        outputs = tf.matmul(inputs, self.mean + self.spread * ins * outs) + self.bias
        return self.activation(outputs)


class Combined(layers.Layer):
    def call(self, branches):
        value, advantage = branches
        value = tf.reshape(value, [-1, 1, ATOMS])
        advantage = tf.reshape(advantage, [-1, ACTIONS, ATOMS])
        return value + advantage - tf.reduce_mean(advantage, axis=1, keepdims=True)


def network():
    states = tf.keras.Input([4])
    hidden = layers.Dense(16, "relu")(states)
    advantage = NoisyDense(ACTIONS * ATOMS)(NoisyDense(12, "relu")(hidden))
    value = NoisyDense(ATOMS)(NoisyDense(8, "relu")(hidden))
    return tf.keras.Model(states, Combined()([value, advantage]))


def replay():
    draws = np.random.RandomState(0)
    steps = Step(
        draws.randn(24, 4).astype("float32"),
        draws.randint(0, ACTIONS, 24),
        draws.randn(24).astype("float32"),
        draws.randn(24, 4).astype("float32"),
        draws.rand(24) < 0.2,
    )
    dataset = tf.data.Dataset.from_tensor_slices(steps)
    kept = dataset.filter(lambda step: tf.abs(step.reward) < 2.5)
    clipped = kept.map(lambda step: step._replace(reward=tf.clip_by_value(step.reward, -1.0, 1.0)))
    return clipped.shuffle(24, seed=1).batch(6)


online, target = network(), network()
target.set_weights(online.get_weights())
online.compile(tf.keras.optimizers.Adam(3e-3, epsilon=1e-5), loss="this agent has its own")
support = tf.linspace(-5.0, 5.0, ATOMS)


def projected(probabilities, rewards, ended):
    """The target distribution on the atoms."""
    moved = rewards[:, None] + GAMMA * (1.0 - ended[:, None]) * support
    distance = tf.clip_by_value(moved, -5.0, 5.0)[:, None, :] - support[:, None]
    share = tf.clip_by_value(1.0 - tf.abs(distance) / (support[1] - support[0]), 0.0, 1.0)
    return tf.einsum("bij,bj->bi", share, probabilities)


@tf.function
def learn(step):
    best = tf.argmax(tf.reduce_sum(tf.nn.softmax(online(step.next_state)) * support, -1), 1)
    following = tf.gather(tf.nn.softmax(target(step.next_state)), best, batch_dims=1)
    wanted = projected(following, step.reward, tf.cast(step.ended, tf.float32))
    with tf.GradientTape() as tape:
        logits = tf.gather(online(step.state, training=True), step.action, batch_dims=1)
        losses = tf.nn.softmax_cross_entropy_with_logits(labels=wanted, logits=logits)
        loss = tf.reduce_mean(losses)
    gradients = tape.gradient(loss, online.trainable_variables)
    online.optimizer.apply_gradients(zip(gradients, online.trainable_variables))
    return loss


for epoch in range(2):
    losses = [float(learn(step)) for step in replay()]
    print(f"epoch {epoch}:", " ".join(f"{loss:.4f}" for loss in losses))
    target.set_weights(online.get_weights())

# A network whose weights another one makes, as the guide for researchers has it.
inner = tf.keras.Sequential([tf.keras.Input([2]), layers.Dense(3, "tanh"), layers.Dense(1)])
maker = tf.keras.Sequential([layers.Dense(8, "relu"), layers.Dense(2 * 3 + 3 + 3 + 1)])
rule = tf.keras.optimizers.SGD(0.05)
points = tf.reshape(tf.linspace(-1.0, 1.0, 8), [4, 2])
for turn in range(3):
    with tf.GradientTape() as tape:
        parts = tf.split(maker(tf.ones([1, 2]))[0], [6, 3, 3, 1])
        first, last = inner.layers[-2:]
        first._kernel, first.bias = tf.reshape(parts[0], [2, 3]), parts[1]
        last._kernel, last.bias = tf.reshape(parts[2], [3, 1]), parts[3]
        loss = tf.reduce_mean((inner(points) - tf.reduce_sum(points, 1, keepdims=True)) ** 2)
    gradients = tape.gradient(loss, maker.trainable_variables)
    rule.apply_gradients(zip(gradients, maker.trainable_variables))
    print(f"made weights {turn}: {loss:.4f}")
