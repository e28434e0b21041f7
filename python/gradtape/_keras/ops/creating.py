"""Functions that make tensors: of constants, of equal distances, triangles, windows.

Without `dtype` they are of `floatx()`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._numpy import creation as numpy
from ..._signal import windows
from ..promotion import alike, dtype_of, tensor
from ..settings import dtype_or_default, floatx
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import DTypeLike, IntLike, ShapeLike, TensorLike

Function = Callable[..., Any]


def _constant(name: str, function: Function, says: str) -> Function:
    def call(shape: ShapeLike, dtype: DTypeLike = None) -> _core.Tensor:
        return function(shape, dtype_or_default(dtype))

    return named(call, name, says)


def _constant_like(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
        return function(tensor(x), dtype)

    return named(call, name, says)


zeros = _constant("zeros", _core.zeros, "Zeros in a shape.")
ones = _constant("ones", _core.ones, "Ones in a shape.")
empty = _constant("empty", _core.zeros, "Zeros in a shape; memory is never shown as found.")
zeros_like = _constant_like("zeros_like", _core.zeros_like, "Zeros in the shape of `x`.")
ones_like = _constant_like("ones_like", _core.ones_like, "Ones in the shape of `x`.")
empty_like = _constant_like("empty_like", _core.zeros_like, "Zeros in the shape of `x`.")


@operation
def full(shape: ShapeLike, fill_value: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """`fill_value` in a shape, to which it broadcasts.

    >>> tf.keras.ops.full([2], 7).numpy().tolist()
    [7.0, 7.0]
    """
    return _core.broadcast_to(tensor(fill_value, dtype_or_default(dtype)), shape)


@operation
def full_like(x: TensorLike, fill_value: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """`fill_value` in the shape of `x`, and its dtype unless another is given.

    >>> tf.keras.ops.full_like([1, 2], 7.5).numpy().tolist()
    [7, 7]
    """
    found = tensor(x)
    return _core.broadcast_to(tensor(fill_value, dtype or found.dtype), found.shape)


@operation
def eye(N: int, M: int | None = None, k: IntLike = 0, dtype: DTypeLike = None) -> _core.Tensor:
    """`N` rows and `M` columns with ones on diagonal `k`, which is above the main one if positive.

    >>> tf.keras.ops.eye(2, 3, 1).numpy().tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    rows, columns = _size(N, "N"), None if M is None else _size(M, "M")
    return numpy.eye(rows, columns, operator.index(k), dtype_or_default(dtype))


def _size(value: Any, name: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"Argument `{name}` must be an integer. Received: {value!r}") from None


@operation
def identity(n: int, dtype: DTypeLike = None) -> _core.Tensor:
    """The square matrix with ones on the main diagonal.

    >>> tf.keras.ops.identity(2).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return eye(n, n, dtype=dtype)


@operation
def tri(N: int, M: int | None = None, k: IntLike = 0, dtype: DTypeLike = None) -> _core.Tensor:
    """Ones up to diagonal `k`, zeros above it.

    >>> tf.keras.ops.tri(2).numpy().tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    rows, columns = _size(N, "N"), None if M is None else _size(M, "M")
    return numpy.tri(rows, columns, operator.index(k), dtype_or_default(dtype))


# --- equal distances ------------------------------------------------------------------------------


@operation
def arange(start: Any, stop: Any = None, step: Any = None, dtype: DTypeLike = None) -> _core.Tensor:
    """Numbers from `start` (0 if only one is given) up to `stop`, which is not among them.

    >>> tf.keras.ops.arange(1, 10, 3).numpy().tolist()
    [1, 4, 7]
    """
    first, last = (0, start) if stop is None else (start, stop)
    given = [x for x in (start, stop, step) if x is not None]
    kind = dtype_of(*_plain(*given)) if dtype is None else _core.as_dtype(dtype)
    ends = _plain(first, last, 1 if step is None else step)
    wide = dtype_of(*ends, kind.name)  # the steps of a half are counted as they are
    wide = wide if wide in _RANGES else dtype_of(wide.name, "float32")
    start, stop, step = (tensor(x, wide) for x in ends)
    return tensor(_core.range(start, stop, step), kind)


_RANGES = (_core.int32, _core.int64, _core.float32, _core.float64)


