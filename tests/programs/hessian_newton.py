"""Newton's method with Hessians from jacobians of gradients; line search; two test functions."""

import numpy as np
import tensorflow as tf

tf.keras.backend.set_floatx("float64")


def rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def himmelblau(x):
    return (x[0] ** 2 + x[1] - 11) ** 2 + (x[0] + x[1] ** 2 - 7) ** 2


def value_grad_hess(f, x):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            value = f(x)
        g = inner.gradient(value, x)
    return value, g, outer.jacobian(g, x)


def newton(f, start, steps):
    x = tf.Variable(start, dtype=tf.float64)
    for k in range(steps):
        value, g, H = value_grad_hess(f, x)
        eigenvalues = tf.linalg.eigvalsh(H)
        shift = tf.maximum(0.0, 1e-3 - tf.reduce_min(eigenvalues)) * tf.eye(
            len(start), dtype=tf.float64
        )
        direction = -tf.linalg.solve(H + shift, g[:, tf.newaxis])[:, 0]
        alpha = 1.0
        while f(x + alpha * direction) > value + 1e-4 * alpha * tf.tensordot(g, direction, 1):
            alpha /= 2
        x.assign_add(alpha * direction)
        print("%2d f=%.6e |g|=%.6e alpha=%.4f" % (k, value, tf.norm(g), alpha))
    return x.numpy()


for function, start in ((rosenbrock, [-1.2, 1.0, 0.8]), (himmelblau, [0.5, 0.5])):
    print(function.__name__, " ".join("%.5f" % v for v in newton(function, start, 5)))
