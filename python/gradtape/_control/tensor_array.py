"""`TensorArray`: a list of tensors of one dtype, written and read by index.

Invariant: it holds the tensors that were written themselves, so gradients flow through it, and
every method that changes it returns it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._runtime.inside import is_inside
from .._structure.composites import Composite
from .._structure.described_specs import DescribedSpec
from ..errors import InvalidArgumentError, OutOfRangeError

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, ShapeLike, TensorLike

_Tensor = _core.Tensor


def _invalid(text: str) -> InvalidArgumentError:
    return InvalidArgumentError(None, None, text)


def _out_of_range(text: str) -> OutOfRangeError:
    return OutOfRangeError(None, None, text)


class TensorArraySpec(DescribedSpec):
    """What a `TensorArray` looks like: the shape and dtype of its entries.

    >>> tf.type_spec_from_value(tf.TensorArray(tf.float32, 3, element_shape=[2]))
    TensorArraySpec(TensorShape([2]), tf.float32, False, True)
    """

    def __init__(
        self, element_shape: ShapeLike = None, dtype: DTypeLike = _core.float32,
        dynamic_size: bool = False, infer_shape: bool = True,
    ) -> None:  # fmt: skip
        self._shape, self._dtype = _core.TensorShape(element_shape), _core.as_dtype(dtype)
        self._rules = (bool(dynamic_size), bool(infer_shape))

    def _described(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, *self._rules

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True of arrays, and of specs of arrays, of this dtype and rules whose entries could have
        this shape."""
        other = getattr(spec_or_value, "_type_spec", spec_or_value)
        if not isinstance(other, TensorArraySpec):
            return False
        same = (self._dtype, self._rules) == (other._dtype, other._rules)
        return bool(same and self._shape.is_compatible_with(other._shape))

    @property
    def value_type(self) -> type:
        """`TensorArray`."""
        return TensorArray


