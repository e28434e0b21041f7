"""Functions that mean something else in version 1 than in version 2, or that only it has."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from .. import _core
from .._autodiff.indexed_slices import IndexedSlices
from .._ragged.tensor import RaggedTensor, map_flat_values
from .initializers import GlorotUniform, Zeros
from .scopes import get_variable_scope
from .templates import kept

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike, TensorLike

AUTO_REUSE = "AUTO_REUSE"


def _cast_to(dtype: _core.DType) -> Callable[..., Any]:
    def cast(x: Any, name: str | None = None) -> _core.Tensor:
        return _core.cast(x, dtype)

    cast.__doc__ = f"`x` as {dtype.name}."
    return cast


to_float = _cast_to(_core.float32)
to_double = _cast_to(_core.float64)
to_int32 = _cast_to(_core.int32)
to_int64 = _cast_to(_core.int64)
to_bfloat16 = _cast_to(_core.bfloat16)
to_complex64 = _cast_to(_core.complex64)
to_complex128 = _cast_to(_core.complex128)


def _rows_of(ref: Any, indices: TensorLike, updates: TensorLike) -> IndexedSlices:
    """Rows of a variable; indices may have any shape, and one number is for all elements."""
    places = _core.reshape(indices, [-1])
    rows = _core.convert_to_tensor(updates, ref.dtype)
    shape = [places.shape[0], *ref.shape.as_list()[1:]]
    fill = _core.reshape if rows.shape.rank else _core.broadcast_to
    return IndexedSlices(fill(rows, shape), places)


def _scattering(method: str) -> Callable[..., Any]:
    def call(
        ref: Any, indices: TensorLike, updates: TensorLike, use_locking: bool = True,
        name: str | None = None,
    ) -> Any:  # fmt: skip
        getattr(ref, method)(_rows_of(ref, indices, updates))
        return ref

    call.__doc__ = f"`ref.{method}` of rows at `indices`; returns the variable."
    return call


scatter_update = _scattering("scatter_update")
scatter_add = _scattering("scatter_add")
scatter_sub = _scattering("scatter_sub")
scatter_mul = _scattering("scatter_mul")
scatter_div = _scattering("scatter_div")
scatter_max = _scattering("scatter_max")
scatter_min = _scattering("scatter_min")


def div(x: TensorLike, y: TensorLike, name: str | None = None) -> _core.Tensor:
    """Python 2's division: of whole numbers, the floor.

    >>> tf.compat.v1.div(7, 2).numpy().item(), tf.compat.v1.div(7.0, 2.0).numpy().item()
    (3, 3.5)
    """
    x = _core.convert_to_tensor(x)
    return x / y if x.dtype.is_floating or x.dtype.is_complex else x // y


def where(
    condition: TensorLike,
    x: TensorLike | None = None,
    y: TensorLike | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """As version 2's `where`; a vector `condition` chooses rows of `x` and `y` of higher rank.

    Those may be ragged, and then the rows have the lengths that they have there.

    >>> x, y = tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[4], [5, 6, 7]])
    >>> tf.compat.v1.where([True, False], x, y)
    <tf.RaggedTensor [[1, 2], [5, 6, 7]]>
    """
    if x is None or y is None:
        return _core.where(condition, x, y)
    if isinstance(x, RaggedTensor) and isinstance(y, RaggedTensor):
        if isinstance(condition, RaggedTensor):
            return map_flat_values(where, condition, x, y)
        here = _core.range(x.shape[0])
        return _core.gather(
            _core.concat([x, y], 0), _core.where(condition, here, here + x.shape[0])
        )
    condition, x = _core.convert_to_tensor(condition), _core.convert_to_tensor(x)
    extra = len(x.shape) - len(condition.shape)
    if len(condition.shape) == 1 and extra > 0:
        condition = _core.reshape(condition, [condition.shape[0]] + [1] * extra)
    return _core.where(condition, x, y)


def sparse_to_dense(
    sparse_indices: TensorLike,
    output_shape: ShapeLike,
    sparse_values: Any,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> _core.Tensor:
    """A tensor of `default_value` but for some entries, whose places are rows of `sparse_indices`.

    >>> tf.compat.v1.sparse_to_dense([1, 2], [4], 5.0, 1.0).numpy().tolist()
    [1.0, 5.0, 5.0, 1.0]
    """
    places = _core.convert_to_tensor(sparse_indices)
    if len(places.shape) < 2:
        places = _core.reshape(places, [-1, 1])
    values = _core.convert_to_tensor(sparse_values)
    if not len(values.shape):
        values = _core.fill([places.shape[0]], values)
    start = _core.fill(output_shape, _core.cast(default_value, values.dtype))
    return _core.tensor_scatter_nd_update(start, places, values)


def dropout(
    x: _core.Tensor,
    keep_prob: Any = None,
    noise_shape: Any = None,
    seed: int | None = None,
    name: str | None = None,
    rate: Any = None,
) -> _core.Tensor:
    """As version 2's `nn.dropout`, told how many to keep; `ValueError` without `rate` and it."""
    if (rate is None) == (keep_prob is None):
        raise ValueError("Either `rate` or `keep_prob` must be specified, and not both.")
    dropped = 1.0 - keep_prob if rate is None else rate
    return sys.modules["gradtape"].nn.dropout(x, dropped, noise_shape, seed)


