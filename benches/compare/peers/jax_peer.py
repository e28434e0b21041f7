"""JAX: gradients come from functions, and each piece of work is compiled as a whole.

Its calls return before the work is done, so every one is waited for. Inputs are arguments: what a
compiled function captures is a constant, and work on constants would be done while compiling.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from arrays import matrices
from inputs import CHAIN_OPS, LEARNING_RATE, MILLION, SCALAR_CALLS, Convolution, Perceptron, normal


def waited(work: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """The work on these arguments, finished when the call returns."""
    return lambda: jax.block_until_ready(work(*arguments))


class Jax:
    """Compiled with `jax.jit`, except the single operations, which are what a user types."""

    version = jax.__version__

    def number(self, value: Any) -> float:
        return float(sum(np.asarray(each, np.float64).sum() for each in jax.tree.leaves(value)))

    def square(self) -> Callable[[], Any]:
        x = jnp.float32(1.5)

        def run() -> Any:
            for _ in repeat(None, SCALAR_CALLS):
                y = x * x
            return y.block_until_ready()

        return run

    def chain_gradient(self) -> Callable[[], Any]:
        def chain(x: Any, a: Any, b: Any) -> Any:
            for _ in range(CHAIN_OPS // 2):
                x = x * a
                x = x + b
            return x

        scalars = (jnp.float32(v) for v in (1.5, 0.99, 0.01))
        return waited(jax.jit(jax.value_and_grad(chain)), *scalars)

    def perceptron(self, shape: Perceptron) -> Callable[[], Any]:
        x, labels = map(jnp.asarray, shape.data())
        weights = [jnp.asarray(w) for w in shape.weights()]

        def loss(weights: list[Any], x: Any, labels: Any) -> Any:
            w1, b1, w2, b2 = weights
            logits = jax.nn.relu(x @ w1 + b1) @ w2 + b2
            chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1)
            return -chosen.mean()

        @jax.jit
        def step(weights: list[Any], x: Any, labels: Any) -> tuple[Any, list[Any]]:
            value, gradients = jax.value_and_grad(loss)(weights, x, labels)
            return value, [w - LEARNING_RATE * g for w, g in zip(weights, gradients, strict=True)]

        def run() -> Any:
            nonlocal weights
            value, weights = jax.block_until_ready(step(weights, x, labels))
            return value

        return run

    def second_derivative(self) -> Callable[[], Any]:
        return waited(jax.jit(jax.grad(jax.grad(lambda x: x * x * x))), jnp.float32(2.0))

    def jacobian(self, size: int) -> Callable[[], Any]:
        w = jnp.asarray(normal(size, size, seed=1, scale=size**-0.5))
        x = jnp.asarray(normal(size, seed=2))
        return waited(jax.jit(jax.jacrev(lambda x, w: jnp.tanh(w @ x))), x, w)

    def matmul(self, size: int) -> Callable[[], Any]:
        a, b = (jnp.asarray(normal(size, size, seed=seed)) for seed in (1, 2))
        return waited(jnp.matmul, a, b)

    def elementwise(self, name: str) -> Callable[[], Any]:
        x, y = (jnp.asarray(normal(MILLION, seed=seed)) for seed in (1, 2))
        if name == "add":
            return waited(jnp.add, x, y)
        return waited(getattr(jnp, name), x)

    def array(self, name: str, size: int) -> Callable[[], Any]:
        x, y, rows = map(jnp.asarray, matrices(size))
        work, *arguments = {
            "add": (jnp.add, x, y),
            "multiply": (jnp.multiply, x, y),
            "add row": (jnp.add, x, y[0]),
            "maximum": (jnp.maximum, x, y),
            "pow": (jnp.power, x, y),
            "sqrt": (jnp.sqrt, x),
            "exp": (jnp.exp, y),
            "log": (jnp.log, x),
            "tanh": (jnp.tanh, y),
            "sigmoid": (jax.nn.sigmoid, y),
            "sin": (jnp.sin, y),
            "cos": (jnp.cos, y),
            "erf": (jax.lax.erf, y),
            "relu": (jax.nn.relu, y),
            "softmax": (jax.jit(jax.nn.softmax), y),
            "logsumexp": (jax.jit(lambda y: jax.nn.logsumexp(y, 1)), y),
            "cumsum": (lambda y: jnp.cumsum(y, 1), y),
            "sum": (jnp.sum, y),
            "mean": (jnp.mean, y),
            "max": (jnp.max, y),
            "sum rows": (lambda y: jnp.sum(y, 1), y),
            "sum columns": (lambda y: jnp.sum(y, 0), y),
            "variance": (lambda y: jnp.var(y, 1), y),
            "transpose": (jax.jit(lambda y: y.T.ravel()), y),
            "concat": (lambda x, y: jnp.concatenate([x, y], 1), x, y),
            "pad": (lambda y: jnp.pad(y, 1), y),
            "gather": (lambda y, rows: y[rows], y, rows),
        }[name]
        return waited(work, *arguments)

    def convolution(self, shape: Convolution) -> Callable[[], Any]:
        images, filters, above = map(jnp.asarray, shape.arrays())
        layout = ("NHWC", "HWIO", "NHWC")

        def convolve(images: Any, filters: Any) -> Any:
            return jax.lax.conv_general_dilated(
                images, filters, (1, 1), "SAME", dimension_numbers=layout
            )

        def both(images: Any, filters: Any, above: Any) -> tuple[Any, Any]:
            y, pull_back = jax.vjp(lambda filters: convolve(images, filters), filters)
            return y, pull_back(above)[0]

        return waited(jax.jit(both), images, filters, above)