@operation
def linspace(
    start: TensorLike, stop: TensorLike, num: int = 50, endpoint: bool = True,
    retstep: bool = False, dtype: DTypeLike = None, axis: int = 0,
) -> Any:  # fmt: skip
    """`num` numbers from `start` to `stop`, which broadcast; without the last if not `endpoint`.

    With `retstep` the distance is returned too. Errors: `ValueError` for a negative `num`.

    >>> tf.keras.ops.linspace(0, 1, 5).numpy().tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    kind = dtype_of(*_plain(start, stop), float) if dtype is None else _core.as_dtype(dtype)
    wide = kind if kind.is_floating or kind.is_complex else _core.float64
    first, last = tensor(start, wide), tensor(stop, wide)
    return numpy.linspace(first, last, num, endpoint, retstep, kind, axis)


def _plain(*values: Any) -> list[Any]:
    return [x if isinstance(x, int | float) else tensor(x) for x in values]


@operation
def logspace(
    start: TensorLike, stop: TensorLike, num: int = 50, endpoint: bool = True,
    base: TensorLike = 10, dtype: DTypeLike = None, axis: int = 0,
) -> _core.Tensor:  # fmt: skip
    """`base` to the powers from `start` to `stop`, whose exponents are at equal distances.

    >>> [round(x) for x in tf.keras.ops.logspace(0, 2, 3).numpy().tolist()]
    [1, 10, 100]
    """
    exponents = linspace(start, stop, num, endpoint, False, dtype, axis)
    return _core.pow(tensor(base, exponents.dtype), exponents)


@operation
def geomspace(
    start: TensorLike, stop: TensorLike, num: int = 50, endpoint: bool = True,
    dtype: DTypeLike = None, axis: int = 0,
) -> _core.Tensor:  # fmt: skip
    """`num` numbers from `start` to `stop`, each the one before times the same factor.

    >>> [round(x) for x in tf.keras.ops.geomspace(1, 100, 3).numpy().tolist()]
    [1, 10, 100]
    """
    kind = dtype_or_default(dtype)
    first, last = (tensor(x, kind) for x in (start, stop))
    return numpy.geomspace(first, last, num, endpoint, kind, axis)


@operation
def meshgrid(*x: TensorLike, indexing: str = "xy") -> list[_core.Tensor]:
    """The coordinates of every point of a grid; `indexing` is "xy" or "ij".

    >>> tf.keras.ops.meshgrid([1, 2], [3, 4])[1].numpy().tolist()
    [[3, 3], [4, 4]]
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f'`indexing` must be "xy" or "ij". Received: indexing={indexing}')
    return numpy.meshgrid(*map(tensor, x), indexing=indexing)


@operation
def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> _core.Tensor:
    """The powers of the numbers of `x`, a row for each; the highest first unless `increasing`.

    >>> tf.keras.ops.vander([1, 2, 3], 2).numpy().tolist()
    [[1, 1], [2, 1], [3, 1]]
    """
    found = tensor(x)
    if found.shape.rank != 1:
        raise ValueError(f"Input tensor must be 1-D. Received: input.shape={found.shape}")
    (wide,) = alike(found, least="float32")
    return tensor(numpy.vander(wide, N, increasing), found.dtype)


# --- windows --------------------------------------------------------------------------------------


def _window(name: str, function: Function, says: str) -> Function:
    def call(x: IntLike) -> _core.Tensor:
        return function(int(x))

    return named(call, name, says)


def _triangle(length: int) -> _core.Tensor:
    return _core.constant(np.bartlett(length), floatx())


def _three_cosines(length: int) -> _core.Tensor:
    return _core.constant(np.blackman(length), floatx())


def _hann(length: int) -> _core.Tensor:
    return windows.hann_window(length, periodic=False)


def _hamming(length: int) -> _core.Tensor:
    return windows.hamming_window(length, periodic=False)


bartlett = _window("bartlett", _triangle, "A triangle of so many numbers, 0 at its ends.")
blackman = _window("blackman", _three_cosines, "Blackman's window of so many numbers.")
hamming = _window("hamming", _hamming, "Hamming's window: `0.54 - 0.46 cos(2 pi n / (x - 1))`.")
hanning = _window("hanning", _hann, "Hann's window: `0.5 - 0.5 cos(2 pi n / (x - 1))`.")


@operation
def kaiser(x: IntLike, beta: float) -> _core.Tensor:
    """Kaiser's window of `x` numbers: `I0(beta sqrt(1 - t^2)) / I0(beta)`, `t` from -1 to 1.

    >>> tf.keras.ops.kaiser(3, 0.0).numpy().tolist()
    [1.0, 1.0, 1.0]
    """
    return windows.kaiser_window(int(x), beta=beta)
