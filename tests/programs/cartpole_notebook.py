"""Actor and critic as cells of a notebook: TensorArray, numpy_function, breaks."""
# keras: 3

# %% notebook cells
import collections
import statistics
from typing import Any, List, Sequence, Tuple
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

eps = np.finfo(np.float32).eps.item()
seed = 42
tf.random.set_seed(seed)
np.random.seed(seed)


class Env:
    def __init__(self):
        self.s = None
        self.rng = np.random.RandomState(0)

    def reset(self):
        self.s = np.array([0.1, -0.2, 0.05, 0.0])
        self.n = 0
        return self.s, {}

    def step(self, a):
        self.s = self.s * 0.95 + (a - 0.5) * np.array([0.1, -0.05, 0.02, 0.3])
        self.n += 1
        return self.s, 1.0, bool(self.n > 6 or abs(self.s[0]) > 2), False, {}


env = Env()


# %%
class ActorCritic(tf.keras.Model):
    def __init__(self, num_actions: int, num_hidden_units: int):
        super().__init__()
        self.common = layers.Dense(num_hidden_units, activation="relu")
        self.actor = layers.Dense(num_actions)
        self.critic = layers.Dense(1)

    def call(self, inputs: tf.Tensor) -> Tuple[tf.Tensor, tf.Tensor]:
        x = self.common(inputs)
        return self.actor(x), self.critic(x)


model = ActorCritic(2, 16)
model(tf.zeros([1, 4]))
rng = np.random.RandomState(1)
model.set_weights([rng.normal(0, 0.5, w.shape) for w in model.get_weights()])


@tf.numpy_function(Tout=[tf.float32, tf.int32, tf.int32])
def env_step(action: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    state, reward, done, truncated, info = env.step(action)
    return (state.astype(np.float32), np.array(reward, np.int32), np.array(done, np.int32))


def run_episode(
    initial_state: tf.Tensor, model: tf.keras.Model, max_steps: int
) -> Tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    action_probs = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    values = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    rewards = tf.TensorArray(dtype=tf.int32, size=0, dynamic_size=True)
    initial_state_shape = initial_state.shape
    state = initial_state
    for t in tf.range(max_steps):
        state = tf.expand_dims(state, 0)
        action_logits_t, value = model(state)
        action = tf.argmax(action_logits_t, 1)[0]
        action_probs_t = tf.nn.softmax(action_logits_t)
        values = values.write(t, tf.squeeze(value))
        action_probs = action_probs.write(t, action_probs_t[0, action])
        state, reward, done = env_step(action)
        state.set_shape(initial_state_shape)
        rewards = rewards.write(t, reward)
        if tf.cast(done, tf.bool):
            break
    return action_probs.stack(), values.stack(), rewards.stack()


def get_expected_return(rewards: tf.Tensor, gamma: float, standardize: bool = True) -> tf.Tensor:
    n = tf.shape(rewards)[0]
    returns = tf.TensorArray(dtype=tf.float32, size=n)
    rewards = tf.cast(rewards[::-1], dtype=tf.float32)
    discounted_sum = tf.constant(0.0)
    discounted_sum_shape = discounted_sum.shape
    for i in tf.range(n):
        reward = rewards[i]
        discounted_sum = reward + gamma * discounted_sum
        discounted_sum.set_shape(discounted_sum_shape)
        returns = returns.write(i, discounted_sum)
    returns = returns.stack()[::-1]
    if standardize:
        returns = (returns - tf.math.reduce_mean(returns)) / (tf.math.reduce_std(returns) + eps)
    return returns


huber_loss = (
    tf.keras.losses.Huber(reduction=tf.keras.losses.Reduction.SUM)
    if hasattr(tf.keras.losses, "Reduction")
    else tf.keras.losses.Huber(reduction="sum")
)


def compute_loss(action_probs, values, returns):
    advantage = returns - values
    action_log_probs = tf.math.log(action_probs)
    actor_loss = -tf.math.reduce_sum(action_log_probs * advantage)
    return actor_loss + huber_loss(values, returns)


optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)


@tf.function
def train_step(initial_state, model, optimizer, gamma, max_steps_per_episode):
    with tf.GradientTape() as tape:
        action_probs, values, rewards = run_episode(initial_state, model, max_steps_per_episode)
        returns = get_expected_return(rewards, gamma)
        action_probs, values, returns = [
            tf.expand_dims(x, 1) for x in [action_probs, values, returns]
        ]
        loss = compute_loss(action_probs, values, returns)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return tf.math.reduce_sum(rewards), loss


# %%
episodes_reward: collections.deque = collections.deque(maxlen=100)
for i in range(5):
    initial_state, info = env.reset()
    initial_state = tf.constant(initial_state, dtype=tf.float32)
    r, loss = train_step(initial_state, model, optimizer, 0.99, 20)
    episodes_reward.append(int(r))
    print(i, int(r), "%.5f" % loss, statistics.mean(episodes_reward))
