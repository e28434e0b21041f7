"""The sweep: each operation at three sizes, forward and backward, beside TensorFlow and PyTorch.

A row is written once for TensorFlow and this library, and once for PyTorch where that has the like.
The gradient is that of the first input, with ones as the gradient of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from inputs import normal

# Elements, and the matrix that has them.
SIZES = {"12": (3, 4), "1,000": (25, 40), "1,000,000": (1000, 1000)}

Call = Callable[..., Any]


@dataclass(frozen=True)
class Operation:
    """`tf(tf)(x, y)` and `torch(torch)(x, y)`; `inputs` makes x and y from rows and columns.

    Names are looked up once, before the clock starts. `largest` is the largest number of rows for
    what grows faster than its input.
    """

    name: str
    tf: Call
    torch: Call | None
    inputs: Callable[[int, int], tuple[np.ndarray, np.ndarray]]
    has_gradient: bool = True
    largest: int = 1000


def reals(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    return normal(rows, columns, seed=1), normal(rows, columns, seed=2)


def positive(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    x, y = reals(rows, columns)
    return np.abs(x) + np.float32(0.1), np.abs(y) + np.float32(0.1)


def between(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Between -1 and 1."""
    x, y = reals(rows, columns)
    return np.tanh(x) * np.float32(0.95), np.tanh(y) * np.float32(0.95)