class TensorArray(Composite):
    """`size` tensors of `dtype`, none of them written yet.

    `dynamic_size` lets it grow; with `clear_after_read` (the default) an entry can be read once,
    unless the array is made in a `tf.function`. `infer_shape` asks all entries to have the shape of
    the first, `element_shape` this one.
    Entries that were never written read as zeros where the shape is known. `handle`, `flow`,
    `tensor_array_name` and `colocate_with_first_write_call` change nothing.

    >>> ta = tf.TensorArray(tf.float32, size=2)
    >>> ta = ta.write(0, [1.0, 2.0]).write(1, [3.0, 4.0])
    >>> ta.stack().numpy().tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """

    def __init__(
        self,
        dtype: DTypeLike,
        size: IntLike | None = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: ShapeLike = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if size is None:
            raise ValueError("Size must be declared for TensorArray when eager execution is on.")
        self._dtype = _core.as_dtype(dtype)
        self._dynamic = bool(dynamic_size)
        clears = clear_after_read is None or bool(clear_after_read)
        self._clears = clears and not is_inside()  # in graphs TensorFlow never does
        self._infers = bool(infer_shape)
        self._shape = _core.TensorShape(element_shape)
        self._entries: list[_Tensor | None] = [None] * _length(size)
        self._spent: set[int] = set()  # entries that were read and cleared

    @property
    def _type_spec(self) -> TensorArraySpec:
        return TensorArraySpec(self._shape, self._dtype, self._dynamic, self._infers)

    @property
    def dtype(self) -> _core.DType:
        """The dtype of every entry."""
        return self._dtype

    @property
    def dynamic_size(self) -> bool:
        """Whether it grows when it is written behind its end."""
        return self._dynamic

    @property
    def element_shape(self) -> _core.TensorShape:
        """The shape of every entry, as far as it is known."""
        return self._shape

    @property
    def flow(self) -> _Tensor:
        """Zero: what orders operations in a graph orders nothing here."""
        return _core.constant(0)

    @property
    def handle(self) -> None:
        """None: there is no resource behind it."""
        return None

    def size(self, name: str | None = None) -> _Tensor:
        """The number of entries."""
        return _core.constant(len(self._entries))

    def identity(self) -> TensorArray:
        """The same array."""
        return self

    def grad(self, source: Any, flow: Any = None, name: str | None = None) -> Any:
        """Raises `NotImplementedError`: a tape differentiates through the array."""
        raise NotImplementedError(
            "TensorArray.grad is not supported when executing eagerly; use tf.GradientTape."
        )

    def read(self, index: IntLike, name: str | None = None) -> _Tensor:
        """The entry at `index`; `OutOfRangeError` outside, `InvalidArgumentError` a second time."""
        at = int(index)
        if at < 0:
            raise _out_of_range(f"Reading from negative indices (index {at}) is not allowed.")
        if at >= len(self._entries):
            raise _out_of_range(
                f"Tried to read from index {at} but array size is: {len(self._entries)} "
            )
        if at in self._spent and self._entries[at] is None:
            raise _invalid(
                f"Could not read index {at} twice because it was cleared after a previous read "
                "(perhaps try setting clear_after_read = false?)"
            )
        entry = self._entry(at)
        if self._clears:
            self._entries[at] = None
            self._spent.add(at)
        return entry

    def _entry(self, at: int) -> _Tensor:
        entry = self._entries[at]
        if entry is not None:
            return entry
        if not self._shape.is_fully_defined():
            raise _invalid(
                f"Could not read from TensorArray index {at}. Furthermore, the element shape is "
                "not fully defined, so that no zeros can stand for it: "
                f"{self._shape}"
            )
        return _core.zeros(self._shape, self._dtype)

    def write(self, index: IntLike, value: TensorLike, name: str | None = None) -> TensorArray:
        """Puts `value` at `index`, and returns the array.

        `OutOfRangeError` behind the end unless it is dynamic, `InvalidArgumentError` for another
        dtype, `ValueError` for another shape.
        """
        self._put(int(index), value)
        return self

    def _put(self, at: int, value: Any) -> None:
        if at < 0:
            raise _out_of_range(f"Writing to negative indices (index {at}) is not allowed.")
        tensor = value if isinstance(value, _Tensor) else self._convert(value)
        self._check(tensor)
        self._grow(at)
        if self._infers:
            self._shape = self._shape.merge_with(tensor.shape)
        self._entries[at] = tensor

    def _convert(self, value: Any) -> _Tensor:
        return _core.convert_to_tensor(value, dtype_hint=self._dtype)

    def _check(self, tensor: _Tensor) -> None:
        if tensor.dtype != self._dtype:
            raise _invalid(
                f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype "
                f"{tensor.dtype.name} "
            )
        if not self._shape.is_compatible_with(tensor.shape):
            raise ValueError(
                f"Incompatible shape for value ({tensor.shape}), expected ({self._shape})"
            )

    def _grow(self, at: int) -> None:
        have = len(self._entries)
        if at < have:
            return
        if not self._dynamic:
            raise _out_of_range(
                f"Tried to write to index {at} but array is not resizeable and size is: {have} "
            )
        self._entries.extend([None] * (at + 1 - have))

    def stack(self, name: str | None = None) -> _Tensor:
        """All entries, along a new first axis."""
        if not self._entries and self._shape.is_fully_defined():
            return _core.zeros([0, *self._shape.as_list()], self._dtype)
        return _core.stack([self._entry(at) for at in range(len(self._entries))])

    def gather(self, indices: TensorLike, name: str | None = None) -> _Tensor:
        """The entries at `indices`, a vector, along a new first axis."""
        return _core.stack([self._at(at) for at in _numbers(indices)])

    def _at(self, at: int) -> _Tensor:
        if not 0 <= at < len(self._entries):
            raise _out_of_range(
                f"Tried to read from index {at} but array size is: {len(self._entries)} "
            )
        return self._entry(at)

    def concat(self, name: str | None = None) -> _Tensor:
        """All entries, one behind the other along their first axis."""
        return _core.concat([self._entry(at) for at in range(len(self._entries))], 0)

    def unstack(self, value: TensorLike, name: str | None = None) -> TensorArray:
        """Takes the rows of `value` as its entries; `ValueError` if they are too many."""
        self._take(_core.unstack(self._convert(value)), "unstack")
        return self

    def _take(self, tensors: Any, verb: str) -> None:
        if len(tensors) > len(self._entries) and not self._dynamic:
            raise ValueError(
                f"Cannot {verb} {len(tensors)} tensors into a TensorArray of static size "
                f"{len(self._entries)} "
            )
        for tensor in tensors:
            self._check(tensor)
        self._entries = list(tensors)
        self._spent.clear()

    def scatter(
        self, indices: TensorLike, value: TensorLike, name: str | None = None
    ) -> TensorArray:
        """Writes the rows of `value` to `indices`."""
        for at, row in zip(_numbers(indices), _core.unstack(self._convert(value)), strict=True):
            self._put(at, row)
        return self

    def split(self, value: TensorLike, lengths: TensorLike, name: str | None = None) -> TensorArray:
        """Takes pieces of `value` along its first axis as its entries, `lengths` rows each."""
        whole, counts = self._convert(value), _core.convert_to_tensor(lengths)
        if whole.dtype != self._dtype:
            self._check(whole)
        if counts.shape.rank != 1:
            raise _invalid(f"Expected lengths to be a vector, received shape: {counts.shape} ")
        if whole.shape.rank == 0:
            raise _invalid(
                f"Expected value to be at least a vector, but received shape: {whole.shape} "
            )
        pieces = counts.numpy().tolist()
        if sum(pieces) != whole.shape[0]:
            raise _invalid(
                "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
                f"{sum(pieces)} and value's shape is: {whole.shape} "
            )
        if len(pieces) != len(self._entries) and not self._dynamic:
            raise _invalid(
                "TensorArray's size is not equal to the size of lengths "
                f"({len(self._entries)} vs. {len(pieces)}), and the TensorArray is not marked as "
                "dynamically resizeable."
            )
        self._entries = list(_core.split(whole, pieces))
        return self

    def close(self, name: str | None = None) -> None:
        """Lets go of the entries."""
        self._entries.clear()


def _length(size: IntLike) -> int:
    number = int(size)
    if number < 0:
        raise _invalid(f"Size should be >= 0, got {number}.")
    return number


def _numbers(indices: Any) -> list[int]:
    flat: list[int] = _core.convert_to_tensor(indices, dtype_hint=_core.int32).numpy().tolist()
    return flat
