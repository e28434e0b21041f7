"""`ExtensionType`: a class of a program's own whose fields are tensors and plain values.

Invariant: a value is complete and checked once its constructor has returned, and never changes
afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .. import _core
from .._structure.composites import Composite
from . import allowed, dispatch, fields
from .closed import Closed
from .specs import ExtensionTypeSpec, spec_class


class ExtensionType(Composite, Closed):
    """A class whose annotated fields are tensors, other values of such classes, or plain values.

    A subclass has a constructor with a parameter for each field, `==` and a nested class `Spec`,
    unless it defines them itself. Fields may be annotated with `tf.Tensor`, ragged and sparse
    tensors, extension types, `int`, `float`, `str`, `bytes`, `bool`, `None`, `tf.TensorShape`,
    `tf.DType`, and with `tuple`, `Mapping`, `Union` and `Optional` of those; what is given for a
    tensor is converted. `__validate__` is called on each new value. Functions take values of the
    type as soon as `dispatch_for_api` and its like say what they do.

    `TypeError` for what a field does not take, for arguments that are missing or too many and for
    an annotation that is not among these; `AttributeError` where a value would be changed.

    >>> class Masked(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    ...     def total(self):
    ...         return tf.reduce_sum(tf.where(self.mask, self.values, 0.0))
    >>> x = tf.Variable([1.0, 2.0])
    >>> with tf.GradientTape() as tape:
    ...     total = Masked(x, [True, False]).total()
    >>> float(total), tape.gradient(total, x).numpy().tolist()
    (1.0, [1.0, 0.0])
    """

    _fields_of_type: tuple[fields.Field, ...] = ()
    _stands_for_tensor = False
    Spec: type = ExtensionTypeSpec

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._fields_of_type = fields.fields_of(cls)
        cls.__signature__ = fields.signature_of(cls._fields_of_type)  # type: ignore[attr-defined]
        if "__init__" in vars(cls):
            del cls.__signature__  # type: ignore[attr-defined]
        cls.Spec = spec_class(cls)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if type(self) in (ExtensionType, BatchableExtensionType):
            name = type(self).__name__
            raise AssertionError(
                f"Cannot create an instance of {name} because {name} is an abstract base class."
            )
        for name, value in fields.bound(self._fields_of_type, args, kwargs).items():
            setattr(self, name, value)

    def _finish(self) -> None:
        held = vars(self)
        missing = {f.name for f in self._fields_of_type if f.name not in held}
        if missing:
            raise ValueError(f"Missing required fields: {missing}")
        for field in self._fields_of_type:
            held[field.name] = allowed.value_for(held[field.name], field.annotation, field.name)
        self.__validate__()

    def __validate__(self) -> None:
        """Raise what says that the fields do not go together; nothing by default."""

    @property
    def _type_spec(self) -> Any:
        return self.Spec.from_value(self)  # type: ignore[attr-defined]

    def __eq__(self, other: object) -> Any:
        if type(other) is not type(self) or self._type_spec != other._type_spec:
            return False
        pairs = zip(self._components(), other._components(), strict=True)
        same = [_core.reduce_all(_core.equal(one, two)) for one, two in pairs]
        return _core.reduce_all(_core.stack(same)) if same else True

    def __ne__(self, other: object) -> Any:
        same = self.__eq__(other)
        return not same if isinstance(same, bool) else _core.logical_not(same)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        held = [f"{field.name}={getattr(self, field.name)!r}" for field in self._fields_of_type]
        return f"{type(self).__qualname__}({', '.join(held)})"

    _answer = staticmethod(dispatch.answered)

    def _components(self) -> list[Any]:
        return [part for entry in self._entries() for part in _tensors_in(entry)]

    def _with_components(self, parts: list[Any]) -> Any:
        source = iter(parts)
        return self._with_entries([_replaced(entry, source) for entry in self._entries()])

    def _parts(self) -> list[Any]:
        return [part for part in self._components() if part.dtype.is_floating]

    def _require_gradients(self) -> None:
        raise ValueError(
            f"Type {type(self).__name__} is not supported as a gradient source or gradient target."
        )

    def _entries(self) -> list[Any]:
        return [getattr(self, field.name) for field in self._fields_of_type]

    def _with_entries(self, entries: list[Any]) -> Any:
        made = object.__new__(type(self))
        vars(made).update(
            (field.name, entry) for field, entry in zip(self._fields_of_type, entries, strict=True)
        )
        return made


class BatchableExtensionType(ExtensionType):
    """An `ExtensionType` whose values can be rows of a larger one, and be stacked to one.

    Each tensor in it has the axes of the batch first; a field of a `tf.TensorShape` is the shape of
    the batch. Such values are elements of datasets and of `tf.map_fn`.

    >>> class Line(tf.experimental.BatchableExtensionType):
    ...     slope: tf.Tensor
    ...     start: tf.Tensor
    >>> lines = Line([1.0, 2.0], [0.0, 5.0])
    >>> [float(line.slope) for line in tf.data.Dataset.from_tensor_slices(lines)]
    [1.0, 2.0]
    """

    def _rows(self) -> Iterator[Any]:
        parts = self._components()
        for row in range(parts[0].shape[0]):
            entries = self._with_components([part[row] for part in parts])._entries()
            yield self._with_entries(
                [entry[1:] if isinstance(entry, _core.TensorShape) else entry for entry in entries]
            )

    @staticmethod
    def _stacked(values: list[Any]) -> Any:
        columns = zip(*(value._components() for value in values), strict=True)
        whole = values[0]._with_components([_core.stack(list(column)) for column in columns])
        return whole._with_entries(
            [
                _core.TensorShape([len(values), *entry.as_list()])
                if isinstance(entry, _core.TensorShape)
                else entry
                for entry in whole._entries()
            ]
        )


def _tensors_in(entry: Any) -> list[Any]:
    """The tensors that an entry of a field is made of, in the order of its parts."""
    if isinstance(entry, _core.Tensor):
        return [entry]
    if isinstance(entry, Composite):
        return entry._components()
    if isinstance(entry, tuple):
        return [part for item in entry for part in _tensors_in(item)]
    if isinstance(entry, Mapping):
        return [part for item in entry.values() for part in _tensors_in(item)]
    return []


def _replaced(entry: Any, source: Iterator[Any]) -> Any:
    """The entry with other tensors in the place of its own."""
    if isinstance(entry, _core.Tensor):
        return next(source)
    if isinstance(entry, Composite):
        return entry._with_components([next(source) for _ in entry._components()])
    if isinstance(entry, tuple):
        return tuple(_replaced(item, source) for item in entry)
    if isinstance(entry, Mapping):
        return type(entry)((key, _replaced(item, source)) for key, item in entry.items())  # type: ignore[call-arg]
    return entry
