"""`TypeSpec`: what a value looks like, and how it is taken apart into tensors and put together.

A class of a program's own says five things: its values' class (`value_type`), what it was made with
(`_serialize`), the specs of the parts of a value (`_component_specs`), and the way to the parts and
back (`_to_components`, `_from_components`). The rest follows. Invariant: immutable; equal where
the class and what it was made with are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .serializations import (
    NothingCommon,
    common,
    could_be,
    is_within,
    key,
    mapped,
    paired,
    without_lengths,
    without_names,
)


class TypeSpec:
    """What a value looks like: the kind of `TensorSpec`, `RaggedTensorSpec` and
    `SparseTensorSpec`.

    >>> class PairSpec(tf.TypeSpec):
    ...     value_type = tuple
    ...     def __init__(self, first, second):
    ...         self.first, self.second = first, second
    ...     def _serialize(self):
    ...         return self.first, self.second
    >>> one, two = tf.TensorSpec([None]), tf.TensorSpec([2])
    >>> narrow, wide = PairSpec(two, two), PairSpec(one, two)
    >>> narrow.is_subtype_of(wide), wide.is_subtype_of(narrow), narrow == PairSpec(two, two)
    (True, False, True)
    """

    __slots__ = ()
    value_type: Any

    def _serialize(self) -> Any:
        return (id(self),)  # a spec that says nothing of itself is equal to none

    @classmethod
    def _deserialize(cls, serialization: Any) -> Any:
        return cls(*serialization)

    @property
    def _component_specs(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._component_specs")

    def _to_components(self, value: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._to_components")

    def _from_components(self, components: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._from_components")

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True if a value, or what a spec of this kind describes, could be what this describes."""
        other = spec_or_value
        if not isinstance(other, TypeSpec):
            other = getattr(spec_or_value, "_type_spec", None)
        if type(other) is not type(self):
            return False
        return self.__is_compatible(self._serialize(), other._serialize())

    def is_subtype_of(self, other: Any) -> bool:
        """True if all that this describes is what `other` describes."""
        if type(other) is not type(self):
            return False
        pairs = paired(self._serialize(), [other._serialize()])
        return pairs is not None and all(is_within(one, rest[0]) for one, rest in pairs)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The narrowest spec that describes what this and all `others` do; None without one."""
        if any(type(other) is not type(self) for other in others):
            return None
        try:
            made = common(self._serialize(), [other._serialize() for other in others])
        except NothingCommon:
            return None
        return self._deserialize(made)

    def most_specific_compatible_type(self, other: Any) -> Any:
        """The narrowest spec that describes what this and `other` do; `ValueError` without one."""
        found = self.most_specific_common_supertype([other])
        if found is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return found

    def _with_tensor_ranks_only(self) -> Any:
        """The same with every length open, where ranks are kept."""
        return self._deserialize(mapped(without_lengths, self._serialize()))

    def _without_tensor_names(self) -> Any:
        """The same without the names of tensors."""
        return self._deserialize(mapped(without_names, self._serialize()))

    # Subclasses of programs call these two by their mangled names, `_TypeSpec__is_compatible`.
    def __make_cmp_key(self, value: Any) -> Any:
        return key(value)

    @staticmethod
    def __is_compatible(a: Any, b: Any) -> bool:
        pairs = paired(a, [b])
        return pairs is not None and all(could_be(one, rest[0]) for one, rest in pairs)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(key(self._serialize()) == key(other._serialize()))

    def __hash__(self) -> int:
        return hash((type(self), key(self._serialize())))

    def __reduce__(self) -> Any:
        return _remade, (type(self), self._serialize())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._serialize()!r}"


class BatchableTypeSpec(TypeSpec):
    """A `TypeSpec` whose values can be rows of a larger one: it has `_batch` and `_unbatch`."""

    __slots__ = ()

    def _batch(self, batch_size: int | None) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._batch")

    def _unbatch(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__}._unbatch")


def _remade(kind: Any, serialization: Any) -> Any:
    return kind._deserialize(serialization)
