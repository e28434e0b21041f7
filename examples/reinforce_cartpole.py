"""Reinforcement learning: a pole balanced on a cart by a policy that learns from trying.

REINFORCE: play episodes, then make the choices that were followed by long balancing more likely.
The cart and its pole are simulated right here (Barto, Sutton and Anderson's equations, 1983).

    python examples/reinforce_cartpole.py --rounds 60
"""

from __future__ import annotations

import argparse

import numpy as np

import gradtape as tf

EPISODES, LONGEST = 16, 200  # episodes played side by side in a round; steps at most
GRAVITY, CART, POLE, HALF_POLE, FORCE, STEP = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02  # SI units


def move(state: np.ndarray, push_right: np.ndarray) -> np.ndarray:
    """One time step of carts [n, 4]: position, speed, angle of the pole, its angular speed."""
    _, speed, angle, turning = state.T
    total = CART + POLE
    pushed = np.where(push_right, FORCE, -FORCE) + POLE * HALF_POLE * turning**2 * np.sin(angle)
    bracket = 4 / 3 - POLE * np.cos(angle) ** 2 / total
    fall = (GRAVITY * np.sin(angle) - np.cos(angle) * pushed / total) / (HALF_POLE * bracket)
    gain = pushed / total - POLE * HALF_POLE * fall * np.cos(angle) / total
    return state + STEP * np.stack([speed, gain, turning, fall], axis=1)


def fallen(state: np.ndarray) -> np.ndarray:
    """Off the track (2.4 m), or the pole over 12 degrees."""
    return (np.abs(state[:, 0]) > 2.4) | (np.abs(state[:, 2]) > np.radians(12))


class Policy(tf.Module):
    """A small network: the log-odds of pushing to the right, for states [n, 4]."""

    def __init__(self) -> None:
        super().__init__()
        self.w1 = tf.Variable(tf.random.normal([4, 32], stddev=0.5))
        self.b1 = tf.Variable(tf.zeros(32))
        self.w2 = tf.Variable(tf.zeros([32, 1]))

    def __call__(self, states: tf.Tensor) -> tf.Tensor:
        return tf.squeeze(tf.tanh(states @ self.w1 + self.b1) @ self.w2, axis=-1)


def play(policy: Policy, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Plays a round: states [t, n, 4], pushes [t, n], and which episodes were still up [t, n]."""
    state, up = rng.uniform(-0.05, 0.05, (EPISODES, 4)), np.ones(EPISODES, bool)
    states, pushes, ups = [], [], []
    while up.any() and len(states) < LONGEST:
        odds = policy(tf.constant(state, tf.float32)).numpy()
        push = rng.random(EPISODES) < 1 / (1 + np.exp(-odds))
        states.append(state), pushes.append(push), ups.append(up)
        state = np.where(up[:, None], move(state, push), state)
        up = up & ~fallen(state)
    return np.array(states, np.float32), np.array(pushes, np.float32), np.array(ups, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()

    tf.random.set_seed(0)
    rng, policy = np.random.default_rng(0), Policy()
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.02)
    for number in range(options.rounds):
        states, pushes, up = play(policy, rng)
        to_come = np.cumsum(up[::-1], axis=0)[::-1] * up  # how long it stayed up from here on
        advantage = (to_come - to_come[up > 0].mean()) / (to_come[up > 0].std() + 1e-6) * up
        with tf.GradientTape() as tape:
            surprise = tf.nn.sigmoid_cross_entropy_with_logits(labels=pushes, logits=policy(states))
            loss = tf.reduce_sum(advantage * surprise) / up.sum()
        gradients = tape.gradient(loss, policy.trainable_variables)
        optimizer.apply_gradients(zip(gradients, policy.trainable_variables))
        if number % 10 == 0 or number == options.rounds - 1:
            print(f"round {number:3}  balanced for {up.sum(axis=0).mean():5.1f} of {LONGEST} steps")


if __name__ == "__main__":
    main()
