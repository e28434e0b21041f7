"""Gradients of your own: when the derivative of the formula is not the one you want.

Three uses: a formula whose derivative overflows, a step that has no useful derivative, and an
operation that comes without a gradient. The last one is registered for the operation itself.

    python examples/custom_gradient.py
"""

from __future__ import annotations

from collections.abc import Callable

import gradtape as tf


@tf.custom_gradient
def log1pexp(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    """log(1 + e^x). Its plain derivative is e^x / (1 + e^x), which is inf / inf for large x."""
    e = tf.exp(x)
    return tf.math.log(1.0 + e), lambda upstream: upstream * (1.0 - 1.0 / (1.0 + e))


@tf.custom_gradient
def quantise(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    """Rounds to quarters; the gradient passes straight through, as if nothing had been rounded."""
    return tf.round(4.0 * x) / 4.0, lambda upstream: upstream


@tf.RegisterGradient("AdjustContrastv2")
def adjust_contrast_gradient(op, upstream: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
    """For (x - mean) * factor + mean, the mean taken over height and width."""
    images, factor = op.inputs
    centred = images - tf.reduce_mean(images, axis=[-3, -2], keepdims=True)
    to_mean = tf.reduce_mean(upstream, axis=[-3, -2], keepdims=True)
    return upstream * factor + (1.0 - factor) * to_mean, tf.reduce_sum(upstream * centred)


def derivative(f: Callable[[tf.Tensor], tf.Tensor], at: float) -> float:
    x = tf.constant(at)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return float(tape.gradient(y, x))


def main() -> None:
    naive = derivative(lambda x: tf.math.log(1.0 + tf.exp(x)), 100.0)
    print(f"d log(1 + e^x) at 100: plain {naive}, custom {derivative(log1pexp, 100.0)}")

    x, goal = tf.Variable(0.0), 0.8
    for _ in range(50):
        with tf.GradientTape() as tape:
            loss = (quantise(x) - goal) ** 2
        x.assign_sub(0.05 * tape.gradient(loss, x))
    print(f"the quarter nearest to {goal}, found by descent: {quantise(x).numpy()}")

    image = tf.Variable([[[0.5], [0.0]], [[0.25], [1.0]]])
    contrast = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        brightest = tf.reduce_max(tf.image.adjust_contrast(image, contrast))
    print(f"d brightest / d contrast: {tape.gradient(brightest, contrast).numpy()}")


if __name__ == "__main__":
    main()
