"""Wrappers: `Bidirectional` goes through a sequence both ways, `TimeDistributed` step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...base_layer import masks
from ...base_layer.layer import Layer
from ...base_layer.spared import spared
from ...encoding import decoded
from ...lookup import CUSTOM, custom_object_scope, fitting, is_ours, serialize
from .structures import with_states

if TYPE_CHECKING:
    from ...._typing import TensorLike

_MERGES = ("concat", "sum", "mul", "ave", None)


class Bidirectional(Layer):
    """A recurrent layer and its twin that goes backwards, joined by `merge_mode`.

    That is "concat", "sum", "mul", "ave", or None for both outputs in a list. `backward_layer`
    takes the place of the twin. `ValueError` for another mode.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(3, return_sequences=True))
    >>> layer(tf.zeros([2, 5, 4])).shape
    TensorShape([2, 5, 6])
    """

    supports_masking = True

    def __init__(
        self,
        layer: Any,
        merge_mode: str | None = "concat",
        weights: TensorLike | None = None,
        backward_layer: Any = None,
        **kwargs: Any,
    ) -> None:
        if merge_mode not in _MERGES:
            raise ValueError(
                f"Invalid merge mode. Received: {merge_mode}. Merge mode should be one of "
                "{'sum', 'mul', 'ave', 'concat', None}"
            )
        super().__init__(**kwargs)
        self.merge_mode = merge_mode
        self.forward_layer = _remade(layer, "forward")
        self.backward_layer = backward_layer or _remade(layer, "backward")
        for one in (self.forward_layer, self.backward_layer):  # both ways end where a mask does
            if hasattr(one, "zero_output_for_mask"):
                one.zero_output_for_mask = one.return_sequences
        self.return_sequences, self.return_state = layer.return_sequences, layer.return_state
        if weights is not None:
            self._given_weights = weights

    @property
    def layer(self) -> Any:
        """The layer that goes forwards."""
        return self.forward_layer

    def build(self, input_shape: Any) -> None:
        """Builds the layers of both ways."""
        self.forward_layer._build_inside(input_shape)
        self.backward_layer._build_inside(input_shape)
        super().build(input_shape)

    def call(
        self,
        inputs: _core.Tensor,
        initial_state: Any = None,
        mask: _core.Tensor | None = None,
        training: bool | None = None,
    ) -> Any:
        ahead, back = _halves(initial_state)
        options = {"mask": mask, "training": training}
        one = self.forward_layer(inputs, initial_state=ahead, **options)
        other = self.backward_layer(inputs, initial_state=back, **options)
        states = []
        if self.return_state:
            states = [*one[1:], *other[1:]]
            one, other = one[0], other[0]
        if self.return_sequences:
            other = _core.reverse(other, [1])
        merged = self._merged(one, other)
        if not self.return_state:
            return merged
        return with_states(merged if self.merge_mode is None else [merged], states)

    def compute_mask(self, inputs: _core.Tensor, previous_mask: _core.Tensor | None = None) -> Any:
        """The mask goes on with the steps of a sequence; states and a last output have none."""
        if not self.return_sequences:
            return None
        masks = [previous_mask] * (2 if self.merge_mode is None else 1)
        return masks if self.return_state or self.merge_mode is None else previous_mask

    def _merged(self, one: _core.Tensor, other: _core.Tensor) -> Any:
        if self.merge_mode is None:
            return [one, other]
        if self.merge_mode == "concat":
            return _core.concat([one, other], -1)
        if self.merge_mode == "mul":
            return one * other
        return one + other if self.merge_mode == "sum" else (one + other) / 2.0

    def reset_states(self) -> None:
        """Forget the states of stateful layers."""
        self.forward_layer.reset_states()
        self.backward_layer.reset_states()

    reset_state = reset_states  # as Keras 3 calls it

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "layer": serialize(self.forward_layer),
            "merge_mode": self.merge_mode,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Bidirectional:
        """The layer with these arguments, its inner layer made again."""
        parts = [key for key in ("layer", "backward_layer") if key in config]
        inner: dict[str, Any] = {key: inner_layer(config[key]) for key in parts}
        return cls(**fitting(cls, {**config, **inner}))


def _remade(layer: Any, way: str) -> Any:
    """The layer for one way, made from the configuration of the given one, as in Keras."""
    config = layer.get_config()
    if way == "backward":
        config["go_backwards"] = not config["go_backwards"]
    config["name"] = f"{way}_{config['name'].removeprefix('forward_').removeprefix('backward_')}"
    with custom_object_scope(_cells_in(layer)):
        return type(layer).from_config(config)


def _cells_in(layer: Any) -> dict[str, Any]:
    """The classes of the cells of a layer by name, which may be the program's own."""
    cell = getattr(layer, "cell", None)
    cells = [cell, *getattr(cell, "cells", [])]
    return {type(one).__name__: type(one) for one in cells if one is not None}


