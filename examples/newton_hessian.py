"""Newton's method: Hessians from nested tapes, on Rosenbrock's curved valley.

Gradient descent creeps along the valley for thousands of steps. With the matrix of second
derivatives, the jacobian of a gradient, each step solves a linear system, and twenty are enough.

    python examples/newton_hessian.py --dimensions 3
"""

from __future__ import annotations

import argparse

import gradtape as tf


def valley(x: tf.Tensor) -> tf.Tensor:
    """Rosenbrock's function of n >= 2 numbers; least, zero, where all of them are one.

    From four numbers on there is a second valley, near -1 in the first: not every start leads here.
    """
    return tf.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def derivatives(x: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    """Value, gradient [n] and Hessian [n, n]."""
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            value = valley(x)
        gradient = inner.gradient(value, x)
    return value, gradient, outer.jacobian(gradient, x)


def step_length(x: tf.Tensor, value: tf.Tensor, gradient: tf.Tensor, step: tf.Tensor) -> float:
    """Halves the step until the value falls by a part of what the gradient promises (Armijo)."""
    promised = float(tf.tensordot(gradient, step, 1))
    length = 1.0
    while length > 1e-8 and float(valley(x + length * step)) > value + 1e-4 * length * promised:
        length /= 2
    return length


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dimensions", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=50, help="at most")
    options = parser.parse_args()

    x = tf.constant([-1.2] + [1.0] * (options.dimensions - 1), dtype=tf.float64)
    for iteration in range(options.iterations):
        value, gradient, hessian = derivatives(x)
        slope = tf.norm(gradient)
        print(f"{iteration:3}  value {value:.3e}  |gradient| {slope:.3e}")
        if slope < 1e-9:
            break
        step = -tf.linalg.solve(hessian, gradient[:, None])[:, 0]
        if tf.tensordot(gradient, step, 1) > 0.0:
            step = -gradient  # the Hessian is not positive definite here: go downhill
        x = x + step_length(x, value, gradient, step) * step
    print("minimum at", x.numpy())


if __name__ == "__main__":
    main()
