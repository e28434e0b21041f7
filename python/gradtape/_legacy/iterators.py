"""`tf.compat.v1.data`: iterators of datasets, and what their elements are, in version 1's words."""

from __future__ import annotations

from typing import Any, NoReturn

from .. import _core
from .._structure import nest


def make_one_shot_iterator(dataset: Any) -> Any:
    """An iterator over a dataset.

    >>> import gradtape as tf
    >>> iterator = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(2))
    >>> int(iterator.get_next())
    0
    """
    return iter(dataset)


def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> NoReturn:
    """A `RuntimeError`, as in TensorFlow 2: there is no session that would initialize it."""
    raise RuntimeError(
        "`make_initializable_iterator()` is not supported in eager mode. Use Python-style "
        "iteration instead."
    )


def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of the elements of a dataset or an iterator.

    >>> import gradtape as tf
    >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(2))
    tf.int64
    """
    return nest.map_structure(lambda spec: spec.dtype, dataset_or_iterator.element_spec)


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of the elements.

    >>> import gradtape as tf
    >>> tf.compat.v1.data.get_output_shapes(tf.data.Dataset.range(2))
    TensorShape([])
    """
    return nest.map_structure(lambda spec: spec.shape, dataset_or_iterator.element_spec)


def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of the elements.

    >>> import gradtape as tf
    >>> tf.compat.v1.data.get_output_classes(tf.data.Dataset.range(2)) is tf.Tensor
    True
    """
    return nest.map_structure(_class_of, dataset_or_iterator.element_spec)


def _class_of(spec: Any) -> Any:
    return getattr(spec, "value_type", _core.Tensor)