def _halves(states: Any) -> tuple[Any, Any]:
    if states is None:
        return None, None
    half = len(states) // 2
    return states[:half], states[half:]


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

    def build(self, input_shape: Any) -> None:
        """Builds the inner layer for one step."""
        sizes = _checked(input_shape)
        step = _core.TensorShape([sizes[0], *sizes[2:]])
        if not is_keras_2_asked_for():
            self.layer._build_inside(step)
        elif not self.layer.built:  # whose variables are not named after the inner layer
            self.layer._build_for(step)
        super().build(input_shape)

    def call(self, inputs: _core.Tensor, training: bool | None = None, mask: Any = None) -> Any:
        sizes = _checked(inputs.shape)
        takes_mask = mask is not None and masks.takes_mask(self.layer)
        if takes_mask or not all(map(_keeps_apart, self._layers_and_self()[1:])):
            return self._by_steps(inputs, training, mask if takes_mask else None)
        flat = _core.reshape(inputs, [sizes[0] * sizes[1], *sizes[2:]])
        outputs = self._inner(flat, training=training)
        return nest.map_structure(
            lambda y: _core.reshape(y, [*sizes[:2], *y.shape.as_list()[1:]]), outputs
        )

    def _inner(self, step: _core.Tensor, **options: Any) -> Any:
        """The inner layer's outputs, which Keras 3 does not penalize."""
        if self.layer.activity_regularizer is None or is_keras_2_asked_for():
            return self.layer(step, **options)
        with spared(self.layer):
            return self.layer(step, **options)

    def _by_steps(self, inputs: _core.Tensor, training: bool | None, mask: Any) -> Any:
        """A call for each step, which is a batch of its own, as in Keras 3."""
        options: list[dict[str, Any]] = [{}] * inputs.shape[1]
        if mask is not None:
            options = [{"mask": part} for part in _core.unstack(mask, axis=1)]
        outputs = [
            self._inner(step, training=training, **given)
            for step, given in zip(_core.unstack(inputs, axis=1), options, strict=True)
        ]
        return nest.map_structure(lambda *of_steps: _core.stack(of_steps, axis=1), *outputs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "layer": serialize(self.layer)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> TimeDistributed:
        """The layer with these arguments, its inner layer made again."""
        return cls(**fitting(cls, {**config, "layer": inner_layer(config["layer"])}))


def _keeps_apart(layer: Layer) -> bool:
    """Whether a layer treats each example for itself: then all steps can be one batch."""
    known = is_ours(type(layer)) and not layer._joins_examples
    return known and not hasattr(layer, "seed_generator")


def _checked(shape: _core.TensorShape) -> list[Any]:
    sizes = shape.as_list()
    if len(sizes) < 3:
        raise ValueError(
            "`TimeDistributed` Layer should be passed an `input_shape` with at least 3 "
            f"dimensions, received: {sizes}"
        )
    return sizes


def inner_layer(config: Any) -> Any:
    """The layer of a configuration; the catalog of layers knows all classes."""
    if not isinstance(config, dict):
        return config
    kind = _find(config["class_name"])
    return kind.from_config(decoded(config["config"]))


_catalog: dict[str, Any] = {}


def _find(name: str) -> Any:
    found = CUSTOM.get(name, _catalog.get(name))
    if found is None:
        raise ValueError(
            f"The class {name!r} is not known; register it with `register_keras_serializable`, or "
            "name it in `custom_objects`."
        )
    return found


def set_catalog(layers: dict[str, Any]) -> None:
    """Say where classes of inner layers are found."""
    _catalog.update(layers)
