"""`map_fn`, `vectorized_map`, `scan`, `foldl`, `foldr`: functions along the first axis of tensors.

Each unstacks its elements once, calls the function for every row, and stacks the results once, so
that gradients flow through one unstack and one stack however long the loop is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from .._autodiff.graph_gradients import without_gradients
from .._ragged.functions import stack as ragged_stack
from .._ragged.specs import RaggedTensorSpec, SparseTensorSpec
from .._ragged.tensor import RaggedTensor
from .._runtime.once_in_loops import turns
from .._sparse import rows as sparse_rows
from .._sparse.tensor import SparseTensor
from .._structure import nest
from .._structure.composites import has_rows_of_its_own, length_of
from .._structure.tensor_spec import TensorSpec
from .control_flow import rounds
from .state_of_turns import in_one

if TYPE_CHECKING:
    from .._typing import DTypeLike

_PLAIN = (int, float, complex, str, bytes, type(None))


def map_fn(
    fn: Callable[..., Any],
    elems: Any,
    dtype: DTypeLike = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """`fn` applied to each row of `elems`, the results stacked along a new first axis.

    `elems` is a tensor, dense, ragged or sparse, or a structure of tensors of the same first
    dimension (`ValueError` otherwise, and for scalars). If `fn` returns another structure or dtype
    than it gets, `fn_output_signature` (or `dtype`), a structure of dtypes or of specs, says so:
    with a `RaggedTensorSpec`, and by default for ragged elements, the results are the rows of a
    ragged tensor. `InvalidArgumentError` when a result has another dtype.

    >>> import gradtape as tf
    >>> tf.map_fn(tf.reduce_sum, tf.constant([[1.0, 2.0], [3.0, 4.0]])).numpy().tolist()
    [3.0, 7.0]
    """
    _require_callable(fn)
    if not back_prop:
        signature = fn_output_signature
        return without_gradients(lambda: map_fn(fn, elems, dtype, fn_output_signature=signature))
    signature = dtype if fn_output_signature is None else fn_output_signature
    rows = _rows(elems)
    if signature is None:
        signature = nest.map_structure(_signature_of, _tensors(elems))
    results = [_flat_results(fn(row), signature) for row in rounds(rows)]
    wanted = nest.flatten(signature)
    columns = zip(*results, strict=True) if results else [()] * len(wanted)
    stacked = [_stack(list(column), spec) for column, spec in zip(columns, wanted, strict=True)]
    return nest.pack_sequence_as(signature, stacked)


def _signature_of(tensor: Any) -> Any:
    """What results are like that are like the rows of a tensor."""
    if has_rows_of_its_own(tensor):
        return type(tensor).Spec
    if isinstance(tensor, SparseTensor):
        return SparseTensorSpec(tensor.shape[1:], tensor.dtype)
    if not isinstance(tensor, RaggedTensor):
        return tensor.dtype
    return RaggedTensorSpec(tensor.shape[1:], tensor.dtype, max(tensor.ragged_rank - 1, 0))


def _require_callable(fn: Callable[..., Any]) -> None:
    if not callable(fn):
        raise TypeError(f"fn must be callable, got: {fn!r}")


def _tensors(elems: Any) -> Any:
    """`elems` with every leaf a tensor of rank 1 or more, all of the same length."""
    if not nest.flatten(elems):
        raise ValueError(
            f"elems must be a Tensor or (possibly nested) sequence of Tensors. Got {elems}, which "
            "does not contain any Tensors."
        )
    tensors = nest.map_structure(_as_tensor, elems)
    lengths = []
    for tensor in nest.flatten(tensors):
        if not has_rows_of_its_own(tensor) and tensor.shape.rank == 0:
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
        lengths.append(length_of(tensor))
    for length in lengths:
        if length != lengths[0]:
            raise ValueError(f"Dimensions {lengths[0]} and {length} are not compatible")
    return tensors


def _as_tensor(leaf: Any) -> Any:
    if isinstance(leaf, (RaggedTensor, SparseTensor)) or has_rows_of_its_own(leaf):
        return leaf
    if isinstance(leaf, _PLAIN) or hasattr(leaf, "__array__") or _core.is_tensor(leaf):
        return _core.convert_to_tensor(leaf)
    raise TypeError(f"elems must hold tensors or arrays, got {leaf!r}")


def _rows(elems: Any) -> list[Any]:
    """The structure `elems` cut along the first axis: a list of structures."""
    tensors = _tensors(elems)
    if not nest.is_nested(tensors):
        return _rows_of(tensors)
    columns = [_rows_of(tensor) for tensor in nest.flatten(tensors)]
    return [nest.pack_sequence_as(tensors, row) for row in zip(*columns, strict=True)]


def _rows_of(tensor: Any) -> list[Any]:
    if has_rows_of_its_own(tensor):
        return list(tensor._rows())
    if isinstance(tensor, SparseTensor):
        return list(sparse_rows.rows_of(tensor))
    return list(tensor if isinstance(tensor, RaggedTensor) else _core.unstack(tensor))


def _flat_results(result: Any, signature: Any) -> list[Any]:
    nest.assert_same_structure(signature, result, check_types=False)
    return [
        value if has_rows_of_its_own(value) else _of_dtype(value, _dtype_of(wanted))
        for value, wanted in zip(nest.flatten(result), nest.flatten(signature), strict=True)
    ]


def _dtype_of(wanted: Any) -> _core.DType:
    is_spec = isinstance(wanted, (TensorSpec, RaggedTensorSpec, SparseTensorSpec))
    return wanted.dtype if is_spec else _core.as_dtype(wanted)


def _of_dtype(value: Any, dtype: _core.DType) -> Any:
    known = _core.is_tensor(value) or isinstance(value, (RaggedTensor, SparseTensor))
    tensor = value if known else _core.convert_to_tensor(value, dtype)
    if tensor.dtype != dtype:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"The function returned the dtype {tensor.dtype.name} where {dtype.name} is expected; "
            "name it in fn_output_signature.",
        )
    return tensor


def _stack(values: list[Any], wanted: Any) -> Any:
    if values and has_rows_of_its_own(values[0]):
        return values[0]._stacked(values)
    if values and isinstance(values[0], SparseTensor):
        return sparse_rows.stacked(values)
    ragged = isinstance(wanted, RaggedTensorSpec)
    if values:
        return _ragged_rows(values, wanted) if ragged else _core.stack(values)
    if ragged:
        empty = _core.zeros([0], wanted.dtype)
        return RaggedTensor.from_nested_row_lengths(empty, [[]] * (wanted.ragged_rank + 1))
    shape = wanted.shape.as_list() if isinstance(wanted, TensorSpec) and wanted.shape.rank else []
    return _core.zeros([0, *(size or 0 for size in shape)], _dtype_of(wanted))


def _ragged_rows(values: list[Any], wanted: RaggedTensorSpec) -> Any:
    """Values as the rows of a ragged tensor, with splits of the dtype that is asked for."""
    made = ragged_stack(values)
    return made.with_row_splits_dtype(wanted.row_splits_dtype)


@contextmanager
def one_trace() -> Iterator[None]:
    """Within, turns of a loop follow each other that TensorFlow traces once: where they ask a tape
    for gradients, it is one question, so no tape is used up."""
    _core.begin_turns()
    try:
        yield
    finally:
        _core.end_turns()


def vectorized_map(
    fn: Callable[..., Any], elems: Any, fallback_to_while_loop: bool = True, warn: bool = True
) -> Any:
    """`fn` applied to each row of `elems`, the results, of any structure, stacked.

    A leading dimension of 1 is broadcast against the others. It is a loop: the options change
    nothing. Variables hold in every turn what they hold in the first, and then what that left.

    >>> import gradtape as tf
    >>> tf.vectorized_map(lambda row: row * 2.0, tf.constant([[1.0], [2.0]])).numpy().tolist()
    [[2.0], [4.0]]
    """
    _require_callable(fn)
    with one_trace():
        rows = turns(_rows(_broadcast_first_axis(elems)))
        results = in_one(fn, ((row,) for row in rows))
    if not results:
        return _tensors(elems)
    flat = [nest.flatten(result) for result in results]
    stacked = [
        None if column[0] is None else _core.stack(list(column))
        for column in zip(*flat, strict=True)
    ]
    return nest.pack_sequence_as(results[0], stacked)


def _broadcast_first_axis(elems: Any) -> _core.Tensor:
    tensors = nest.map_structure(_core.convert_to_tensor, elems)
    flat = nest.flatten(tensors)
    longest = max((t.shape[0] for t in flat if t.shape.rank), default=1)
    widened = [
        _core.broadcast_to(t, [longest, *t.shape.as_list()[1:]])
        if t.shape.rank and t.shape[0] == 1
        else t
        for t in flat
    ]
    return nest.pack_sequence_as(tensors, widened)


def scan(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """Every accumulated value of `a = fn(a, row)` over the rows of `elems`, stacked.

    It starts from `initializer`, or from the first row (which then is the first result). `fn` must
    return the structure of `a`. `OutOfRangeError` for no rows and no initializer.

    >>> import gradtape as tf
    >>> tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3])).numpy().tolist()
    [1, 3, 6]
    """
    if not back_prop:
        return without_gradients(lambda: scan(fn, elems, initializer, reverse=reverse))
    rows = _rows(elems)
    values = _accumulate(fn, rows[::-1] if reverse else rows, initializer)
    if initializer is not None:
        values = values[1:]
    if not values:
        start = nest.flatten(nest.map_structure(_core.convert_to_tensor, initializer))
        empty = [_core.zeros([0, *t.shape.as_list()], t.dtype) for t in start]
        return nest.pack_sequence_as(initializer, empty)
    columns = zip(*(nest.flatten(value) for value in values), strict=True)
    stacked = [_core.stack(list(column)[::-1] if reverse else list(column)) for column in columns]
    return nest.pack_sequence_as(values[0], stacked)


def _accumulate(fn: Callable[..., Any], rows: list[Any], initializer: Any) -> list[Any]:
    """The start and every value after it."""
    _require_callable(fn)
    if initializer is None:
        if not rows:
            raise errors.OutOfRangeError(
                None, None, "Tried to read from index 0 but array size is: 0"
            )
        start, rows = rows[0], rows[1:]
    else:
        start = nest.map_structure(_core.convert_to_tensor, initializer)
    values = [start]
    dtypes = nest.map_structure(lambda tensor: tensor.dtype, start)
    for row in rounds(rows):
        flat = _flat_results(fn(values[-1], row), dtypes)
        values.append(nest.pack_sequence_as(start, flat))
    return values


def foldl(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of `a = fn(a, row)` over the rows of `elems`, from the first to the last.

    Starts from `initializer`, or from the first row. `OutOfRangeError` for no rows and no
    initializer.

    >>> import gradtape as tf
    >>> int(tf.foldl(lambda a, x: a - x, tf.constant([10, 2, 3])))
    5
    """
    if not back_prop:
        return without_gradients(lambda: foldl(fn, elems, initializer))
    return _accumulate(fn, _rows(elems), initializer)[-1]


def foldr(
    fn: Callable[..., Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """The last value of `a = fn(a, row)` over the rows of `elems`, from the last to the first.

    >>> import gradtape as tf
    >>> int(tf.foldr(lambda a, x: a - x, tf.constant([1, 2, 10])))
    7
    """
    if not back_prop:
        return without_gradients(lambda: foldr(fn, elems, initializer))
    return _accumulate(fn, _rows(elems)[::-1], initializer)[-1]