def xw_plus_b(
    x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None
) -> _core.Tensor:
    """`matmul(x, weights) + biases`."""
    return _core.bias_add(_core.matmul(x, weights), biases)


def relu_layer(
    x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None
) -> Any:
    """`relu(matmul(x, weights) + biases)`."""
    return _core.relu(xw_plus_b(x, weights, biases))


def assign(ref: Any, value: Any, *ignored: Any, **also_ignored: Any) -> Any:
    """`ref.assign(value)`."""
    return ref.assign(value)


def assign_add(ref: _core.Variable, value: Any, *ignored: Any, **also_ignored: Any) -> Any:
    """`ref.assign_add(value)`."""
    return ref.assign_add(value)


def assign_sub(ref: Any, value: Any, *ignored: Any, **also_ignored: Any) -> Any:
    """`ref.assign_sub(value)`."""
    return ref.assign_sub(value)


def get_variable(
    name: str,
    shape: ShapeLike = None,
    dtype: DTypeLike = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    *ignored: Any,
    **also_ignored: Any,
) -> _core.Variable:
    """A new variable in the current scopes, as in TensorFlow where execution is eager; in a
    template that of its first call.

    `initializer` is a value, or a function of shape and dtype; by default that of the scope, or
    version 1's `glorot_uniform`, and zeros for what is no floating-point number.

    >>> with tf.compat.v1.variable_scope("scope"):
    ...     v = tf.compat.v1.get_variable("v", [2], initializer=tf.zeros_initializer())
    >>> v.name, v.shape.as_list()
    ('scope/v:0', [2])
    """

    def made() -> _core.Variable:
        kind = _core.float32 if dtype is None else _core.as_dtype(dtype)
        first = get_variable_scope().initializer if initializer is None else initializer
        if first is None:
            first = GlorotUniform if kind.is_floating or kind.is_complex else Zeros
        if isinstance(first, type):
            first = first()
        value = first(shape, dtype=kind) if callable(first) else first
        return _core.Variable(value, trainable=trainable, name=name)

    return kept(name, made)


def no_variables(scope: str | None = None) -> list[Any]:
    """An empty list: programs that run eagerly keep their variables themselves."""
    return []


def nothing_to_initialize(*ignored: Any, **also_ignored: Any) -> None:
    """Does nothing: a variable has its value from the start."""


def nothing_else(*ignored: Any, **also_ignored: Any) -> AbstractContextManager[None]:
    """A context that changes nothing, such as `colocate_with`."""
    return nullcontext()


def placeholder_with_default(input: TensorLike, shape: Any, name: str | None = None) -> Any:
    """The default: nothing else is ever put in its place where execution is eager."""
    return _core.identity(_core.convert_to_tensor(input))


def control_flow_v2_enabled() -> bool:
    """True: loops and branches are those of TensorFlow 2."""
    return True
