"""Layers that join several inputs: Add, Subtract, Multiply, Average, Concatenate and so on.

What they make of the inputs is `_merge_function`, as in Keras: programs derive from these layers
and put a rule of their own in its place, which then alone counts.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ...errors import InvalidArgumentError
from ..arguments import Argument, Axis, Flag, argument
from ..base_layer import masks
from ..base_layer.inputs import promoted
from ..base_layer.layer import Layer
from ..base_layer.options import LayerOptions
from ..call_errors import before_call
from ..products import batch_dot

if TYPE_CHECKING:
    from collections.abc import Sequence


class Merge(Layer):
    """Folds a list of inputs with a function of two, or as a class derived from it says."""

    _computes_narrow = True

    @staticmethod
    def _combine(one: Any, other: Any) -> Any:
        raise NotImplementedError

    def call(self, inputs: Sequence[_core.Tensor]) -> _core.Tensor:
        if not isinstance(inputs, (list, tuple)) or not inputs:
            self._refuse_what_is_no_list(inputs)
        masked = masks.used() and not is_keras_2_asked_for() and self._folds()
        if masked and (found := masks.mask_of(inputs)) is not None:
            return self._fold_masked(list(zip(_of_one_rank(inputs), found, strict=True)))
        return self._merge_function(_of_one_rank(promoted(inputs)))

    @classmethod
    def _folds(cls) -> bool:
        """Whether it has no other rule than that of two inputs."""
        return cls._merge_function is Merge._merge_function

    def _merge_function(self, inputs: Sequence[Any]) -> Any:
        """What becomes of the inputs, which have as many axes each."""
        try:
            return functools.reduce(self._combine, inputs)
        except InvalidArgumentError:
            raise before_call(ValueError(_misfit(inputs))) from None

    def _refuse_what_is_no_list(self, inputs: Any) -> None:
        if is_keras_2_asked_for() or isinstance(inputs, (list, tuple)):
            text = "A merge layer should be called on a list of at least 1 input."
        else:
            text = (
                "A merge layer should be called on a list of inputs. Received: "
                f"input_shape={tuple(inputs.shape)} (not a list of shapes)"
            )
        raise before_call(ValueError(text))

    def _fold_masked(self, parts: list[tuple[_core.Tensor, Any]]) -> _core.Tensor:
        """The same of inputs some of which have a mask, which makes no difference to most."""
        return functools.reduce(self._combine, [part for part, _ in parts])

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """Where any of the masks is true; None unless all inputs have one.

        In Keras 2 where all of those are true that there are.
        """
        if previous_mask is None:
            return None
        _check_masks(inputs, previous_mask)
        if not is_keras_2_asked_for():
            return functools.reduce(_either, previous_mask)
        given = [_as_mask(mask) for mask in previous_mask if mask is not None]
        return functools.reduce(_core.logical_and, given) if given else None


def _check_masks(inputs: Any, mask: Any) -> None:
    """`ValueError` unless there is a list of inputs and as long a list of masks."""
    for name, value in ("mask", mask), ("inputs", inputs):
        if not isinstance(value, (list, tuple)):
            raise ValueError(f"`{name}` should be a list. Received: {name}={value}")
    if len(inputs) != len(mask):
        raise ValueError(
            "The lists `inputs` and `mask` should have the same length. Received: "
            f"inputs={inputs} of length {len(inputs)}, and mask={mask} of length {len(mask)}"
        )


def _misfit(inputs: Sequence[Any]) -> str:
    """Which of the inputs do not go together, by their shapes without the batch."""
    together, *others = [tuple(x.shape)[1:] for x in inputs]
    for shape in others:
        if any(1 != a != b != 1 for a, b in zip(together[::-1], shape[::-1], strict=False)):
            return f"Inputs have incompatible shapes. Received shapes {together} and {shape}"
        together = max(together, shape, key=lambda one: (len(one), one))
    return "Cannot merge tensors with different batch sizes. Received tensors with shapes " + str(
        [tuple(x.shape) for x in inputs]
    )


def _of_one_rank(inputs: Sequence[Any]) -> Sequence[Any]:
    """The inputs, where an example has fewer dimensions with ones before them: behind the batch."""
    ranks = [len(x.shape) for x in inputs]
    most = max(ranks)
    if min(ranks) in (0, most):
        return inputs
    return [
        x if rank == most else functools.reduce(_core.expand_dims, [1] * (most - rank), x)
        for x, rank in zip(inputs, ranks, strict=True)
    ]


def _over(mask: Any, values: _core.Tensor) -> Any:
    """A mask of steps as one of numbers; None as it is."""
    if mask is None:
        return None
    values = _core.convert_to_tensor(values)
    return _core.broadcast_to(masks.beside(_as_mask(mask), values), values.shape)


def _either(one: Any, other: Any) -> Any:
    if one is None or other is None:
        return None
    return _core.logical_or(_as_mask(one), _as_mask(other))


def _as_mask(mask: Any) -> _core.Tensor:
    """A mask that a program may give in numbers."""
    return _core.cast(mask, _core.bool)


class Add(Merge):
    """The sum of the inputs.

    >>> import gradtape as tf
    >>> tf.keras.layers.Add()([tf.constant([1.0]), tf.constant([2.0])]).numpy().tolist()
    [3.0]
    """

    @staticmethod
    def _combine(one: _core.Tensor, other: _core.Tensor) -> _core.Tensor:
        return one + other


class Subtract(Merge):
    """The first input minus the second; `ValueError` for more or fewer."""

    @staticmethod
    def _combine(one: Any, other: Any) -> Any:
        return one - other

    def _merge_function(self, inputs: Sequence[Any]) -> Any:
        if len(inputs) != 2:
            raise before_call(
                ValueError("A `Subtract` layer should be called on exactly 2 inputs.")
            )
        return super()._merge_function(inputs)


class Multiply(Merge):
    """The product of the inputs; of those that a mask leaves, and 0 where all masks hide."""

    @staticmethod
    def _combine(one: Any, other: Any) -> Any:
        return one * other

    def _fold_masked(self, parts: list[tuple[_core.Tensor, Any]]) -> _core.Tensor:
        shown = [_over(mask, x) for x, mask in parts]
        factors = [
            x if kept is None else _core.where(kept, x, _core.ones_like(x))
            for (x, _), kept in zip(parts, shown, strict=True)
        ]
        product = functools.reduce(self._combine, factors)
        left = functools.reduce(_either, shown)
        return product if left is None else _core.where(left, product, _core.zeros_like(product))


class Average(Merge):
    """The mean of the inputs."""

    _combine = staticmethod(Add._combine)

    def _merge_function(self, inputs: Sequence[Any]) -> Any:
        return super()._merge_function(inputs) / len(inputs)


class _Extreme(Merge):
    """The largest or smallest of what masks leave; of the first input where they hide all."""

    def _fold_masked(self, parts: list[tuple[_core.Tensor, Any]]) -> _core.Tensor:
        found, mask = parts[0]
        left = _over(mask, found)
        for x, mask in parts[1:]:
            kept = _over(mask, x)
            other = x if kept is None else _core.where(kept, x, found)
            found = found if left is None else _core.where(left, found, other)
            found, left = self._combine(found, other), _either(left, kept)
        return found


class Maximum(_Extreme):
    """The largest of the inputs, element by element; ties go to the first."""

    @staticmethod
    def _combine(one: Any, other: Any) -> Any:
        return _core.maximum(one, other)


class Minimum(_Extreme):
    """The smallest of the inputs, element by element; ties go to the first."""

    @staticmethod
    def _combine(one: Any, other: Any) -> Any:
        return _core.minimum(one, other)


class Concatenate(Layer, LayerOptions):
    """The inputs one after another along `axis`."""

    _computes_narrow = True
    axis: Axis = argument(default=-1)

    def call(self, inputs: Sequence[_core.Tensor]) -> _core.Tensor:
        if not isinstance(inputs, (list, tuple)) or not inputs:
            raise before_call(
                ValueError(
                    "A `Concatenate` layer should be called on a list of at least 1 input. "
                    f"Received: input_shape={getattr(inputs, 'shape', inputs)}"
                )
            )
        return self._merge_function(promoted(inputs))

    def _merge_function(self, inputs: Sequence[Any]) -> Any:
        try:
            return _core.concat(inputs, self.axis)
        except InvalidArgumentError:
            shapes = [tuple(x.shape) for x in inputs]
            raise before_call(
                ValueError(
                    "A `Concatenate` layer requires inputs with matching shapes except for the "
                    f"concatenation axis. Received: input_shape={shapes}"
                )
            ) from None

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """The masks one after another; inputs without one count as a whole.

        Of masks side by side any may be true, in Keras 2 all must be.
        """
        if previous_mask is None:
            return None
        _check_masks(inputs, previous_mask)
        if all(mask is None for mask in previous_mask):
            return None
        whole = [
            _core.ones_like(x, dtype=_core.bool) if mask is None else _over(mask, x)
            for x, mask in zip(inputs, previous_mask, strict=True)
        ]
        steps = min(len(mask.shape) for mask in previous_mask if mask is not None)
        within = list(range(steps, whole[0].shape.rank)) or [-1]
        join = _core.reduce_all if is_keras_2_asked_for() else _core.reduce_any
        return join(_core.concat(whole, self.axis), within)


class Axes(Argument[Any, Any]):
    """An axis of both inputs, or one of each; the axis of the batch, 0, is none of them."""

    def convert(self, owner: Any, value: Any) -> Any:
        axes = [value, value] if isinstance(value, int) else _core.entries(value, self.name)
        if len(axes) != 2 or not all(isinstance(axis, int) for axis in axes):
            raise ValueError(f"`axes` must be an integer or two. Received: axes={value}")
        return value if isinstance(value, int) else tuple(axes)


class Dot(Layer, LayerOptions):
    """Products of the entries of two batches, summed over `axes`.

    `normalize` divides the inputs by their norms along these axes first: then a vector's product
    is the cosine of the angle.

    >>> import gradtape as tf
    >>> tf.keras.layers.Dot(axes=1)([tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0]])]).numpy()
    array([[11.]], dtype=float32)
    """

    _computes_narrow = True
    supports_masking = True
    axes: Axes = argument()
    normalize: Flag = argument(default=False)

    def call(self, inputs: Sequence[_core.Tensor]) -> _core.Tensor:
        if not isinstance(inputs, (list, tuple)) or len(inputs) != 2:
            raise before_call(ValueError("A `Dot` layer should be called on a list of 2 inputs."))
        return self._merge_function(promoted(inputs))

    def _merge_function(self, inputs: Sequence[Any]) -> Any:
        axes = [self.axes, self.axes] if isinstance(self.axes, int) else list(self.axes)
        x, y = inputs
        if self.normalize:
            x, y = (_core.l2_normalize(part, axis) for part, axis in zip((x, y), axes, strict=True))
        return batch_dot(x, y, axes)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> None:
        """None: steps that masks are about are summed."""
