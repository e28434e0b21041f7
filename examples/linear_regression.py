"""The smallest training loop: a straight line through noisy points, by gradient descent.

Two variables, a loss, a tape, an update. The answer is held against NumPy's least squares.

    python examples/linear_regression.py --steps 200
"""

from __future__ import annotations

import argparse

import numpy as np

import gradtape as tf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.1, help="learning rate")
    options = parser.parse_args()

    tf.random.set_seed(0)
    x = tf.random.normal([500])
    y = 3.0 * x + 2.0 + 0.5 * tf.random.normal([500])

    slope, intercept = tf.Variable(0.0), tf.Variable(0.0)
    for step in range(options.steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((slope * x + intercept - y) ** 2)
        d_slope, d_intercept = tape.gradient(loss, [slope, intercept])
        slope.assign_sub(options.rate * d_slope)
        intercept.assign_sub(options.rate * d_intercept)
        if step % 20 == 0:
            print(f"step {step:4}  loss {loss:.4f}")

    exact = np.polyfit(x.numpy(), y.numpy(), 1)
    print(f"gradient descent: y = {slope.numpy():.4f} x + {intercept.numpy():.4f}")
    print(f"least squares:    y = {exact[0]:.4f} x + {exact[1]:.4f}")


if __name__ == "__main__":
    main()
