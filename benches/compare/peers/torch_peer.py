"""PyTorch, eager. Its layouts are its own: NCHW images, OIHW filters."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

import operations
import torch
from inputs import (
    CHAIN_OPS,
    DEEP,
    LEARNING_RATE,
    MILLION,
    SCALAR_CALLS,
    Convolution,
    Perceptron,
    Recurrence,
    normal,
)
from torch.nn import functional


class Torch:
    """Gradients through `torch.autograd.grad`, and `torch.func.jacrev` for the jacobian."""

    version = torch.__version__

    def number(self, value: Any) -> float:
        if isinstance(value, tuple):
            return sum(map(self.number, value))
        return float(value.detach().double().sum())

    def square(self) -> Callable[[], Any]:
        x = torch.tensor(1.5)

        def run() -> Any:
            for _ in repeat(None, SCALAR_CALLS):
                y = x * x
            return y

        return run

    def recorded_chain(self) -> Callable[[], tuple[Any, Any]]:
        x, a, b = torch.tensor(1.5, requires_grad=True), torch.tensor(0.99), torch.tensor(0.01)

        def record() -> tuple[Any, Any]:
            y = x
            for _ in repeat(None, CHAIN_OPS // 2):
                y = y * a
                y = y + b
            return y, x

        return record

    def chain(self) -> Callable[[], Any]:
        record = self.recorded_chain()
        return lambda: record()[0]

    def chain_gradient(self) -> Callable[[], Any]:
        record = self.recorded_chain()

        def run() -> tuple[Any, Any]:
            y, x = record()
            return y, torch.autograd.grad(y, x)[0]

        return run

    def perceptron(self, shape: Perceptron) -> Callable[[], Any]:
        x, labels = map(torch.from_numpy, shape.data())
        labels = labels.long()
        weights = [torch.from_numpy(w).requires_grad_() for w in shape.weights()]
        w1, b1, w2, b2 = weights

        def step() -> Any:
            logits = torch.relu(x @ w1 + b1) @ w2 + b2
            loss = functional.cross_entropy(logits, labels)
            gradients = torch.autograd.grad(loss, weights)
            with torch.no_grad():
                for w, g in zip(weights, gradients, strict=True):
                    w.sub_(g, alpha=LEARNING_RATE)
            return loss

        return step

    def second_derivative(self) -> Callable[[], Any]:
        x = torch.tensor(2.0, requires_grad=True)

        def run() -> Any:
            (first,) = torch.autograd.grad(x * x * x, x, create_graph=True)
            return torch.autograd.grad(first, x)[0]

        return run

    def jacobian(self, size: int) -> Callable[[], Any]:
        w = torch.from_numpy(normal(size, size, seed=1, scale=size**-0.5))
        x = torch.from_numpy(normal(size, seed=2))
        rows = torch.func.jacrev(lambda x: torch.tanh(w @ x))
        return lambda: rows(x)

    def matmul(self, size: int) -> Callable[[], Any]:
        a, b = (torch.from_numpy(normal(size, size, seed=seed)) for seed in (1, 2))
        return lambda: torch.matmul(a, b)

    def elementwise(self, name: str) -> Callable[[], Any]:
        x, y = (torch.from_numpy(normal(MILLION, seed=seed)) for seed in (1, 2))
        if name == "add":
            return lambda: x + y
        operation = getattr(torch, name)
        return lambda: operation(x)

    def operation(self, name: str, size: str, gradient: bool) -> Callable[[], Any] | None:
        row = operations.BY_NAME[name]
        if row.torch is None:
            return None
        run = row.torch(torch)
        x, y = (torch.from_numpy(a) for a in row.inputs(*operations.SIZES[size]))
        if not gradient:
            return lambda: run(x, y)
        x.requires_grad_()

        def differentiate() -> Any:
            z = run(x, y)
            return torch.autograd.grad(z, x, torch.ones_like(z))[0]

        return differentiate

    def convolution(self, shape: Convolution) -> Callable[[], Any]:
        images, filters, above = map(torch.from_numpy, shape.arrays())
        images, above = (a.permute(0, 3, 1, 2).contiguous() for a in (images, above))
        filters = filters.permute(3, 2, 0, 1).contiguous().requires_grad_()

        def run() -> tuple[Any, Any]:
            y = functional.conv2d(images, filters, padding="same")
            return y, torch.autograd.grad(y, filters, above)[0]

        return run

    def recurrence(self, shape: Recurrence) -> Callable[[], Any]:
        x, kernel, recurrent, bias = map(torch.from_numpy, shape.arrays())
        layer = torch.nn.LSTM(shape.features, shape.units, batch_first=True)
        given = (kernel.T, recurrent.T, bias, torch.zeros_like(bias))
        with torch.no_grad():
            for weight, value in zip(layer.parameters(), given, strict=True):
                weight.copy_(value)

        def run() -> tuple[Any, Any]:
            y = layer(x)[0][:, -1]
            return y, torch.autograd.grad(y.sum(), list(layer.parameters()))[0]

        return run

    def deep(self, name: str) -> Callable[[], Any]:
        x = torch.from_numpy(normal(MILLION)).requires_grad_()
        step = {"relu": lambda y: torch.relu(y + 1.0), "tanh": torch.tanh}[name]

        def run() -> Any:
            y = x
            for _ in repeat(None, DEEP):
                y = step(y)
            return torch.autograd.grad(y.sum(), x)[0]

        return run

    def dead_ends(self) -> Callable[[], Any]:
        x = torch.from_numpy(normal(MILLION)).requires_grad_()

        def run() -> Any:
            for _ in repeat(None, DEEP):
                y = torch.tanh(x) * x
            return torch.autograd.grad(y.sum(), x)[0]

        return run
