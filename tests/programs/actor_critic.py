"""The actor-critic tutorial: an episode in tf.function style, returns, Huber loss."""

from typing import List, Tuple

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

seed = 42
tf.random.set_seed(seed)
np.random.seed(seed)
eps = np.finfo(np.float32).eps.item()


class Corridor:
    def __init__(self):
        self.rng = np.random.RandomState(0)

    def reset(self):
        self.x, self.t = 0.0, 0
        return np.array([self.x, 0.0], np.float32)

    def step(self, action):
        self.x += 0.3 if action == 1 else -0.2
        self.t += 1
        return np.array([self.x, self.t / 8], np.float32), np.float32(self.x), self.t >= 8


env = Corridor()


class ActorCritic(tf.keras.Model):
    """Combined actor-critic network."""

    def __init__(self, num_actions: int, num_hidden_units: int):
        super().__init__()
        self.common = layers.Dense(
            num_hidden_units,
            activation="relu",
            kernel_initializer=tf.keras.initializers.GlorotUniform(1),
        )
        self.actor = layers.Dense(
            num_actions, kernel_initializer=tf.keras.initializers.GlorotUniform(2)
        )
        self.critic = layers.Dense(1, kernel_initializer=tf.keras.initializers.GlorotUniform(3))

    def call(self, inputs: tf.Tensor) -> Tuple[tf.Tensor, tf.Tensor]:
        x = self.common(inputs)
        return self.actor(x), self.critic(x)


model = ActorCritic(2, 16)


def env_step(action: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    state, reward, done = env.step(action)
    return state.astype(np.float32), np.array(reward, np.int32), np.array(done, np.int32)


def tf_env_step(action: tf.Tensor) -> List[tf.Tensor]:
    return tf.numpy_function(env_step, [action], [tf.float32, tf.int32, tf.int32])


def run_episode(initial_state, model, max_steps):
    action_probs, values, rewards = [], [], []
    state = initial_state
    for t in tf.range(max_steps):
        state = tf.expand_dims(state, 0)
        action_logits_t, value = model(state)
        action = np.random.choice(
            2, p=tf.nn.softmax(tf.cast(action_logits_t, tf.float64))[0].numpy()
        )
        action_probs_t = tf.nn.softmax(action_logits_t)
        values.append(tf.squeeze(value))
        action_probs.append(action_probs_t[0, action])
        state, reward, done = tf_env_step(action)
        state.set_shape(initial_state.shape)
        rewards.append(reward)
        if tf.cast(done, tf.bool):
            break
    return tf.stack(action_probs), tf.stack(values), tf.stack(rewards)


def get_expected_return(rewards, gamma, standardize=True):
    n = tf.shape(rewards)[0]
    returns = []
    rewards = tf.cast(rewards[::-1], dtype=tf.float32)
    discounted_sum = tf.constant(0.0)
    for i in tf.range(n):
        discounted_sum = rewards[i] + gamma * discounted_sum
        returns.append(discounted_sum)
    returns = tf.stack(returns)[::-1]
    if standardize:
        returns = (returns - tf.math.reduce_mean(returns)) / (tf.math.reduce_std(returns) + eps)
    return returns


huber_loss = tf.keras.losses.Huber(reduction="sum")
optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)
for i in range(4):
    initial_state = tf.constant(env.reset(), dtype=tf.float32)
    with tf.GradientTape() as tape:
        action_probs, values, rewards = run_episode(initial_state, model, 20)
        returns = get_expected_return(rewards, 0.9)
        action_probs, values, returns = [
            tf.expand_dims(x, 1) for x in [action_probs, values, returns]
        ]
        advantage = returns - values
        actor_loss = -tf.math.reduce_sum(tf.math.log(action_probs) * advantage)
        loss = actor_loss + huber_loss(values, returns)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    print(f"episode {i}: reward {int(tf.math.reduce_sum(rewards))} loss {loss:.5f}")
