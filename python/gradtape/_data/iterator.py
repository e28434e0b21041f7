"""Going through a dataset.

Invariants: whatever runs to produce an element runs unrecorded, so no gradient flows through a
dataset; one thread at a time advances an iterator, so each element goes to one of the threads that
share it.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Iterator as Source
from typing import Any

from .. import _core, errors
from .._legacy import iterators as version_1
from .._structure import nest
from .._structure.described_specs import NoneTensorSpec
from . import loops, read_ahead
from .elements import as_columns, spec_of
from .passes import Pass
from .position import Position, begun_parts
from .specs import IteratorSpec, OptionalSpec
from .stream import Stream
from .threads import advancing, set_advancing


class Iterator:
    """The elements of a dataset, once; what `iter(dataset)` returns.

    Threads may share it: each element goes to one of them, in the order in which they ask. A
    function of the dataset that asks its own iterator gets a `FailedPreconditionError`.

    >>> import gradtape as tf
    >>> iterator = iter(tf.data.Dataset.range(2))
    >>> int(next(iterator)), int(iterator.get_next())
    (0, 1)
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._position = Position(stream)
        self.passes = Pass()
        self._lock = threading.Lock()
        self._reference = weakref.ref(self)  # threads that compute ahead do not keep it alive
        self._source: Source[Any] = self._from_the_start()

    @property
    def _type_spec(self) -> IteratorSpec:
        return IteratorSpec(self.element_spec)

    @property
    def element_spec(self) -> Any:
        """The specs of the elements."""
        return self._stream.spec()

    @property
    def output_types(self) -> Any:
        """Their dtypes, as `tf.compat.v1.data.get_output_types` tells them."""
        return version_1.get_output_types(self)

    @property
    def output_shapes(self) -> Any:
        """Their shapes, as `tf.compat.v1.data.get_output_shapes` tells them."""
        return version_1.get_output_shapes(self)

    @property
    def output_classes(self) -> Any:
        """Their classes, as `tf.compat.v1.data.get_output_classes` tells them."""
        return version_1.get_output_classes(self)

    def __iter__(self) -> Iterator:
        looped: Iterator = loops.of_iterator(self)
        return looped

    def next(self) -> Any:
        """The next element, as `next(iterator)`.

        >>> import gradtape as tf
        >>> int(iter(tf.data.Dataset.range(3)).next())
        0
        """
        return next(self)

    def __next__(self) -> Any:
        outer = advancing()
        if self._reference in outer:
            raise errors.FailedPreconditionError(
                None, None, "A function of a dataset asked for the element that it is computing."
            )
        with self._lock:
            try:
                set_advancing((*outer, self._reference))
                with _core.stop_recording_all():
                    if self._position.restored():
                        self._go_on()
                    element = next(self._source)
                self._position.count += 1
                return element
            finally:
                set_advancing(outer)

    def _from_the_start(self) -> Source[Any]:
        outer = advancing()
        self.passes.begin(begun_parts(self._stream))
        set_advancing((*outer, self._reference))
        try:
            return read_ahead.by_one(self._stream, iter(self._stream.elements()))
        finally:
            set_advancing(outer)

    def _go_on(self) -> None:
        """Begin anew, behind the elements that a checkpoint says have come."""
        self.passes = Pass()
        self._source = self._from_the_start()
        for _ in itertools.islice(self._source, self._position.count):
            pass

    def _trackable_children(self) -> dict[str, Any]:
        """What a checkpoint saves: the position."""
        with self._lock:
            if self._position.restored():
                self._go_on()
            return {"position": self._position.variable()}

    def get_next(self) -> Any:
        """The next element; `OutOfRangeError` at the end."""
        try:
            return next(self)
        except StopIteration:
            raise errors.OutOfRangeError(None, None, "End of sequence") from None

    def get_next_as_optional(self) -> Optional:
        """The next element, if there is one.

        >>> import gradtape as tf
        >>> iterator = iter(tf.data.Dataset.range(1))
        >>> found = [iterator.get_next_as_optional() for _ in range(2)]
        >>> [bool(one.has_value()) for one in found], int(found[0].get_value())
        ([True, False], 0)
        """
        try:
            return Optional(next(self))
        except StopIteration:
            return Optional(spec=self.element_spec)


class Optional:
    """An element, or none."""

    def __init__(self, *element: Any, spec: Any = None) -> None:
        self._element = element
        self._spec = spec

    @property
    def _type_spec(self) -> OptionalSpec:
        if self._element:
            return OptionalSpec(spec_of(self._element[0]))
        return OptionalSpec(NoneTensorSpec() if self._spec is None else self._spec)

    @property
    def element_spec(self) -> Any:
        """What the element looks like, or would.

        >>> import gradtape as tf
        >>> tf.experimental.Optional.from_value(1.0).element_spec
        TensorSpec(shape=(), dtype=tf.float32, name=None)
        """
        return self._type_spec.element_spec

    def has_value(self, name: str | None = None) -> _core.Tensor:
        """Whether there is an element, as a bool scalar."""
        return _core.constant(bool(self._element))

    def get_value(self, name: str | None = None) -> Any:
        """The element; `InvalidArgumentError` if there is none."""
        if not self._element:
            raise errors.InvalidArgumentError(
                None, None, "The given optional does not have a value."
            )
        return self._element[0]

    @staticmethod
    def empty(element_spec: Any = None) -> Optional:
        """No element, of those that `element_spec` describes."""
        return Optional(spec=element_spec)

    @staticmethod
    def from_value(value: Any) -> Optional:
        """An element."""
        return Optional(as_columns(value))


class NumpyIterator:
    """The same with NumPy arrays and scalars in place of tensors."""

    def __init__(self, stream: Stream) -> None:
        self._iterator = Iterator(stream)

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return nest.map_structure(
            lambda leaf: None if leaf is None else leaf.numpy(), next(self._iterator)
        )

    def next(self) -> Any:
        """The next element, as `next(iterator)`.

        >>> tf.data.Dataset.range(3).as_numpy_iterator().next().item()
        0
        """
        return next(self)

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator})"
