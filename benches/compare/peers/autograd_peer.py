"""HIPS autograd: gradients of functions of NumPy arrays, in pure Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import autograd.numpy as np
from autograd import grad, jacobian, value_and_grad
from inputs import CHAIN_OPS, DEEP, LEARNING_RATE, MILLION, Perceptron, normal


class Autograd:
    """The values are NumPy's; what single operations cost without a gradient is NumPy's row."""

    version = version("autograd")

    def number(self, value: Any) -> float:
        if isinstance(value, tuple):
            return sum(map(self.number, value))
        return float(np.sum(np.asarray(value, np.float64)))

    def chain_gradient(self) -> Callable[[], Any]:
        x, a, b = (np.array(v, np.float32) for v in (1.5, 0.99, 0.01))

        def chain(x: Any) -> Any:
            for _ in range(CHAIN_OPS // 2):
                x = x * a
                x = x + b
            return x

        both = value_and_grad(chain)
        return lambda: both(x)

    def perceptron(self, shape: Perceptron) -> Callable[[], Any]:
        x, labels = shape.data()
        rows = np.arange(shape.batch)
        weights = shape.weights()

        def loss(weights: list[Any]) -> Any:
            w1, b1, w2, b2 = weights
            logits = np.maximum(np.dot(x, w1) + b1, 0) @ w2 + b2
            top = np.max(logits, axis=1, keepdims=True)
            normaliser = np.log(np.sum(np.exp(logits - top), axis=1)) + top[:, 0]
            return np.mean(normaliser - logits[rows, labels])

        both = value_and_grad(loss)

        def step() -> Any:
            value, gradients = both(weights)
            for w, g in zip(weights, gradients, strict=True):
                w -= LEARNING_RATE * g
            return value

        return step

    def second_derivative(self) -> Callable[[], Any]:
        second = grad(grad(lambda x: x * x * x))
        return lambda: second(2.0)

    def jacobian(self, size: int) -> Callable[[], Any]:
        w, x = normal(size, size, seed=1, scale=size**-0.5), normal(size, seed=2)
        rows = jacobian(lambda x: np.tanh(np.dot(w, x)))
        return lambda: rows(x)

    def deep(self, name: str) -> Callable[[], Any]:
        x = normal(MILLION)
        step = {"relu": lambda y: np.maximum(y + 1.0, 0.0), "tanh": np.tanh}[name]

        def total(y: Any) -> Any:
            for _ in range(DEEP):
                y = step(y)
            return np.sum(y)

        gradient = grad(total)
        return lambda: gradient(x)
