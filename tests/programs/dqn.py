"""Deep Q-learning with a replay buffer and a target network, on a small chain of its own."""

import argparse
import random
from collections import deque

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.optimizers import Adam

parser = argparse.ArgumentParser()
parser.add_argument("--gamma", type=float, default=0.95)
parser.add_argument("--learning_rate", type=float, default=0.005)
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--eps", type=float, default=0.5)
args = parser.parse_args()
random.seed(3)


class ChainEnv:
    n_states, n_actions = 6, 2

    def reset(self):
        self.position, self.count = 0, 0
        return self.observe()

    def observe(self):
        return np.array([self.position / 5.0, self.count / 10.0])

    def step(self, action):
        self.position = max(0, min(5, self.position + (1 if action == 1 else -1)))
        self.count += 1
        reward = 1.0 if self.position == 5 else -0.05
        return self.observe(), reward, self.position == 5 or self.count >= 10, {}


class ReplayBuffer:
    def __init__(self, capacity=1000):
        self.buffer = deque(maxlen=capacity)

    def put(self, state, action, reward, next_state, done):
        self.buffer.append([state, action, reward, next_state, done])

    def sample(self):
        sample = random.sample(self.buffer, args.batch_size)
        states, actions, rewards, next_states, done = map(np.asarray, zip(*sample))
        return states, actions, rewards, next_states, done

    def size(self):
        return len(self.buffer)


class ActionStateModel:
    def __init__(self, state_dim, action_dim, seed):
        self.action_dim = action_dim
        self.model = tf.keras.Sequential(
            [
                Input((state_dim,)),
                Dense(16, activation="relu"),
                Dense(16, activation="relu"),
                Dense(action_dim),
            ]
        )
        rng = np.random.RandomState(seed)
        self.model.set_weights(
            [rng.normal(scale=0.3, size=w.shape) for w in self.model.get_weights()]
        )
        self.model.compile(loss="mse", optimizer=Adam(args.learning_rate))

    def predict(self, state):
        return self.model(np.asarray(state, dtype=np.float32)).numpy()

    def get_action(self, state):
        q_value = self.predict(state[None])[0]
        if random.random() < args.eps:
            return random.randint(0, self.action_dim - 1)
        return int(np.argmax(q_value))

    def train(self, states, targets):
        with tf.GradientTape() as tape:
            q = self.model(tf.convert_to_tensor(states, dtype=tf.float32), training=True)
            loss = tf.reduce_mean(tf.keras.losses.Huber()(targets.astype(np.float32), q))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.model.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return float(loss)


class Agent:
    def __init__(self, env):
        self.env = env
        self.model = ActionStateModel(2, env.n_actions, seed=1)
        self.target_model = ActionStateModel(2, env.n_actions, seed=2)
        self.target_update()
        self.buffer = ReplayBuffer()

    def target_update(self):
        self.target_model.model.set_weights(self.model.model.get_weights())

    def replay(self):
        losses = []
        for _ in range(3):
            states, actions, rewards, next_states, done = self.buffer.sample()
            targets = self.target_model.predict(states)
            next_q_values = self.target_model.predict(next_states).max(axis=1)
            targets[range(args.batch_size), actions] = (
                rewards + (1 - done) * next_q_values * args.gamma
            )
            losses.append(self.model.train(states, targets))
        return losses

    def train(self, max_episodes=5):
        for ep in range(max_episodes):
            done, total_reward, state = False, 0, self.env.reset()
            while not done:
                action = self.model.get_action(state)
                next_state, reward, done, _ = self.env.step(action)
                self.buffer.put(state, action, reward, next_state, done)
                total_reward += reward
                state = next_state
            if self.buffer.size() >= args.batch_size:
                losses = self.replay()
                print("losses", " ".join("%.6f" % loss for loss in losses))
            self.target_update()
            print("EP{} EpisodeReward={:.3f}".format(ep, total_reward))


Agent(ChainEnv()).train()
