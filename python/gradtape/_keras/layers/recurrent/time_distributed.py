"""`TimeDistributed` applies another layer to each step of a sequence.

Keras 2 takes all steps as one batch where the layer is one of the library's and not stateful.
"""

from __future__ import annotations

from typing import Any

from .... import _core
from ...._ragged.tensor import RaggedTensor
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...base_layer import masks
from ...base_layer.layer import Layer
from ...base_layer.spared import spared
from ...lookup import fitting, is_ours, serialize
from .structures import steps_of
from .wrappers import inner_layer

_INPUT_SHAPE = "`input_shape`", "`input_shape `"  # as Keras 2 has it


class TimeDistributed(Layer):
    """Another layer, applied to each step of `[batch, steps, ...]`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(3))
    >>> layer(tf.zeros([2, 5, 4])).shape
    TensorShape([2, 5, 3])
    """

    supports_masking = True

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(
                "Please initialize `TimeDistributed` layer with a `tf.keras.layers.Layer` "
                f"instance. Received: {layer}"
            )
        super().__init__(**kwargs)
        self.layer = layer

    @property
    def _takes_any_batch(self) -> bool:
        return is_ours(type(self.layer)) and bool(self.layer._takes_any_batch)

    @property
    def _always_use_reshape(self) -> bool:
        """Whether Keras 2 takes all steps as one batch, whatever it knows of its size."""
        return is_ours(type(self.layer)) and not getattr(self.layer, "stateful", False)

    def build(self, input_shape: Any) -> None:
        """Builds the inner layer for one step."""
        step: Any = nest.map_structure(_without_steps, input_shape)
        if not is_keras_2_asked_for():
            self.layer._build_inside(step)
        elif not self.layer.built:  # whose variables are not named after the inner layer
            self.layer._build_for(step)
        super().build(input_shape)

    def call(self, inputs: _core.Tensor, training: bool | None = None, mask: Any = None) -> Any:
        if all(isinstance(one, RaggedTensor) for one in nest.flatten(inputs)):
            return self._of_rows(inputs, training)
        sizes = _checked(nest.flatten(inputs)[0].shape)
        if mask is not None and not is_keras_2_asked_for() and not nest.is_nested(mask):
            _check_mask(tuple(mask.shape), tuple(sizes))
        takes_mask = mask is not None and masks.takes_mask(self.layer)
        at_once = self._are_steps_one_batch(takes_mask)
        if not at_once:
            return self._by_steps(inputs, training, mask if takes_mask else None)
        options = {"mask": _joined(mask)} if takes_mask else {}
        outputs = self._inner(nest.map_structure(_joined, inputs), training=training, **options)
        return nest.map_structure(
            lambda y: _core.reshape(y, [*sizes[:2], *y.shape.as_list()[1:]]), outputs
        )

    def _are_steps_one_batch(self, takes_mask: bool) -> bool:
        if is_keras_2_asked_for() and self._always_use_reshape:
            return True
        return not takes_mask and all(map(_keeps_apart, self._layers_and_self()[1:]))

    def _of_rows(self, inputs: Any, training: bool | None) -> Any:
        """The same of ragged steps, whose values are one batch."""
        values = nest.map_structure(lambda one: one.values, inputs)
        rows = nest.flatten(inputs)[0]
        return nest.map_structure(
            lambda y: RaggedTensor.from_row_splits(y, rows.row_splits),
            self._inner(values, training=training),
        )

    @masks.of_either_name
    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """The mask of the inputs, in Keras 2 that which the inner layer makes of it."""
        leaf = nest.flatten(inputs)[0]
        if not is_keras_2_asked_for() or isinstance(leaf, RaggedTensor):
            return previous_mask
        if not self._always_use_reshape:
            return previous_mask
        inner = None if previous_mask is None else _joined(previous_mask)
        found = self.layer.compute_mask(nest.map_structure(_joined, inputs), inner)
        if found is not None:
            sizes = _core.concat([_core.shape(leaf)[:2], _core.shape(found)[1:]], 0)
            return _core.reshape(found, sizes)
        if previous_mask is None or previous_mask.shape.rank == 2:
            return previous_mask
        return _core.reduce_any(previous_mask, list(range(2, previous_mask.shape.rank)))

    def _inner(self, step: _core.Tensor, **options: Any) -> Any:
        """The inner layer's outputs, which Keras 3 does not penalize."""
        if self.layer.activity_regularizer is None or is_keras_2_asked_for():
            return self.layer(step, **options)
        with spared(self.layer):
            return self.layer(step, **options)

    def _by_steps(self, inputs: _core.Tensor, training: bool | None, mask: Any) -> Any:
        """A call for each step, which is a batch of its own, as in Keras 3."""
        options: list[dict[str, Any]] = [{}] * nest.flatten(inputs)[0].shape[1]
        if mask is not None:
            options = [{"mask": part} for part in _core.unstack(mask, axis=1)]
        outputs = [
            self._inner(step, training=training, **given)
            for step, given in zip(steps_of(inputs), options, strict=True)
        ]
        return nest.map_structure(lambda *of_steps: _core.stack(of_steps, axis=1), *outputs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "layer": serialize(self.layer)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> TimeDistributed:
        """The layer with these arguments, its inner layer made again."""
        return cls(**fitting(cls, {**config, "layer": inner_layer(config["layer"])}))


def _check_mask(mask: tuple[Any, ...], inputs: tuple[Any, ...]) -> None:
    """`ValueError` unless a mask begins with the batch and the steps of the inputs."""
    if len(mask) < 2:
        raise ValueError(
            "The `mask` passed to the `TimeDistributed` layer must be at least 2D, but it has "
            f"{len(mask)} dimension(s) with shape {mask}."
        )
    if mask[:2] != inputs[:2]:
        raise ValueError(
            f"The `mask` passed to the `TimeDistributed` layer has a shape {mask} that is "
            f"incompatible with the input shape {inputs}. The first two dimensions of the mask "
            "(batch size and timesteps) must match the input's first two dimensions."
        )


def _keeps_apart(layer: Layer) -> bool:
    """Whether a layer treats each example for itself: then all steps can be one batch."""
    known = is_ours(type(layer)) and not layer._joins_examples
    return known and not hasattr(layer, "seed_generator")


def _without_steps(shape: _core.TensorShape) -> _core.TensorShape:
    sizes = _checked(shape)
    return _core.TensorShape([sizes[0], *sizes[2:]])


def _joined(one: Any) -> Any:
    """All steps as one batch."""
    sizes = one.shape.as_list()
    if None in sizes:
        return _core.reshape(one, _core.concat([[-1], _core.shape(one)[2:]], 0))
    return _core.reshape(one, [sizes[0] * sizes[1], *sizes[2:]])


def _checked(shape: _core.TensorShape) -> list[Any]:
    sizes = shape.as_list()
    if len(sizes) < 3:
        raise ValueError(
            f"`TimeDistributed` Layer should be passed an {_INPUT_SHAPE[is_keras_2_asked_for()]} "
            f"with at least 3 dimensions, received: {sizes}"
        )
    return sizes
