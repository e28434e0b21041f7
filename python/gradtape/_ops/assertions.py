"""Checks that raise when tensors are not what they should be, and else return nothing (or them)."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_Tensor = _core.Tensor


_let_pass = {"count": 0}


@contextmanager
def let_pass() -> Iterator[None]:
    """Within, checks of values find nothing: the values only stand for those to come."""
    _let_pass["count"] += 1
    try:
        yield
    finally:
        _let_pass["count"] -= 1


def refuse(text: str) -> None:
    """Raise what a check of values raises, unless these only stand for others."""
    if not _let_pass["count"]:
        raise InvalidArgumentError(None, None, text)


def _fail(message: str | None, text: str, *values: _Tensor) -> None:
    shown = "\n".join(str(v.numpy()) for v in values)
    refuse("\n".join(str(p) for p in (message, text, shown) if p))


def _pair(x: TensorLike, y: TensorLike) -> tuple[_Tensor, _Tensor]:
    if _core.is_tensor(y) and not _core.is_tensor(x):
        b = _core.convert_to_tensor(y)
        return _core.convert_to_tensor(x, dtype_hint=b.dtype), b
    a = _core.convert_to_tensor(x)
    return a, _core.convert_to_tensor(y, dtype_hint=a.dtype)


def _compare(
    x: TensorLike,
    y: TensorLike,
    holds: Callable[[_Tensor, _Tensor], _Tensor],
    sign: str,
    message: str | None,
) -> None:
    a, b = _pair(x, y)
    if not bool(_core.reduce_all(holds(a, b))):
        _fail(message, f"Condition x {sign} y did not hold.", a, b)


def assert_equal(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError` unless `x == y` everywhere.

    >>> tf.debugging.assert_equal(1.0, tf.constant(1.0))
    """
    _compare(x, y, _core.equal, "==", message)


