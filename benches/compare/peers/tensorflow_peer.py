"""TensorFlow, eager and under `tf.function`, and this library: one program for all three.

Every line below is TensorFlow's; which module `tf` is makes the only difference.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

import operations
from arrays import matrices
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


class TensorFlowApi:
    """The workloads, written against the module `tf`."""

    def __init__(self, tf: Any) -> None:
        self.tf = tf
        self.version = tf.__version__

    def number(self, value: Any) -> float:
        if isinstance(value, tuple):
            return sum(map(self.number, value))
        value = self.tf.convert_to_tensor(value)  # a gradient may come as rows
        return float(value.numpy().astype("float64").sum())

    def compiled(self, work: Callable[[], Any]) -> Callable[[], Any]:
        """What runs the work: itself, when eager."""
        return work

    def square(self) -> Callable[[], Any]:
        x = self.tf.constant(1.5)

        def run() -> Any:
            for _ in repeat(None, SCALAR_CALLS):
                y = x * x
            return y

        return run

    def recorded_chain(self) -> Callable[[], tuple[Any, Any, Any]]:
        tf = self.tf
        x, a, b = tf.constant(1.5), tf.constant(0.99), tf.constant(0.01)

        def record() -> tuple[Any, Any, Any]:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x
                for _ in repeat(None, CHAIN_OPS // 2):
                    y = y * a
                    y = y + b
            return tape, y, x

        return record

    def chain(self) -> Callable[[], Any]:
        record = self.recorded_chain()
        return self.compiled(lambda: record()[1])

    def chain_gradient(self) -> Callable[[], Any]:
        record = self.recorded_chain()

        def run() -> tuple[Any, Any]:
            tape, y, x = record()
            return y, tape.gradient(y, x)

        return self.compiled(run)

    def perceptron(self, shape: Perceptron) -> Callable[[], Any]:
        tf = self.tf
        x, labels = map(tf.constant, shape.data())
        w1, b1, w2, b2 = parameters = [tf.Variable(w) for w in shape.weights()]
        rate = tf.constant(LEARNING_RATE)

        def step() -> Any:
            with tf.GradientTape() as tape:
                hidden = tf.nn.relu(x @ w1 + b1)
                logits = hidden @ w2 + b2
                loss = tf.reduce_mean(
                    tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
                )
            for parameter, g in zip(parameters, tape.gradient(loss, parameters), strict=True):
                parameter.assign_sub(rate * g)
            return loss

        return self.compiled(step)

    def second_derivative(self) -> Callable[[], Any]:
        tf = self.tf
        x = tf.constant(2.0)

        def run() -> Any:
            with tf.GradientTape() as outer:
                outer.watch(x)
                with tf.GradientTape() as inner:
                    inner.watch(x)
                    y = x * x * x
                first = inner.gradient(y, x)
            return outer.gradient(first, x)

        return self.compiled(run)

    def jacobian(self, size: int) -> Callable[[], Any]:
        tf = self.tf
        w = tf.constant(normal(size, size, seed=1, scale=size**-0.5))
        x = tf.constant(normal(size, seed=2))

        def run() -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = tf.tanh(tf.linalg.matvec(w, x))
            return tape.jacobian(y, x)

        return self.compiled(run)

    def matmul(self, size: int) -> Callable[[], Any]:
        tf = self.tf
        a, b = (tf.constant(normal(size, size, seed=seed)) for seed in (1, 2))
        return lambda: tf.matmul(a, b)

    def elementwise(self, name: str) -> Callable[[], Any]:
        tf = self.tf
        x, y = (tf.constant(normal(MILLION, seed=seed)) for seed in (1, 2))
        return {
            "add": lambda: x + y,
            "exp": lambda: tf.exp(x),
            "tanh": lambda: tf.tanh(x),
            "sum": lambda: tf.reduce_sum(x),
        }[name]

    def array(self, name: str, size: int) -> Callable[[], Any]:
        tf = self.tf
        x, y, rows = map(tf.constant, matrices(size))
        row = y[0]
        return {
            "add": lambda: x + y,
            "multiply": lambda: x * y,
            "add row": lambda: x + row,
            "maximum": lambda: tf.maximum(x, y),
            "pow": lambda: tf.pow(x, y),
            "sqrt": lambda: tf.sqrt(x),
            "exp": lambda: tf.exp(y),
            "log": lambda: tf.math.log(x),
            "tanh": lambda: tf.tanh(y),
            "sigmoid": lambda: tf.sigmoid(y),
            "sin": lambda: tf.sin(y),
            "cos": lambda: tf.cos(y),
            "erf": lambda: tf.math.erf(y),
            "relu": lambda: tf.nn.relu(y),
            "softmax": lambda: tf.nn.softmax(y),
            "logsumexp": lambda: tf.reduce_logsumexp(y, 1),
            "cumsum": lambda: tf.cumsum(y, 1),
            "sum": lambda: tf.reduce_sum(y),
            "mean": lambda: tf.reduce_mean(y),
            "max": lambda: tf.reduce_max(y),
            "sum rows": lambda: tf.reduce_sum(y, 1),
            "sum columns": lambda: tf.reduce_sum(y, 0),
            "variance": lambda: tf.math.reduce_variance(y, 1),
            "transpose": lambda: tf.reshape(tf.transpose(y), [-1]),
            "concat": lambda: tf.concat([x, y], 1),
            "pad": lambda: tf.pad(y, [[1, 1], [1, 1]]),
            "gather": lambda: tf.gather(y, rows),
        }[name]

    def operation(self, name: str, size: str, gradient: bool) -> Callable[[], Any]:
        tf, row = self.tf, operations.BY_NAME[name]
        run = row.tf(tf)
        x, y = map(tf.constant, row.inputs(*operations.SIZES[size]))

        def differentiate() -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                z = run(x, y)
            return tape.gradient(z, x)

        return differentiate if gradient else lambda: run(x, y)

    def convolution(self, shape: Convolution) -> Callable[[], Any]:
        tf = self.tf
        images, filters, above = map(tf.constant, shape.arrays())

        def run() -> tuple[Any, Any]:
            with tf.GradientTape() as tape:
                tape.watch(filters)
                y = tf.nn.conv2d(images, filters, strides=1, padding="SAME")
            return y, tape.gradient(y, filters, output_gradients=above)

        return self.compiled(run)

    def recurrence(self, shape: Recurrence) -> Callable[[], Any]:
        tf = self.tf
        sequences, *weights = shape.arrays()
        x = tf.constant(sequences)
        layer = tf.keras.layers.LSTM(shape.units)
        layer(x)
        layer.set_weights(weights)

        def run() -> tuple[Any, Any]:
            with tf.GradientTape() as tape:
                y = layer(x)
            return y, tape.gradient(y, layer.trainable_weights)[0]

        return self.compiled(run)

    def deep(self, name: str) -> Callable[[], Any]:
        tf = self.tf
        x = tf.constant(normal(MILLION))
        step = {"relu": lambda y: tf.nn.relu(y + 1.0), "tanh": tf.tanh}[name]

        def run() -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x
                for _ in repeat(None, DEEP):
                    y = step(y)
            return tape.gradient(y, x)

        return run

    def dead_ends(self) -> Callable[[], Any]:
        tf = self.tf
        x = tf.constant(normal(MILLION))

        def run() -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                for _ in repeat(None, DEEP):
                    y = tf.tanh(x) * x
            return tape.gradient(y, x)

        return run


class Gradtape(TensorFlowApi):
    """This library."""

    def __init__(self) -> None:
        import gradtape

        super().__init__(gradtape)


class TensorFlow(TensorFlowApi):
    """TensorFlow, one operation after the other."""

    def __init__(self) -> None:
        import tensorflow as tf

        super().__init__(tf)


class TensorFlowFunction(TensorFlow):
    """TensorFlow with each piece of work as one compiled graph; only the work that is compiled."""

    square = matmul = elementwise = array = operation = deep = dead_ends = chain = None

    def compiled(self, work: Callable[[], Any]) -> Callable[[], Any]:
        return self.tf.function(work)
