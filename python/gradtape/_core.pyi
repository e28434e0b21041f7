"""The compiled core. Made by scripts/stubs.py; not edited by hand."""

import builtins
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from ._autodiff.indexed_slices import IndexedSlices
from ._typing import Array, AxisLike, DTypeLike, IntsLike, ShapeLike, TensorLike

__optimized__: bool
__version__: str

class _Value(ResourceVariable):
    def __call__(self) -> Tensor: ...

class _Lu(NamedTuple):
    lu: Tensor
    p: Tensor

class _MaxPoolWithArgmax(NamedTuple):
    output: Tensor
    argmax: Tensor

class _Qr(NamedTuple):
    q: Tensor
    r: Tensor

class _LogMatrixDeterminant(NamedTuple):
    sign: Tensor
    log_abs_determinant: Tensor

class _TopKV2(NamedTuple):
    values: Tensor
    indices: Tensor

class _Unique(NamedTuple):
    y: Tensor
    idx: Tensor

class _UniqueWithCounts(NamedTuple):
    y: Tensor
    idx: Tensor
    count: Tensor  # type: ignore[assignment]

class Accumulator:
    """Computes derivatives along a direction while operations run.
    """
    def __init__(self) -> None: ...
    def jvp(self, /, of: TensorLike) -> Any:
        """The tangent of a tensor or a variable; `None` where it has none.
        """
    def start(self, /) -> Any:
        """Starts following this thread. Errors: `ValueError` if it follows one already.
        """
    def stop(self, /) -> Any:
        """Stops following; does nothing if it was not.
        """
    def watch(self, /, primal: TensorLike, tangent: TensorLike) -> Any:
        """Gives a tensor or a variable its tangent.

        Errors: `ValueError` for a tangent of another dtype or shape.
        """

class DType:
    """The type of a tensor's elements, such as `tf.float32`.
    """
    def __init__(self) -> None: ...
    def __eq__(self, other: object) -> builtins.bool: ...
    def __hash__(self) -> builtins.int: ...
    @property
    def as_datatype_enum(self) -> builtins.int:
        ...
    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy scalar type of the same elements (`numpy.float32` for `bfloat16` and `float8` where `ml_dtypes` is absent).
        """
    @property
    def base_dtype(self) -> DType:
        ...
    @property
    def is_bool(self) -> builtins.bool:
        ...
    def is_compatible_with(self, /, other: ShapeLike | DTypeLike) -> builtins.bool:
        ...
    @property
    def is_complex(self) -> builtins.bool:
        ...
    @property
    def is_floating(self) -> builtins.bool:
        ...
    @property
    def is_integer(self) -> builtins.bool:
        ...
    @property
    def is_numeric(self) -> builtins.bool:
        ...
    @property
    def is_numpy_compatible(self) -> builtins.bool:
        """Whether NumPy has such elements, by itself or with the package `ml_dtypes`: every dtype here has them.
        """
    @property
    def is_quantized(self) -> builtins.bool:
        """Whether the type stands for other numbers by scale and offset: none here does.
        """
    @property
    def is_unsigned(self) -> builtins.bool:
        ...
    @property
    def limits(self) -> tuple[builtins.int, builtins.int]:
        """The values that an image's elements have: from 0 to the largest integer, or to 1. `ValueError` for dtypes that
        images do not have.
        """
    @property
    def max(self) -> Any:
        """The largest value of the type.
        """
    @property
    def min(self) -> Any:
        """The smallest value of the type.
        """
    @property
    def name(self) -> builtins.str:
        """The name, such as `float32`.
        """
    @property
    def real_dtype(self) -> DType:
        """The real type of a complex type's parts.
        """
    @property
    def size(self) -> builtins.int:
        """Bytes of one element.
        """

class GradientTape:
    """Records operations for automatic differentiation.

    Operations inside the tape's context are recorded if one of their inputs is watched: trainable variables are watched
    when they are read (unless `watch_accessed_variables` is false), tensors after `watch`. A tape gives one gradient (or
    jacobian), a `persistent` one any number.

    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = x ** 2
    >>> tape.gradient(y, x).numpy().item()
    6.0
    """
    def __init__(self, persistent: builtins.bool = False, watch_accessed_variables: builtins.bool = True, *, trace: builtins.bool = False, check_numerics: builtins.bool = False) -> None: ...
    def __enter__(self, *args: Any) -> GradientTape: ...
    def __exit__(self, *args: Any) -> None: ...
    def _evidence(self, /) -> Any:
        """What the tape can tell of itself.
        """
    def _size(self, /) -> tuple[builtins.int, builtins.int]:
        """What the tape holds now: `(operations, bytes held for gradients)`.
        """
    @property
    def _trace(self) -> Any:
        """The log of a tape that traces.
        """
    def batch_jacobian(self, /, target: Any, source: Any, unconnected_gradients: Any = 'none', parallel_iterations: builtins.int | None = None, experimental_use_pfor: builtins.bool = True) -> Tensor:
        """For a target of shape `[b, y...]` and a source of shape `[b, x...]`: the derivatives within each entry of the
        batch, of shape `[b, y..., x...]`; zeros where they are not connected, unless `unconnected_gradients` is `"error"`.

        The target's entry must depend on the same entry of the source only; other dependences are summed. Errors:
        `ValueError` for ranks below 2 or batches that differ.
        """
    def explain(self, /, target: Any, source: Any) -> Any:
        """Why `target` does or does not depend on `source` (structures of them too), as an object whose text is one sentence
        and whose fields are the evidence; nearest cause first. Made with `trace=True`, the tape knows the lines.

        >>> x = tf.constant(3.0)
        >>> with tf.GradientTape() as tape:
        ...     y = x * x
        >>> print(tape.explain(y, x))
        x is a tensor that the tape does not watch: call tape.watch(x) inside the tape's context, before x is used.
        """
    def gradient(self, /, target: Any, sources: Any, output_gradients: Any = None, unconnected_gradients: Any = 'none') -> Any:
        """The gradient of the sum of `target` with respect to `sources`, in the structure of `sources`.

        `None` (or zeros with `UnconnectedGradients.ZERO`) stands where the target does not depend on a source.
        `output_gradients` are the cotangents, one for each target; `None` stands for ones. Errors: `RuntimeError` when the
        tape is used up; `LookupError` for an operation without gradient on the way; `TypeError` for what is no tensor or
        variable; `ValueError` for cotangents that do not fit, and with `"error"`, for a source not depended on, with the reason.
        """
    def jacobian(self, /, target: Any, sources: Any, unconnected_gradients: Any = 'none', parallel_iterations: builtins.int | None = None, experimental_use_pfor: builtins.bool = True) -> Any:
        """The derivatives of every element of `target` with respect to every element of `sources`: for each source a tensor
        of shape `target.shape + source.shape`; for those not connected what `unconnected_gradients` says, as in `gradient`.

        All rows are computed in one backward pass, whatever `experimental_use_pfor` says.
        """
    @property
    def operations(self) -> Any:
        """The recorded operations, in their order.
        """
    def reset(self, /) -> None:
        """Forgets everything recorded and watched so far. Errors: `ValueError` outside the tape's context.
        """
    def stop_recording(self, /) -> AbstractContextManager[None]:
        """Suspends recording in the context that it returns.
        """
    def summary(self, /, times: builtins.bool | None = None) -> Any:
        """A table of what the tape holds: operations, how many, shapes of results, bytes kept for gradients and why; and the
        times of a tape made with `trace=True`, if `times`.
        """
    def to_dot(self, /, most: builtins.int = 60, by: builtins.str | None = None) -> builtins.str:
        """The tape as a graph in the language of Graphviz. More than `most` operations are folded: by `"module"`, `"scope"`,
        `"line"`, `"function"` or `"order"`, the first that will do or the one that `by` names. All but the last need `trace=True`.
        """
    def to_mermaid(self, /, most: builtins.int = 60, by: builtins.str | None = None) -> builtins.str:
        """The tape as a graph in the language of Mermaid; `most` and `by` as for `to_dot`.
        """
    def watch(self, /, tensor: Any) -> None:
        """Records what depends on `tensor` (a tensor, a variable, or a structure of them) from now on.

        Errors: `ValueError` for anything else. Tensors of integer, bool or string dtype are accepted with a warning, and
        nothing is recorded for them.
        """
    def watched_variables(self, /) -> tuple[Variable, ...]:
        """The watched variables in the order of their construction.
        """

class LoopMark:
    """Where a loop of the function began whose body TensorFlow would trace once.
    """
    def __init__(self) -> None: ...
    def again(self, /) -> None:
        """That the body begins once more.
        """
    def end(self, /) -> None:
        """That the loop has ended.
        """

class Observer:
    """A log of what the threads that start it do: `_core.Observer(keeps, numerics)`.
    """
    def __init__(self, keeps: builtins.bool, numerics: builtins.bool) -> None: ...
    def clear(self, /) -> None:
        ...
    def events(self, /, start: builtins.int = 0) -> tuple[list[Any], builtins.int]:
        """The events from number `start` on, and how many found no room: `(kind, name, inputs, outputs, site, start, end, of)`.
        """
    def now(self, /) -> builtins.int:
        """Nanoseconds on the clock of the events.
        """
    def start(self, /) -> None:
        ...
    def stop(self, /) -> None:
        ...

class Operand:
    """What tensors and variables have in common: arithmetic and comparison.
    """
    def __init__(self) -> None: ...
    def __add__(self, other: TensorLike) -> Tensor: ...
    def __sub__(self, other: TensorLike) -> Tensor: ...
    def __mul__(self, other: TensorLike) -> Tensor: ...
    def __truediv__(self, other: TensorLike) -> Tensor: ...
    def __floordiv__(self, other: TensorLike) -> Tensor: ...
    def __mod__(self, other: TensorLike) -> Tensor: ...
    def __pow__(self, other: TensorLike) -> Tensor: ...
    def __matmul__(self, other: TensorLike) -> Tensor: ...
    def __and__(self, other: TensorLike) -> Tensor: ...
    def __or__(self, other: TensorLike) -> Tensor: ...
    def __xor__(self, other: TensorLike) -> Tensor: ...
    def __lt__(self, other: TensorLike) -> Tensor: ...
    def __le__(self, other: TensorLike) -> Tensor: ...
    def __gt__(self, other: TensorLike) -> Tensor: ...
    def __ge__(self, other: TensorLike) -> Tensor: ...
    def __radd__(self, other: TensorLike) -> Tensor: ...
    def __rsub__(self, other: TensorLike) -> Tensor: ...
    def __rmul__(self, other: TensorLike) -> Tensor: ...
    def __rtruediv__(self, other: TensorLike) -> Tensor: ...
    def __rfloordiv__(self, other: TensorLike) -> Tensor: ...
    def __rmod__(self, other: TensorLike) -> Tensor: ...
    def __rpow__(self, other: TensorLike) -> Tensor: ...
    def __rmatmul__(self, other: TensorLike) -> Tensor: ...
    def __rand__(self, other: TensorLike) -> Tensor: ...
    def __ror__(self, other: TensorLike) -> Tensor: ...
    def __rxor__(self, other: TensorLike) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __abs__(self) -> Tensor: ...
    def __invert__(self) -> Tensor: ...
    def __eq__(self, other: object) -> Any: ...
    def __ne__(self, other: object) -> Any: ...

class RandomStreams:
    """The random streams of a function that runs many times; `children` has those of functions that it calls.
    """
    def __init__(self) -> None: ...
    def anew(self, /) -> RandomStreams:
        """Those of the same function as if it had not run, under the global seed of when these were made.
        """
    @property
    def children(self) -> dict[Any, Any]:
        """Those of functions that this one calls.
        """
    def first_seeds(self, /) -> Any:
        """The seeds of the first operation of the function without one of its own.
        """
    def lose_run(self, /) -> Any:
        """Goes on as in a run whose results nobody sees, since what the function is called with never comes.
        """

class TensorBuffer:
    """Room for the elements of a tensor, to be written through the buffer protocol as bytes; then `tensor()` is the tensor,
    in the same memory. Nothing is said of the elements before they are written.

    Errors: `TypeError` for strings. No view is given out once the tensor was; no tensor while views are out (`BufferError`).
    """
    def __init__(self, dtype: DTypeLike, shape: ShapeLike) -> None: ...
    def __buffer__(self, flags: builtins.int, /) -> memoryview: ...
    def tensor(self, /) -> Any:
        """The tensor, once. Errors: `BufferError` while views are out and when it was given already; `ValueError` for bytes
        that are no truth values.
        """

class TensorShape:
    """The lengths of a tensor's axes; `None` stands for an unknown length, or (as a whole) an unknown rank.
    """
    def __init__(self, dims: ShapeLike) -> None: ...
    def __eq__(self, other: object) -> builtins.bool: ...
    def __hash__(self) -> builtins.int: ...
    def __add__(self, other: ShapeLike) -> TensorShape: ...
    def __radd__(self, other: ShapeLike) -> TensorShape: ...
    def __bool__(self) -> builtins.bool: ...
    def __getitem__(self, *args: Any) -> Any: ...
    def __iter__(self, *args: Any) -> Iterator[Any]: ...
    def __len__(self) -> builtins.int: ...
    def as_list(self, /) -> list[Any]:
        """The lengths as a list.
        """
    def assert_has_rank(self, /, rank: builtins.int) -> Any:
        ...
    def assert_is_compatible_with(self, /, other: ShapeLike) -> None:
        ...
    def assert_is_fully_defined(self, /) -> Any:
        ...
    def assert_same_rank(self, /, other: TensorLike) -> Any:
        ...
    def concatenate(self, /, other: ShapeLike) -> TensorShape:
        """This shape followed by another.
        """
    @property
    def dims(self) -> Any:
        """The lengths as `tf.compat.v1.Dimension`s, `None` for an unknown rank.
        """
    def is_compatible_with(self, /, other: ShapeLike | DTypeLike) -> builtins.bool:
        ...
    def is_fully_defined(self, /) -> builtins.bool:
        ...
    def is_subtype_of(self, /, other: TensorLike) -> Any:
        """Whether every shape that this one may stand for is one that `other` may stand for.
        """
    def merge_with(self, /, other: ShapeLike) -> TensorShape:
        """The lengths known from either shape.
        """
    def most_specific_compatible_shape(self, /, other: TensorLike) -> Any:
        """The shape that stands for both: open where they differ.
        """
    @property
    def ndims(self) -> Any:
        ...
    def num_elements(self, /) -> Any:
        """The product of the lengths, or `None`.
        """
    @property
    def rank(self) -> Any:
        """The number of axes, or `None`.
        """
    def with_rank(self, /, rank: builtins.int) -> TensorShape:
        ...
    def with_rank_at_least(self, /, rank: builtins.int) -> Any:
        """The same shape, if it may have so many axes.
        """
    def with_rank_at_most(self, /, rank: builtins.int) -> Any:
        ...

class EagerTensor(Operand):
    """An immutable array of numbers, truth values or strings. Operations make new tensors; a `GradientTape` that watches
    one records them.
    """
    def __init__(self) -> None: ...
    def __buffer__(self, flags: builtins.int, /) -> memoryview: ...
    def __dlpack__(self, *, stream: Any = None, **options: Any) -> Any: ...
    def __dlpack_device__(self) -> tuple[builtins.int, builtins.int]: ...
    def __array__(self, *args: Any) -> Array: ...
    def __bool__(self) -> builtins.bool: ...
    def __complex__(self) -> builtins.complex: ...
    def __float__(self) -> builtins.float: ...
    def __getitem__(self, *args: Any) -> Tensor: ...
    def __index__(self) -> builtins.int: ...
    def __int__(self) -> builtins.int: ...
    def __iter__(self, *args: Any) -> Iterator[Tensor]: ...
    def __len__(self) -> builtins.int: ...
    def __reversed__(self, *args: Any) -> Iterator[Tensor]: ...
    @property
    def backing_device(self) -> builtins.str:
        ...
    def consumers(self, /) -> list[Any]:
        ...
    def cpu(self, /) -> Tensor:
        ...
    @property
    def device(self) -> builtins.str:
        ...
    @property
    def dtype(self) -> DType:
        """The type of the elements.
        """
    def eval(self, /) -> Any:
        ...
    def experimental_ref(self, /) -> Any:
        ...
    def get_shape(self, /) -> TensorShape:
        ...
    def gpu(self, /) -> Tensor:
        ...
    @property
    def ndim(self) -> builtins.int:
        """The number of axes.
        """
    def numpy(self, /) -> Any:
        """The elements as a new ndarray; a NumPy scalar for rank 0.
        """
    def ref(self, /) -> Any:
        """A hashable object that stands for this tensor.
        """
    def set_shape(self, /, shape: ShapeLike) -> None:
        """Checks that the tensor has this shape. Errors: `ValueError` if not.
        """
    @property
    def shape(self) -> TensorShape:
        """The lengths of the axes.
        """

class ResourceVariable(Operand):
    """A named tensor whose value can be changed. A `GradientTape` watches a trainable variable when it is read.

    >>> v = tf.Variable([1., 2.], name='v')
    >>> v.assign_add([1., 1.]).numpy().tolist()
    [2.0, 3.0]
    >>> v.name
    'v:0'
    """
    def __init__(self, initial_value: TensorLike | Callable[[], Any] | None = None, trainable: builtins.bool | None = None, validate_shape: builtins.bool = True, caching_device: builtins.str | None = None, name: builtins.str | None = None, variable_def: Any = None, dtype: DTypeLike = None, import_scope: builtins.str | None = None, constraint: Callable[..., Any] | None = None, synchronization: Any = None, aggregation: Any = None, shape: ShapeLike = None, experimental_enable_variable_lifting: builtins.bool = True) -> None: ...
    def __array__(self, *args: Any) -> Array: ...
    def __bool__(self) -> builtins.bool: ...
    def __complex__(self) -> builtins.complex: ...
    def __float__(self) -> builtins.float: ...
    def __getitem__(self, *args: Any) -> Tensor: ...
    def __int__(self) -> builtins.int: ...
    def __iter__(self, *args: Any) -> Iterator[Tensor]: ...
    def assign(self, /, value: TensorLike, use_locking: builtins.bool | None = None, name: builtins.str | None = None, read_value: builtins.bool = True) -> Variable:
        """Replaces the value. Errors: `ValueError` for another shape, or a tensor of another dtype.
        """
    def assign_add(self, /, delta: TensorLike, use_locking: builtins.bool | None = None, name: builtins.str | None = None, read_value: builtins.bool = True) -> Variable:
        """Adds to the value. Errors: `InvalidArgumentError` for another shape.
        """
    def assign_sub(self, /, delta: TensorLike, use_locking: builtins.bool | None = None, name: builtins.str | None = None, read_value: builtins.bool = True) -> Variable:
        """Subtracts from the value. Errors: `InvalidArgumentError` for another shape.
        """
    @property
    def constraint(self) -> Any:
        ...
    @property
    def device(self) -> builtins.str:
        ...
    @property
    def dtype(self) -> DType:
        """The type of the elements.
        """
    def eval(self, /) -> Any:
        ...
    def experimental_ref(self, /) -> Any:
        ...
    def gather_nd(self, /, indices: TensorLike, name: builtins.str | None = None) -> Tensor:
        """The elements or slices at `indices`, as `tf.gather_nd`.
        """
    def get_shape(self, /) -> TensorShape:
        ...
    @property
    def handle(self) -> Any:
        """What raw operations are told of the variable by: itself.
        """
    def is_initialized(self, /) -> builtins.bool:
        ...
    @property
    def name(self) -> builtins.str:
        """The name with TensorFlow's `:0`.
        """
    def numpy(self, /) -> Any:
        """A copy of the value as an ndarray; a NumPy scalar for rank 0.
        """
    @property
    def path(self) -> Any:
        """The name as Keras 3 writes it: with the scopes around it, without `:0`.
        """
    def read_value(self, /) -> Tensor:
        """The value as a new tensor.
        """
    def ref(self, /) -> Any:
        """A hashable object that stands for this variable.
        """
    def scatter_add(self, /, sparse_delta: IndexedSlices, use_locking: builtins.bool | None = None, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_div(self, /, sparse_delta: IndexedSlices, use_locking: builtins.bool | None = None, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_max(self, /, sparse_delta: IndexedSlices, use_locking: builtins.bool | None = None, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_min(self, /, sparse_delta: IndexedSlices, use_locking: builtins.bool | None = None, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_mul(self, /, sparse_delta: IndexedSlices, use_locking: builtins.bool | None = None, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_nd_add(self, /, indices: TensorLike, updates: TensorLike, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_nd_max(self, /, indices: TensorLike, updates: TensorLike, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_nd_min(self, /, indices: TensorLike, updates: TensorLike, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_nd_sub(self, /, indices: TensorLike, updates: TensorLike, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_nd_update(self, /, indices: TensorLike, updates: TensorLike, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_sub(self, /, sparse_delta: IndexedSlices, use_locking: builtins.bool | None = None, name: builtins.str | None = None) -> Variable:
        ...
    def scatter_update(self, /, sparse_delta: IndexedSlices, use_locking: builtins.bool | None = None, name: builtins.str | None = None) -> Variable:
        ...
    @property
    def shape(self) -> TensorShape:
        """The lengths of the axes that every value must have.
        """
    def sparse_read(self, /, indices: TensorLike, name: builtins.str | None = None) -> Tensor:
        """The rows at `indices`, as `tf.gather`.
        """
    @property
    def trainable(self) -> builtins.bool:
        """Whether tapes watch the variable when it is read.
        """
    @property
    def value(self) -> _Value:
        """`v.value()` is the value as a new tensor, as in TensorFlow; `v.value` the variable itself, as in Keras 3.
        """

Tensor = EagerTensor
Variable = ResourceVariable
bfloat16: DType
bool: DType
complex128: DType
complex64: DType
float16: DType
float32: DType
float64: DType
float8_e4m3b11fnuz: DType
float8_e4m3fn: DType
float8_e4m3fnuz: DType
float8_e5m2: DType
float8_e5m2fnuz: DType
int16: DType
int32: DType
int64: DType
int8: DType
string: DType
uint16: DType
uint32: DType
uint64: DType
uint8: DType

def _bessel_i1_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `bessel_i1` of order `times` at `x`, element by element.
    """

def _bessel_i1e_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `bessel_i1e` of order `times` at `x`, element by element.
    """

def _bessel_j1_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `bessel_j1` of order `times` at `x`, element by element.
    """

def _bessel_k0e_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `bessel_k0e` of order `times` at `x`, element by element.
    """

def _bessel_k1_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `bessel_k1` of order `times` at `x`, element by element.
    """

def _bessel_k1e_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `bessel_k1e` of order `times` at `x`, element by element.
    """

def _bessel_y1_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `bessel_y1` of order `times` at `x`, element by element.
    """

def _bias_add_grad(out_backprop: TensorLike, data_format: builtins.str | None = None, name: builtins.str | None = None) -> Tensor:
    """The sum of `out_backprop` across all axes but that of channels, which `data_format` tells as in `bias_add`.
    """