def assert_none_equal(
    x: TensorLike,
    y: TensorLike,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError` unless `x != y` everywhere.

    >>> tf.debugging.assert_none_equal(1.0, tf.constant(2.0))
    """
    _compare(x, y, _core.not_equal, "!=", message)


def assert_less(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError` unless `x < y` everywhere.

    >>> tf.debugging.assert_less(1.0, tf.constant(2.0))
    """
    _compare(x, y, _core.less, "<", message)


def assert_less_equal(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError` unless `x <= y` everywhere.

    >>> tf.debugging.assert_less_equal(1.0, tf.constant(1.0))
    """
    _compare(x, y, _core.less_equal, "<=", message)


def assert_greater(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError` unless `x > y` everywhere.

    >>> tf.debugging.assert_greater(2.0, tf.constant(1.0))
    """
    _compare(x, y, _core.greater, ">", message)


def assert_greater_equal(
    x: TensorLike,
    y: TensorLike,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError` unless `x >= y` everywhere.

    >>> tf.debugging.assert_greater_equal(1.0, tf.constant(1.0))
    """
    _compare(x, y, _core.greater_equal, ">=", message)


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: Any = None,
    atol: Any = None,
    message: str | None = None,
    summarize: Any = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError` unless `|x - y| <= atol + rtol |y|`; ten roundings by default.

    >>> tf.debugging.assert_near(1.0, tf.constant(1.0000001))
    """
    a, b = _pair(x, y)
    default = 10.0 * float(np.finfo(a.numpy().dtype).eps)
    bound = (default if atol is None else atol) + (default if rtol is None else rtol) * abs(b)
    if not bool(_core.reduce_all(abs(a - b) <= bound)):
        _fail(message, "x and y not equal to tolerance", a, b)


def assert_positive(
    x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises `InvalidArgumentError` unless `x > 0` everywhere.

    >>> tf.debugging.assert_positive(tf.constant(1.0))
    """
    _compare(x, 0, _core.greater, ">", message)


def assert_negative(
    x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises `InvalidArgumentError` unless `x < 0` everywhere.

    >>> tf.debugging.assert_negative(tf.constant(-1.0))
    """
    _compare(x, 0, _core.less, "<", message)


def assert_non_negative(
    x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises `InvalidArgumentError` unless `x >= 0` everywhere.

    >>> tf.debugging.assert_non_negative(tf.constant(0.0))
    """
    _compare(x, 0, _core.greater_equal, ">=", message)


def assert_non_positive(
    x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> None:
    """Raises `InvalidArgumentError` unless `x <= 0` everywhere.

    >>> tf.debugging.assert_non_positive(tf.constant(0.0))
    """
    _compare(x, 0, _core.less_equal, "<=", message)


def check_numerics(tensor: TensorLike, message: str, name: str | None = None) -> _Tensor:
    """The tensor itself; `InvalidArgumentError` if it holds an infinity or a NaN.

    Gradients pass through.

    >>> tf.debugging.check_numerics(tf.constant(1.0), "loss").numpy().item()
    1.0
    """
    x = _core.convert_to_tensor(tensor)
    if not isinstance(message, str):
        raise TypeError(f"Expected string for argument 'message' not {message!r}.")
    bad = [
        word
        for word, test in (("Inf", _core.is_inf), ("NaN", _core.is_nan))
        if bool(_core.reduce_any(test(x)))
    ]
    if bad:
        refuse(f"{message} : Tensor had {' and '.join(bad)} values")
    return _core.identity(x)


def assert_all_finite(x: TensorLike, message: str, name: str | None = None) -> _Tensor:
    """As `check_numerics`.

    >>> tf.debugging.assert_all_finite(tf.constant(1.0), "loss").numpy().item()
    1.0
    """
    return check_numerics(x, message)


def _rank(x: TensorLike) -> int:
    return len(_core.convert_to_tensor(x).shape)


def assert_rank(
    x: TensorLike, rank: int, message: str | None = None, name: str | None = None
) -> None:
    """Raises `ValueError` unless `x` has `rank` axes.

    >>> tf.debugging.assert_rank([1.0, 2.0], 1)
    """
    if _rank(x) != int(rank):
        text = f"Tensor must have rank {rank}.  Received rank {_rank(x)}, shape {_shape(x)}"
        raise ValueError(" ".join(str(p) for p in (message, text) if p))


def assert_rank_at_least(
    x: TensorLike, rank: int, message: str | None = None, name: str | None = None
) -> None:
    """Raises `ValueError` unless `x` has at least `rank` axes.

    >>> tf.debugging.assert_rank_at_least([1.0, 2.0], 1)
    """
    if _rank(x) < int(rank):
        text = (
            f"Tensor must have rank at least {rank}.  Received rank {_rank(x)}, shape {_shape(x)}"
        )
        raise ValueError(" ".join(str(p) for p in (message, text) if p))


def assert_rank_in(
    x: TensorLike, ranks: Any, message: str | None = None, name: str | None = None
) -> None:
    """Raises `ValueError` unless the number of axes of `x` is one of `ranks`.

    >>> tf.debugging.assert_rank_in([1.0, 2.0], (1, 2))
    """
    if _rank(x) not in [int(r) for r in _core.entries(ranks, "ranks")]:
        text = f"Tensor must have rank in {ranks}.  Received rank {_rank(x)}, shape {_shape(x)}"
        raise ValueError(" ".join(str(p) for p in (message, text) if p))


def _shape(x: TensorLike) -> Any:
    return _core.convert_to_tensor(x).shape


def assert_scalar(tensor: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raises `ValueError` unless the tensor has no axes.

    >>> tf.debugging.assert_scalar(1.0)
    """
    x = _core.convert_to_tensor(tensor)
    if len(x.shape) != 0:
        raise ValueError(f"{message or ''}Expected scalar shape, saw shape: {x.shape}.")


def assert_type(
    tensor: TensorLike, tf_type: Any, message: str | None = None, name: str | None = None
) -> None:
    """Raises `TypeError` unless the tensor has this dtype.

    >>> tf.debugging.assert_type(tf.constant(1.0), tf.float32)
    """
    x, want = _core.convert_to_tensor(tensor), _core.as_dtype(tf_type)
    if x.dtype != want:
        raise TypeError(f"{message or ''} tensor must be of type {want!r}; got {x.dtype!r}".strip())


def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raises `TypeError` unless the tensor has an integer dtype.

    >>> tf.debugging.assert_integer(tf.constant(1))
    """
    dtype = _core.convert_to_tensor(x).dtype
    if not dtype.is_integer:
        raise TypeError(
            f"{message or ''} Expected 'x' to be integer type.  Found: {dtype!r}".strip()
        )


def assert_same_float_dtype(tensors: Any = None, dtype: DTypeLike = None) -> _core.DType:
    """The floating dtype that all tensors have; `ValueError` unless there is one.

    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.0)])
    tf.float32
    """
    found = None if dtype is None else _core.as_dtype(dtype)
    for tensor in tensors or []:
        told = getattr(tensor, "dtype", None)  # what is no tensor may tell a dtype too
        have = _core.convert_to_tensor(tensor).dtype if told is None else _core.as_dtype(told)
        found = found or have
        if have != found:
            raise ValueError(f"Tensor {tensor} has type {have!r} and not {found!r}")
    found = found or _core.float32
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found!r}.")
    return found


def assert_proper_iterable(values: TensorLike) -> None:
    """Raises `TypeError` unless `values` is an iterable other than a tensor, array or string.

    >>> tf.debugging.assert_proper_iterable([1, 2])
    """
    if _core.is_tensor(values) or isinstance(values, (np.ndarray, bytes, str)):
        raise TypeError(
            f"Expected argument 'values' to be a 'proper' iterable.  Found: {type(values)}"
        )
    if not isinstance(values, collections.abc.Iterable):
        raise TypeError(f"Expected argument 'values' to be iterable.  Found: {type(values)}")


def assert_shapes(
    shapes: Any,
    data: Any = None,
    summarize: Any = None,
    message: str | None = None,
    name: str | None = None,
) -> None:
    """Raises `ValueError` unless a symbol stands for the same length in all shapes.

    `shapes` is a list of `(tensor, shape)`; a shape is a tuple of lengths, symbols and `None`.
    `...` or "*" as its first entry stands for any axes.

    >>> tf.debugging.assert_shapes([(tf.zeros([2, 3]), ("n", 3)), (tf.zeros([2]), ("n",))])
    """
    known: dict[Any, int] = {}
    pairs = shapes.items() if isinstance(shapes, dict) else shapes
    for tensor, symbols in pairs:
        have = tuple(_core.convert_to_tensor(tensor).shape)
        wanted = _core.entries(symbols, "shapes")
        is_open = bool(wanted) and _is_open(wanted[0])
        wanted = wanted[1:] if is_open else wanted
        if any(map(_is_open, wanted)):
            raise ValueError(
                f"{message or ''}Tensor {tensor} specified shape index is {symbols}: a symbol for "
                "unspecified dimensions is only allowed as the first entry"
            )
        if len(have) < len(wanted) or (len(have) > len(wanted) and not is_open):
            rank = f"rank at least {len(wanted)}" if is_open else f"rank {len(wanted)}"
            raise ValueError(f"{message or ''}Specified by tensor {tensor} {rank}, got {len(have)}")
        have = have[len(have) - len(wanted) :]
        for symbol, length in zip(wanted, have, strict=True):
            if symbol is None or symbol == ".":
                continue
            expected = symbol if isinstance(symbol, int) else known.setdefault(symbol, length)
            if expected != length:
                text = f"dimension {symbol} must have size {expected}, got {length}"
                raise ValueError(f"{message or ''}Specified by tensor {tensor} {text}")


def _is_open(symbol: Any) -> bool:
    """Whether a symbol of `assert_shapes` stands for any number of axes."""
    return symbol is Ellipsis or symbol == "*"
