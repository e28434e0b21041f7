"""PPO after the Keras example: buffer with GAE, clipped policy, early stop on KL; an own cart pole."""
# keras: 2

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class CartPole:
    def reset(self):
        self.state = np.array([0.02, 0.0, 0.03, 0.0])
        self.steps = 0
        return self.state

    def step(self, action):
        x, v, theta, w = self.state
        force = 10.0 if action == 1 else -10.0
        temp = (force + 0.05 * w**2 * np.sin(theta)) / 1.1
        acc = (9.8 * np.sin(theta) - np.cos(theta) * temp) / (
            0.5 * (4.0 / 3.0 - 0.1 * np.cos(theta) ** 2 / 1.1)
        )
        xacc = temp - 0.05 * acc * np.cos(theta) / 1.1
        self.state = self.state + 0.02 * np.array([v, xacc, w, acc])
        self.steps += 1
        done = abs(self.state[0]) > 2.4 or abs(self.state[2]) > 0.2
        return self.state, 1.0, done, {}


def discounted_cumulative_sums(x, discount):
    out = np.zeros_like(x)
    running = 0.0
    for i in reversed(range(len(x))):
        running = x[i] + discount * running
        out[i] = running
    return out


class Buffer:
    def __init__(self, observation_dimensions, size, gamma=0.99, lam=0.95):
        self.observation_buffer = np.zeros((size, observation_dimensions), dtype=np.float32)
        self.action_buffer = np.zeros(size, dtype=np.int32)
        self.advantage_buffer = np.zeros(size, dtype=np.float32)
        self.reward_buffer = np.zeros(size, dtype=np.float32)
        self.return_buffer = np.zeros(size, dtype=np.float32)
        self.value_buffer = np.zeros(size, dtype=np.float32)
        self.logprobability_buffer = np.zeros(size, dtype=np.float32)
        self.gamma, self.lam = gamma, lam
        self.pointer, self.trajectory_start_index = 0, 0

    def store(self, observation, action, reward, value, logprobability):
        self.observation_buffer[self.pointer] = observation
        self.action_buffer[self.pointer] = action
        self.reward_buffer[self.pointer] = reward
        self.value_buffer[self.pointer] = value
        self.logprobability_buffer[self.pointer] = logprobability
        self.pointer += 1

    def finish_trajectory(self, last_value=0):
        path_slice = slice(self.trajectory_start_index, self.pointer)
        rewards = np.append(self.reward_buffer[path_slice], last_value)
        values = np.append(self.value_buffer[path_slice], last_value)
        deltas = rewards[:-1] + self.gamma * values[1:] - values[:-1]
        self.advantage_buffer[path_slice] = discounted_cumulative_sums(
            deltas, self.gamma * self.lam
        )
        self.return_buffer[path_slice] = discounted_cumulative_sums(rewards, self.gamma)[:-1]
        self.trajectory_start_index = self.pointer

    def get(self):
        self.pointer, self.trajectory_start_index = 0, 0
        mean, std = np.mean(self.advantage_buffer), np.std(self.advantage_buffer)
        self.advantage_buffer = (self.advantage_buffer - mean) / std
        return (
            self.observation_buffer,
            self.action_buffer,
            self.advantage_buffer,
            self.return_buffer,
            self.logprobability_buffer,
        )


def mlp(x, sizes, activation="tanh", output_activation=None):
    for size in sizes[:-1]:
        x = layers.Dense(units=size, activation=activation)(x)
    return layers.Dense(units=sizes[-1], activation=output_activation)(x)


def logprobabilities(logits, a):
    logprobabilities_all = tf.nn.log_softmax(logits)
    return tf.reduce_sum(tf.one_hot(a, num_actions) * logprobabilities_all, axis=1)


@tf.function
def sample_action(observation):
    logits = actor(observation)
    action = tf.squeeze(tf.random.categorical(logits, 1, seed=2), axis=1)
    return logits, action


@tf.function
def train_policy(observation_buffer, action_buffer, logprobability_buffer, advantage_buffer):
    with tf.GradientTape() as tape:
        ratio = tf.exp(
            logprobabilities(actor(observation_buffer), action_buffer) - logprobability_buffer
        )
        min_advantage = tf.where(
            advantage_buffer > 0,
            (1 + clip_ratio) * advantage_buffer,
            (1 - clip_ratio) * advantage_buffer,
        )
        policy_loss = -tf.reduce_mean(tf.minimum(ratio * advantage_buffer, min_advantage))
    policy_grads = tape.gradient(policy_loss, actor.trainable_variables)
    policy_optimizer.apply_gradients(zip(policy_grads, actor.trainable_variables))
    kl = tf.reduce_mean(
        logprobability_buffer - logprobabilities(actor(observation_buffer), action_buffer)
    )
    return tf.reduce_sum(kl), policy_loss


@tf.function
def train_value_function(observation_buffer, return_buffer):
    with tf.GradientTape() as tape:
        value_loss = tf.reduce_mean((return_buffer - critic(observation_buffer)) ** 2)
    value_grads = tape.gradient(value_loss, critic.trainable_variables)
    value_optimizer.apply_gradients(zip(value_grads, critic.trainable_variables))
    return value_loss


tf.random.set_seed(1)
steps_per_epoch, epochs, clip_ratio, target_kl = 30, 2, 0.2, 0.01
observation_dimensions, num_actions = 4, 2
env = CartPole()
buffer = Buffer(observation_dimensions, steps_per_epoch)
observation_input = keras.Input(shape=(observation_dimensions,), dtype=tf.float32)
logits = mlp(observation_input, [8, 8, num_actions], tf.tanh, None)
actor = keras.Model(inputs=observation_input, outputs=logits)
value = tf.squeeze(mlp(observation_input, [8, 8, 1], tf.tanh, None), axis=1)
critic = keras.Model(inputs=observation_input, outputs=value)
rng = np.random.RandomState(4)
for model in (actor, critic):
    model.set_weights([rng.normal(scale=0.5, size=w.shape) for w in model.get_weights()])
policy_optimizer = keras.optimizers.Adam(learning_rate=3e-3)
value_optimizer = keras.optimizers.Adam(learning_rate=1e-2)

observation, episode_return, episode_length = env.reset(), 0, 0
for epoch in range(epochs):
    sum_return, num_episodes = 0, 0
    for t in range(steps_per_epoch):
        observation = observation.reshape(1, -1).astype(np.float32)
        logits, action = sample_action(observation)
        observation_new, reward, done, _ = env.step(action[0].numpy())
        episode_return += reward
        value_t = critic(observation)
        logprobability_t = logprobabilities(logits, action)
        buffer.store(observation, action[0], reward, value_t[0], logprobability_t[0])
        observation = observation_new
        terminal = done
        if terminal or (t == steps_per_epoch - 1):
            last_value = 0 if done else critic(observation.reshape(1, -1))[0]
            buffer.finish_trajectory(last_value)
            sum_return += episode_return
            num_episodes += 1
            observation, episode_return = env.reset(), 0
    obs, acts, advs, rets, logps = buffer.get()
    for _ in range(4):
        kl, policy_loss = train_policy(obs, acts, logps, advs)
        if kl > 1.5 * target_kl:
            break
    for _ in range(4):
        value_loss = train_value_function(obs, rets)
    print(
        f" Epoch: {epoch + 1}. Mean Return: {sum_return / num_episodes:.3f}. "
        f"kl {kl:.5f} policy {policy_loss:.5f} value {value_loss:.4f}"
    )