def above_one(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    x, y = positive(rows, columns)
    return x + 1, y + 1


def square(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """A positive definite matrix and a right side, of about that number of elements."""
    n = min(rows, columns)
    x = normal(n, n, seed=1)
    return x @ x.T / n + np.eye(n, dtype=np.float32), normal(n, n, seed=2)


def row(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    return normal(rows, columns, seed=1), normal(columns, seed=2)


def column(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    return normal(rows, columns, seed=1), normal(rows, 1, seed=2)


def indices(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """A matrix, and the numbers of its rows in a random order."""
    order = np.random.default_rng(3).permutation(rows)
    return normal(rows, columns, seed=1), order.astype(np.int64)


def one_hot(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Logits and probabilities."""
    labels = np.random.default_rng(4).integers(0, columns, rows)
    return normal(rows, columns, seed=1), np.eye(columns, dtype=np.float32)[labels]


def labels(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Logits and classes."""
    classes = np.random.default_rng(4).integers(0, columns, rows)
    return normal(rows, columns, seed=1), classes.astype(np.int64)


def channels_last(x: Any) -> Any:
    """PyTorch's view of images whose channels are the last axis."""
    return x.permute(0, 3, 1, 2)


def images(channels: int, filters: int, kernel: int = 3) -> Callable[[int, int], Any]:
    """Square images of `channels` with about that many elements, and HWIO filters."""

    def make(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
        size = max(2, round((rows * columns / channels / 4) ** 0.5))
        x = normal(4, size, size, channels, seed=1)
        return x, normal(kernel, kernel, channels, filters, seed=2, scale=0.1)

    return make


def path(module: Any, name: str) -> Any:
    return reduce(getattr, name.split("."), module)


def of_first(function: Call) -> Call:
    return lambda x, y: function(x)


def unary(
    tf_name: str, torch_name: str | None, inputs: Any = reals, gradient: bool = True
) -> Operation:
    """A function of one tensor, by its names."""
    torch = None if torch_name is None else lambda torch: of_first(path(torch, torch_name))
    name = tf_name.rpartition(".")[2]
    return Operation(name, lambda tf: of_first(path(tf, tf_name)), torch, inputs, gradient)


def binary(
    tf_name: str, torch_name: str | None, inputs: Any = reals, gradient: bool = True
) -> Operation:
    """A function of two tensors, by its names."""
    torch = None if torch_name is None else lambda torch: path(torch, torch_name)
    name = tf_name.rpartition(".")[2]
    return Operation(name, lambda tf: path(tf, tf_name), torch, inputs, gradient)


def of_first_along(function: Call, axis: int) -> Call:
    return lambda x, y: function(x, axis)


def along(tf_name: str, torch_name: str, axis: int, gradient: bool = True) -> Operation:
    """A reduction or a scan along one axis."""
    return Operation(
        f"{tf_name.rpartition('.')[2]} axis {axis}",
        lambda tf: of_first_along(path(tf, tf_name), axis),
        lambda torch: of_first_along(path(torch, torch_name), axis),
        positive,
        gradient,
    )


UNARY = [
    *(unary(name, name) for name in ("abs", "sin", "cos", "tan", "exp", "square", "atan", "tanh")),
    *(unary(name, name, between) for name in ("asin", "acos", "atanh")),
    *(unary(name, name) for name in ("sinh", "cosh", "asinh", "sigmoid")),
    *(unary(name, name, gradient=False) for name in ("floor", "round", "sign")),
    unary("math.ceil", "ceil", gradient=False),
    unary("negative", "neg"),
    unary("sqrt", "sqrt", positive),
    unary("acosh", "acosh", above_one),
    *(unary(f"math.{name}", name, positive) for name in ("log", "log1p", "rsqrt", "reciprocal")),
    *(unary(f"math.{name}", name, positive) for name in ("lgamma", "digamma")),
    *(unary(f"math.{name}", name) for name in ("expm1", "erf", "erfc")),
    unary("math.erfinv", "erfinv", between),
    unary("math.bessel_i0", "special.i0"),
    *(unary(f"nn.{name}", f"nn.functional.{name}") for name in ("relu", "relu6", "elu", "selu")),
    *(
        unary(f"nn.{name}", f"nn.functional.{name}")
        for name in ("gelu", "silu", "softplus", "softsign")
    ),
    Operation(
        "leaky_relu",
        lambda tf: lambda x, y: tf.nn.leaky_relu(x, 0.2),
        lambda torch: lambda x, y: torch.nn.functional.leaky_relu(x, 0.2),
        reals,
    ),
    Operation(
        "cast",
        lambda tf: lambda x, y: tf.cast(x, tf.float64),
        lambda torch: lambda x, y: x.double(),
        reals,
    ),
    Operation(
        "clip_by_value",
        lambda tf: lambda x, y: tf.clip_by_value(x, -1.0, 1.0),
        lambda torch: lambda x, y: torch.clamp(x, -1.0, 1.0),
        reals,
    ),
]

BINARY = [
    *(binary(name, name) for name in ("add", "subtract", "multiply", "maximum", "minimum")),
    *(binary(name, name, positive) for name in ("divide", "pow")),
    binary("atan2", "atan2"),
    binary("math.floormod", "remainder", positive),
    Operation(
        "squared_difference",
        lambda tf: lambda x, y: tf.math.squared_difference(x, y),
        lambda torch: lambda x, y: torch.nn.functional.mse_loss(x, y, reduction="none"),
        reals,
    ),
    binary("math.xlogy", "xlogy", positive),
    binary("less", "lt", gradient=False),
    binary("greater", "gt", gradient=False),
    binary("equal", "eq", gradient=False),
    Operation("add row", lambda tf: lambda x, y: x + y, lambda torch: lambda x, y: x + y, row),
    Operation(
        "multiply column", lambda tf: lambda x, y: x * y, lambda torch: lambda x, y: x * y, column
    ),
    Operation(
        "add number", lambda tf: lambda x, y: x + 1.5, lambda torch: lambda x, y: x + 1.5, reals
    ),
    Operation("power 3", lambda tf: lambda x, y: x**3, lambda torch: lambda x, y: x**3, reals),
    Operation(
        "where",
        lambda tf: lambda x, y: tf.where(x > 0.0, x, y),
        lambda torch: lambda x, y: torch.where(x > 0.0, x, y),
        reals,
    ),
]

REDUCTIONS = [
    *(unary(f"reduce_{name}", name) for name in ("sum", "mean", "max", "min")),
    unary("norm", "linalg.norm"),
    *(along(f"reduce_{name}", name, axis) for name in ("sum", "mean") for axis in (0, 1)),
    *(along("reduce_max", "amax", axis) for axis in (0, 1)),
    along("reduce_prod", "prod", 1),
    along("reduce_logsumexp", "logsumexp", 1),
    along("argmax", "argmax", 1, gradient=False),
    *(along("cumsum", "cumsum", axis) for axis in (0, 1)),
    along("math.cumprod", "cumprod", 1),
    along("nn.softmax", "softmax", 1),
    along("nn.log_softmax", "log_softmax", 1),
    Operation(
        "reduce_variance axis 1",
        lambda tf: lambda x, y: tf.math.reduce_variance(x, 1),
        lambda torch: lambda x, y: torch.var(x, 1, correction=0),
        reals,
    ),
    Operation(
        "reduce_sum, last axis of 4",
        lambda tf: lambda x, y: tf.reduce_sum(tf.reshape(x, [-1, 4]), -1),
        lambda torch: lambda x, y: x.reshape(-1, 4).sum(-1),
        reals,
    ),
]

REARRANGED = [
    Operation(
        # The addition has this library, which transposes by strides, move the elements; as
        # PyTorch's addition would not: its result may lie as its input does.
        "transpose",
        lambda tf: lambda x, y: tf.transpose(x) + 0.0,
        lambda torch: lambda x, y: x.T.contiguous(),
        reals,
    ),
    Operation(
        "reshape",
        lambda tf: lambda x, y: tf.reshape(x, [-1]),
        lambda torch: lambda x, y: x.reshape(-1),
        reals,
    ),
    Operation(
        "concat",
        lambda tf: lambda x, y: tf.concat([x, y], 1),
        lambda torch: lambda x, y: torch.cat([x, y], 1),
        reals,
    ),
    Operation(
        "stack",
        lambda tf: lambda x, y: tf.stack([x, y], 2),
        lambda torch: lambda x, y: torch.stack([x, y], 2),
        reals,
    ),
    Operation(
        "tile",
        lambda tf: lambda x, y: tf.tile(x, [2, 1]),
        lambda torch: lambda x, y: x.repeat(2, 1),
        reals,
    ),
    Operation(
        "pad",
        lambda tf: lambda x, y: tf.pad(x, [[1, 1], [1, 1]]),
        lambda torch: lambda x, y: torch.nn.functional.pad(x, (1, 1, 1, 1)),
        reals,
    ),
    Operation(
        "slice",
        lambda tf: lambda x, y: x[1:, :-1] + 0.0,
        lambda torch: lambda x, y: x[1:, :-1] + 0.0,
        reals,
    ),
    Operation(
        "gather", lambda tf: lambda x, y: tf.gather(x, y), lambda torch: lambda x, y: x[y], indices
    ),
    Operation(
        "reverse",
        lambda tf: lambda x, y: tf.reverse(x, [1]),
        lambda torch: lambda x, y: torch.flip(x, [1]),
        reals,
    ),
    Operation(
        "sort",
        lambda tf: lambda x, y: tf.sort(x),
        lambda torch: lambda x, y: torch.sort(x)[0],
        reals,
    ),
    Operation(
        "top_k 2",
        lambda tf: lambda x, y: tf.math.top_k(x, 2)[0],
        lambda torch: lambda x, y: torch.topk(x, 2)[0],
        reals,
    ),
    Operation(
        "one_hot",
        lambda tf: lambda x, y: tf.one_hot(y, 40),
        lambda torch: lambda x, y: torch.nn.functional.one_hot(y.clamp(max=39), 40).float(),
        lambda rows, columns: (normal(2, 2), np.arange(rows) % 40),
        has_gradient=False,
    ),
    Operation(
        "unsorted_segment_sum",
        lambda tf: lambda x, y: tf.math.unsorted_segment_sum(x, y, x.shape[0]),
        lambda torch: lambda x, y: torch.zeros_like(x).index_add(0, y, x),
        indices,
    ),
]

PRODUCTS = [
    Operation(
        "matmul", lambda tf: lambda x, y: tf.matmul(x, y), lambda torch: lambda x, y: x @ y, square
    ),
    Operation(
        "matmul a^T",
        lambda tf: lambda x, y: tf.matmul(x, y, transpose_a=True),
        lambda torch: lambda x, y: x.T @ y,
        reals,
    ),
    Operation(
        "matmul b^T",
        lambda tf: lambda x, y: tf.matmul(x, y, transpose_b=True),
        lambda torch: lambda x, y: x @ y.T,
        reals,
    ),
    Operation(
        "matvec",
        lambda tf: lambda x, y: tf.linalg.matvec(x, y),
        lambda torch: lambda x, y: x @ y,
        row,
    ),
    Operation(
        "einsum ij,ij->i",
        lambda tf: lambda x, y: tf.einsum("ij,ij->i", x, y),
        lambda torch: lambda x, y: torch.einsum("ij,ij->i", x, y),
        reals,
    ),
    Operation(
        "tensordot",
        lambda tf: lambda x, y: tf.tensordot(x, y, [[0], [0]]),
        lambda torch: lambda x, y: torch.tensordot(x, y, ([0], [0])),
        reals,
    ),
]

LINEAR_ALGEBRA = [
    unary("linalg.cholesky", "linalg.cholesky", square),
    unary("linalg.inv", "linalg.inv", square),
    unary("linalg.det", "linalg.det", square),
    binary("linalg.solve", "linalg.solve", square),
    Operation(
        "qr",
        lambda tf: lambda x, y: tf.linalg.qr(x)[1],
        lambda torch: lambda x, y: torch.linalg.qr(x)[1],
        square,
        largest=25,
    ),
    Operation(
        "eigh",
        lambda tf: lambda x, y: tf.linalg.eigh(x)[0],
        lambda torch: lambda x, y: torch.linalg.eigh(x)[0],
        square,
        largest=25,
    ),
    Operation(
        "svd",
        lambda tf: lambda x, y: tf.linalg.svd(x, compute_uv=False),
        lambda torch: lambda x, y: torch.linalg.svdvals(x),
        square,
        largest=25,
    ),
]

NETWORKS = [
    Operation(
        "softmax_cross_entropy",
        lambda tf: lambda x, y: tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=x),
        lambda torch: lambda x, y: torch.nn.functional.cross_entropy(x, y, reduction="none"),
        one_hot,
    ),
    Operation(
        "sparse_softmax_cross_entropy",
        lambda tf: lambda x, y: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=x),
        lambda torch: lambda x, y: torch.nn.functional.cross_entropy(x, y, reduction="none"),
        labels,
    ),
    Operation(
        "sigmoid_cross_entropy",
        lambda tf: lambda x, y: tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=x),
        lambda torch: (
            lambda x, y: torch.nn.functional.binary_cross_entropy_with_logits(
                x, y, reduction="none"
            )
        ),
        one_hot,
    ),
    Operation(
        "l2_loss",
        lambda tf: lambda x, y: tf.nn.l2_loss(x),
        lambda torch: lambda x, y: (x * x).sum() / 2,
        reals,
    ),
    Operation(
        "bias_add",
        lambda tf: lambda x, y: tf.nn.bias_add(x, y),
        lambda torch: lambda x, y: x + y,
        row,
    ),
    Operation(
        "conv2d 8 to 8",
        lambda tf: lambda x, y: tf.nn.conv2d(x, y, 1, "SAME"),
        lambda torch: (
            lambda x, y: torch.nn.functional.conv2d(
                channels_last(x), y.permute(3, 2, 0, 1), padding=1
            )
        ),
        images(8, 8),
    ),
    Operation(
        "depthwise_conv2d, 8",
        lambda tf: lambda x, y: tf.nn.depthwise_conv2d(x, y, [1, 1, 1, 1], "SAME"),
        lambda torch: (
            lambda x, y: torch.nn.functional.conv2d(
                channels_last(x), y.permute(2, 3, 0, 1), padding=1, groups=8
            )
        ),
        images(8, 1),
    ),
    Operation(
        "max_pool 2",
        lambda tf: lambda x, y: tf.nn.max_pool2d(x, 2, 2, "VALID"),
        lambda torch: lambda x, y: torch.nn.functional.max_pool2d(channels_last(x), 2),
        images(8, 1),
    ),
    Operation(
        "avg_pool 2",
        lambda tf: lambda x, y: tf.nn.avg_pool2d(x, 2, 2, "VALID"),
        lambda torch: lambda x, y: torch.nn.functional.avg_pool2d(channels_last(x), 2),
        images(8, 1),
    ),
    Operation(
        "resize to double, bilinear",
        lambda tf: lambda x, y: tf.image.resize(x, [2 * x.shape[1], 2 * x.shape[2]]),
        lambda torch: (
            lambda x, y: torch.nn.functional.interpolate(
                channels_last(x), scale_factor=2, mode="bilinear"
            )
        ),
        images(8, 1),
    ),
    Operation(
        "rfft",
        lambda tf: lambda x, y: tf.abs(tf.signal.rfft(x)),
        lambda torch: lambda x, y: torch.abs(torch.fft.rfft(x)),
        reals,
    ),
]

OPERATIONS = UNARY + BINARY + REDUCTIONS + REARRANGED + PRODUCTS + LINEAR_ALGEBRA + NETWORKS
BY_NAME = {operation.name: operation for operation in OPERATIONS}
