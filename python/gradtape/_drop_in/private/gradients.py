"""Jacobians and products with Hessians within functions, as TensorFlow's modules of gradients have
them besides `tf.gradients`: `ops.parallel_for.gradients`, `ops.gradients_impl`."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._autodiff.graph_gradients import gradients
from ..._structure import nest


def jacobian(
    output: Any, inputs: Any, use_pfor: bool = True, parallel_iterations: int | None = None
) -> Any:
    """The jacobian of a tensor by each of `inputs`, of their structure; None where there is none.

    Within a function; one gradient is taken for each element.
    """
    flat = nest.flatten(inputs)
    rows = [gradients(element, flat) for element in _core.unstack(_core.reshape(output, [-1]))]
    found = [_stacked(output, x, parts) for x, parts in zip(flat, zip(*rows, strict=True))]
    return nest.pack_sequence_as(inputs, found)


def _stacked(output: Any, x: Any, parts: tuple[Any, ...]) -> Any:
    """The rows of a jacobian in one tensor."""
    if all(part is None for part in parts):
        return None
    rows = [_core.zeros_like(x) if part is None else part for part in parts]
    return _core.reshape(_core.stack(rows), [*output.shape, *x.shape])


def _hessian_vector_product(ys: Any, xs: list[Any], v: list[Any]) -> list[Any]:
    """The Hessian of `ys` by `xs` times `v`, within a function; `ValueError` for other lengths."""
    if len(v) != len(xs):
        raise ValueError("xs and v must have the same length.")
    slopes = zip(gradients(ys, xs), v, strict=True)
    along = [slope * _core.stop_gradient(each) for slope, each in slopes if slope is not None]
    return gradients(along, xs)
