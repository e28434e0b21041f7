"""Soft actor-critic as RL repositories write it: twin critics, squashed Gaussian, tuned temperature."""

import collections
import random

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Concatenate, Dense, Input, Lambda
from tensorflow.keras.models import Model
from tensorflow.keras.optimizers import Adam

tf.keras.backend.set_floatx("float64")
random.seed(5)
rng = np.random.RandomState(5)
LOG_STD_MIN, LOG_STD_MAX, EPS = -20, 2, 1e-6


class ReplayBuffer:
    def __init__(self, capacity=1000):
        self.buffer = collections.deque(maxlen=capacity)

    def put(self, state, action, reward, next_state, done):
        self.buffer.append([state, action, np.expand_dims(reward, -1), next_state, done])

    def sample(self, batch_size):
        sample = random.sample(self.buffer, batch_size)
        states, actions, rewards, next_states, done = map(np.asarray, zip(*sample))
        return states, actions, rewards, next_states, done.reshape(-1, 1)

    def size(self):
        return len(self.buffer)


def seeded(model):
    model.set_weights([rng.normal(scale=0.3, size=w.shape) for w in model.get_weights()])
    return model


class Actor:
    def __init__(self, state_dim, action_dim, action_bound):
        self.state_dim = state_dim
        self.action_dim = action_dim
        self.action_bound = action_bound
        self.model = seeded(self.create_model())
        self.opt = Adam(1e-2)

    def create_model(self):
        state_input = Input((self.state_dim,))
        dense_1 = Dense(8, activation="relu")(state_input)
        dense_2 = Dense(8, activation="relu")(dense_1)
        out_mu = Dense(self.action_dim, activation="tanh")(dense_2)
        mu_output = Lambda(lambda x: x * self.action_bound)(out_mu)
        std_output = Dense(self.action_dim, activation="softplus")(dense_2)
        return Model(state_input, [mu_output, std_output])

    def sample(self, states):
        mu, std = self.model(states)
        log_std = tf.clip_by_value(tf.math.log(std), LOG_STD_MIN, LOG_STD_MAX)
        std = tf.exp(log_std)
        noise = tf.constant(rng.normal(size=mu.shape))
        z = mu + std * noise
        action = tf.tanh(z)
        log_prob = -0.5 * ((z - mu) / std) ** 2 - log_std - 0.5 * np.log(2.0 * np.pi)
        log_prob -= tf.math.log(1.0 - tf.square(action) + EPS)
        return action * self.action_bound, tf.reduce_sum(log_prob, 1, keepdims=True)


class Critic:
    def __init__(self, state_dim, action_dim):
        s, a = Input((state_dim,)), Input((action_dim,))
        x = Concatenate(axis=-1)([s, a])
        x = Dense(8, activation="elu")(x)
        self.model = seeded(Model([s, a], Dense(1, activation="linear")(x)))
        self.target = tf.keras.models.clone_model(self.model)
        self.target.set_weights(self.model.get_weights())
        self.opt = Adam(1e-2)

    def update(self, states, actions, y):
        with tf.GradientTape() as tape:
            q = self.model([states, actions], training=True)
            loss = 0.5 * tf.reduce_mean(tf.math.squared_difference(q, tf.stop_gradient(y)))
        grads = tape.gradient(loss, self.model.trainable_variables)
        grads, norm = tf.clip_by_global_norm(grads, 5.0)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def soft_update(self, tau=0.1):
        for t, w in zip(self.target.variables, self.model.variables):
            t.assign(tau * w + (1.0 - tau) * t)


class Agent:
    def __init__(self):
        self.actor = Actor(3, 1, 2.0)
        self.q1, self.q2 = Critic(3, 1), Critic(3, 1)
        self.log_alpha = tf.Variable(0.0, dtype=tf.float64)
        self.alpha_opt = Adam(1e-2)
        self.target_entropy = -np.prod((1,))

    def train(self, batch):
        s, a, r, s2, done = [tf.convert_to_tensor(b, dtype=tf.float64) for b in batch]
        alpha = tf.exp(self.log_alpha)
        a2, lp2 = self.actor.sample(s2)
        q_next = tf.minimum(self.q1.target([s2, a2]), self.q2.target([s2, a2])) - alpha * lp2
        y = r + 0.99 * (1.0 - done) * q_next
        q_losses = [q.update(s, a, y) for q in (self.q1, self.q2)]
        with tf.GradientTape() as tape:
            new_a, lp = self.actor.sample(s)
            q = tf.minimum(self.q1.model([s, new_a]), self.q2.model([s, new_a]))
            actor_loss = tf.reduce_mean(alpha * lp - q)
        grads = tape.gradient(actor_loss, self.actor.model.trainable_weights)
        self.actor.opt.apply_gradients(zip(grads, self.actor.model.trainable_weights))
        with tf.GradientTape() as tape:
            alpha_loss = -tf.reduce_mean(
                self.log_alpha * tf.stop_gradient(lp + self.target_entropy)
            )
        self.alpha_opt.apply_gradients(
            [(tape.gradient(alpha_loss, self.log_alpha), self.log_alpha)]
        )
        self.q1.soft_update()
        self.q2.soft_update()
        return q_losses + [actor_loss, alpha_loss]


agent, memory = Agent(), ReplayBuffer()
theta, speed = 3.0, 0.0
for step in range(24):
    state = np.array([np.cos(theta), np.sin(theta), speed])
    action = agent.actor.sample(state[None])[0].numpy()[0]
    speed = np.clip(speed + (15 * np.sin(theta) + 3 * action[0]) * 0.05, -8, 8)
    theta = (theta + speed * 0.05 + np.pi) % (2 * np.pi) - np.pi
    next_state = np.array([np.cos(theta), np.sin(theta), speed])
    memory.put(state, action, -(theta**2), next_state, False)
    if memory.size() >= 12 and step % 3 == 0:
        losses = agent.train(memory.sample(8))
        print(step, *("%.5f" % loss for loss in losses), losses[0].dtype.name)
print("alpha %.6f" % np.exp(agent.log_alpha.numpy()))
