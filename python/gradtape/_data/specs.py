"""What datasets, iterators and optional elements look like, by their elements."""

from __future__ import annotations

from typing import Any

from .._structure.described_specs import DescribedSpec


class ElementSpec(DescribedSpec):
    """What something looks like that gives elements of one kind."""

    def __init__(self, element_spec: Any) -> None:
        self.element_spec = element_spec

    def _described(self) -> tuple[Any, ...]:
        return (self.element_spec,)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True of a spec of this kind, or of what has one, whose elements look the same."""
        return bool(self == getattr(spec_or_value, "_type_spec", spec_or_value))


class DatasetSpec(ElementSpec):
    """What a dataset looks like, which may be an element of another one.

    >>> tf.type_spec_from_value(tf.data.Dataset.range(3))
    DatasetSpec(TensorSpec(shape=(), dtype=tf.int64, name=None), TensorShape([]))
    """

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        super().__init__(element_spec)

    value_type: Any = None  # `Dataset`, which says so itself: it needs this

    @staticmethod
    def from_value(value: Any) -> DatasetSpec:
        """What a dataset looks like.

        >>> tf.data.DatasetSpec.from_value(tf.data.Dataset.range(3)).element_spec
        TensorSpec(shape=(), dtype=tf.int64, name=None)
        """
        return DatasetSpec(value.element_spec)

    def __repr__(self) -> str:
        return f"DatasetSpec({self.element_spec!r}, TensorShape([]))"


class IteratorSpec(ElementSpec):
    """What an iterator over a dataset looks like.

    >>> tf.type_spec_from_value(iter(tf.data.Dataset.range(3))).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """

    def __repr__(self) -> str:
        return f"IteratorSpec({self.element_spec!r},)"


class OptionalSpec(ElementSpec):
    """What an element looks like that may not be there.

    >>> tf.OptionalSpec(tf.TensorSpec([2])).element_spec
    TensorSpec(shape=(2,), dtype=tf.float32, name=None)
    """

    def __repr__(self) -> str:
        return f"OptionalSpec({self.element_spec!r},)"
