"""REINFORCE with a baseline on a contextual bandit; actions by NumPy, as in many RL scripts."""

import collections

import numpy as np
import tensorflow as tf

Transition = collections.namedtuple("Transition", ["state", "action", "reward"])


class BanditEnv:
    def __init__(self, seed=0):
        self.rng = np.random.RandomState(seed)
        self.means = self.rng.uniform(-1, 1, size=(3, 4))

    def reset(self):
        self.context = self.rng.randint(3)
        return np.eye(3, dtype=np.float32)[self.context]

    def step(self, action):
        return self.means[self.context, action] + 0.1 * self.rng.normal()


class PolicyEstimator:
    def __init__(self, learning_rate=0.05):
        self.model = tf.keras.Sequential(
            [tf.keras.layers.Dense(4, activation="softmax", kernel_initializer="zeros")]
        )
        self.model.build(input_shape=(None, 3))
        self.optimizer = tf.keras.optimizers.SGD(learning_rate, momentum=0.9)

    def predict(self, state):
        return self.model(state[None]).numpy()[0]

    def update(self, state, target, action):
        with tf.GradientTape() as tape:
            probs = tf.squeeze(self.model(state[None]))
            picked = tf.gather(probs, action)
            loss = -tf.math.log(picked) * target
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss


env, policy = BanditEnv(), PolicyEstimator()
rng = np.random.RandomState(11)
baseline = 0.0
for i_episode in range(4):
    episode = []
    for t in range(5):
        state = env.reset()
        p = policy.predict(state).astype("float64")
        action = rng.choice(4, p=p / p.sum())
        episode.append(Transition(state=state, action=action, reward=env.step(action)))
    losses = [policy.update(tr.state, tr.reward - baseline, tr.action) for tr in episode]
    reward = sum(tr.reward for tr in episode)
    baseline += 0.1 * (reward / 5 - baseline)
    print("Episode {}: reward {:.5f} loss {:.6f}".format(i_episode + 1, reward, np.mean(losses)))