def _candidate_stream(sampler: TensorLike = 0, count: TensorLike = 1, kind: TensorLike = 0, seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The state of the stream that a sampler of candidates reads in its next call for so many, as seed of stateless operations; samplers are numbered: log-uniform, uniform. Those of another `kind` have another stream.
    """

def _dawsn_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `dawsn` of order `times` at `x`, element by element.
    """

def _elu_grad(gradients: TensorLike, outputs: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`dy` where `y` is not negative, else `dy (y + 1)`.
    """

def _expint_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `expint` of order `times` at `x`, element by element.
    """

def _fused_batch_norm(x: TensorLike, scale: TensorLike | None = None, offset: TensorLike | None = None, epsilon: TensorLike = 0.001, exact: builtins.bool = False, name: builtins.str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """`(x - mean) / sqrt(variance + epsilon) * scale + offset`, with the mean and the (biased) variance of each channel, the last axis, over all other axes: `(y, mean, variance)`.

    `scale` and `offset` are vectors, or `None` (factors of 1, offsets of 0), and are cast to the dtype of `x`. Half precision is computed in `float32`. Differentiable any number of times, all three results, and as `exact` says in `_layer_normalization`; see Ioffe and Szegedy, 2015. Errors: `InvalidArgumentError` for shapes that do not fit, a scalar, and dtypes that are not floating.

    >>> y, mean, variance = _fused_batch_norm(tf.constant([[1.], [3.]]), None, None, epsilon=0.)
    >>> y.numpy().tolist(), mean.numpy().item(), variance.numpy().item()
    ([[-1.0], [1.0]], 2.0, 1.0)
    """

def _fused_elu(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """[`elu`] behind a product and its bias, in a graph.
    """

def _fused_sigmoid(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """[`sigmoid`] behind a product of matrices and its bias, in a graph.
    """

def _fused_silu(features: TensorLike, beta: TensorLike, name: builtins.str | None = None) -> Tensor:
    """[`sigmoid_weighted`] in a graph, which oneDNN computes.
    """

def _fused_tanh(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """[`tanh`] behind a product of matrices and its bias, in a graph.
    """

def _gelu_exact(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x * P(X <= x)` for a standard normal `X`, element by element (Hendrycks and Gimpel, 2016).
    """

def _gelu_tanh(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The approximation of `gelu` by a hyperbolic tangent, element by element.
    """

def _gru(projected: TensorLike, h: TensorLike, recurrent_kernel: TensorLike, recurrent_bias: TensorLike | None = None, mask: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """A gated recurrent unit, whose reset gate comes after the product, through all steps: the states after each.

    `projected` is `[steps, batch, 3 * units]`, the product of the inputs with their weights and the bias, in blocks for the update gate, the reset gate and the candidate; `h` is the state `[batch, units]` before the first step, `recurrent_kernel` is `[units, 3 * units]`, and `recurrent_bias` what is added to the product with it. Where `mask`, `[steps, batch]` of truth values, is false, the state stays as it was. Half precision is computed in `float32`. Differentiable any number of times; see Cho and others, 2014. Errors: `InvalidArgumentError` for shapes that do not fit and dtypes that are not floating.

    >>> _gru(tf.zeros([2, 1, 3]), [[1.]], tf.zeros([1, 3])).numpy().ravel().tolist()
    [0.5, 0.25]
    """

def _igamma_grad_a(a: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `igamma` with respect to `a`.
    """

def _layer_normalization(x: TensorLike, gamma: TensorLike | None = None, beta: TensorLike | None = None, axis: AxisLike = -1, epsilon: TensorLike = 0.001, exact: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`(x - mean) / sqrt(variance + epsilon) * gamma + beta`, with the mean and the (biased) variance of each example over the axes from `axis` on.

    `gamma` and `beta` have the lengths of those axes, or are `None` (factors of 1, offsets of 0), and are cast to the dtype of `x`. Half precision is computed in `float32`. Differentiable any number of times; see Ba, Kiros and Hinton, 2016. Second derivatives are the true ones where `exact`, and else those of `moments`. Errors: `InvalidArgumentError` for an axis out of range, shapes that do not fit, and dtypes that are not floating.

    >>> y = _layer_normalization(tf.constant([[1., 3.], [0., 8.]]), None, None, epsilon=0.)
    >>> y.numpy().tolist()
    [[-1.0, 1.0], [-1.0, 1.0]]
    """

def _leaky_relu(features: TensorLike, alpha: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x` for positive `x`, else `alpha * x`, element by element; the gradient at 0 is `alpha`.
    """

def _log_positive(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`log(x)` for positive `x`, 0 elsewhere: what the gradient of a power is made of.
    """

def _lstm(projected: TensorLike, h: TensorLike, c: TensorLike, recurrent_kernel: TensorLike, mask: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """Long short-term memory through all steps: `(h, c)`, the states after each step.

    `projected` is `[steps, batch, 4 * units]`, the product of the inputs with their weights and the bias, in blocks for the input gate, the forget gate, the candidate and the output gate; `h` and `c` are the states `[batch, units]` before the first step, `recurrent_kernel` is `[units, 4 * units]`. Where `mask`, `[steps, batch]` of truth values, is false, states stay as they were. Gates are logistic functions, the others hyperbolic tangents. Half precision is computed in `float32`. Differentiable any number of times; see Hochreiter and Schmidhuber, 1997. Errors: `InvalidArgumentError` for shapes that do not fit and dtypes that are not floating.

    >>> h, c = _lstm(tf.zeros([2, 1, 4]), [[0.]], [[1.]], tf.zeros([1, 4]))
    >>> c.numpy().ravel().tolist()
    [0.5, 0.25]
    """

def _normal_cdf(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The distribution function of the standard normal distribution, element by element.
    """

def _operation_seeds(seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The two seeds of an operation that keeps its state itself, from the global seed and its own.
    """

def _random_order(seeds: TensorLike, count: TensorLike = 1, name: builtins.str | None = None) -> Tensor:
    """The numbers below `count` in the order that the stream of two seeds puts them in.
    """

def _random_words(seeds: TensorLike, start: TensorLike = 0, count: TensorLike = 1, name: builtins.str | None = None) -> Tensor:
    """`count` words of 32 bits from number `start` on, of the stream of two seeds, as int64.
    """

def _reciprocal_grad(y: TensorLike, dy: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`-dy y ** 2`, and 0 where `dy` is 0.
    """

def _relu6_grad(gradients: TensorLike, features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`dy` where `y` lies between 0 and 6, else 0: a product, so that an infinite `dy` gives NaN.
    """

def _relu_grad(gradients: TensorLike, features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`dy` where `y` is positive, else 0: a product with 0 or 1, as TensorFlow's, so that an infinite `dy` gives NaN.
    """

def _rsqrt_grad(y: TensorLike, dy: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`-dy y ** 3 / 2`, and 0 where `dy` is 0.
    """

def _selu_grad(gradients: TensorLike, outputs: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`scale dy` where `y` is not negative, else `dy (y + scale alpha)`.
    """

def _set_common_seed(seed: AxisLike, name: builtins.str | None = None) -> None:
    """As `set_seed`, for processes whose program has set none: operations with seeds keep their streams.
    """

def _sigmoid_grad(y: TensorLike, dy: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`dy y (1 - y)`.
    """

def _sigmoid_weighted(features: TensorLike, beta: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x * sigmoid(beta * x)`, element by element.
    """

def _simple_rnn(projected: TensorLike, h: TensorLike, recurrent_kernel: TensorLike, mask: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """`h = tanh(projected + h @ recurrent_kernel)` through all steps: the states after each.

    `projected` is `[steps, batch, units]`, the product of the inputs with their weights and the bias; `h` is the state `[batch, units]` before the first step, `recurrent_kernel` is `[units, units]`. Where `mask`, `[steps, batch]` of truth values, is false, the state stays as it was. Half precision is computed in `float32`. Differentiable any number of times. Errors: `InvalidArgumentError` for shapes that do not fit and dtypes that are not floating.

    >>> _simple_rnn(tf.zeros([2, 1, 1]), [[0.]], [[1.]]).numpy().ravel().tolist()
    [0.0, 0.0]
    """

def _spence_slope(times: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `spence` of order `times` at `x`, element by element.
    """

def _sqrt_grad(y: TensorLike, dy: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`dy / (2 y)`, and 0 where `dy` is 0.
    """

def _ssim_and_contrast(img1: TensorLike, img2: TensorLike, max_val: TensorLike, filter_size: TensorLike = 11, filter_sigma: TensorLike = 1.5, k1: TensorLike = 0.01, k2: TensorLike = 0.03, name: builtins.str | None = None) -> Tensor:
    """The means over all places of similarity and of contrast, for each image and channel: a scale of `ssim_multiscale`.

    `img1` and `img2` are `[batch, height, width, channels]`; everything else as in `ssim`.
    """

def _tanh_grad(y: TensorLike, dy: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`dy (1 - y ** 2)`.
    """

def _trigamma(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `digamma`, element by element.
    """

def _unique_along(x: TensorLike, axis: AxisLike, out_idx: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """As `unique`, of the slices of `x` along an axis; `axis` is a list of one, or of none for a vector.

    >>> y, idx = tf.raw_ops.UniqueV2(x=[[1, 2], [3, 4], [1, 2]], axis=[0])
    >>> y.numpy().tolist()
    [[1, 2], [3, 4]]
    """

def _unique_along_with_counts(x: TensorLike, axis: AxisLike, out_idx: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """As `_unique_along`, with the number of times that each slice appears.
    """

def abs(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`|x|`, element by element; real for complex numbers. The gradient at 0 is 0.

    >>> tf.abs(tf.constant([-1., 2.])).numpy().tolist()
    [1.0, 2.0]
    """

def acos(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The angle in radians whose cosine is `x`; NaN outside -1 to 1, infinite derivative at the ends.

    >>> tf.acos(tf.constant(1.)).numpy().item()
    0.0
    """

def acosh(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse hyperbolic cosine, element by element; NaN below 1, infinite derivative at 1.

    >>> tf.acosh(tf.constant(1.)).numpy().item()
    0.0
    """

def add(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x + y`, element by element, with broadcasting; strings are joined.

    >>> tf.add([1., 2.], 3.).numpy().tolist()
    [4.0, 5.0]
    """

def add_n(inputs: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The sum of tensors of one shape and dtype.

    Errors: `ValueError` for an empty list, `InvalidArgumentError` for shapes that differ.

    >>> tf.add_n([[1., 2.], [3., 4.]]).numpy().tolist()
    [4.0, 6.0]
    """

def adjoint(matrix: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The conjugate of `matrix` with its last two axes exchanged.

    Errors: `ValueError` for a rank below 2.

    >>> tf.linalg.adjoint([[1j, 2.]]).numpy().tolist()
    [[-1j], [(2-0j)]]
    """

def adjust_brightness(image: TensorLike, delta: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`image + delta`; integers are scaled to [0, 1] first, and back, clamped to what they can be.

    Any shape. Both arguments have gradients where they are floating.

    >>> tf.image.adjust_brightness([0.25, 0.5], 0.5).numpy().tolist()
    [0.75, 1.0]
    """

def adjust_contrast(images: TensorLike, contrast_factor: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`(x - mean) * contrast_factor + mean`, with the mean of each channel over height and width.

    `images` is `[..., height, width, channels]`; integers are scaled to [0, 1] and back. No gradient is registered: asking for one is a `LookupError`, unless `RegisterGradient('AdjustContrastv2')` has provided it. Errors: `InvalidArgumentError` for a rank below 3 or a factor that is no scalar.

    >>> tf.image.adjust_contrast([[[1.], [3.]]], 2.).numpy().ravel().tolist()
    [0.0, 4.0]
    """

def adjust_gamma(image: TensorLike, gamma: TensorLike = 1, gain: TensorLike = 1, name: builtins.str | None = None) -> Tensor:
    """`gain * image ** gamma`; integers are scaled to [0, 1] first, and back.

    Any shape. All arguments have gradients where they are floating. Errors: `ValueError` for a negative gamma.

    >>> tf.image.adjust_gamma([0.5, 1.0], gamma=2., gain=3.).numpy().tolist()
    [0.75, 3.0]
    """

def adjust_hue(image: TensorLike, delta: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The images with `delta` added to the hue of each pixel, where 1 is the whole circle of colours.

    The last axis is red, green and blue; there are at least three axes. Integers are scaled to [0, 1] first, and back. Where two of the colours are equal and largest, the gradient is that of one side. Errors: `ValueError` for a `delta` outside [-1, 1], `InvalidArgumentError` for fewer axes or other channels.

    >>> tf.image.adjust_hue([[[1., 0., 0.]]], 1 / 3).numpy().ravel().tolist()
    [0.0, 1.0, 0.0]
    """

def adjust_saturation(image: TensorLike, saturation_factor: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The images with the saturation of each pixel multiplied by `saturation_factor`, and clamped to [0, 1].

    The last axis is red, green and blue; there are at least three axes. Integers are scaled to [0, 1] first, and back. Errors: `InvalidArgumentError` for fewer axes or other channels.

    >>> tf.image.adjust_saturation([[[1., 0.5, 0.5]]], 0.5).numpy().ravel().tolist()
    [1.0, 0.75, 0.75]
    """

def all_items(iterable: Any) -> list[Any]:
    """The items of an iterable as a list; Ctrl-C is heard, however many there are.
    """

def angle(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The angle of each complex number in the plane, in radians from -pi to pi.

    For a real tensor: pi where it is negative, else 0, and no gradient passes. The gradient at `z` is `1j * z / abs(z)**2`, NaN at 0. Errors: `TypeError` for integers, bool and strings.

    >>> tf.math.angle([2j, -1 + 0j]).numpy().round(4).tolist()
    [1.5708, 3.1416]
    """

def apply_update(rule: builtins.str, variables: Any, grads: Any, slots: Any, hyper: Any, iterations: Variable, undecayed: Any = None) -> None:
    """Changes `variables` and `slots` by one step of a rule; all of them, or none if something does not fit.

    `slots[k]` holds the k-th slot of every variable. `hyper` maps names to numbers or scalar variables; weight decay leaves
    out the variables whose places are in `undecayed`. `iterations`, an int64 scalar variable, counts the steps: it is raised
    by one, and its new value is the number of this step.
    """

def argmax(input: TensorLike, axis: AxisLike = None, output_type: DTypeLike = 'int64', name: builtins.str | None = None) -> Tensor:
    """The index of the largest element along `axis` (the first axis when `None`): of the first one where several tie.

    NaN is passed over. `output_type` is `int16`, `uint16`, `int32` or `int64`. There is no gradient. Errors: `InvalidArgumentError` for an axis that is out of range or empty, and for complex numbers and strings.

    >>> tf.argmax([[1., 5., 2.], [9., 3., 4.]], axis=1).numpy().tolist()
    [1, 0]
    """

def argmin(input: TensorLike, axis: AxisLike = None, output_type: DTypeLike = 'int64', name: builtins.str | None = None) -> Tensor:
    """The index of the smallest element along `axis` (the first axis when `None`): of the first one where several tie.

    NaN is passed over. `output_type` is `int32` or `int64`. There is no gradient. Errors: `InvalidArgumentError` for an axis that is out of range or empty, and for complex numbers and strings.

    >>> tf.argmin([[1., 5., 2.], [9., 3., 4.]], axis=1).numpy().tolist()
    [0, 1]
    """

def argsort(values: TensorLike, axis: AxisLike = -1, direction: builtins.str = 'ASCENDING', stable: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The indices (`int32`) that sort `values` along `axis`; `direction` is `'ASCENDING'` or `'DESCENDING'`.

    Always stable, whatever `stable` says; NaN counts as the largest value. There is no gradient. Errors: as `sort`.

    >>> tf.argsort([3., 1., 2.]).numpy().tolist()
    [1, 2, 0]
    """

def as_dtype(type_value: DTypeLike) -> DType:
    """Converts a Python object to a dtype.
    """

def asin(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The angle in radians whose sine is `x`; NaN outside -1 to 1, infinite derivative at the ends.

    >>> tf.asin(tf.constant(0.)).numpy().item()
    0.0
    """

def asinh(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse hyperbolic sine, element by element.

    >>> tf.asinh(tf.constant(0.)).numpy().item()
    0.0
    """

def atan(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The angle in radians, between -pi/2 and pi/2, whose tangent is `x`.

    >>> tf.atan(tf.constant(0.)).numpy().item()
    0.0
    """

def atan2(y: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The angle in radians, between -pi and pi, of the point (`x`, `y`).

    >>> tf.atan2(0., 1.).numpy().item()
    0.0
    """

def atanh(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse hyperbolic tangent, element by element; infinite at -1 and 1, NaN beyond.

    >>> tf.atanh(tf.constant(0.)).numpy().item()
    0.0
    """

def atrous_conv2d(value: TensorLike, filters: TensorLike, rate: TensorLike, padding: builtins.str | Sequence[Any], name: builtins.str | None = None) -> Tensor:
    """`conv2d` of `value` with `rate` steps between the places that a window sees; strides of 1.

    Errors are those of `conv2d`.

    >>> x = tf.reshape(tf.range(9.), [1, 3, 3, 1])
    >>> tf.nn.atrous_conv2d(x, tf.ones([2, 2, 1, 1]), rate=2, padding='VALID').numpy().ravel().tolist()
    [16.0]
    """

def avg_pool(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = None, name: builtins.str | None = None) -> Tensor:
    """The mean of each window of `ksize` places of the images `input`, channel by channel.

    Images have one, two or three spatial axes between batch and channels. `ksize` and `strides` are one number, one for each spatial axis, or two more with ones for batch and channels; `padding` is 'VALID' or 'SAME' (see `conv2d`) and never counted, so that the gradient is divided by the places that a window really sees. Errors: `InvalidArgumentError` for windows or strides below 1, an output smaller than nothing, or a dtype that is not floating; `ValueError` for another rank.

    >>> tf.nn.avg_pool([[[1.], [3.], [7.]]], ksize=2, strides=2, padding='SAME').numpy().ravel().tolist()
    [2.0, 7.0]
    """

def avg_pool1d(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NWC', name: builtins.str | None = None) -> Tensor:
    """`avg_pool` of sequences `[batch, length, channels]`.

    `data_format` is "NWC" or "NCW". Everything else as in `avg_pool`.

    >>> tf.nn.avg_pool1d([[[1.], [3.], [7.]]], 2, 1, 'VALID').numpy().ravel().tolist()
    [2.0, 5.0]
    """

def avg_pool2d(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NHWC', name: builtins.str | None = None) -> Tensor:
    """`avg_pool` of images `[batch, height, width, channels]`.

    `data_format` is "NHWC" or "NCHW". Everything else as in `avg_pool`.

    >>> tf.nn.avg_pool2d(tf.ones([1, 4, 4, 3]), 2, 2, 'VALID').shape
    TensorShape([1, 2, 2, 3])
    """

def avg_pool3d(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NDHWC', name: builtins.str | None = None) -> Tensor:
    """`avg_pool` of volumes `[batch, depth, height, width, channels]`.

    `data_format` is "NDHWC" or "NCDHW". Everything else as in `avg_pool`.

    >>> tf.nn.avg_pool3d(tf.ones([1, 2, 2, 2, 3]), 2, 2, 'VALID').shape
    TensorShape([1, 1, 1, 1, 3])
    """

def band_part(input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The matrices in the last two axes of `input` with zeros outside a band of `num_lower` diagonals below and `num_upper` above the main one; a negative number keeps all on that side.

    Errors: `InvalidArgumentError` for a rank below 2, or more diagonals than rows or columns.

    >>> tf.linalg.band_part([[1., 2.], [3., 4.]], 0, -1).numpy().tolist()
    [[1.0, 2.0], [0.0, 4.0]]
    """

def banded_triangular_solve(bands: TensorLike, rhs: TensorLike, lower: builtins.bool = True, adjoint: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`x` with `A x = rhs` (`A^H x = rhs` with `adjoint`) for triangular matrices of few diagonals.

    `bands` is `[..., k, n]`, each element in its row of the matrix: the diagonal and the `k - 1` ones below it if `lower`, else the ones above it, the farthest first, and the diagonal. What would lie outside of the matrix is not read. `rhs` is `[..., n, m]`.

    Batches broadcast. Errors: `InvalidArgumentError` for a zero on the diagonal and for shapes that do not fit.

    >>> tf.linalg.banded_triangular_solve([[2., 4.], [0., 1.]], [[2.], [9.]]).numpy().tolist()
    [[1.0], [2.0]]
    """

def batch_normalization(x: TensorLike, mean: TensorLike, variance: TensorLike, offset: TensorLike | None, scale: TensorLike | None, variance_epsilon: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`(x - mean) / sqrt(variance + variance_epsilon) * scale + offset`, with broadcasting.

    `offset` and `scale` may be `None`. The statistics are floating and of one dtype; what they amount to is cast to that of `x`. Everything has a gradient. Errors: `InvalidArgumentError` for shapes that do not broadcast.

    >>> y = tf.nn.batch_normalization([1., 3.], mean=2., variance=1., offset=None, scale=None, variance_epsilon=0.)
    >>> y.numpy().tolist()
    [-1.0, 1.0]
    """

def begin_loop() -> LoopMark | None:
    """A mark of the loop that begins here; None outside of functions.
    """

def begin_turns() -> None:
    ...

def bessel_i0(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 0, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_i0(tf.constant(0.5))))
    True
    """

def bessel_i0e(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`e ** -|x| bessel_i0(x)`, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_i0e(tf.constant(0.5))))
    True
    """

def bessel_i1(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 1, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_i1(tf.constant(0.5))))
    True
    """

def bessel_i1e(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`e ** -|x| bessel_i1(x)`, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_i1e(tf.constant(0.5))))
    True
    """

def bessel_j0(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The Bessel function of the first kind of order 0, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_j0(tf.constant(0.5))))
    True
    """

def bessel_j1(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The Bessel function of the first kind of order 1, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_j1(tf.constant(0.5))))
    True
    """

def bessel_k0(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 0, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_k0(tf.constant(0.5))))
    True
    """

def bessel_k0e(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`e ** x bessel_k0(x)`, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_k0e(tf.constant(0.5))))
    True
    """

def bessel_k1(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 1, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_k1(tf.constant(0.5))))
    True
    """

def bessel_k1e(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`e ** x bessel_k1(x)`, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_k1e(tf.constant(0.5))))
    True
    """

def bessel_y0(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The Bessel function of the second kind of order 0, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_y0(tf.constant(0.5))))
    True
    """

def bessel_y1(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The Bessel function of the second kind of order 1, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.bessel_y1(tf.constant(0.5))))
    True
    """

def betainc(a: TensorLike, b: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The regularised incomplete beta function: the chance that a beta variable is below `x`, element by element.

    NaN unless `a > 0`, `b > 0` and `0 <= x <= 1`. The three have one shape, or are scalars, and are `float32` or `float64`. The gradient flows to `x` alone. Errors: `InvalidArgumentError` for other shapes or dtypes.

    >>> tf.math.betainc(2., 2., 0.5).numpy().item()
    0.5
    """

def bias_add(value: TensorLike, bias: TensorLike, data_format: builtins.str | None = None, name: builtins.str | None = None) -> Tensor:
    """`value` with `bias`, a vector, added along the axis of channels.

    That is the last axis, or the second one when `data_format` begins with `'NC'`. Errors: `InvalidArgumentError` when `value` has fewer than two axes, `bias` is not a vector, or its length is not the number of channels; `ValueError` for another `data_format`.

    >>> tf.nn.bias_add([[1., 2.]], [10., 20.]).numpy().tolist()
    [[11.0, 22.0]]
    """

def bincount(arr: TensorLike, weights: TensorLike | None = None, minlength: TensorLike | None = None, maxlength: TensorLike | None = None, dtype: DTypeLike = 'int32', axis: AxisLike = None, binary_output: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """How often each of the numbers 0, 1, 2... occurs in the integers `arr`, or the sum of the `weights` where it does.

    The result has at least `minlength` and at most `maxlength` entries (larger values are not counted), `dtype` or the dtype of `weights`. With `axis=-1` every row of a matrix is counted on its own, otherwise all elements together. `binary_output` tells occurrence (1 or 0) instead of counting. Errors: `InvalidArgumentError` for negative values and weights of another shape; `ValueError` for another axis, and for `binary_output` with weights; `LookupError` when differentiated with respect to `weights`.

    >>> tf.math.bincount([1, 1, 3]).numpy().tolist()
    [0, 2, 0, 1]
    """

def bitcast(input: TensorLike, type: DTypeLike, name: builtins.str | None = None) -> Tensor:
    """The bits of `input`, read as `type`.

    To a narrower dtype the shape gains a last axis, to a wider one it loses it, which must have as many elements as make one. There is no gradient: asking for it is a `LookupError`. Errors: `InvalidArgumentError` for bool, strings, or a last axis that does not fit.

    >>> hex(tf.bitcast(1., tf.int32).numpy())
    '0x3f800000'
    """

def bitwise_and(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The bits set in both `x` and `y`; integers of one dtype, with broadcasting.

    No gradient passes. Errors: `InvalidArgumentError` for other dtypes.

    >>> tf.bitwise.bitwise_and(6, 3).numpy().item()
    2
    """

def bitwise_or(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The bits set in `x` or `y`; integers of one dtype, with broadcasting.

    No gradient passes. Errors: `InvalidArgumentError` for other dtypes.

    >>> tf.bitwise.bitwise_or(6, 3).numpy().item()
    7
    """

def bitwise_xor(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The bits set in exactly one of `x` and `y`; integers of one dtype, with broadcasting.

    No gradient passes. Errors: `InvalidArgumentError` for other dtypes.

    >>> tf.bitwise.bitwise_xor(6, 3).numpy().item()
    5
    """

def boolean_mask(tensor: TensorLike, mask: TensorLike, axis: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The slices of `tensor` for which `mask` is true, in order; the axes of `mask`, which begin at `axis`, become one.

    The gradient is zero where the mask is false. Errors: `ValueError` for a scalar mask, or one whose shape is not that of the axes.

    >>> tf.boolean_mask([1., 2., 3.], [True, False, True]).numpy().tolist()
    [1.0, 3.0]
    """

def broadcast_dynamic_shape(shape_x: ShapeLike, shape_y: ShapeLike, name: builtins.str | None = None) -> Tensor:
    """The shape, as a vector, to which tensors of the shapes `shape_x` and `shape_y` broadcast.

    Errors: `InvalidArgumentError` for shapes that do not broadcast or that are not vectors of integers.

    >>> tf.broadcast_dynamic_shape([2, 1], [3]).numpy().tolist()
    [2, 3]
    """

def broadcast_to(input: TensorLike, shape: ShapeLike, name: builtins.str | None = None) -> Tensor:
    """`input` repeated along axes of length 1 and new leading axes to fill `shape`; no data is copied.

    Errors: `InvalidArgumentError` when the shapes do not broadcast.

    >>> tf.broadcast_to([1., 2.], [2, 2]).numpy().tolist()
    [[1.0, 2.0], [1.0, 2.0]]
    """

def cast(x: TensorLike, dtype: DTypeLike, name: builtins.str | None = None) -> Tensor:
    """`x` converted to `dtype`, of the same shape; `x` itself when it has that dtype already.

    Floats are cut off towards zero on their way to integers, integers wrap around, the imaginary part of a complex number is dropped with a warning on the way to a real one; every number but 0 is `True`. The gradient is cast back; none passes through integers or truth values. A float that is too large for the integer, or NaN, becomes the least `int32` (`int64` for `uint32` and 64 bits), cut to length. Errors: `UnimplementedError` to or from strings.

    >>> tf.cast([1.8, -2.2], tf.int32).numpy().tolist()
    [1, -2]
    """

def ceil(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The smallest integer not below `x`, element by element; no gradient.

    >>> tf.math.ceil(tf.constant([1.5, -1.5])).numpy().tolist()
    [2.0, -1.0]
    """

def central_crop(image: TensorLike, central_fraction: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The middle of the images, the fraction `central_fraction` of their height and width.

    What is cut off on either side is rounded down. `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank or a fraction outside (0, 1].

    >>> tf.image.central_crop(tf.ones([4, 8, 3]), 0.5).shape
    TensorShape([2, 4, 3])
    """

def cholesky(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The lower triangular `L` with `L L^H = input`, for hermitian positive definite matrices `[..., n, n]`.

    Only the lower triangle is read, and a matrix that is not positive definite gives NaN. The gradient is symmetrised. Errors: `InvalidArgumentError` for matrices that are not square.

    >>> tf.linalg.cholesky([[4.]]).numpy().tolist()
    [[2.0]]
    """

def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x` with `A x = rhs`, given the Cholesky factor `chol` of `A`.

    >>> tf.linalg.cholesky_solve([[2.]], [[8.]]).numpy().tolist()
    [[2.0]]
    """

def clip_by_global_norm(t_list: TensorLike, clip_norm: TensorLike, use_norm: TensorLike | None = None, name: builtins.str | None = None) -> tuple[list[Tensor | None], Tensor]:
    """The tensors of `t_list` scaled by one factor, so that their norm all together is at most `clip_norm`; and that norm before scaling: `(list_clipped, global_norm)`.

    `use_norm` is the norm if it is known already. `None` among the tensors stays `None`. An infinite or NaN norm makes every element NaN. Errors: `TypeError` when `t_list` is not a sequence, `InvalidArgumentError` for types that are not real floating-point.

    >>> clipped, norm = tf.clip_by_global_norm([[3., 4.], None], 2.5)
    >>> clipped[0].numpy().tolist(), norm.numpy().item()
    ([1.5, 2.0], 5.0)
    """

def clip_by_norm(t: TensorLike, clip_norm: TensorLike, axes: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`t` scaled so that its Euclidean norm over `axes` (all axes when `None`) is at most `clip_norm`.

    A tensor of zeros is left as it is, with gradient 1; where the norm equals `clip_norm` the gradient is that of clipping. Errors: `ValueError` for a `clip_norm` that would stretch `t`, `InvalidArgumentError` for an axis out of range or named twice, and for types that are not real floating-point.

    >>> tf.clip_by_norm([3., 4.], 10.).numpy().tolist()
    [3.0, 4.0]
    """

def clip_by_value(t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`t` with every element below `clip_value_min` or above `clip_value_max` replaced by that bound.

    The bounds broadcast against `t`; where they cross, the lower one wins. An element on a bound keeps its gradient; that of a clipped one goes to the bound. NaN stays NaN. Errors: `ValueError` for bounds that would stretch `t`, `InvalidArgumentError` for shapes that do not broadcast, dtypes that differ, complex numbers, `bool` and strings.

    >>> tf.clip_by_value([-1., .5, 2.], 0., 1.).numpy().tolist()
    [0.0, 0.5, 1.0]
    """

def complex(real: TensorLike, imag: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The complex numbers `real + 1j * imag`, element by element, with broadcasting.

    `float32` parts make `complex64`, `float64` parts `complex128`. The gradients are the parts of the output's gradient. Errors: `TypeError` for other dtypes, `InvalidArgumentError` for shapes that do not broadcast.

    >>> tf.complex([1., 2.], [3., 4.]).numpy().tolist()
    [(1+3j), (2+4j)]
    """

def compute_average_loss(per_example_loss: TensorLike, sample_weight: TensorLike | None = None, global_batch_size: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """`reduce_sum(per_example_loss * sample_weight) / global_batch_size`.

    `sample_weight` is 1 when `None`, else it broadcasts, from the left where it has fewer axes; `global_batch_size` is the length of the first axis when `None`. With a size of 0 the result is 0. Errors: `ValueError` for a loss without axes, `InvalidArgumentError` for a negative size.

    >>> tf.nn.compute_average_loss([1., 2., 3.], global_batch_size=6).numpy().item()
    1.0
    """

def concat(values: TensorLike, axis: AxisLike, name: builtins.str | None = None) -> Tensor:
    """The tensors of `values` one after another along `axis`; their other lengths agree.

    Errors: `InvalidArgumentError` for shapes that do not fit or an axis out of range.

    >>> tf.concat([[1., 2.], [3.]], axis=0).numpy().tolist()
    [1.0, 2.0, 3.0]
    """

def confusion_matrix(labels: TensorLike, predictions: TensorLike, num_classes: TensorLike | None = None, weights: TensorLike | None = None, dtype: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """How often each label (row) was predicted as each class (column), or the sum of the `weights` where it was.

    `labels` and `predictions` are vectors of whole numbers (one may have another axis of length 1); `num_classes` is one more than the largest of them by default. The result has the dtype `dtype`; gradients flow to `weights`. Errors: `InvalidArgumentError` for numbers that are negative or no class, and shapes that differ; `ValueError` for weights of another shape.

    >>> tf.math.confusion_matrix([0, 1, 1], [0, 1, 0]).numpy().tolist()
    [[1, 0], [1, 1]]
    """

def conj(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The complex conjugate; a real tensor is returned as it is.

    >>> tf.math.conj(tf.constant(1 + 2j)).numpy().item()
    (1-2j)
    """

def constant(value: TensorLike, dtype: DTypeLike = None, shape: ShapeLike = None, name: builtins.str | None = None) -> Tensor:
    """A tensor with this value: a number, string, nested sequence, ndarray.

    Python floats become `float32`, integers `int32` (`int64` if they need it), ndarrays keep their dtype; `dtype` decides
    where it is given. A scalar fills `shape`. Errors: `TypeError` for values that the dtype cannot hold, `ValueError` for
    ragged or mixed sequences and for objects that are no values.

    >>> tf.constant([1, 2.5])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1. , 2.5], dtype=float32)>
    """

def conv1d(input: TensorLike, filters: TensorLike, stride: TensorLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NWC', dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`conv2d` for sequences: `input` is `[..., length, channels]`, `filters` `[size, channels, outputs]`.

    `data_format` is "NWC" or "NCW". Everything else as in `conv2d`.

    >>> x = tf.constant([[[1.], [2.], [4.]]])
    >>> tf.nn.conv1d(x, [[[10.]], [[1.]]], stride=1, padding='VALID').numpy().ravel().tolist()
    [12.0, 24.0]
    """

def conv1d_transpose(input: TensorLike, filters: TensorLike, output_shape: ShapeLike, strides: AxisLike, padding: builtins.str | Sequence[Any] = 'SAME', data_format: builtins.str | None = 'NWC', dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`conv2d_transpose` for sequences `[batch, length, channels]`; `filters` is `[size, outputs, channels]`.

    `data_format` is "NWC" or "NCW". Everything else as in `conv2d_transpose`.

    >>> x = tf.constant([[[1.], [2.]]])
    >>> tf.nn.conv1d_transpose(x, [[[1.]], [[10.]]], [1, 4, 1], strides=2).numpy().ravel().tolist()
    [1.0, 10.0, 2.0, 20.0]
    """

def conv2d(input: TensorLike, filters: TensorLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NHWC', dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """What `filters` `[height, width, channels, outputs]` see at every place of the images `input` `[..., height, width, channels]`: sums of products, filters not mirrored.

    `strides` and `dilations` are one number, two, or four with ones for batch and channels. `padding` is 'VALID' (windows inside the image), 'SAME' (`ceil(size / stride)` places; an odd zero goes to the bottom and right), or the zeros before and after each of the four axes. With `data_format` "NCHW" images are `[batch, channels, height, width]`. Channels may be a multiple of the filters': then groups of channels have groups of the outputs to themselves. Half-precision sums are accumulated in `float32`. Gradients exist for every argument here, dilated and grouped too.

    Errors: `InvalidArgumentError` for shapes that do not fit, an output smaller than nothing, strides or dilations below 1, another dtype than half, bfloat16, float, double or int32; `ValueError` for lists of the wrong length; `UnimplementedError` for strides along batch or channels.

    >>> x = tf.reshape(tf.range(9.), [1, 3, 3, 1])
    >>> tf.nn.conv2d(x, tf.ones([2, 2, 1, 1]), strides=1, padding='VALID').numpy().ravel().tolist()
    [8.0, 12.0, 20.0, 24.0]
    """

def conv2d_transpose(input: TensorLike, filters: TensorLike, output_shape: ShapeLike, strides: AxisLike, padding: builtins.str | Sequence[Any] = 'SAME', data_format: builtins.str | None = 'NHWC', dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The gradient of `conv2d` for images of shape `output_shape`, given that for its output, `input`.

    Each pixel of `input` `[batch, height, width, channels]` adds a multiple of a filter `[height, width, outputs, channels]` to the output. `output_shape` has four entries, or two for height and width; a convolution of such images must have the shape of `input`. Other arguments as in `conv2d`; gradients of every order. Errors: `InvalidArgumentError` for shapes that do not belong to each other.

    >>> x = tf.constant([[[[1.], [2.]]]])
    >>> y = tf.nn.conv2d_transpose(x, tf.ones([1, 2, 1, 1]), [1, 1, 4, 1], strides=[1, 2])
    >>> y.numpy().ravel().tolist()
    [1.0, 1.0, 2.0, 2.0]
    """

def conv3d(input: TensorLike, filters: TensorLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NDHWC', dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`conv2d` for volumes: `input` is `[..., depth, height, width, channels]`, `filters` `[depth, height, width, channels, outputs]`.

    `data_format` is "NDHWC" or "NCDHW". Everything else as in `conv2d`.

    >>> x, w = tf.ones([1, 2, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1])
    >>> tf.nn.conv3d(x, w, strides=[1, 1, 1, 1, 1], padding='VALID').numpy().ravel().tolist()
    [8.0]
    """

def conv3d_transpose(input: TensorLike, filters: TensorLike, output_shape: ShapeLike, strides: AxisLike, padding: builtins.str | Sequence[Any] = 'SAME', data_format: builtins.str | None = 'NDHWC', dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`conv2d_transpose` for volumes `[batch, depth, height, width, channels]`.

    `data_format` is "NDHWC" or "NCDHW". Everything else as in `conv2d_transpose`.

    >>> x, w = tf.ones([1, 1, 1, 1, 1]), tf.ones([1, 1, 2, 1, 1])
    >>> tf.nn.conv3d_transpose(x, w, [1, 1, 1, 2, 1], strides=2).numpy().ravel().tolist()
    [1.0, 1.0]
    """

def conv_transpose(input: TensorLike, filters: TensorLike, output_shape: ShapeLike, strides: AxisLike, padding: builtins.str | Sequence[Any] = 'SAME', data_format: builtins.str | None = None, dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`conv1d_transpose`, `conv2d_transpose` or `conv3d_transpose`, by the rank of `filters`.

    Arguments and errors are theirs; `ValueError` for filters of another rank.

    >>> x = tf.constant([[[1.], [2.]]])
    >>> tf.nn.conv_transpose(x, [[[1.]], [[10.]]], [1, 4, 1], strides=2).numpy().ravel().tolist()
    [1.0, 10.0, 2.0, 20.0]
    """

def convert_image_dtype(image: TensorLike, dtype: DTypeLike, saturate: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`image` converted to `dtype` and scaled: integers span the range from 0 to their largest number, floats that from 0 to 1.

    `saturate` clamps floats outside that range (and negative integers) instead of letting them wrap around. Gradients pass between floats. Errors: `AttributeError` for dtypes other than integers and floats.

    >>> tf.image.convert_image_dtype([0., 0.5, 1.], tf.uint8).numpy().tolist()
    [0, 127, 255]
    """

def convert_to_tensor(value: TensorLike, dtype: DTypeLike = None, dtype_hint: DTypeLike = None, name: builtins.str | None = None) -> Tensor:
    """`value` as a tensor; a tensor is returned as it is.

    `dtype` must be that of a tensor or variable; `dtype_hint` is used for Python values if they can have it. Sequences
    that contain tensors are packed, and gradients flow through. Errors: `ValueError` for a tensor of another dtype, and as
    `constant`.

    >>> tf.convert_to_tensor([1., tf.constant(2.)]).numpy().tolist()
    [1.0, 2.0]
    """

def convolution(input: TensorLike, filters: TensorLike, strides: AxisLike = None, padding: builtins.str | Sequence[Any] = 'VALID', data_format: builtins.str | None = None, dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`conv1d`, `conv2d` or `conv3d`: `filters` has two axes more than images have spatial ones.

    Arguments and errors are theirs; `ValueError` for filters of another rank.

    >>> x = tf.constant([[[1.], [2.], [4.]]])
    >>> tf.nn.convolution(x, [[[10.]], [[1.]]]).numpy().ravel().tolist()
    [12.0, 24.0]
    """

def cos(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The cosine of an angle in radians, element by element; NaN at infinity.

    >>> tf.cos(tf.constant(0.)).numpy().item()
    1.0
    """

def cosh(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The hyperbolic cosine, element by element.

    >>> tf.cosh(tf.constant(0.)).numpy().item()
    1.0
    """

def count_nonzero(input: TensorLike, axis: AxisLike = None, keepdims: TensorLike | None = None, dtype: DTypeLike = 'int64', name: builtins.str | None = None) -> Tensor:
    """How many elements across `axis` are not zero (all axes when `None`), as a tensor of `dtype`.

    NaN, `True` and strings that are not empty count. `keepdims` keeps reduced axes with length 1. There is no gradient. Errors: `InvalidArgumentError` for an axis out of range or named twice.

    >>> tf.math.count_nonzero([[1., 0.], [2., 3.]], axis=1).numpy().tolist()
    [1, 2]
    """

def crelu(features: TensorLike, axis: AxisLike = -1, name: builtins.str | None = None) -> Tensor:
    """`relu(features)` and `relu(-features)`, one after the other along `axis` (Shang et al., 2016).

    The gradient at 0 is 0. Errors: `InvalidArgumentError` for a scalar or an axis out of range.

    >>> tf.nn.crelu([-1., 2.]).numpy().tolist()
    [0.0, 2.0, 1.0, 0.0]
    """

def crop_to_bounding_box(image: TensorLike, offset_height: TensorLike, offset_width: TensorLike, target_height: TensorLike, target_width: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The part of the images that begins at row `offset_height` and column `offset_width`.

    It has `target_height` rows and `target_width` columns. `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank, or a box that is empty or leaves the image.

    >>> tf.image.crop_to_bounding_box(tf.ones([4, 5, 3]), 1, 2, 2, 3).shape
    TensorShape([2, 3, 3])
    """

def cross(a: TensorLike, b: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The cross product of `a` and `b` along their last axis, which has length 3.

    Both have the same shape; real dtypes only. Errors: `InvalidArgumentError` for shapes that differ or scalars, or another length of the last axis.

    >>> tf.linalg.cross([1., 0., 0.], [0., 1., 0.]).numpy().tolist()
    [0.0, 0.0, 1.0]
    """

def cumprod(x: TensorLike, axis: AxisLike = 0, exclusive: builtins.bool = False, reverse: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The product of all elements up to each one along `axis`; without itself if `exclusive`, from the end if `reverse`.

    Gradients of every order are exact where elements are zero (TensorFlow's are not). Floats are accumulated in `float64`. Errors: `InvalidArgumentError` for an axis out of range, and for `bool` and `string`.

    >>> tf.math.cumprod([2., 3., 4.]).numpy().tolist()
    [2.0, 6.0, 24.0]
    """

def cumsum(x: TensorLike, axis: AxisLike = 0, exclusive: builtins.bool = False, reverse: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The sum of all elements up to each one along `axis`; without itself if `exclusive`, from the end if `reverse`.

    Errors: `InvalidArgumentError` for an axis out of range, and for `bool` and `string`.

    >>> tf.cumsum([1., 2., 3.]).numpy().tolist()
    [1.0, 3.0, 6.0]
    """

def cumulative_logsumexp(x: TensorLike, axis: AxisLike = 0, exclusive: builtins.bool = False, reverse: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The logarithm of the sum of the exponentials of all elements up to each one along `axis`, without overflow.

    Without the element itself if `exclusive` (that of nothing is negative infinity), from the end if `reverse`. Takes real floating-point types. Errors: `InvalidArgumentError` for an axis out of range and other types.

    >>> [round(v, 4) for v in tf.math.cumulative_logsumexp([0., 0., 0.]).numpy().tolist()]
    [0.0, 0.6931, 1.0986]
    """

def dawsn(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Dawson's integral, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.dawsn(tf.constant(0.5))))
    True
    """

def depth_to_space(input: TensorLike, block_size: TensorLike, data_format: builtins.str | None = 'NHWC', name: builtins.str | None = None) -> Tensor:
    """Channels of the images `input` moved into blocks of `block_size` by `block_size` pixels: the inverse of `space_to_depth`.

    `data_format` is "NHWC" or "NCHW". Errors: `InvalidArgumentError` for a rank other than 4, channels that the square of the block does not divide, a block below 2, or another format.

    >>> tf.nn.depth_to_space([[[[1., 2., 3., 4.]]]], 2).numpy().tolist()
    [[[[1.0], [2.0]], [[3.0], [4.0]]]]
    """

def depthwise_conv2d(input: TensorLike, filter: TensorLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = None, dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Each channel of the images `input` convolved with filters of its own, `[height, width, channels, multiplier]`.

    Output channel `c * multiplier + m` comes from channel `c` and filter `m`. Other arguments as in `conv2d`, gradients of every order too. Errors: `InvalidArgumentError` for shapes that do not fit, or a dtype that is not floating.

    >>> x = tf.constant([[[[1., 2.]]]])
    >>> tf.nn.depthwise_conv2d(x, [[[[3.], [4.]]]], [1, 1, 1, 1], 'SAME').numpy().ravel().tolist()
    [3.0, 8.0]
    """

def det(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The determinant of square matrices `[..., n, n]`.

    Errors: `InvalidArgumentError` for matrices that are not square; the gradient at a singular matrix also.

    >>> tf.linalg.det([[2., 0.], [0., 4.]]).numpy().item()
    8.0
    """

def diag(diagonal: TensorLike, k: TensorLike = 0, num_rows: TensorLike = -1, num_cols: TensorLike = -1, padding_value: TensorLike = 0, align: builtins.str = 'RIGHT_LEFT', name: builtins.str | None = None) -> Tensor:
    """Matrices whose diagonal `k` is the last axis of `diagonal` and whose other elements are `padding_value`.

    `k` is 0 for the main diagonal, positive above it; a pair names a band from the lowest to the highest, whose diagonals are the rows of the last two axes, the highest first, shorter ones pushed to the side that `align` says (above, then below the main diagonal). The matrices are square, or have `num_rows` rows and `num_cols` columns. No gradient passes to `padding_value`. Errors: `InvalidArgumentError` for sizes that do not fit the diagonals.

    >>> tf.linalg.diag([1., 2.]).numpy().tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def diag_part(input: TensorLike, k: TensorLike = 0, padding_value: TensorLike = 0, align: builtins.str = 'RIGHT_LEFT', name: builtins.str | None = None) -> Tensor:
    """Diagonal `k` of the matrices in the last two axes of `input`.

    `k` is 0 for the main diagonal, positive above it; a pair names a band from the lowest to the highest, whose diagonals become rows, the highest first, shorter ones filled up with `padding_value` and pushed to the side that `align` says (above, then below the main diagonal). No gradient passes to `padding_value`. Errors: `InvalidArgumentError` for a rank below 2, or a diagonal that the matrices do not have.

    >>> tf.linalg.diag_part([[1., 2.], [3., 4.]]).numpy().tolist()
    [1.0, 4.0]
    """

def digamma(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of `lgamma`, element by element; NaN at 0 and at negative integers.

    >>> bool(tf.math.is_finite(tf.math.digamma(tf.constant(0.5))))
    True
    """

def divide(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / y`, element by element, with broadcasting; integers are divided as floats.

    >>> tf.divide([1, 2], 4).numpy().tolist()
    [0.25, 0.5]
    """

def divide_no_nan(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / y`, element by element, and 0 where `y` is 0; integers are divided as floats.

    >>> tf.math.divide_no_nan([1., 2.], [0., 4.]).numpy().tolist()
    [0.0, 0.5]
    """

def draws_in_function() -> builtins.bool:
    """Whether operations draw from streams of a function.
    """

def dropout(x: TensorLike, rate: TensorLike, noise_shape: ShapeLike = None, seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Each element of `x` is 0 with probability `rate`, else divided by `1 - rate`.

    `noise_shape` (broadcast to the shape of `x`) makes elements share their fate. The gradient is the same mask. Errors: `ValueError` for a rate outside [0, 1) and for integers.

    >>> tf.nn.dropout([1., 2.], rate=0.).numpy().tolist()
    [1.0, 2.0]
    """

def dynamic_partition(data: TensorLike, partitions: TensorLike, num_partitions: TensorLike, name: builtins.str | None = None) -> list[Tensor]:
    """`num_partitions` tensors with the rows of `data`: row `i` goes to number `partitions[i]`, in order.

    `partitions` (`int32`) has the first axes of `data`. Each row's gradient comes back from where it went. Errors: `InvalidArgumentError` for a number that is no partition, fewer than one partition, and a shape that `data` does not begin with.

    >>> [t.numpy().tolist() for t in tf.dynamic_partition([1., 2., 3.], [0, 1, 0], 2)]
    [[1.0, 3.0], [2.0]]
    """

def dynamic_stitch(indices: TensorLike, data: TensorLike, name: builtins.str | None = None) -> Tensor:
    """One tensor with the rows of all `data`: row `i` of `data[k]` becomes row `indices[k][i]`, a later one over an earlier one.

    Each of the `indices` (`int32`) has the first axes of its `data`. Rows that no index names are zero; a row that was covered by another has gradient zero. Errors: `InvalidArgumentError` for negative indices and shapes that do not fit, `ValueError` for lists of different lengths.

    >>> tf.dynamic_stitch([[0, 2], [1]], [[1., 3.], [2.]]).numpy().tolist()
    [1.0, 2.0, 3.0]
    """

def eig(tensor: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Eigenvalues `e` of square matrices `[..., n, n]`, in no particular order, and eigenvectors, the columns of `v`: `tensor v = v diag(e)`. Both are complex.

    Vectors have norm 1; their phase, in which the largest entry is real and positive, is arbitrary, and the gradient is that of functions which do not depend on it. It is infinite or NaN where eigenvalues are equal. Errors: `InvalidArgumentError` for matrices that are not square, or not finite.

    >>> e, v = tf.linalg.eig([[0., 2.], [2., 3.]])
    >>> sorted(tf.math.real(e).numpy().round(5).tolist())
    [-1.0, 4.0]
    """

def eigh(tensor: TensorLike, name: builtins.str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues in ascending order and eigenvectors (columns) of hermitian matrices `[..., n, n]`.

    Only the lower triangle is read, and only it has a gradient, which is infinite or NaN where eigenvalues are equal.

    >>> w, v = tf.linalg.eigh([[2., 0.], [0., 1.]])
    >>> w.numpy().tolist()
    [1.0, 2.0]
    """

def eigvals(tensor: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Eigenvalues of square matrices, complex, in no particular order.

    The gradient is infinite or NaN where the matrix has too few eigenvectors. Errors as for `eig`.

    >>> tf.math.imag(tf.linalg.eigvals([[0., -1.], [1., 0.]])).numpy().max().item()
    1.0
    """

def eigvalsh(tensor: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Eigenvalues of hermitian matrices in ascending order.

    >>> tf.linalg.eigvalsh([[2., 0.], [0., 1.]]).numpy().tolist()
    [1.0, 2.0]
    """

def einsum(equation: builtins.str, *inputs: Any, optimize: builtins.str = 'greedy', name: builtins.str | None = None) -> Tensor:
    """The sum of products of `inputs` that `equation` describes, in Einstein's notation.

    Each axis of each input has a label, a letter. Labels that the part after `->` leaves out are summed over; without `->` those are the labels that occur more than once, and the others follow in alphabetical order. A label that one input has twice means its diagonal. `...` stands for any axes, which broadcast. Three and more inputs are contracted in pairs, cheapest first; `optimize` is accepted and means nothing.

    Errors: `ValueError` for an equation that cannot be read or another number of inputs, `InvalidArgumentError` for shapes that do not fit it.

    >>> tf.einsum('ij,jk->ik', [[1., 2.]], [[3.], [4.]]).numpy().tolist()
    [[11.0]]
    >>> tf.einsum('ii', [[1., 2.], [3., 4.]]).numpy().item()
    5.0
    """

def elu(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x` for positive `x`, else `e ** x - 1`, element by element; the gradient at 0 is 1.

    >>> tf.nn.elu(tf.constant([0., 2.])).numpy().tolist()
    [0.0, 2.0]
    """

def embedding_lookup(params: TensorLike, ids: TensorLike, max_norm: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """The rows of `params` that `ids` name: shape `ids.shape + params.shape[1:]`.

    Rows longer than `max_norm` (in the Euclidean norm) are scaled down to it. The gradient is dense and sums rows named twice. Errors: `InvalidArgumentError` for an id outside `[0, n)`.

    >>> tf.nn.embedding_lookup(tf.constant([[1., 2.], [3., 4.]]), [1, 0]).numpy().tolist()
    [[3.0, 4.0], [1.0, 2.0]]
    """

def end_turns() -> None:
    ...

def ensure_shape(x: TensorLike, shape: ShapeLike = None, name: builtins.str | None = None) -> Tensor:
    """A new tensor with the value of `x`, whose shape must be `shape`, in which `None` stands for any length. The gradient passes through.

    Errors: `InvalidArgumentError` for another shape, `ValueError` for a negative length.

    >>> tf.ensure_shape([[1., 2.]], [None, 2]).shape
    TensorShape([1, 2])
    """

def enter_branch(way: int) -> builtins.bool:
    """Says that a way of a branch begins, which TensorFlow would trace as a function of its own, and whether that matters:
    `leave_function` must follow then.
    """

def enter_creator(creator: Callable[..., Any]) -> Tensor:
    """Puts `creator(next_creator, **kwargs)` before all that make variables in this thread; `leave_creator` must follow.
    """

def enter_dataset() -> Tensor:
    """A dataset's function is called; what [`leave_dataset`] is to be told.
    """

def enter_eager() -> None:
    """Says that what follows is not of the function that runs, as under `tf.init_scope`. `leave_function` must follow.
    """

def enter_function(owner: Any, args: Any, kwargs: Any) -> builtins.bool:
    """Says that `owner` begins to run with these arguments, and whether that matters to random numbers: `leave_function` must
    follow then. `owner._random_streams(args, kwargs, parent, place)` gives the streams.
    """

def enter_graph() -> builtins.int:
    """A function is called; the graph that it is called in, which [`leave_graph`] is to be told.
    """

def enter_initial() -> Tensor:
    """Says that the function that runs makes a variable, and whether there is one: `leave_function` must follow then.
    """

def enter_step() -> builtins.int:
    """A step of a model begins; the graph that it begins in, which [`leave_step`] is to be told.
    """

def enter_streams(streams: RandomStreams) -> None:
    """The same for streams that are at hand. `leave_function` must follow.
    """

def entries(iterable: Any, argument: builtins.str) -> list[Any]:
    """The items of a shape or of another list with an entry for each axis, as a list; `argument` names it in errors.

    Errors: `ValueError` for more than a tensor can have axes.
    """

def equal(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x == y`, element by element, with broadcasting; any dtype, strings included.

    NaN is not equal to itself. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for shapes
    that do not broadcast (the operator `==` answers `False` to those).

    >>> tf.equal([1., 2.], 2.).numpy().tolist()
    [False, True]
    """

def erf(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The error function, element by element.

    >>> tf.math.erf(tf.constant(0.)).numpy().item()
    0.0
    """

def erfc(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`1 - erf(x)`, element by element, exact in the tail.

    >>> tf.math.erfc(tf.constant(0.)).numpy().item()
    1.0
    """

def erfcinv(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse of `erfc`, element by element, on 0 to 2.

    >>> bool(tf.math.is_finite(tf.math.erfcinv(tf.constant(0.5))))
    True
    """

def erfinv(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse of `erf`, element by element; infinite at -1 and 1, NaN beyond.

    >>> bool(tf.math.is_finite(tf.math.erfinv(tf.constant(0.5))))
    True
    """

def exp(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`e ** x`, element by element.

    >>> tf.exp(tf.constant(0.)).numpy().item()
    1.0
    """

def expand_dims(input: TensorLike, axis: AxisLike, name: builtins.str | None = None) -> Tensor:
    """`input` with a new axis of length 1 at `axis`, counted from the end of the result when negative; no data is copied.

    Errors: `InvalidArgumentError` for an axis out of range.

    >>> tf.expand_dims([1., 2.], axis=-1).shape
    TensorShape([2, 1])
    """

def expint(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The exponential integral Ei, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.expint(tf.constant(0.5))))
    True
    """

def expm(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The exponential of square matrices `[..., n, n]`, which has gradients of any order everywhere.

    A matrix with an infinity or a NaN gives NaN. Errors: `InvalidArgumentError` for matrices that are not square.

    >>> tf.linalg.expm([[0., 1.], [0., 0.]]).numpy().tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """

def expm1(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`e ** x - 1`, element by element, exact near 0.

    >>> tf.math.expm1(tf.constant(0.)).numpy().item()
    0.0
    """

def extract_patches(images: TensorLike, sizes: AxisLike, strides: AxisLike, rates: AxisLike, padding: builtins.str | Sequence[Any], name: builtins.str | None = None) -> Tensor:
    """What a window sees of the images at each of its places: `[batch, rows, columns, window * channels]`.

    `images` is `[batch, height, width, channels]` of any dtype. `sizes`, `strides` and `rates` (steps within a window) have four entries, with 1 for batch and channels; `padding` is 'VALID' or 'SAME', with zeros. Row by row, pixel by pixel, channel by channel. Errors: `InvalidArgumentError` for another rank, entries that are not positive, or images smaller than the window; `UnimplementedError` for windows over batch or channels.

    >>> x = tf.reshape(tf.range(9), [1, 3, 3, 1])
    >>> y = tf.image.extract_patches(x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')
    >>> y[0, 1, 1].numpy().tolist()
    [4, 5, 7, 8]
    """

def eye(num_rows: TensorLike, num_columns: TensorLike | None = None, batch_shape: ShapeLike = None, dtype: DTypeLike = 'float32', name: builtins.str | None = None) -> Tensor:
    """The identity matrix with `num_rows` rows and `num_columns` columns (as many as rows when `None`), repeated to `batch_shape`.

    Errors: `InvalidArgumentError` for a negative length, `ResourceExhaustedError` where memory is not to be had, `TypeError` for strings.

    >>> tf.eye(2, 3).numpy().tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    """

def fft(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The discrete Fourier transform of the last axis of `input`: `sum of x[j] exp(-2 pi i j k / n)`.

    `input` is `complex64` or `complex128` of rank 1 or more, of any length, and is computed in its own precision. Errors: `InvalidArgumentError` for another dtype or a scalar.

    >>> tf.signal.fft(tf.constant([1., 2., 3.], tf.complex64)).numpy()[0].item()
    (6+0j)
    """

def fft2d(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The discrete Fourier transform of the last two axes of `input`.

    Dtypes and errors as for `fft`; the rank is 2 or more.

    >>> tf.signal.fft2d(tf.ones([2, 3], tf.complex64)).numpy()[0, 0].item()
    (6+0j)
    """

def fft3d(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The discrete Fourier transform of the last three axes of `input`.

    Dtypes and errors as for `fft`; the rank is 3 or more.

    >>> tf.signal.fft3d(tf.ones([2, 2, 2], tf.complex64)).numpy()[0, 0, 0].item()
    (8+0j)
    """

def fftshift(x: TensorLike, axes: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`x` with the zero frequency moved to the middle of each of `axes` (all axes when `None`): rolled by half the length, rounded down.

    Errors: `InvalidArgumentError` for an axis out of range.

    >>> tf.signal.fftshift([0., 1., 2., -2., -1.]).numpy().tolist()
    [-2.0, -1.0, 0.0, 1.0, 2.0]
    """

def fill(dims: ShapeLike, value: TensorLike, layout: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """A tensor of shape `dims` whose elements are all `value`, a scalar.

    The gradient of `value` is the sum over all elements. `layout` is ignored. Errors: `InvalidArgumentError` for a negative length or a value that is not a scalar, `ResourceExhaustedError` where memory is not to be had.

    >>> tf.fill([2, 2], 7).numpy().tolist()
    [[7, 7], [7, 7]]
    """

def flip_left_right(image: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The images mirrored: columns in reverse.

    `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank.

    >>> tf.image.flip_left_right([[[1.], [2.]]]).numpy().ravel().tolist()
    [2.0, 1.0]
    """

def flip_up_down(image: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The images upside down: rows in reverse.

    `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank.

    >>> tf.image.flip_up_down([[[1.]], [[2.]]]).numpy().ravel().tolist()
    [2.0, 1.0]
    """

def floor(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The largest integer not above `x`, element by element; no gradient.

    >>> tf.floor(tf.constant([1.5, -1.5])).numpy().tolist()
    [1.0, -2.0]
    """

def floordiv(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / y` rounded down, element by element; no gradient.

    The quotient of two finite floats is rounded once: `1. // 0.1` is 9, since 0.1 is a little more than a tenth, and
    `x == x // y * y + x % y`. Errors: `InvalidArgumentError` for division of an integer by 0.

    >>> tf.math.floordiv([7, -7], 2).numpy().tolist()
    [3, -4]
    """

def floormod(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The remainder of `x / y` with the sign of `y`, as Python has it, element by element.

    Exact for floats of any size, but for the addition of `y` where the signs differ. NaN if `x` is infinite or `y` is
    0. The gradient with respect to `y` is `-floor(x / y)`. Errors: `InvalidArgumentError` for an integer modulo 0.

    >>> tf.math.floormod([7, -7], 3).numpy().tolist()
    [1, 2]
    """

def follow_to_the_letter(yes: TensorLike) -> Tensor:
    ...

def fresnel_cos(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The integral of `cos(pi t ** 2 / 2)` from 0 to `x`, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.fresnel_cos(tf.constant(0.5))))
    True
    """

def fresnel_sin(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The integral of `sin(pi t ** 2 / 2)` from 0 to `x`, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.fresnel_sin(tf.constant(0.5))))
    True
    """

def from_dlpack(x: Any) -> Tensor:
    """A tensor over the memory of another library's array (which must not be changed afterwards), or a DLPack capsule. Truth
    values are copied.
    """

def gather(params: TensorLike, indices: TensorLike, validate_indices: builtins.bool | None = None, axis: AxisLike = None, batch_dims: builtins.int = 0, name: builtins.str | None = None) -> Tensor:
    """The slices of `params` along `axis` that `indices` name: `params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]`.

    The first `batch_dims` axes of both belong together. `axis` is `batch_dims` when `None`; both count from the end when negative. Slices named twice have the sum of their gradients; indices have none. Where `params` is a source itself, a tape gives the gradient along the first axis as `IndexedSlices`. Errors: `InvalidArgumentError` for an index outside `[0, n)` (negative ones too), an axis out of range, or batch axes that differ.

    >>> tf.gather([10., 20., 30.], [2, 0, 2]).numpy().tolist()
    [30.0, 10.0, 30.0]
    """

def gather_nd(params: TensorLike, indices: TensorLike, batch_dims: builtins.int = 0, bad_indices_policy: builtins.str = '', name: builtins.str | None = None) -> Tensor:
    """The slices of `params` at the places that the last axis of `indices` holds, one index for each leading axis: `indices.shape[:-1] + params.shape[batch_dims + indices.shape[-1]:]`.

    The first `batch_dims` axes of both belong together. Slices named twice have the sum of their gradients; where `params` is a source itself, and a list of single indices names its rows, a tape gives that as `IndexedSlices`. Errors: `InvalidArgumentError` for a place outside `params` (negative indices too) or more indices than axes, `ValueError` for too many batch axes.

    >>> tf.gather_nd([[1., 2.], [3., 4.]], [[0, 1], [1, 0]]).numpy().tolist()
    [2.0, 3.0]
    """

def gelu(features: TensorLike, approximate: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`x * P(X <= x)` for a standard normal `X`, element by element (Hendrycks and Gimpel, 2016).

    `approximate` replaces the distribution function by a hyperbolic tangent.

    >>> tf.nn.gelu(tf.constant(0.)).numpy().item()
    0.0
    """

def get_name_scope() -> builtins.str:
    """What [`set_name_scope`] has set; "" for no prefix.
    """

def global_norm(t_list: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The Euclidean norm of all elements of all tensors of `t_list` together, as a scalar.

    `None` among the tensors counts for nothing; of nothing, 0. Where the norm is 0 its gradient is NaN (0 if its cotangent is 0). Errors: `TypeError` when `t_list` is not a sequence, `InvalidArgumentError` for dtypes that differ or are not real floating-point.

    >>> tf.linalg.global_norm([[3., 4.], None, 12.]).numpy().item()
    13.0
    """

def gradient_offered(tape: Any, target: Any, sources: Any, output_gradients: Any, offer: Any) -> Any:
    """The gradients of `target` with respect to the flat list `sources`, as `tape.gradient` gives them. `offer(i, gradient)`
    is called for each source that is connected as soon as nothing more will be added to its gradient; of a source that
    stands twice, for both places. What it raises ends the backward pass.

    Errors: those of `tape.gradient`.
    """

def grammar() -> Tensor:
    """The rows as `(name, [(parameter, kind)], [{parameter: value}])`, a dict for each sample. A tensor is a tuple that says
    how to make it, such as `("Real", shape, low, high)`; a list of tensors is a list of these.
    """

def graph_input(x: Any, op_type: builtins.str) -> Any:
    """What a tensor was made from if an operation of this type did so in the graph that this thread is in; None otherwise.
    """

def grayscale_to_rgb(images: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The images with their one channel three times.

    Errors: `ValueError` when the last axis is not of length 1.

    >>> tf.image.grayscale_to_rgb([[[1.]]]).numpy().ravel().tolist()
    [1.0, 1.0, 1.0]
    """

def greater(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x > y`, element by element, with broadcasting; real numbers only.

    `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    shapes that do not broadcast.

    >>> tf.greater([1., 3.], 2.).numpy().tolist()
    [False, True]
    """

def greater_equal(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x >= y`, element by element, with broadcasting; real numbers only.

    `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    shapes that do not broadcast.

    >>> tf.greater_equal([1., 2.], 2.).numpy().tolist()
    [False, True]
    """

def histogram_fixed_width(values: TensorLike, value_range: TensorLike, nbins: TensorLike = 100, dtype: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """How many of the `values` fall into each of `nbins` bins of equal width between the two ends of `value_range`.

    Values outside the range count into the first or the last bin. `dtype` is `int32` or `int64`. Errors: `InvalidArgumentError` for a range that is not two ascending numbers, NaN, and fewer than one bin; `LookupError` when differentiated.

    >>> tf.histogram_fixed_width([-1., 0., 1.5, 2., 5., 15.], [0., 5.], nbins=5).numpy().tolist()
    [2, 1, 1, 0, 2]
    """

def histogram_fixed_width_bins(values: TensorLike, value_range: TensorLike, nbins: TensorLike = 100, dtype: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """The bin (`int32`) of each of the `values` among `nbins` bins of equal width between the two ends of `value_range`.

    Values outside the range go to the first or the last bin. There is no gradient; `dtype` is accepted and means nothing, as in TensorFlow. Errors: `InvalidArgumentError` for fewer than one bin, and a range that is not two numbers.

    >>> tf.histogram_fixed_width_bins([-1., 0., 1.5, 2., 5.], [0., 5.], nbins=5).numpy().tolist()
    [0, 0, 1, 2, 4]
    """

def hsv_to_rgb(images: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse of `rgb_to_hsv`.

    Errors: `InvalidArgumentError` for other channels or a dtype that is not floating.

    >>> tf.image.hsv_to_rgb([[[0.5, 1., 1.]]]).numpy().ravel().tolist()
    [0.0, 1.0, 1.0]
    """

def identity(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """A new tensor with the value of `input`; the gradient passes through.

    >>> tf.identity([1., 2.]).numpy().tolist()
    [1.0, 2.0]
    """

def identity_n(input: TensorLike, name: builtins.str | None = None) -> list[Tensor]:
    """New tensors with the values of those in `input`, as a list; gradients pass through.

    They belong together: an input whose output was not used has gradient 0, not `None`, when another was used. Errors: `InvalidArgumentError` for an empty list.

    >>> [t.numpy().item() for t in tf.identity_n([1., 2])]
    [1.0, 2]
    """

def ifft(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse of `fft`: `1/n` times the sum of `x[k] exp(2 pi i j k / n)`.

    Dtypes and errors as for `fft`.

    >>> tf.math.real(tf.signal.ifft(tf.constant([6., 0., 0.], tf.complex64))).numpy().tolist()
    [2.0, 2.0, 2.0]
    """

def ifft2d(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse of `fft2d`.

    Dtypes and errors as for `fft2d`.

    >>> tf.signal.ifft2d(tf.ones([2, 3], tf.complex64)).numpy()[0, 0].item()
    (1+0j)
    """

def ifft3d(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The inverse of `fft3d`.

    Dtypes and errors as for `fft3d`.

    >>> tf.signal.ifft3d(tf.ones([2, 2, 2], tf.complex64)).numpy()[0, 0, 0].item()
    (1+0j)
    """

def ifftshift(x: TensorLike, axes: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The inverse of `fftshift`: `x` with the middle of each of `axes` (all axes when `None`) moved to the beginning.

    Errors: `InvalidArgumentError` for an axis out of range.

    >>> tf.signal.ifftshift([-2., -1., 0., 1., 2.]).numpy().tolist()
    [0.0, 1.0, 2.0, -2.0, -1.0]
    """

def igamma(a: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The chance that a gamma variable with parameter `a` is below `x`, element by element.

    NaN unless `a > 0` and `x >= 0`. Both have gradients; that with respect to `a` has one with respect to `x`
    alone.

    >>> bool(abs(tf.math.igamma(1., 1.) + tf.exp(-1.) - 1.) < 1e-6)
    True
    """

def igammac(a: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The chance that a gamma variable with parameter `a` is above `x`, element by element.

    NaN unless `a > 0` and `x >= 0`. Gradients as for `igamma`, with the other sign.

    >>> bool(abs(tf.math.igammac(1., 2.) - tf.exp(-2.)) < 1e-6)
    True
    """

def imag(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The imaginary part of each element; zeros for a real tensor, `False` for truth values.

    Errors: `TypeError` for strings.

    >>> tf.math.imag([1 + 2j]).numpy().tolist()
    [2.0]
    """

def image_gradients(image: TensorLike, name: builtins.str | None = None) -> tuple[Tensor, Tensor]:
    """The pair of differences to the next pixel, downwards and to the right; 0 for the last row or column.

    `image` is `[batch, height, width, channels]`. Errors: `ValueError` for another rank.

    >>> dy, dx = tf.image.image_gradients([[[[1.], [3.]], [[2.], [5.]]]])
    >>> dy.numpy().ravel().tolist(), dx.numpy().ravel().tolist()
    ([1.0, 2.0, 0.0, 0.0], [2.0, 0.0, 3.0, 0.0])
    """

def image_transpose(image: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The images with rows and columns exchanged: `tf.image.transpose`.

    `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank.

    >>> tf.image.transpose(tf.ones([2, 4, 5, 3])).shape
    TensorShape([2, 5, 4, 3])
    """

def in_top_k(targets: TensorLike, predictions: TensorLike, k: TensorLike, name: builtins.str | None = None) -> Tensor:
    """For each row of `predictions` (`float32` of shape `[batch, classes]`), whether fewer than `k` classes have a larger prediction than the row's class in `targets`.

    False where the target is no class, or a prediction of the row is not finite. There is no gradient. Errors: `InvalidArgumentError` for other ranks, lengths that differ, and other dtypes.

    >>> tf.math.in_top_k([0, 1], [[.1, .5, .2], [.3, .6, .1]], k=1).numpy().tolist()
    [False, True]
    """

def inv(input: TensorLike, adjoint: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The inverse of square matrices `[..., n, n]` (of their conjugate transposes with `adjoint`).

    Errors: `InvalidArgumentError` for matrices that are singular or not square.

    >>> tf.linalg.inv([[2., 0.], [0., 4.]]).numpy().tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """

def invert(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Every bit of the integers `x` flipped.

    No gradient passes. Errors: `InvalidArgumentError` for other dtypes.

    >>> tf.bitwise.invert(6).numpy().item()
    -7
    """

def invert_permutation(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The permutation that undoes `x`: `y[x[i]] = i`.

    `x` is a vector of `int32` or `int64` that holds every number from 0 to its length once. There is no gradient. Errors: `InvalidArgumentError` otherwise.

    >>> tf.math.invert_permutation([2, 0, 1]).numpy().tolist()
    [1, 2, 0]
    """

def irfft(input_tensor: TensorLike, fft_length: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The real numbers whose `rfft` is `input_tensor`, along the last axis.

    `fft_length` is `[n]`, how many there are: `2 * (bins - 1)` unless given, and bins are cut off or filled up with zeros to `n / 2 + 1`. Imaginary parts that such a spectrum cannot have are ignored. Errors as for `rfft`.

    >>> tf.signal.irfft(tf.constant([6., 0.], tf.complex64)).numpy().tolist()
    [3.0, 3.0]
    """

def irfft2d(input_tensor: TensorLike, fft_length: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The inverse of `rfft2d`.

    `fft_length` is `[rows, columns]`, as they were there. Dtypes and errors as for `irfft`.

    >>> tf.signal.irfft2d(tf.signal.rfft2d(tf.ones([2, 4]))).shape
    TensorShape([2, 4])
    """

def is_finite(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Which elements are neither infinite nor NaN.

    No gradient passes. Errors: `InvalidArgumentError` for a dtype that is not floating.

    >>> tf.math.is_finite([1., float('inf')]).numpy().tolist()
    [True, False]
    """

def is_in_function() -> builtins.bool:
    """Whether this thread is in a function.
    """

def is_inf(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Which elements are infinite, of either sign.

    No gradient passes. Errors: `InvalidArgumentError` for a dtype that is not floating.

    >>> tf.math.is_inf([1., -float('inf')]).numpy().tolist()
    [False, True]
    """

def is_nan(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Which elements are NaN.

    No gradient passes. Errors: `InvalidArgumentError` for a dtype that is not floating.

    >>> tf.math.is_nan([1., float('nan')]).numpy().tolist()
    [False, True]
    """

def is_non_decreasing(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether no element of `x`, in row-major order, is smaller than the one before it.

    True for fewer than two elements, false where NaN is among them. Errors: `TypeError` for `bool` and strings, `InvalidArgumentError` for complex numbers.

    >>> tf.math.is_non_decreasing([1., 1., 2.]).numpy().item()
    True
    """

def is_recording() -> builtins.bool:
    """Whether some tape of this thread is recording.
    """

def is_strictly_increasing(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether every element of `x`, in row-major order, is larger than the one before it.

    True for fewer than two elements, false where NaN is among them. Errors: `TypeError` for `bool` and strings, `InvalidArgumentError` for complex numbers.

    >>> tf.math.is_strictly_increasing([1., 1., 2.]).numpy().item()
    False
    """

def is_taped() -> builtins.bool:
    """Whether a tape recorded when the outermost function was called, or does if there is none.
    """

def is_tensor(x: object) -> builtins.bool:
    """Whether `x` is a tensor, a variable, or an object that stands for a tensor.
    """

def is_traced() -> builtins.bool:
    """Whether this thread is in a function or in a step of a model.
    """

def l2_loss(t: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Half the sum of the squares of all elements of a floating-point tensor, as a scalar.

    The gradient is `t` itself. Errors: `InvalidArgumentError` for other dtypes.

    >>> tf.nn.l2_loss([3., 4.]).numpy().item()
    12.5
    """

def l2_normalize(x: TensorLike, axis: AxisLike = None, epsilon: TensorLike = 1e-12, dim: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`x` divided by its Euclidean norm over `axis` (all axes when `None`): `x / sqrt(max(sum(x ** 2), epsilon))`.

    Where the sum of squares is below `epsilon`, `x` is divided by `sqrt(epsilon)`. `dim` is an old name of `axis`. Complex numbers keep their directions. Errors: `TypeError` for integers, `ValueError` when both `axis` and `dim` are given, `InvalidArgumentError` for an axis out of range or named twice.

    >>> tf.math.l2_normalize([[3., 4.], [0., 2.]], axis=1).numpy().tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 1.0]]
    """

def lbeta(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The logarithm of the beta function of the last axis: the sum of `lgamma(x)`, less `lgamma` of the sum.

    Minus infinity for an empty axis. Errors: `InvalidArgumentError` for a scalar or a dtype that is not floating.

    >>> bool(abs(tf.math.lbeta([1., 2.]) + tf.math.log(2.)) < 1e-6)
    True
    """

def leaky_relu(features: TensorLike, alpha: TensorLike = 0.2, name: builtins.str | None = None) -> Tensor:
    """`x` for positive `x`, else `alpha * x`, element by element; the gradient at 0 is `alpha`.

    Integers become `float32`.

    >>> tf.nn.leaky_relu(tf.constant([-1., 2.]), alpha=0.5).numpy().tolist()
    [-0.5, 2.0]
    """

def leave_creator() -> Tensor:
    """Takes the last creator away.
    """

def leave_dataset(before: TensorLike) -> Tensor:
    """The dataset's function has returned.
    """

def leave_function() -> None:
    """Ends what the last `enter_function` or `enter_streams` began.
    """

def leave_graph(before: builtins.int) -> None:
    """The function has returned.
    """

def leave_step(before: builtins.int) -> None:
    """The step has ended.
    """

def left_shift(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The bits of `x` moved left by `y` places; integers of one dtype, with broadcasting.

    A shift below 0 counts as 0, one beyond the width as the width less one. No gradient passes. Errors: `InvalidArgumentError` for other dtypes.

    >>> tf.bitwise.left_shift(1, 4).numpy().item()
    16
    """

def less(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x < y`, element by element, with broadcasting; real numbers only.

    `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    shapes that do not broadcast.

    >>> tf.less([1., 2.], 2.).numpy().tolist()
    [True, False]
    """

def less_equal(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x <= y`, element by element, with broadcasting; real numbers only.

    `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    shapes that do not broadcast.

    >>> tf.less_equal([1., 3.], [1., 2.]).numpy().tolist()
    [True, False]
    """

def lgamma(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The logarithm of the magnitude of the gamma function, element by element; infinite at 0 and at negative
    integers.

    >>> bool(tf.math.is_finite(tf.math.lgamma(tf.constant(0.5))))
    True
    """

def linspace(start: TensorLike, stop: TensorLike, num: TensorLike, axis: AxisLike = 0, name: builtins.str | None = None) -> Tensor:
    """`num` values from `start` to `stop`, both included, at equal distances along a new axis `axis`; the ends broadcast.

    Integers become `float64` (narrow ones `float32`). One value is `start` alone. Errors: `InvalidArgumentError` for a negative `num`, an axis out of range or shapes that do not broadcast, `ValueError` for two dtypes.

    >>> tf.linspace(1., 3., 5).numpy().tolist()
    [1.0, 1.5, 2.0, 2.5, 3.0]
    """

def local_response_normalization(input: TensorLike, depth_radius: TensorLike = 5, bias: TensorLike = 1.0, alpha: TensorLike = 1.0, beta: TensorLike = 0.5, name: builtins.str | None = None) -> Tensor:
    """`input / (bias + alpha * sums) ** beta`, where `sums` adds up the squares of nearby channels.

    `input` is `[batch, height, width, channels]`; channels up to `depth_radius` away count. See Krizhevsky et al., 2012. Differentiable any number of times. Errors: `InvalidArgumentError` for another rank, a negative radius, or a dtype that is not floating.

    >>> y = tf.nn.local_response_normalization(tf.ones([1, 1, 1, 2]), depth_radius=1, bias=2., beta=0.5)
    >>> y.numpy().tolist()
    [[[[0.5, 0.5]]]]
    """

def log(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The natural logarithm, element by element.

    Negatively infinite at 0, NaN below; the derivative is `1 / x` everywhere.

    >>> tf.math.log(tf.constant(1.)).numpy().item()
    0.0
    """

def log1p(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`log(1 + x)`, element by element, exact near 0.

    >>> tf.math.log1p(tf.constant(0.)).numpy().item()
    0.0
    """

def log_poisson_loss(targets: TensorLike, log_input: TensorLike, compute_full_loss: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`exp(log_input) - log_input * targets`: the negative log likelihood of `targets` under Poisson distributions.

    `log_input` is the logarithm of their means. `compute_full_loss` adds Stirling's approximation of `log(targets!)`, `targets * log(targets) - targets + log(2 * pi * targets) / 2`, where it exceeds that of 0! and 1!: for targets outside `[0, 1]`. Both have one floating dtype and one shape (else `ValueError`).

    >>> tf.nn.log_poisson_loss([2.], [0.]).numpy().tolist()
    [1.0]
    """

def log_sigmoid(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`log(sigmoid(x))`, element by element, without underflow.

    >>> tf.math.log_sigmoid(tf.constant(-200.)).numpy().item()
    -200.0
    """

def log_softmax(logits: TensorLike, axis: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`logits - reduce_logsumexp(logits, axis)`: the logarithm of `softmax`, without its loss of precision.

    `axis` is -1 when `None`. A logit of -inf gives -inf, and passes a gradient of 0. Dtypes, NaN and errors are those of `softmax`.

    >>> tf.nn.log_softmax([0., -1000.]).numpy().tolist()
    [0.0, -1000.0]
    """

def logdet(matrix: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The logarithm of the determinant of hermitian positive definite matrices; NaN for others.

    >>> tf.linalg.logdet([[1.]]).numpy().item()
    0.0
    """

def logical_and(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether both `x` and `y` are true, element by element, with broadcasting.

    No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool, `InvalidArgumentError` for shapes that do not broadcast.

    >>> tf.logical_and([True, False], True).numpy().tolist()
    [True, False]
    """

def logical_not(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x` is false, element by element.

    No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool.

    >>> tf.logical_not([True, False]).numpy().tolist()
    [False, True]
    """

def logical_or(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x` or `y` is true, element by element, with broadcasting.

    No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool, `InvalidArgumentError` for shapes that do not broadcast.

    >>> tf.logical_or([True, False], False).numpy().tolist()
    [True, False]
    """

def logical_xor(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether exactly one of `x` and `y` is true, element by element, with broadcasting.

    No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool, `InvalidArgumentError` for shapes that do not broadcast.

    >>> tf.math.logical_xor([True, False], True).numpy().tolist()
    [False, True]
    """

def logm(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The principal logarithm of complex square matrices `[..., n, n]`; NaN for singular ones.

    Gradients of any order exist but at singular matrices; at negative eigenvalues they are those of the logarithm above the branch cut. TensorFlow registers none.

    >>> tf.linalg.logm(tf.constant([[1 + 0j]])).numpy().tolist()
    [[0j]]
    """

def lstsq(matrix: TensorLike, rhs: TensorLike, l2_regularizer: TensorLike = 0.0, fast: builtins.bool = True, name: builtins.str | None = None) -> Tensor:
    """`x` that makes `|matrix x - rhs|**2 + l2_regularizer |x|**2` least, through the normal equations.

    The smallest such `x` where there are more columns than rows. Errors: `InvalidArgumentError` where the normal equations are singular.

    >>> tf.linalg.lstsq([[1.], [1.]], [[1.], [3.]]).numpy().tolist()
    [[2.0]]
    """

def lu(input: TensorLike, output_idx_type: DTypeLike = 'int32', name: builtins.str | None = None) -> _Lu:
    """The factors `L` (below the diagonal, its own ones left out) and `U` of square matrices with permuted rows, and the permutation, of dtype `output_idx_type` (`int32` or `int64`).

    No gradient is registered. Errors: `InvalidArgumentError` for a singular matrix.

    >>> tf.linalg.lu([[0., 1.], [2., 3.]]).p.numpy().tolist()
    [1, 0]
    """

def lu_matrix_inverse(lower_upper: TensorLike, perm: AxisLike, validate_args: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The inverses of the matrices whose `lu` is `lower_upper` and `perm`.

    Shapes, gradients and errors as for `lu_solve`.

    >>> lu, p = tf.linalg.lu([[0., 2.], [4., 0.]])
    >>> tf.linalg.lu_matrix_inverse(lu, p).numpy().tolist()
    [[0.0, 0.25], [0.5, 0.0]]
    """

def lu_reconstruct(lower_upper: TensorLike, perm: AxisLike, validate_args: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The matrices whose `lu` is `lower_upper` and `perm`.

    Shapes, gradients and errors as for `lu_solve`.

    >>> lu, p = tf.linalg.lu([[0., 2.], [4., 0.]])
    >>> tf.linalg.lu_reconstruct(lu, p).numpy().tolist()
    [[0.0, 2.0], [4.0, 0.0]]
    """

def lu_solve(lower_upper: TensorLike, perm: AxisLike, rhs: TensorLike, validate_args: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The solution `x` of `A x = rhs`, from the factors and the permutation of `lu(A)`.

    `lower_upper` is `[..., n, n]`, `perm` `[..., n]`, `rhs` `[..., n, k]`; batches broadcast. Factors and right sides have gradients. `validate_args` changes nothing: all is checked always. Errors: `ValueError` for shapes that do not fit.

    >>> lu, p = tf.linalg.lu([[0., 2.], [4., 0.]])
    >>> tf.linalg.lu_solve(lu, p, [[2.], [8.]]).numpy().ravel().tolist()
    [2.0, 1.0]
    """

def matmul(a: TensorLike, b: TensorLike, transpose_a: builtins.bool = False, transpose_b: builtins.bool = False, adjoint_a: builtins.bool = False, adjoint_b: builtins.bool = False, a_is_sparse: builtins.bool = False, b_is_sparse: builtins.bool = False, output_type: DTypeLike = None, grad_a: builtins.bool = False, grad_b: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The matrix product of `a` and `b`: `[..., m, k]` times `[..., k, n]` is `[..., m, n]`.

    Axes before the last two are a batch, and broadcast. `transpose_a` and `transpose_b` swap the last two axes of a factor first, `adjoint_a` and `adjoint_b` conjugate it as well; neither costs a copy. With `k = 0` the product is zero. Half-precision products are accumulated in `float32`, integers wrap around. With `output_type` integer factors are cast to it first (others: `UnimplementedError`). `a_is_sparse`, `b_is_sparse`, `grad_a` and `grad_b` are hints that change nothing.

    Errors: `InvalidArgumentError` for fewer than two axes, for inner lengths that differ, or for batches that do not broadcast; `ValueError` when a factor is to be transposed and adjoint.

    >>> tf.matmul([[1., 2.]], [[3.], [4.]]).numpy().tolist()
    [[11.0]]
    >>> tf.matmul([[1., 2.]], [[3., 4.]], transpose_b=True).numpy().tolist()
    [[11.0]]
    """

def matrix_rank(a: TensorLike, tol: TensorLike | None = None, validate_args: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """How many singular values exceed `tol` (`max(m, n)` roundings of the largest when `None`); no gradient.

    >>> tf.linalg.matrix_rank([[1., 1.], [1., 1.]]).numpy().item()
    1
    """

def matrix_square_root(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The principal square root of square matrices: another name of `linalg.sqrtm`.

    >>> tf.matrix_square_root([[4.]]).numpy().tolist()
    [[2.0]]
    """

def matrix_transpose(a: TensorLike, conjugate: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`a` with its last two axes exchanged, conjugated if `conjugate`; no data is copied.

    Errors: `ValueError` for a rank below 2.

    >>> tf.linalg.matrix_transpose([[1., 2.], [3., 4.]]).numpy().tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

def matvec(a: TensorLike, b: TensorLike, transpose_a: builtins.bool = False, adjoint_a: builtins.bool = False, a_is_sparse: builtins.bool = False, b_is_sparse: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The product of the matrix `a` and the vector `b`: `[..., m, k]` times `[..., k]` is `[..., m]`.

    Batches, flags and errors are those of `matmul`.

    >>> tf.linalg.matvec([[1., 2.], [3., 4.]], [1., 10.]).numpy().tolist()
    [21.0, 43.0]
    """

def max_pool(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = None, name: builtins.str | None = None) -> Tensor:
    """The largest number of each window of `ksize` places of the images `input`, channel by channel.

    Images have one, two or three spatial axes between batch and channels. `ksize` and `strides` are one number, one for each spatial axis, or two more with ones for batch and channels; `padding` is as in `conv2d`, and smaller than any number. Of equal numbers the first, in row-major order of the window, gets the whole gradient; a NaN is larger than any number. Errors: `InvalidArgumentError` for windows or strides below 1, an output smaller than nothing, or a dtype without order; `ValueError` for another rank.

    >>> x = tf.constant([[[1.], [3.], [3.]]])
    >>> tf.nn.max_pool(x, ksize=2, strides=1, padding='VALID').numpy().ravel().tolist()
    [3.0, 3.0]
    """

def max_pool1d(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NWC', name: builtins.str | None = None) -> Tensor:
    """`max_pool` of sequences `[batch, length, channels]`.

    `data_format` is "NWC" or "NCW". Everything else as in `max_pool`.

    >>> tf.nn.max_pool1d([[[1.], [3.], [2.]]], 2, 2, 'SAME').numpy().ravel().tolist()
    [3.0, 2.0]
    """

def max_pool2d(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NHWC', name: builtins.str | None = None) -> Tensor:
    """`max_pool` of images `[batch, height, width, channels]`.

    `data_format` is "NHWC" or "NCHW". Everything else as in `max_pool`.

    >>> tf.nn.max_pool2d(tf.ones([1, 4, 4, 3]), 2, 2, 'VALID').shape
    TensorShape([1, 2, 2, 3])
    """

def max_pool3d(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NDHWC', name: builtins.str | None = None) -> Tensor:
    """`max_pool` of volumes `[batch, depth, height, width, channels]`.

    `data_format` is "NDHWC" or "NCDHW". Everything else as in `max_pool`.

    >>> tf.nn.max_pool3d(tf.ones([1, 2, 2, 2, 3]), 2, 2, 'VALID').shape
    TensorShape([1, 1, 1, 1, 3])
    """

def max_pool_with_argmax(input: TensorLike, ksize: AxisLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = 'NHWC', output_dtype: DTypeLike = 'int64', include_batch_in_index: builtins.bool = False, name: builtins.str | None = None) -> _MaxPoolWithArgmax:
    """`max_pool` of images `[batch, height, width, channels]`, and where the maxima are.

    A named tuple `(output, argmax)`: `argmax` is `(row * width + column) * channels + channel` within the image, or within the whole batch with `include_batch_in_index`, of dtype `output_dtype` (`int64` or `int32`); -1 for a window of nothing but padding. Only `output` has a gradient. Errors as in `max_pool`.

    >>> x = tf.constant([[[[1.], [3.]], [[4.], [2.]]]])
    >>> tf.nn.max_pool_with_argmax(x, 2, 2, 'VALID').argmax.numpy().ravel().tolist()
    [2]
    """

def maximum(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The larger of `x` and `y`, element by element; NaN if one is NaN.

    The gradient goes to the larger one; where both are equal all of it goes to `x`, where one is NaN to `y`.

    >>> tf.maximum([1., 4.], [2., 3.]).numpy().tolist()
    [2.0, 4.0]
    """

def memory_empty_cache() -> None:
    ...

def memory_reset_peak() -> None:
    ...

def memory_set_cache_limit(limit: builtins.int) -> None:
    ...

def memory_stats() -> tuple[builtins.int, ...]:
    """`(live bytes, peak bytes, live blocks, cached bytes)` of tensor memory.
    """

def meshgrid(*args: Any, indexing: builtins.str = 'xy', name: builtins.str | None = None) -> list[Tensor]:
    """The coordinates of a grid whose axes have the places `*args` (vectors; others are flattened): one tensor of the grid's shape for each axis.

    With `indexing` "xy" the first two axes of the grid change places, so that the first vector runs along columns; with "ij" the axes are in order. No data is copied. Errors: `ValueError` for another `indexing`, `InvalidArgumentError` for two dtypes of numbers.

    >>> [t.numpy().tolist() for t in tf.meshgrid([1, 2], [3, 4, 5], indexing='ij')]
    [[[1, 1, 1], [2, 2, 2]], [[3, 4, 5], [3, 4, 5]]]
    """

def minimum(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The smaller of `x` and `y`, element by element; NaN if one is NaN.

    The gradient goes to the smaller one; where both are equal all of it goes to `x`, where one is NaN to `y`.

    >>> tf.minimum([1., 4.], [2., 3.]).numpy().tolist()
    [1.0, 3.0]
    """

def mod(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The remainder of `x / y` with the sign of `y`: another name of `floormod`.

    >>> tf.math.mod([7, -7], 3).numpy().tolist()
    [1, 2]
    """

def moments(x: TensorLike, axes: AxisLike, shift: TensorLike | None = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> tuple[Tensor, Tensor]:
    """The mean and the variance of `x` across `axes`: `(mean, variance)`, both with the dtype of `x`.

    Half precision is computed in `float32`. `shift` is accepted and means nothing, as in TensorFlow; `keepdims` keeps reduced axes with length 1. Of integers both are cut off to integers. Errors: `InvalidArgumentError` for an axis out of range or named twice.

    >>> mean, variance = tf.nn.moments(tf.constant([1., 2., 6.]), axes=[0])
    >>> mean.numpy().item()
    3.0
    """

def multiply(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x * y`, element by element, with broadcasting.

    >>> tf.multiply([1., 2.], 3.).numpy().tolist()
    [3.0, 6.0]
    """

def multiply_no_nan(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x * y`, element by element, and 0 where `y` is 0 even if `x` is infinite or NaN.

    >>> tf.math.multiply_no_nan(float("inf"), 0.).numpy().item()
    0.0
    """

def ndtri(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The quantile function of the standard normal distribution, element by element, on 0 to 1.

    >>> bool(tf.math.is_finite(tf.math.ndtri(tf.constant(0.5))))
    True
    """

def negative(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`-x`, element by element.

    >>> tf.negative(tf.constant([1., -2.])).numpy().tolist()
    [-1.0, 2.0]
    """

def nextafter(x1: TensorLike, x2: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The number next to `x1` towards `x2`, element by element, with broadcasting.

    `float32` and `float64`. The gradient flows to `x1` as it is, and zeros to `x2`. Errors: `InvalidArgumentError` for other dtypes, or shapes that do not broadcast.

    >>> tf.math.nextafter(0., 1.).numpy().item()
    1.401298464324817e-45
    """

def norm(tensor: TensorLike, ord: builtins.str | builtins.float = 'euclidean', axis: AxisLike = None, keepdims: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """The norm of `tensor`: of all elements as one vector (`axis=None`), of vectors along an axis, or of matrices in two axes.

    `ord` of a vector is `'euclidean'`, 1, 2, `np.inf` or any positive number; of a matrix `'euclidean'` or `'fro'` (all elements), 1 (the largest sum of a column), 2 (the largest singular value) or `np.inf` (the largest sum of a row). `keepdims` keeps reduced axes with length 1. Where a Euclidean norm is 0 its gradient is NaN (0 if its cotangent is 0); magnitudes that tie for a maximum share its gradient. Errors: `ValueError` for other orders and axes, `InvalidArgumentError` for an axis out of range and for integers under a root.

    >>> tf.norm([[3., 4.], [6., 8.]], axis=1).numpy().tolist()
    [5.0, 10.0]
    """

def normalize(tensor: TensorLike, ord: builtins.str | builtins.float = 'euclidean', axis: AxisLike = None, name: builtins.str | None = None) -> tuple[Tensor, Tensor]:
    """`tensor` divided by its norm, and the norm with reduced axes of length 1: `(normalized, norm)`.

    `ord` and `axis` are those of `norm`. What has norm 0 becomes NaN. Errors: as `norm`.

    >>> tf.linalg.normalize([3., 4.])[1].numpy().tolist()
    [5.0]
    """

def not_equal(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Whether `x != y`, element by element, with broadcasting; any dtype, strings included.

    NaN differs from itself. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for shapes that
    do not broadcast (the operator `!=` answers `True` to those).

    >>> tf.not_equal([1., 2.], 2.).numpy().tolist()
    [True, False]
    """

def note_left(how: builtins.str, tensors: Any) -> None:
    """Notes that these tensors go where no tape follows, by the way `how`.
    """

def num_threads() -> builtins.int:
    ...

def num_threads_set() -> builtins.int:
    ...

def number_of(x: Any) -> tuple[builtins.bool, builtins.int] | None:
    """`(is a variable, number)`: of two tensors that one thread made the later one has the larger number.
    """

def one_hot(indices: TensorLike, depth: TensorLike, on_value: TensorLike | None = None, off_value: TensorLike | None = None, axis: AxisLike = None, dtype: DTypeLike = None, name: builtins.str | None = None) -> Tensor:
    """A new axis of length `depth` at `axis` (last when `None`) that holds `on_value` at the place that the index names and `off_value` elsewhere.

    An index outside `[0, depth)` gives `off_value` alone. The values are 1 and 0 when `None`, of dtype `dtype`, which is theirs or `float32` when `None`. No gradient passes, not even to `on_value`. Errors: `InvalidArgumentError` for a negative depth, an axis out of range, or indices that are not integers; `TypeError` for values of two dtypes.

    >>> tf.one_hot([0, 2], 3).numpy().tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """

def ones(shape: ShapeLike, dtype: DTypeLike = 'float32', layout: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """Ones of shape `shape` and dtype `dtype`: `True` for bool.

    `layout` is ignored. Errors: `InvalidArgumentError` for a negative length, `ResourceExhaustedError` where memory is not to be had, `TypeError` for strings.

    >>> tf.ones([2], tf.int32).numpy().tolist()
    [1, 1]
    """

def ones_like(input: TensorLike, dtype: DTypeLike = None, layout: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """Ones with the shape of `input`, and its dtype or `dtype`.

    No gradient passes. `layout` is ignored. Errors: `InvalidArgumentError` for strings.

    >>> tf.ones_like([5, 6]).numpy().tolist()
    [1, 1]
    """

def pad(tensor: TensorLike, paddings: TensorLike, mode: builtins.str = 'CONSTANT', constant_values: TensorLike = 0, name: builtins.str | None = None) -> Tensor:
    """`tensor` with `paddings[i][0]` elements before and `paddings[i][1]` after it along each axis `i`.

    `mode` (in any case) says what they are: CONSTANT, all `constant_values`; REFLECT, the tensor mirrored at its first and last element; SYMMETRIC, mirrored at its edges, so that those are repeated. The gradient is summed over all that an element went to; none passes to `constant_values`. Errors: `InvalidArgumentError` for negative paddings, a list that does not have two for each axis, or more than there is to mirror; `ValueError` for another mode.

    >>> tf.pad([1., 2., 3.], [[1, 2]], 'REFLECT').numpy().tolist()
    [2.0, 1.0, 2.0, 3.0, 2.0, 1.0]
    """

def pad_to_bounding_box(image: TensorLike, offset_height: TensorLike, offset_width: TensorLike, target_height: TensorLike, target_width: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Zeros of `target_height` by `target_width`, with the images at row `offset_height`, column `offset_width`.

    `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank, or images that leave the box.

    >>> tf.image.pad_to_bounding_box([[[7.]]], 0, 1, 1, 3).numpy().ravel().tolist()
    [0.0, 7.0, 0.0]
    """

def per_image_standardization(image: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Each image with its mean subtracted, divided by its standard deviation.

    The deviation counts as `1 / sqrt(n)`, with `n` numbers in the image, where it is smaller. `image` is `[..., height, width, channels]` of any dtype; the result is `float32`. Errors: `ValueError` for fewer axes.

    >>> tf.image.per_image_standardization([[[1.], [3.]]]).numpy().ravel().tolist()
    [-1.0, 1.0]
    """

def pinv(a: TensorLike, rcond: TensorLike | None = None, validate_args: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The Moore-Penrose pseudo-inverse of matrices `[..., m, n]`.

    Singular values up to `rcond` (`10 max(m, n)` roundings when `None`) times the largest count as 0.

    >>> tf.linalg.pinv([[2.], [0.]]).numpy().tolist()
    [[0.5, 0.0]]
    """

def polygamma(a: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The derivative of order `a` (a whole number) of `digamma` at `x`, element by element.

    The gradient flows to `x` alone.

    >>> bool(tf.math.polygamma(1., 1.) > 1.64)
    True
    """

def pool(input: TensorLike, window_shape: AxisLike, pooling_type: TensorLike, strides: AxisLike = None, padding: builtins.str | Sequence[Any] = 'VALID', data_format: builtins.str | None = None, dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`max_pool` or `avg_pool` of `input`, as `pooling_type` ('MAX' or 'AVG') says.

    `window_shape` has one entry for each spatial axis of `input`, or is one number; `dilations` are the steps between the places that a window sees. Everything else as in `max_pool`. Errors: `ValueError` for another type of pooling, and what the poolings refuse.

    >>> x = tf.constant([[[1.], [3.], [7.]]])
    >>> tf.nn.pool(x, [2], 'MAX', strides=[1]).numpy().ravel().tolist()
    [3.0, 7.0]
    """

def pow(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x ** y`, element by element, with broadcasting.

    The gradient with respect to `y` is 0 where `x` is not positive. Errors: `InvalidArgumentError` for an integer
    with a negative exponent.

    >>> tf.pow([2., 3.], 2.).numpy().tolist()
    [4.0, 9.0]
    """

def psnr(a: TensorLike, b: TensorLike, max_val: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of images, in decibels: `10 log10(max_val ** 2 / mean of (a - b) ** 2)`.

    `a` and `b` are `[..., height, width, channels]` of one dtype, `max_val` the largest value that a pixel can have; integers are scaled to [0, 1] first. One `float32` for each image; infinite where they are equal. Errors: `InvalidArgumentError` for shapes that do not fit.

    >>> tf.image.psnr(tf.zeros([2, 2, 1]), tf.ones([2, 2, 1]), max_val=10.).numpy().item()
    20.0
    """

def qr(input: TensorLike, full_matrices: builtins.bool = False, name: builtins.str | None = None) -> _Qr:
    """`q` with orthonormal columns and upper triangular `r`, with `q r = input`, for matrices `[..., m, n]`.

    With `full_matrices` `q` is `[..., m, m]`, else `[..., m, min(m, n)]`. The gradient exists where `m >= n` (and `m == n` with `full_matrices`).

    >>> tf.linalg.qr([[3.], [4.]]).r.shape
    TensorShape([1, 1])
    """

def random_categorical(logits: TensorLike, num_samples: TensorLike, dtype: DTypeLike = 'int64', seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Classes drawn with probabilities proportional to `exp(logits)`: `[rows, num_samples]` for logits `[rows, classes]`.

    No gradient. Errors: `InvalidArgumentError` for logits that are no matrix.

    >>> tf.random.categorical([[0., -100.]], 3).numpy().tolist()
    [[0, 0, 0]]
    """

def random_fold_in(seed: AxisLike, data: TensorLike, alg: builtins.str = 'auto_select', name: builtins.str | None = None) -> Tensor:
    """A new seed that depends on `seed` and on the integer `data`.

    >>> tf.random.fold_in([1, 2], 7).shape
    TensorShape([2])
    """

def random_gamma(shape: ShapeLike, alpha: TensorLike, beta: TensorLike | None = None, dtype: DTypeLike = 'float32', seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Random numbers from gamma distributions of shape `alpha` and rate `beta`: `shape` numbers for each `alpha`.

    The result has the shape `shape + alpha.shape`. Gradients flow to `beta`, not to `alpha`.

    >>> tf.random.gamma([3], alpha=[1., 2.]).shape
    TensorShape([3, 2])
    """

def random_normal(shape: ShapeLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = 'float32', seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Random numbers from a normal distribution.

    Gradients flow to `mean` and `stddev`.

    >>> tf.random.normal([2, 3]).shape
    TensorShape([2, 3])
    """

def random_poisson(shape: ShapeLike, lam: TensorLike, dtype: DTypeLike = 'float32', seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Random counts from Poisson distributions of mean `lam`: `shape` numbers for each mean; no gradient.

    >>> tf.random.poisson([3], lam=[1., 2.]).shape
    TensorShape([3, 2])
    """

def random_shuffle(value: TensorLike, seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The rows of `value` in random order; gradients flow back to the rows.

    >>> sorted(tf.random.shuffle([3, 1, 2]).numpy().tolist())
    [1, 2, 3]
    """

def random_split(seed: AxisLike, num: TensorLike = 2, alg: builtins.str = 'auto_select', name: builtins.str | None = None) -> Tensor:
    """`num` new seeds from one, of shape `[num, 2]`.

    >>> tf.random.split([1, 2], num=3).shape
    TensorShape([3, 2])
    """

def random_uniform(shape: ShapeLike, minval: TensorLike = 0, maxval: TensorLike | None = None, dtype: DTypeLike = 'float32', seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Random numbers, all equally likely, between `minval` (included) and `maxval` (excluded; 1 for floats when `None`).

    Integers need `maxval`. Gradients flow to the bounds of floats. Errors: `ValueError` for integers without `maxval`, `InvalidArgumentError` for an empty range of integers.

    >>> tf.random.uniform([2, 3], maxval=10, dtype=tf.int32).shape
    TensorShape([2, 3])
    """

def range(start: TensorLike, limit: TensorLike | None = None, delta: TensorLike = 1, dtype: DTypeLike = None, name: builtins.str | None = None) -> Tensor:
    """The numbers from `start` (0 when there is no `limit`, and `start` is the limit) up to but without `limit`, `delta` apart.

    The dtype is `dtype`, or the widest of the arguments' in the order int32, int64, float32, float64. Element `i` is `start + i * delta`, computed in that dtype. No gradient passes. Errors: `InvalidArgumentError` for a `delta` of 0 or of the wrong sign, or a dtype that is not of real numbers.

    >>> tf.range(2, 10, 3).numpy().tolist()
    [2, 5, 8]
    """

def rank(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The number of axes of `input` as an `int32` scalar.

    No gradient passes.

    >>> tf.rank([[1., 2.]]).numpy().item()
    2
    """

def real(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The real part of each element; a real tensor is returned as it is.

    Errors: `TypeError` for bool and strings.

    >>> tf.math.real([1 + 2j]).numpy().tolist()
    [1.0]
    """

def realdiv(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / y` of floating-point tensors, element by element, with broadcasting.

    Division by zero gives infinity, and `0 / 0` NaN.

    >>> tf.realdiv([1., 2.], 4.).numpy().tolist()
    [0.25, 0.5]
    """

def reciprocal(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`1 / x`, element by element; infinite at 0.

    >>> tf.math.reciprocal(tf.constant(4.)).numpy().item()
    0.25
    """

def reciprocal_no_nan(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`1 / x`, element by element; 0 at 0.

    >>> tf.math.reciprocal_no_nan(tf.constant([0., 4.])).numpy().tolist()
    [0.0, 0.25]
    """

def record_custom(inputs: Any, outputs: Any, grad_fn: Callable[..., Any]) -> Any:
    """Records `outputs` as computed from `inputs` with the gradient `grad_fn(*dys) -> list`; returns the outputs as new
    tensors. A variable among the inputs counts as read.
    """

def reduce_all(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """Whether every element across `axis` is true (all axes when `None`).

    Of no elements, `True`. The argument is a `bool` tensor; there is no gradient. Errors: `InvalidArgumentError`
    for an axis out of range or named twice, and for other dtypes.

    >>> tf.reduce_all([[True, False], [True, True]], axis=1).numpy().tolist()
    [False, True]
    """

def reduce_any(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """Whether at least one element across `axis` is true (all axes when `None`).

    Of no elements, `False`. The argument is a `bool` tensor; there is no gradient. Errors: `InvalidArgumentError`
    for an axis out of range or named twice, and for other dtypes.

    >>> tf.reduce_any([[True, False], [False, False]], axis=1).numpy().tolist()
    [True, False]
    """

def reduce_euclidean_norm(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The square root of the sum of squared magnitudes across `axis` (all axes when `None`).

    The norm of integers is truncated to an integer, that of complex numbers is complex. The gradient is
    `x / norm`, NaN where the norm is 0. `keepdims` keeps reduced axes with length 1. Errors:
    `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and `string`.

    >>> tf.math.reduce_euclidean_norm([[3., 4.], [5., 12.]], axis=1).numpy().tolist()
    [5.0, 13.0]
    """

def reduce_logsumexp(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The logarithm of the sum of the exponentials across `axis` (all axes when `None`), without overflow.

    Of no elements, negative infinity. The gradient is `softmax(x)`: NaN behind an infinite result. `keepdims`
    keeps reduced axes with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and
    for types that are not real floating-point.

    >>> tf.reduce_logsumexp([1000., 1000.]).numpy().round(2).item() - 1000 < 0.7
    True
    """

def reduce_max(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The largest element across `axis` (all axes when `None`).

    NaN if one of them is NaN; of no elements, negative infinity or the smallest integer. Elements that tie for
    the maximum share its gradient evenly; where it is NaN, so is every gradient. `keepdims` keeps reduced axes
    with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and for complex, `bool`
    and `string`.

    >>> tf.reduce_max([[1., 5.], [7., 2.]], axis=1).numpy().tolist()
    [5.0, 7.0]
    """

def reduce_mean(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The mean of the elements across `axis` (all axes when `None`; none when the list is empty).

    The mean of no elements is NaN; the mean of integers is truncated to an integer. `keepdims` keeps reduced axes
    with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and
    `string`.

    >>> tf.reduce_mean([1., 2., 6.]).numpy().item()
    3.0
    """

def reduce_min(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The smallest element across `axis` (all axes when `None`).

    NaN if one of them is NaN; of no elements, infinity or the largest integer. Elements that tie for the minimum
    share its gradient evenly; where it is NaN, so is every gradient. `keepdims` keeps reduced axes with length 1.
    Errors: `InvalidArgumentError` for an axis out of range or named twice, and for complex, `bool` and `string`.

    >>> tf.reduce_min([[1., 5.], [7., 2.]], axis=1).numpy().tolist()
    [1.0, 2.0]
    """

def reduce_prod(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The product of the elements across `axis` (all axes when `None`).

    The product of no elements is 1. Gradients of every order are exact where elements are zero: each element's
    gradient is the product of the others. `keepdims` keeps reduced axes with length 1. Errors:
    `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and `string`.

    >>> tf.reduce_prod([[1., 2.], [3., 4.]], axis=0).numpy().tolist()
    [3.0, 8.0]
    """

def reduce_std(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The standard deviation of the elements across `axis` (all axes when `None`): the square root of their variance.

    That of complex numbers is real, that of no elements NaN; where it is 0 the gradient is NaN (0 if its cotangent is 0). `keepdims` keeps reduced axes with length 1. Errors: as `reduce_variance`.

    >>> tf.math.reduce_std([1., 3.]).numpy().item()
    1.0
    """

def reduce_sum(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The sum of the elements across `axis` (all axes when `None`; none when the list is empty).

    The sum of no elements is 0. Half-precision sums are accumulated in `float32`; in TensorFlow's place those of
    `float16` are rounded at each step, as there. `keepdims` keeps reduced axes
    with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and
    `string`.

    >>> tf.reduce_sum([[1., 2.], [3., 4.]], axis=0).numpy().tolist()
    [4.0, 6.0]
    """

def reduce_variance(input_tensor: TensorLike, axis: AxisLike = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The variance of the elements across `axis` (all axes when `None`): the mean squared distance from their mean.

    The variance of complex numbers is real; that of no elements is NaN. `keepdims` keeps reduced axes with length
    1. Errors: `TypeError` for integers, `InvalidArgumentError` for an axis out of range or named twice, and for
    `bool` and `string`.

    >>> tf.math.reduce_variance([1., 2., 6.]).numpy().item()
    4.666666507720947
    """

def register_gradient(op_type: builtins.str, function: Callable[..., Any] | None) -> None:
    """Registers a gradient function for an operation type; `None` registers the type as not differentiable.

    Errors: `KeyError` when the type has a gradient or was registered before.
    """

def registry() -> list[tuple[builtins.str, builtins.str, builtins.str, builtins.str]]:
    """The rows as Python data, for stubs, documentation and tests: `(name, op_type, signature, doc)`.
    """

def relu(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`max(x, 0)`, element by element; the gradient at 0 (and of NaN) is 0.

    >>> tf.nn.relu(tf.constant([-1., 2.])).numpy().tolist()
    [0.0, 2.0]
    """

def relu6(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`min(max(x, 0), 6)`, element by element; the gradient at 0 and at 6 is 0.

    >>> tf.nn.relu6(tf.constant([-1., 2., 7.])).numpy().tolist()
    [0.0, 2.0, 6.0]
    """

def repeat(input: TensorLike, repeats: TensorLike, axis: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Each slice of `input` along `axis` repeated `repeats` times, or as often as its entry of `repeats` says; without `axis` the elements of the flattened tensor.

    The gradient is the sum over the repetitions. Errors: `InvalidArgumentError` for a negative number, `ValueError` for an axis out of range or a list that does not have one entry for each slice.

    >>> tf.repeat([3., 4.], [1, 2]).numpy().tolist()
    [3.0, 4.0, 4.0]
    """

def reshape(tensor: TensorLike, shape: ShapeLike, name: builtins.str | None = None) -> Tensor:
    """The elements of `tensor` in row-major order under another shape; one length may be -1 and is inferred.

    Errors: `InvalidArgumentError` when the element counts differ.

    >>> tf.reshape([1., 2., 3., 4.], [2, -1]).shape
    TensorShape([2, 2])
    """

def resize(images: TensorLike, size: TensorLike, method: builtins.str = 'bilinear', preserve_aspect_ratio: builtins.bool = False, antialias: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The images with `size[0]` rows and `size[1]` columns.

    `images` is `[height, width, channels]` or a batch of such. `method` is 'nearest', which keeps the dtype, or 'bilinear', 'bicubic' (Keys, 1981, with -1/2) or 'area' (the mean of what a pixel covers), which give `float32`. With `antialias` the windows of 'bilinear' and 'bicubic' grow where the images shrink. With `preserve_aspect_ratio` the result is as large as fits into `size`. Gradients of every order. Errors: `ValueError` for another rank, method, or number of sizes, `InvalidArgumentError` for a size below 1.

    >>> tf.image.resize([[[1.], [3.]]], [1, 4]).numpy().ravel().tolist()
    [1.0, 1.5, 2.5, 3.0]
    >>> tf.image.resize([[[1.], [3.]]], [1, 4], 'nearest').numpy().ravel().tolist()
    [1.0, 1.0, 3.0, 3.0]
    """

def resize_with_crop_or_pad(image: TensorLike, target_height: TensorLike, target_width: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The images with rows and columns cut off, or zeros put on, evenly on both sides.

    The result has `target_height` rows and `target_width` columns; of an odd number, the odd one goes to the end. Errors: `ValueError` for another rank than 3 or 4, or a size below 1.

    >>> tf.image.resize_with_crop_or_pad(tf.ones([4, 5, 3]), 2, 7).shape
    TensorShape([2, 7, 3])
    """

def restart_streams() -> None:
    ...

def reverse(tensor: TensorLike, axis: AxisLike, name: builtins.str | None = None) -> Tensor:
    """`tensor` with the elements along each axis of `axis` in reversed order; no data is copied.

    Errors: `InvalidArgumentError` for an axis out of range or named twice.

    >>> tf.reverse([1., 2., 3.], [0]).numpy().tolist()
    [3.0, 2.0, 1.0]
    """

def reverse_sequence(input: TensorLike, seq_lengths: TensorLike, seq_axis: TensorLike | None = None, batch_axis: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """`input` with the first `seq_lengths[b]` elements along `seq_axis` in reversed order, for each place `b` of `batch_axis` (0 when `None`).

    Errors: `InvalidArgumentError` for axes out of range (negative ones too) or equal, a length outside its axis, or a list that does not have one for each place; `TypeError` without `seq_axis`.

    >>> tf.reverse_sequence([[1., 2., 3.], [4., 5., 6.]], [2, 3], seq_axis=1).numpy().tolist()
    [[2.0, 1.0, 3.0], [6.0, 5.0, 4.0]]
    """

def rfft(input_tensor: TensorLike, fft_length: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """The first `n / 2 + 1` numbers of the Fourier transform of the last axis of `input_tensor`, which is real.

    The others are their conjugates. `fft_length` `[n]` cuts the axis or fills it up with zeros first. `float32` gives `complex64`, `float64` `complex128`. Errors: `ValueError` for another dtype, `InvalidArgumentError` for a negative length or a scalar.

    >>> tf.signal.rfft([1., 2., 3.]).numpy()[0].item()
    (6+0j)
    """

def rfft2d(input_tensor: TensorLike, fft_length: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`rfft` of the last axis of `input_tensor`, then the Fourier transform of the axis before it.

    `fft_length` is `[rows, columns]`. Dtypes and errors as for `rfft`; the rank is 2 or more.

    >>> tf.signal.rfft2d(tf.ones([2, 3])).numpy()[0, 0].item()
    (6+0j)
    """

def rgb_to_grayscale(images: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The luminance `0.2989 red + 0.587 green + 0.114 blue` of images, with one channel.

    Integers are scaled to [0, 1] first, and back. Errors: `InvalidArgumentError` for other channels.

    >>> y = tf.image.rgb_to_grayscale([[[1., 0., 0.]]])
    >>> y.shape, round(float(y[0, 0, 0]), 4)
    (TensorShape([1, 1, 1]), 0.2989)
    """

def rgb_to_hsv(images: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Red, green and blue as hue (a part of the circle), saturation and value, all in [0, 1].

    Grey has hue 0, and black saturation 0. Errors: `InvalidArgumentError` for other channels or a dtype that is not floating.

    >>> tf.image.rgb_to_hsv([[[0., 2., 2.]]]).numpy().ravel().tolist()
    [0.5, 1.0, 2.0]
    """

def right_shift(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The bits of `x` moved right by `y` places; negative numbers stay negative. Integers of one dtype, with broadcasting.

    A shift below 0 counts as 0, one beyond the width as the width less one. No gradient passes. Errors: `InvalidArgumentError` for other dtypes.

    >>> tf.bitwise.right_shift(-8, 1).numpy().item()
    -4
    """

def rint(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The nearest integer, halves to even, element by element; no gradient.

    >>> tf.math.rint(tf.constant([0.5, 1.5])).numpy().tolist()
    [0.0, 2.0]
    """

def roll(input: TensorLike, shift: TensorLike, axis: AxisLike, name: builtins.str | None = None) -> Tensor:
    """`input` with its elements moved by `shift` places along `axis`; those that leave at the end enter at the beginning.

    Lists shift several axes, each by its own number; negative numbers move towards the beginning. Errors: `InvalidArgumentError` for an axis out of range, lists of different lengths, or a scalar.

    >>> tf.roll([1., 2., 3., 4.], 1, axis=0).numpy().tolist()
    [4.0, 1.0, 2.0, 3.0]
    """

def rot90(image: TensorLike, k: TensorLike = 1, name: builtins.str | None = None) -> Tensor:
    """The images turned counter-clockwise by `k` quarters of a turn.

    `image` is `[height, width, channels]` or a batch of such; `k` may be any integer. Errors: `ValueError` for another rank.

    >>> tf.image.rot90([[[1.], [2.]]]).numpy().ravel().tolist()
    [2.0, 1.0]
    """

def round(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The nearest integer, halves to even, element by element; integers stay. No gradient.

    >>> tf.round(tf.constant([0.5, 1.5, 2.5])).numpy().tolist()
    [0.0, 2.0, 2.0]
    """

def rsqrt(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`1 / sqrt(x)`, element by element.

    Infinite at 0 and NaN for negative numbers.

    >>> tf.math.rsqrt(tf.constant(4.)).numpy().item()
    0.5
    """

def saturate_cast(value: TensorLike, dtype: DTypeLike, name: builtins.str | None = None) -> Tensor:
    """`value` converted to `dtype`, clamped to the range of `dtype` first; no number wraps around.

    Floats are cut off towards zero on their way to integers, and NaN becomes 0; infinities become the largest finite numbers of a narrower dtype; complex numbers are clamped in each part, or lose their imaginary part. The gradient is cast back, and is 0 where the value was clamped. Errors: `TypeError` to or from bool and strings.

    >>> tf.saturate_cast([300., -5.], tf.uint8).numpy().tolist()
    [255, 0]
    """

def scalar_mul(scalar: TensorLike, x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`scalar * x`, for a `scalar` of rank 0.

    Errors: `ValueError` when `scalar` has axes.

    >>> tf.scalar_mul(2., tf.constant([1., 3.])).numpy().tolist()
    [2.0, 6.0]
    """

def scatter_nd(indices: TensorLike, updates: TensorLike, shape: ShapeLike, bad_indices_policy: builtins.str = '', name: builtins.str | None = None) -> Tensor:
    """Zeros of shape `shape` to which the slices of `updates` are added at the places that the last axis of `indices` holds.

    Slices that go to one place add up. `updates` has shape `indices.shape[:-1] + shape[indices.shape[-1]:]`. Errors: `InvalidArgumentError` for a place outside `shape` or shapes that do not fit.

    >>> tf.scatter_nd([[0], [2], [0]], [1., 2., 3.], [4]).numpy().tolist()
    [4.0, 0.0, 2.0, 0.0]
    """

def searchsorted(sorted_sequence: TensorLike, values: TensorLike, side: builtins.str = 'left', out_type: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """Where `values` belong in `sorted_sequence`, row by row along the last axis: how many elements lie below each (`side='left'`), or not above it (`side='right'`).

    `out_type` is `int32` or `int64`. There is no gradient. Errors: `ValueError` for another side, `InvalidArgumentError` when the numbers of rows or the dtypes differ.

    >>> tf.searchsorted([1., 3., 5.], [0., 3., 6.]).numpy().tolist()
    [0, 1, 3]
    """

def segment_max(data: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The largest element of the rows of each segment: rows with the same number in `segment_ids`, which ascend.

    NaN counts as the largest; a segment without rows has value 0. Rows that tie share the gradient evenly. Errors: `InvalidArgumentError` for ids that are negative, do not ascend or are not one for each row, and for complex numbers, `bool` and strings.

    >>> tf.math.segment_max([1., 2., 6.], [0, 0, 1]).numpy().tolist()
    [2.0, 6.0]
    """

def segment_mean(data: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The mean of the rows of each segment: rows with the same number in `segment_ids`, which ascend from row to row.

    A segment without rows has mean 0; means of integers are truncated. Errors: `InvalidArgumentError` for ids that are negative, do not ascend or are not one for each row, and for `bool` and strings.

    >>> tf.math.segment_mean([1., 2., 6.], [0, 0, 1]).numpy().tolist()
    [1.5, 6.0]
    """

def segment_min(data: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The smallest element of the rows of each segment: rows with the same number in `segment_ids`, which ascend.

    NaN counts as the smallest; a segment without rows has value 0. Rows that tie share the gradient evenly. Errors: `InvalidArgumentError` for ids that are negative, do not ascend or are not one for each row, and for complex numbers, `bool` and strings.

    >>> tf.math.segment_min([1., 2., 6.], [0, 0, 1]).numpy().tolist()
    [1.0, 6.0]
    """

def segment_prod(data: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The product of the rows of each segment: rows with the same number in `segment_ids`, which ascend.

    A segment without rows has product 1. Gradients are exact where rows are zero. Errors: `InvalidArgumentError` for ids that are negative, do not ascend or are not one for each row, and for `bool` and strings.

    >>> tf.math.segment_prod([3., 2., 6.], [0, 0, 1]).numpy().tolist()
    [6.0, 6.0]
    """

def segment_sum(data: TensorLike, segment_ids: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The sum of the rows of each segment: rows with the same number in `segment_ids`, which ascend from row to row.

    A segment without rows has sum 0. Errors: `InvalidArgumentError` for ids that are negative, do not ascend or are not one for each row, and for `bool` and strings.

    >>> tf.math.segment_sum([1., 2., 6.], [0, 0, 1]).numpy().tolist()
    [3.0, 6.0]
    """

def selu(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The self-normalising exponential linear unit (Klambauer et al., 2017), element by element.

    `scale * x` for positive `x`, else `scale * alpha * (e ** x - 1)`; the gradient at 0 is `scale` (1.0507).

    >>> tf.nn.selu(tf.constant(0.)).numpy().item()
    0.0
    """

def separable_conv2d(input: TensorLike, depthwise_filter: TensorLike, pointwise_filter: TensorLike, strides: AxisLike, padding: builtins.str | Sequence[Any], data_format: builtins.str | None = None, dilations: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`depthwise_conv2d` with `depthwise_filter`, whose channels `pointwise_filter` `[1, 1, channels * multiplier, outputs]` then mixes.

    Other arguments as in `conv2d`. Errors: `ValueError` for a pointwise filter that sees more than one place, and what the two convolutions refuse.

    >>> x = tf.constant([[[[1., 2.]]]])
    >>> y = tf.nn.separable_conv2d(x, [[[[3.], [4.]]]], [[[[1.], [10.]]]], [1, 1, 1, 1], 'SAME')
    >>> y.numpy().ravel().tolist()
    [83.0]
    """

def sequence_mask(lengths: TensorLike, maxlen: TensorLike | None = None, dtype: DTypeLike = 'bool', name: builtins.str | None = None) -> Tensor:
    """A new last axis of length `maxlen` (the largest of `lengths` when `None`) that is true at its first `lengths[...]` places, as `dtype`.

    No gradient passes. Errors: `InvalidArgumentError` for a negative `maxlen`.

    >>> tf.sequence_mask([1, 3], 4, dtype=tf.int32).numpy().tolist()
    [[1, 0, 0, 0], [1, 1, 1, 0]]
    """

def set_diag(input: TensorLike, diagonal: TensorLike, k: TensorLike = 0, align: builtins.str = 'RIGHT_LEFT', name: builtins.str | None = None) -> Tensor:
    """The matrices in the last two axes of `input` with diagonal `k` replaced by `diagonal`.

    `k` is 0 for the main diagonal, positive above it; a pair names a band from the lowest to the highest, whose diagonals are the rows of the last two axes of `diagonal`, the highest first, shorter ones pushed to the side that `align` says (above, then below the main diagonal). Errors: `InvalidArgumentError` for a rank below 2, a diagonal that the matrices do not have, or shapes that do not fit.

    >>> tf.linalg.set_diag([[1., 2.], [3., 4.]], [7., 8.]).numpy().tolist()
    [[7.0, 2.0], [3.0, 8.0]]
    """

def set_name_scope(prefix: builtins.str | None) -> Any:
    """Sets the prefix (`a/b/`) of names of variables made from now on by this thread; `None` for no prefix.
    """

def set_num_threads(n: builtins.int) -> None:
    ...

def set_seed(seed: AxisLike, name: builtins.str | None = None) -> None:
    """Sets the global seed: the random functions called after it give the same numbers every time.

    The numbers are TensorFlow's for the same seed; `None` takes the seed away.

    >>> tf.random.set_seed(5)
    >>> a = tf.random.uniform([2])
    >>> tf.random.set_seed(5)
    >>> bool(tf.reduce_all(a == tf.random.uniform([2])))
    True
    """

def shape(input: TensorLike, out_type: DTypeLike = None, name: builtins.str | None = None) -> Tensor:
    """The shape of `input` as a vector of dtype `out_type`, `int32` when `None`.

    No gradient passes. Errors: `InvalidArgumentError` for a dtype other than `int32` and `int64`.

    >>> tf.shape([[1., 2.]]).numpy().tolist()
    [1, 2]
    """

def sigmoid(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`1 / (1 + e ** -x)`, element by element.

    >>> tf.sigmoid(tf.constant(0.)).numpy().item()
    0.5
    """

def sigmoid_cross_entropy_with_logits(labels: TensorLike | None = None, logits: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """`-labels * log(sigmoid(logits)) - (1 - labels) * log(1 - sigmoid(logits))`, element by element.

    Computed as `max(logits, 0) - logits * labels + log(1 + exp(-abs(logits)))`, which neither overflows nor loses
    digits. Both have one floating dtype and one shape (else `ValueError`), and both have a gradient.

    >>> loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=[0., 1.], logits=[0., 1000.])
    >>> print(loss.numpy())
    [0.6931472 0.       ]
    """

def sign(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """-1, 0 or 1, element by element (`x / |x|` for complex numbers); the gradient is 0.

    >>> tf.sign(tf.constant([-3., 0., 2.])).numpy().tolist()
    [-1.0, 0.0, 1.0]
    """

def silu(features: TensorLike, beta: TensorLike = 1.0, name: builtins.str | None = None) -> Tensor:
    """`x * sigmoid(beta * x)`, element by element (Elfwing et al., 2017).

    >>> tf.nn.silu(tf.constant(0.)).numpy().item()
    0.0
    """

def sin(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The sine of an angle in radians, element by element; NaN at infinity.

    >>> tf.sin(tf.constant(0.)).numpy().item()
    0.0
    """

def sinh(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The hyperbolic sine, element by element.

    >>> tf.sinh(tf.constant(0.)).numpy().item()
    0.0
    """

def size(input: TensorLike, out_type: DTypeLike = None, name: builtins.str | None = None) -> Tensor:
    """The number of elements of `input` as a scalar of dtype `out_type`, `int32` when `None`.

    No gradient passes. Errors: `InvalidArgumentError` for a dtype that is none of numbers.

    >>> tf.size([[1., 2.]]).numpy().item()
    2
    """

def slice(input_: TensorLike, begin: TensorLike, size: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`size[i]` elements from `begin[i]` on along each axis `i`; a size of -1 means all that are left.

    No data is copied. The gradient is zero outside the slice. Errors: `InvalidArgumentError` when a slice does not lie inside its axis, or the lists do not have one entry for each axis.

    >>> tf.slice([[1., 2., 3.], [4., 5., 6.]], [0, 1], [-1, 2]).numpy().tolist()
    [[2.0, 3.0], [5.0, 6.0]]
    """

def slogdet(input: TensorLike, name: builtins.str | None = None) -> _LogMatrixDeterminant:
    """The sign of the determinant of square matrices, and the logarithm of its magnitude, which does not overflow.

    A singular matrix has sign 0 and logarithm minus infinity. No gradient flows through the sign.

    >>> tf.linalg.slogdet([[-1.]]).sign.numpy().item()
    -1.0
    """

def sobel_edges(image: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Sobel's edges of images `[batch, height, width, channels]`: a last axis of slopes down and to the right.

    Images are mirrored at their borders. Errors: `InvalidArgumentError` for another rank or images of fewer than two rows or columns.

    >>> tf.image.sobel_edges(tf.reshape(tf.range(9.), [1, 3, 3, 1]))[0, 1, 1, 0].numpy().tolist()
    [24.0, 8.0]
    """

def softmax(logits: TensorLike, axis: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`exp(logits) / reduce_sum(exp(logits), axis)`: positive numbers that sum to 1 along `axis` (-1 when `None`).

    The largest logit is subtracted first, so nothing overflows. Where all logits are -inf, or one is inf or NaN, the result is NaN. Floating dtypes; half precision is computed in `float32`, in TensorFlow's place step by step. Errors: `InvalidArgumentError` for a scalar or an axis out of range.

    >>> tf.nn.softmax([0., 0.]).numpy().tolist()
    [0.5, 0.5]
    """

def softmax_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, axis: AxisLike = -1, name: builtins.str | None = None) -> Tensor:
    """`-reduce_sum(labels * log_softmax(logits, axis), axis)`: how far a distribution over classes is from `labels`.

    `labels` and `logits` have one shape, or broadcast; the result lacks `axis`. `labels` are cast to the dtype of the (floating) `logits`, and have a gradient too. The gradient for the logits is `softmax(logits) - labels`, as in TensorFlow: that of the loss if the labels of a row sum to 1, which they need not. Nothing overflows; a logit of -inf makes the loss NaN. Errors: `InvalidArgumentError` for shapes that do not fit, scalars, or an axis out of range.

    >>> loss = tf.nn.softmax_cross_entropy_with_logits(labels=[[0., 1.]], logits=[[0., 0.]])
    >>> print(loss.numpy())
    [0.6931472]
    """

def softplus(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`log(1 + e ** x)`, element by element, without overflow.

    >>> tf.nn.softplus(tf.constant(200.)).numpy().item()
    200.0
    """

def softsign(features: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / (1 + |x|)`, element by element.

    >>> tf.nn.softsign(tf.constant(1.)).numpy().item()
    0.5
    """

def solve(matrix: TensorLike, rhs: TensorLike, adjoint: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`x` with `matrix x = rhs` (`matrix^H x = rhs` with `adjoint`), for `matrix` `[..., n, n]` and `rhs` `[..., n, k]`.

    Errors: `InvalidArgumentError` for singular matrices and shapes that do not fit.

    >>> tf.linalg.solve([[2., 0.], [0., 4.]], [[2.], [4.]]).numpy().tolist()
    [[1.0], [1.0]]
    """

def sort(values: TensorLike, axis: AxisLike = -1, direction: builtins.str = 'ASCENDING', name: builtins.str | None = None) -> Tensor:
    """The elements of `values` sorted along `axis`; `direction` is `'ASCENDING'` or `'DESCENDING'`.

    Equal elements keep their order, and each carries its gradient back; NaN counts as the largest value. Errors: `ValueError` for another direction, `InvalidArgumentError` for an axis out of range, complex numbers, `bool` and strings.

    >>> tf.sort([3., 1., 2.]).numpy().tolist()
    [1.0, 2.0, 3.0]
    """

def space_to_depth(input: TensorLike, block_size: TensorLike, data_format: builtins.str | None = 'NHWC', name: builtins.str | None = None) -> Tensor:
    """Blocks of `block_size` by `block_size` pixels of the images `input` moved into their channels: height and width are divided by `block_size`, the channels multiplied by its square.

    `data_format` is "NHWC" or "NCHW". Errors: `InvalidArgumentError` for a rank other than 4, a height or width that the block does not divide, a block below 2, or another format.

    >>> tf.nn.space_to_depth([[[[1.], [2.]], [[3.], [4.]]]], 2).numpy().tolist()
    [[[[1.0, 2.0, 3.0, 4.0]]]]
    """

def sparse_softmax_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`-log_softmax(logits)[..., label]`: `softmax_cross_entropy_with_logits` for one class in each row.

    `logits` is floating, `[..., classes]`; `labels` are `int32` or `int64` class numbers of shape `[...]`, which is the shape of the result. Errors: `ValueError` for shapes that do not fit, `InvalidArgumentError` for a label outside `[0, classes)` and for other dtypes.

    >>> loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=[[0., 0.]])
    >>> print(loss.numpy())
    [0.6931472]
    """

def spence(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The dilogarithm of `1 - x`, element by element.

    >>> bool(tf.math.is_finite(tf.math.special.spence(tf.constant(0.5))))
    True
    """

def split(value: TensorLike, num_or_size_splits: IntsLike, axis: AxisLike = 0, num: TensorLike | None = None, name: builtins.str | None = None) -> list[Tensor]:
    """`value` cut along `axis`, as a list: into `num_or_size_splits` equal pieces if it is an integer, else into pieces of those lengths, of which one may be -1 and takes what is left.

    `num`, when given, is how many pieces there must be. No data is copied. Errors: `InvalidArgumentError` for lengths that do not add up to the axis, a number of pieces that does not divide it, or an axis out of range.

    >>> [t.numpy().tolist() for t in tf.split([1., 2., 3.], [1, -1])]
    [[1.0], [2.0, 3.0]]
    """

def sqrt(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The square root, element by element.

    NaN for negative numbers. The derivative at 0 is infinite; where the incoming gradient is 0 it stays 0.

    >>> tf.sqrt(tf.constant([4., 9.])).numpy().tolist()
    [2.0, 3.0]
    """

def sqrtm(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The principal square root of square matrices `[..., n, n]`; NaN where a real matrix has no real one.

    Gradients of any order exist but at singular matrices, where they are NaN.

    >>> tf.linalg.sqrtm([[4.]]).numpy().tolist()
    [[2.0]]
    """

def square(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x * x`, element by element.

    >>> tf.square(tf.constant(3.)).numpy().item()
    9.0
    """

def squared_difference(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`(x - y) ** 2`, element by element, with broadcasting (`x - y` times its conjugate for complex numbers).

    >>> tf.math.squared_difference([1., 2.], 3.).numpy().tolist()
    [4.0, 1.0]
    """

def squeeze(input: TensorLike, axis: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """`input` without those of the axes `axis` (all axes when `None`) that have length 1; no data is copied.

    Errors: `InvalidArgumentError` for an axis out of range, or named and longer than 1.

    >>> tf.squeeze([[[1.], [2.]]]).shape
    TensorShape([2])
    """

def ssim(img1: TensorLike, img2: TensorLike, max_val: TensorLike, filter_size: TensorLike = 11, filter_sigma: TensorLike = 1.5, k1: TensorLike = 0.01, k2: TensorLike = 0.03, return_index_map: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The structural similarity of images (Wang and others, 2004), 1 where they are equal.

    `img1` and `img2` are `[..., height, width, channels]` of one dtype; statistics are those of a Gaussian window of `filter_size` pixels, `filter_sigma` wide, and of each channel by itself; integers are scaled to [0, 1] first. One number for each image, or with `return_index_map` for each place of the window. Errors: `InvalidArgumentError` for images smaller than the window.

    >>> x = tf.reshape(tf.range(144.), [12, 12, 1])
    >>> tf.image.ssim(x, x, max_val=255.).numpy().item()
    1.0
    """

def stack(values: TensorLike, axis: AxisLike = 0, name: builtins.str | None = None) -> Tensor:
    """The tensors of `values`, of one shape and dtype, side by side along a new axis at `axis`.

    Errors: `InvalidArgumentError` for shapes or dtypes that differ, `ValueError` for an axis out of range.

    >>> tf.stack([[1., 2.], [3., 4.]], axis=1).numpy().tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

def start_variable_watch() -> Any:
    """Starts a list of the trainable variables that this thread reads. Lists nest: a reading counts for all of them.
    """

def stateless_binomial(shape: ShapeLike, seed: AxisLike, counts: TensorLike, probs: TensorLike, output_dtype: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """Random numbers of successes in `counts` trials of probability `probs`; no gradient.

    >>> tf.random.stateless_binomial([4], seed=[1, 2], counts=10., probs=1.).numpy().tolist()
    [10, 10, 10, 10]
    """

def stateless_categorical(logits: TensorLike, num_samples: TensorLike, seed: AxisLike, dtype: DTypeLike = 'int64', name: builtins.str | None = None) -> Tensor:
    """As `random.categorical`, from a seed of two integers.

    >>> tf.random.stateless_categorical([[0., -100.]], 2, seed=[1, 2]).numpy().tolist()
    [[0, 0]]
    """

def stateless_dropout(x: TensorLike, rate: TensorLike, seed: AxisLike, rng_alg: builtins.str = 'auto_select', noise_shape: ShapeLike = None, name: builtins.str | None = None) -> Tensor:
    """As `dropout`, with numbers that `seed`, two integers, alone decides: TensorFlow's.

    >>> x = tf.nn.experimental.stateless_dropout(tf.ones([4]), rate=0.5, seed=[1, 2])
    >>> set(x.numpy().tolist()) <= {0.0, 2.0}
    True
    """

def stateless_gamma(shape: ShapeLike, seed: AxisLike, alpha: TensorLike, beta: TensorLike | None = None, dtype: DTypeLike = 'float32', name: builtins.str | None = None) -> Tensor:
    """As `random.gamma`, from a seed of two integers; `shape` is that of the result, and `alpha` is broadcast to it.

    >>> tf.random.stateless_gamma([3, 2], seed=[1, 2], alpha=[1., 2.]).shape
    TensorShape([3, 2])
    """

def stateless_normal(shape: ShapeLike, seed: AxisLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = 'float32', alg: builtins.str = 'auto_select', name: builtins.str | None = None) -> Tensor:
    """As `random.normal`, from a seed of two integers: the same seed gives the same numbers, TensorFlow's.

    >>> tf.random.stateless_normal([2, 3], seed=[1, 2]).shape
    TensorShape([2, 3])
    """

def stateless_poisson(shape: ShapeLike, seed: AxisLike, lam: TensorLike, dtype: DTypeLike = 'int32', name: builtins.str | None = None) -> Tensor:
    """As `random.poisson`, from a seed of two integers; `shape` is that of the result, and `lam` is broadcast to it.

    >>> tf.random.stateless_poisson([3, 2], seed=[1, 2], lam=[1., 2.]).shape
    TensorShape([3, 2])
    """

def stateless_truncated_normal(shape: ShapeLike, seed: AxisLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = 'float32', alg: builtins.str = 'auto_select', name: builtins.str | None = None) -> Tensor:
    """As `random.truncated_normal`, from a seed of two integers.

    >>> tf.random.stateless_truncated_normal([2, 3], seed=[1, 2]).shape
    TensorShape([2, 3])
    """

def stateless_uniform(shape: ShapeLike, seed: AxisLike, minval: TensorLike = 0, maxval: TensorLike | None = None, dtype: DTypeLike = 'float32', alg: builtins.str = 'auto_select', name: builtins.str | None = None) -> Tensor:
    """As `random.uniform`, from a seed of two integers: the same seed gives the same numbers, TensorFlow's.

    Integers with both bounds `None` are drawn from the whole range of the type.

    >>> a = tf.random.stateless_uniform([2], seed=[1, 2])
    >>> bool(tf.reduce_all(a == tf.random.stateless_uniform([2], seed=[1, 2])))
    True
    """

def stop_gradient(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """A new tensor with the value of `input`, through which no gradient passes: for gradients it is a constant.

    >>> x = tf.constant(3.)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * tf.stop_gradient(x)
    >>> tape.gradient(y, x).numpy().item()
    3.0
    """

def stop_recording_all() -> AbstractContextManager[None]:
    """A context in which no tape of this thread records.
    """

def stop_variable_watch() -> Any:
    """Ends the innermost list and returns it, in the order of construction.
    """

def strided_slice(input_: TensorLike, begin: TensorLike, end: TensorLike, strides: AxisLike = None, begin_mask: TensorLike = 0, end_mask: TensorLike = 0, ellipsis_mask: TensorLike = 0, new_axis_mask: TensorLike = 0, shrink_axis_mask: TensorLike = 0, var: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """The elements from `begin[i]` to `end[i]`, `strides[i]` apart, along each axis `i`: what `input_[...]` is made of.

    Bit `i` of a mask changes the meaning of entry `i`: `begin_mask` and `end_mask` ignore that end, `ellipsis_mask` keeps as many axes whole as are left over, `new_axis_mask` inserts an axis of length 1, `shrink_axis_mask` takes the one place `begin[i]` and drops the axis. Ends out of range are cut off. No data is copied. The gradient is zero outside the slice. Errors: `InvalidArgumentError` for lists of different lengths or longer than the rank, a stride of 0, two ellipses, or a single place out of range.

    >>> tf.strided_slice([1., 2., 3., 4.], [3], [0], [-2]).numpy().tolist()
    [4.0, 2.0]
    """

def subtract(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x - y`, element by element, with broadcasting.

    >>> tf.subtract([1., 2.], 3.).numpy().tolist()
    [-2.0, -1.0]
    """

def sufficient_statistics(x: TensorLike, axes: AxisLike, shift: TensorLike | None = None, keepdims: builtins.bool = False, name: builtins.str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """What the mean and the variance of `x` across `axes` are computed from: `(count, sum, sum_of_squares, shift)`.

    The number of elements (a scalar), the sums of `x - shift` and of its square, and `shift` (`None` if there is none). `keepdims` keeps reduced axes with length 1. Errors: `InvalidArgumentError` for an axis out of range, `bool` and strings.

    >>> count, total, squares, _ = tf.nn.sufficient_statistics([1., 2., 6.], axes=[0])
    >>> count.numpy().item(), total.numpy().item(), squares.numpy().item()
    (3.0, 9.0, 41.0)
    """

def svd(tensor: TensorLike, full_matrices: builtins.bool = False, compute_uv: builtins.bool = True, name: builtins.str | None = None) -> Any:
    """Singular values `s` in descending order, and vectors with `tensor = u diag(s) v^H`, for matrices `[..., m, n]`.

    Returns `(s, u, v)`, or `s` alone if not `compute_uv`. Signs of vectors are arbitrary, but TensorFlow's for real matrices of up to 15 columns. Gradients with respect to vectors are infinite or NaN where singular values are equal; they need `full_matrices=False`.

    >>> s, u, v = tf.linalg.svd([[3., 0.], [0., 4.]])
    >>> s.numpy().tolist()
    [4.0, 3.0]
    """

def take_for_weights(*args: Any, **kwargs: Any) -> None:
    """Says which subclass of variables stands for its cells as the class itself does, so that reading one asks it nothing.
    """

def take_means_as_constants(yes: builtins.bool) -> None:
    ...

def tan(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The tangent of an angle in radians, element by element.

    >>> tf.tan(tf.constant(0.)).numpy().item()
    0.0
    """

def tanh(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The hyperbolic tangent, element by element.

    >>> tf.tanh(tf.constant(0.)).numpy().item()
    0.0
    """

def tensor_diag(diagonal: TensorLike, name: builtins.str | None = None) -> Tensor:
    """A tensor of shape `diagonal.shape + diagonal.shape` with `diagonal` where both halves of the index agree, and zeros elsewhere.

    Errors: `InvalidArgumentError` for a scalar.

    >>> tf.linalg.tensor_diag([1., 2.]).numpy().tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def tensor_diag_part(input: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The elements of `input`, whose shape is twice the result's, where both halves of the index agree.

    Errors: `InvalidArgumentError` for an odd rank, a scalar, or halves of the shape that differ.

    >>> tf.linalg.tensor_diag_part([[1., 2.], [3., 4.]]).numpy().tolist()
    [1.0, 4.0]
    """

def tensor_from_bytes(data: builtins.bytes, dtype: DTypeLike, shape: ShapeLike) -> Tensor:
    """The tensor that [`tensor_to_bytes`] was given.
    """

def tensor_scatter_nd_add(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: builtins.str = '', name: builtins.str | None = None) -> Tensor:
    """A copy of `tensor` with the slices of `updates` added at the places that the last axis of `indices` holds.

    Slices that go to one place add up. Errors: `InvalidArgumentError` for a place outside `tensor` (negative indices too) or shapes that do not fit.

    >>> tf.tensor_scatter_nd_add([1., 2., 3.], [[0], [0]], [7., 8.]).numpy().tolist()
    [16.0, 2.0, 3.0]
    """

def tensor_scatter_nd_max(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: builtins.str = '', name: builtins.str | None = None) -> Tensor:
    """A copy of `tensor` with the elementwise maximum of it and the slices of `updates` at the places that the last axis of `indices` holds.

    The gradient is shared evenly by all that attain the maximum. Errors: `InvalidArgumentError` for a place outside `tensor` (negative indices too) or shapes that do not fit.

    >>> tf.tensor_scatter_nd_max([1., 2., 3.], [[0], [2]], [7., 0.]).numpy().tolist()
    [7.0, 2.0, 3.0]
    """

def tensor_scatter_nd_min(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: builtins.str = '', name: builtins.str | None = None) -> Tensor:
    """A copy of `tensor` with the elementwise minimum of it and the slices of `updates` at the places that the last axis of `indices` holds.

    The gradient is shared evenly by all that attain the minimum. Errors: `InvalidArgumentError` for a place outside `tensor` (negative indices too) or shapes that do not fit.

    >>> tf.tensor_scatter_nd_min([1., 2., 3.], [[0], [2]], [7., 0.]).numpy().tolist()
    [1.0, 2.0, 0.0]
    """

def tensor_scatter_nd_sub(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: builtins.str = '', name: builtins.str | None = None) -> Tensor:
    """A copy of `tensor` with the slices of `updates` subtracted at the places that the last axis of `indices` holds.

    Slices that go to one place add up. Errors: `InvalidArgumentError` for a place outside `tensor` (negative indices too) or shapes that do not fit.

    >>> tf.tensor_scatter_nd_sub([1., 2., 3.], [[0], [2]], [7., 8.]).numpy().tolist()
    [-6.0, 2.0, -5.0]
    """

def tensor_scatter_nd_update(tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: builtins.str | None = None) -> Tensor:
    """A copy of `tensor` with the slices at the places that the last axis of `indices` holds replaced by those of `updates`.

    Of slices that go to one place the last stays (and each gets that place's gradient). Errors: `InvalidArgumentError` for a place outside `tensor` (negative indices too) or shapes that do not fit.

    >>> tf.tensor_scatter_nd_update([1., 2., 3.], [[0], [2]], [7., 8.]).numpy().tolist()
    [7.0, 2.0, 8.0]
    """

def tensor_to_bytes(t: TensorLike) -> builtins.bytes:
    """The elements of a tensor in row-major order, native byte order.
    """

def tensordot(a: TensorLike, b: TensorLike, axes: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The product of `a` and `b`, summed over pairs of axes; the other axes of `a`, then those of `b`, remain.

    `axes` is a number `n`, for the last `n` axes of `a` with the first `n` of `b`, or a pair: the axes of `a` and those of `b` that belong to them. With no axes the product is the outer one.

    Errors: `ValueError` for axes that are no such thing, `IndexError` for one out of range, `InvalidArgumentError` for lengths that differ.

    >>> tf.tensordot([[1., 2.], [3., 4.]], [1., 10.], axes=1).numpy().tolist()
    [21.0, 43.0]
    >>> tf.tensordot([1., 2.], [3., 4.], axes=0).numpy().tolist()
    [[3.0, 4.0], [6.0, 8.0]]
    """

def thread_of(number: builtins.int) -> builtins.int | None:
    """The thread that made tensor `number`, as a number of its own; `None` where that is forgotten.
    """

def tile(input: TensorLike, multiples: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`input` repeated `multiples[i]` times along each axis `i`.

    The gradient is the sum over the repetitions. Errors: `InvalidArgumentError` for a negative multiple, or a list that does not have one for each axis.

    >>> tf.tile([1., 2.], [2]).numpy().tolist()
    [1.0, 2.0, 1.0, 2.0]
    """

def to_dlpack(tensor: TensorLike) -> Any:
    """A DLPack capsule of a tensor.
    """

def top_k(input: TensorLike, k: TensorLike = 1, sorted: builtins.bool = True, index_type: DTypeLike = 'int32', name: builtins.str | None = None) -> _TopKV2:
    """The `k` largest elements of every row (along the last axis), and their indices: `(values, indices)`.

    Largest first (also when `sorted` is false); of equal elements the one with the lower index comes first; NaN counts as the largest value. `index_type` is `int16`, `int32` or `int64`. The gradient of a value goes to its element. Errors: `InvalidArgumentError` for a scalar, a `k` that is negative or more than a row has, complex numbers, `bool` and strings.

    >>> tf.math.top_k([1., 5., 3.], k=2).indices.numpy().tolist()
    [1, 2]
    """

def total_variation(images: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The sum of the absolute differences of neighbouring pixels, for each image.

    `images` is `[height, width, channels]`, which gives a scalar, or a batch of such, which gives a vector. The gradient of a difference of 0 is 0. Errors: `ValueError` for another rank.

    >>> tf.image.total_variation([[[1.], [3.], [2.]]]).numpy().item()
    3.0
    """

def trace(x: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The sum of the main diagonal of each matrix in the last two axes of `x`.

    Errors: `InvalidArgumentError` for a rank below 2.

    >>> tf.linalg.trace([[1., 2.], [3., 4.]]).numpy().item()
    5.0
    """

def transpose(a: TensorLike, perm: AxisLike = None, conjugate: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """The axes of `a` in the order `perm` (reversed when `None`), conjugated if `conjugate`; no data is copied.

    Errors: `InvalidArgumentError` when `perm` is not a permutation of the axes.

    >>> tf.transpose([[1., 2.], [3., 4.]]).numpy().tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

def triangular_solve(matrix: TensorLike, rhs: TensorLike, lower: builtins.bool = True, adjoint: builtins.bool = False, name: builtins.str | None = None) -> Tensor:
    """`x` with `matrix x = rhs` for triangular matrices, of which one triangle is read (the lower one if `lower`).

    A zero on the diagonal gives infinities or NaN. Errors: `InvalidArgumentError` for shapes that do not fit.

    >>> tf.linalg.triangular_solve([[2., 9.], [0., 4.]], [[2.], [4.]]).numpy().tolist()
    [[1.0], [1.0]]
    """

def tridiagonal_matmul(diagonals: TensorLike, rhs: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The product of tridiagonal matrices with `rhs` `[..., n, k]`.

    `diagonals` is `[..., 3, n]`: what stands right of the diagonal (its last element is not read), the diagonal, what stands left of it (its first is not read), each element in its row.

    Errors: `InvalidArgumentError` for shapes that do not fit.

    >>> tf.linalg.tridiagonal_matmul([[1., 0.], [2., 2.], [0., 1.]], [[1.], [2.]]).numpy().tolist()
    [[4.0], [5.0]]
    """

def tridiagonal_solve(diagonals: TensorLike, rhs: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x` with `A x = rhs` for tridiagonal matrices `A` and `rhs` `[..., n, k]`, in proportion to `n`.

    `diagonals` is as for `tridiagonal_matmul`. Gaussian elimination with exchanged rows.

    Errors: `InvalidArgumentError` for singular matrices and shapes that do not fit.

    >>> tf.linalg.tridiagonal_solve([[1., 0.], [2., 2.], [0., 1.]], [[4.], [5.]]).numpy().tolist()
    [[1.0], [2.0]]
    """

def truediv(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / y`, element by element, with broadcasting; integers are divided as floats.

    `int8`, `uint8`, `int16` and `uint16` give `float32`, wider integers `float64`. Errors: `TypeError` for two dtypes.

    >>> tf.truediv([1, 2], 4).numpy().tolist()
    [0.25, 0.5]
    """

def truncated_normal(shape: ShapeLike, mean: TensorLike = 0.0, stddev: TensorLike = 1.0, dtype: DTypeLike = 'float32', seed: AxisLike = None, name: builtins.str | None = None) -> Tensor:
    """Random numbers from a normal distribution, drawn again where they lie two deviations or more from the mean.

    >>> bool(tf.reduce_all(tf.abs(tf.random.truncated_normal([100])) < 2.))
    True
    """

def truncatediv(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / y` rounded towards zero, and only once, element by element; no gradient.

    >>> tf.truncatediv([7, -7], 2).numpy().tolist()
    [3, -3]
    """

def truncatemod(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The remainder of `x / y` with the sign of `x`, as C has it, and exact; no gradient is registered for it.

    >>> tf.truncatemod([7, -7], 3).numpy().tolist()
    [1, -1]
    """

def unique(x: TensorLike, out_idx: DTypeLike = 'int32', name: builtins.str | None = None) -> _Unique:
    """The distinct elements `y` of a vector in the order of their first appearance, and for each element of the vector its index `idx` in `y`: `(y, idx)`.

    Zeros of both signs are equal, NaN differs from everything. `out_idx` is the dtype of `idx`, `int32` or `int64`. Errors: `InvalidArgumentError` for another rank; `LookupError` when differentiated.

    >>> y, idx = tf.unique([7, 2, 7])
    >>> y.numpy().tolist(), idx.numpy().tolist()
    ([7, 2], [0, 1, 0])
    """

def unique_with_counts(x: TensorLike, out_idx: DTypeLike = 'int32', name: builtins.str | None = None) -> _UniqueWithCounts:
    """As `unique`, with the number of times that each element of `y` appears: `(y, idx, count)`.

    `out_idx` is the dtype of `idx` and `count`, `int32` or `int64`. Errors: `InvalidArgumentError` for another rank; `LookupError` when differentiated.

    >>> tf.unique_with_counts([7, 2, 7]).count.numpy().tolist()
    [2, 1]
    """

def unravel_index(indices: TensorLike, dims: ShapeLike, name: builtins.str | None = None) -> Tensor:
    """The coordinates, in a tensor of shape `dims`, of the elements with the row-major numbers `indices`: one row for each axis.

    No gradient passes. Errors: `InvalidArgumentError` for a number outside the tensor, or indices of rank above 1.

    >>> tf.unravel_index([2, 5], [3, 3]).numpy().tolist()
    [[0, 1], [2, 2]]
    """

def unsorted_segment_max(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The largest element of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.

    NaN counts as the largest; a row with a negative id is left out, and a segment without rows has the lowest value of the dtype. Rows that tie share the gradient evenly. Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not begin with, and for complex numbers, `bool` and strings.

    >>> tf.math.unsorted_segment_max([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()
    [2.0, 6.0]
    """

def unsorted_segment_mean(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The mean of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.

    `segment_ids` has the first axes of `data`; a row with a negative id is left out, and a segment without rows has mean 0. Integers give `float64` (8 and 16 bits: `float32`). Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not begin with, and for `bool` and strings.

    >>> tf.math.unsorted_segment_mean([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()
    [2.0, 3.5]
    """

def unsorted_segment_min(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The smallest element of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.

    NaN counts as the smallest; a row with a negative id is left out, and a segment without rows has the highest value of the dtype. Rows that tie share the gradient evenly. Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not begin with, and for complex numbers, `bool` and strings.

    >>> tf.math.unsorted_segment_min([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()
    [2.0, 1.0]
    """

def unsorted_segment_prod(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The product of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.

    A row with a negative id is left out, and a segment without rows has product 1. Gradients of every order are exact where rows are zero (TensorFlow's second ones are NaN). Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not begin with, and for `bool` and strings.

    >>> tf.math.unsorted_segment_prod([3., 2., 6.], [1, 0, 1], 2).numpy().tolist()
    [2.0, 18.0]
    """

def unsorted_segment_sqrt_n(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The sum of the rows of each of `num_segments` segments, divided by the square root of their number.

    Row `i` belongs to segment `segment_ids[i]`; a row with a negative id is left out, and a segment without rows has value 0. Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not begin with, and for types that are not floating-point or complex.

    >>> tf.math.unsorted_segment_sqrt_n([1., 2., 1., 1., 1.], [1, 0, 1, 1, 1], 2).numpy().tolist()
    [2.0, 2.0]
    """

def unsorted_segment_sum(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The sum of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.

    `segment_ids` has the first axes of `data`; a row with a negative id is left out, and a segment without rows has sum 0. Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not begin with, and for `bool` and strings.

    >>> tf.math.unsorted_segment_sum([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()
    [2.0, 7.0]
    """

def unstack(value: TensorLike, num: TensorLike | None = None, axis: AxisLike = 0, name: builtins.str | None = None) -> list[Tensor]:
    """The slices of `value` along `axis`, as a list of tensors without that axis; no data is copied.

    `num`, when given, is how many there must be. Errors: `ValueError` for an axis out of range, `InvalidArgumentError` when `num` is not its length.

    >>> [t.numpy().tolist() for t in tf.unstack([[1., 2.], [3., 4.]])]
    [[1.0, 2.0], [3.0, 4.0]]
    """

def value_number(variable: TensorLike) -> builtins.int:
    """The number of a variable's present value.
    """

def variable_from_parts(value: TensorLike, trainable: builtins.bool | None, name: builtins.str) -> Variable:
    """Rebuilds a pickled variable.
    """

def variables_made() -> builtins.int:
    """How many variables this process has made.
    """

def weighted_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, pos_weight: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`sigmoid_cross_entropy_with_logits` with the loss of positive labels multiplied by `pos_weight`.

    That is `pos_weight * labels * -log(sigmoid(logits)) + (1 - labels) * -log(1 - sigmoid(logits))`. `labels` and `logits` have one shape (else `ValueError`); `pos_weight` broadcasts to it.

    >>> loss = tf.nn.weighted_cross_entropy_with_logits(labels=[1.], logits=[0.], pos_weight=2.)
    >>> print(loss.numpy())
    [1.3862944]
    """

def weighted_moments(x: TensorLike, axes: AxisLike, frequency_weights: TensorLike, keepdims: builtins.bool = False, name: builtins.str | None = None) -> tuple[Tensor, Tensor]:
    """The weighted mean and variance of `x` across `axes`: `(mean, variance)`.

    `frequency_weights` broadcast against `x` and are converted to its dtype; where they add up to 0, so do both results. `float16` is computed in `float32`. `keepdims` keeps reduced axes with length 1. Errors: `InvalidArgumentError` for shapes that do not broadcast, and an axis out of range or named twice.

    >>> mean, _ = tf.nn.weighted_moments([1., 2., 6.], axes=[0], frequency_weights=[1., 1., 2.])
    >>> mean.numpy().item()
    3.75
    """

def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """The elements of `x` where `condition` is true and those of `y` elsewhere, with broadcasting; or, without `x` and `y`, the indices of the elements of `condition` that are not 0, as `int64` rows.

    Each gradient is zero where the other was chosen; a local derivative that is infinite or NaN in the branch that was not chosen still makes NaN of that zero. Indices have no gradient. Errors: `ValueError` when only one of `x` and `y` is given, `InvalidArgumentError` for shapes that do not broadcast, a condition that is not bool, or the indices of a scalar.

    >>> tf.where([True, False, True], [1., 2., 3.], 0.).numpy().tolist()
    [1.0, 0.0, 3.0]
    >>> tf.where([[0., 5.], [7., 0.]]).numpy().tolist()
    [[0, 1], [1, 0]]
    """

def xdivy(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x / y`, element by element, and 0 where `x` is 0.

    >>> tf.math.xdivy(0., 0.).numpy().item()
    0.0
    """

def xlog1py(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x * log(1 + y)`, element by element, and 0 where `x` is 0.

    >>> tf.math.xlog1py(0., -1.).numpy().item()
    0.0
    """

def xlogy(x: TensorLike, y: TensorLike, name: builtins.str | None = None) -> Tensor:
    """`x * log(y)`, element by element, and 0 where `x` is 0.

    >>> tf.math.xlogy(0., 0.).numpy().item()
    0.0
    """

def zero_fraction(value: TensorLike, name: builtins.str | None = None) -> Tensor:
    """The fraction of elements that are zero, as a `float32` scalar.

    `False` and empty strings count as zero; of no elements, NaN. There is no gradient.

    >>> tf.math.zero_fraction([0., 1., 0., 2.]).numpy().item()
    0.5
    """

def zeros(shape: ShapeLike, dtype: DTypeLike = 'float32', layout: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """Zeros of shape `shape` and dtype `dtype`: `False` for bool, empty strings.

    `layout` is ignored. Errors: `InvalidArgumentError` for a negative length, `ResourceExhaustedError` where memory is not to be had.

    >>> tf.zeros([2, 2]).numpy().tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """

def zeros_like(input: TensorLike, dtype: DTypeLike = None, layout: TensorLike | None = None, name: builtins.str | None = None) -> Tensor:
    """Zeros with the shape of `input`, and its dtype or `dtype`.

    No gradient passes. `layout` is ignored.

    >>> tf.zeros_like([1., 2.]).numpy().tolist()
    [0.0, 0.0]
    """

def zeta(x: TensorLike, q: TensorLike, name: builtins.str | None = None) -> Tensor:
    """Hurwitz' zeta function: the sum of `(q + n) ** -x` over `n = 0, 1, ...`, element by element.

    The gradient flows to `q` alone.

    >>> bool(tf.math.zeta(2., 1.) > 1.64)
    True
    """
