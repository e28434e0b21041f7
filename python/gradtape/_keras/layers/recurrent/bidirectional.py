"""`Bidirectional` goes through a sequence both ways.

Keras 2 keeps the layer that it was given, in its configuration too, and makes both ways of copies;
a `backward_layer` must go the other way and agree otherwise. States and constants that are symbolic
are inputs of the call, behind the sequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...base_layer.calling import takes
from ...base_layer.layer import Layer
from ...lookup import custom_object_scope, fitting, serialize
from ...symbolic import KerasTensor
from .structures import parted, with_states
from .wrappers import inner_layer

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

    _computes_narrow = True
    supports_masking = True
    _builds_for_open_sizes = True
    _unsearched = Layer._unsearched | {"_given_layer"}
    _num_constants = 0  # how many of the tensors behind a sequence are such

    def __init__(
        self,
        layer: Any,
        merge_mode: str | None = "concat",
        weights: TensorLike | None = None,
        backward_layer: Any = None,
        num_constants: int = 0,
        **kwargs: Any,
    ) -> None:
        _check_kinds(layer, backward_layer)
        if merge_mode not in _MERGES:
            raise ValueError(
                f"Invalid merge mode. Received: {merge_mode}. Merge mode should be one of "
                f"{_shown_modes()}"
            )
        super().__init__(**kwargs)
        self.merge_mode, self._given_layer = merge_mode, layer
        self.forward_layer = _remade(layer, "forward")
        self.backward_layer = backward_layer or _remade(layer, "backward")
        if is_keras_2_asked_for():
            self._begin(kwargs.get("trainable", layer.trainable), backward_layer, num_constants)
        _check_both(self.forward_layer, self.backward_layer)
        for one in (self.forward_layer, self.backward_layer):  # both ways end where a mask does
            if hasattr(one, "zero_output_for_mask"):
                one.zero_output_for_mask = one.return_sequences
        self.return_sequences, self.return_state = layer.return_sequences, layer.return_state
        if weights is not None:
            self._given_weights = weights

    def _begin(self, trainable: bool, backward_layer: Any, num_constants: int) -> None:
        """What Keras 2 does besides."""
        self._trainable, self.stateful = trainable, self._given_layer.stateful
        if num_constants:
            self._num_constants = num_constants
        if backward_layer is not None:
            self._backward_config = serialize(backward_layer)
            backward_layer._name = f"backward_{backward_layer.name}"

    @property
    def layer(self) -> Any:
        """The layer that goes forwards; in Keras 2 the one that was given."""
        return self._given_layer if is_keras_2_asked_for() else self.forward_layer

    def build(self, input_shape: Any) -> None:
        """Builds the layers of both ways."""
        if isinstance(input_shape, list):
            input_shape = input_shape[0]  # behind which are those of states and constants
        self.forward_layer._build_inside(input_shape)
        self.backward_layer._build_inside(input_shape)
        super().build(input_shape)

    def __call__(
        self, inputs: Any = None, initial_state: Any = None, constants: Any = None, **options: Any
    ) -> Any:
        if inputs is None:  # under Keras 3's name
            inputs = options.pop("sequences", None)
        inputs, states, constants = self._parts_of(inputs, initial_state, constants)
        given = [*(states or []), *(constants or [])]
        if given and states and len(states) % 2:
            raise ValueError(
                "When passing `initial_state` to a Bidirectional RNN, the state should be a list "
                f"containing the states of the underlying RNNs. Received: {states}"
            )
        if constants:
            self._num_constants = len(constants)
        if given and all(isinstance(one, KerasTensor) for one in nest.flatten(given)):
            return super().__call__([inputs, *given], **options)
        named = {"initial_state": states, "constants": constants}
        options.update((name, value) for name, value in named.items() if value)
        return super().__call__(inputs, **options)

    def _parts_of(self, inputs: Any, states: Any, constants: Any) -> tuple[Any, Any, Any]:
        """The sequence, the states and the constants, which may be in one list."""
        if isinstance(inputs, list) and len(inputs) and hasattr(inputs[0], "shape"):
            inputs, given, last = parted(inputs, 0 if constants else self._num_constants)
            states, constants = given or states, last or constants
        return inputs, _listed(states), _listed(constants)

    def call(
        self,
        inputs: Any,
        initial_state: Any = None,
        mask: _core.Tensor | None = None,
        training: bool | None = None,
        constants: Any = None,
    ) -> Any:
        inputs, initial_state, constants = self._parts_of(inputs, initial_state, constants)
        mask = None if mask is None else nest.flatten(mask)[0]
        ahead, back = _halves(initial_state)
        call, options = self.forward_layer.call, {"mask": mask, "training": training}
        options = {name: value for name, value in options.items() if takes(call, name)}
        if constants:
            options["constants"] = constants
        if takes(call, "initial_state"):
            one = self.forward_layer(inputs, initial_state=ahead, **options)
            other = self.backward_layer(inputs, initial_state=back, **options)
        else:
            one, other = (
                self.forward_layer(inputs, **options),
                self.backward_layer(inputs, **options),
            )
        states = []
        if self.return_state:
            states = [*one[1:], *other[1:]]
            one, other = one[0], other[0]
        if self.return_sequences:
            other = _core.reverse(other, [0 if _is_time_major(self.forward_layer) else 1])
        merged = self._merged(one, other)
        if not self.return_state:
            return merged
        return with_states(list(merged) if self.merge_mode is None else [merged], states)

    def compute_mask(self, inputs: _core.Tensor, previous_mask: _core.Tensor | None = None) -> Any:
        """The mask goes on with the steps of a sequence; states and a last output have none."""
        if not self.return_sequences:
            return None
        masks = [previous_mask] * (2 if self.merge_mode is None else 1)
        return masks if self.return_state or self.merge_mode is None else previous_mask

    def _merged(self, one: _core.Tensor, other: _core.Tensor) -> Any:
        if self.merge_mode is None:
            return [one, other] if is_keras_2_asked_for() else (one, other)
        if self.merge_mode == "concat":
            return _core.concat([one, other], -1)
        if self.merge_mode == "mul":
            return one * other
        return one + other if self.merge_mode == "sum" else (one + other) / 2.0

    def reset_states(self, states: Any = None) -> None:
        """Forget the states of stateful layers, or replace them: those ahead, then those back.

        In Keras 2 `AttributeError` for a layer that is not stateful, and `ValueError` for states
        that are no list.
        """
        if not self._given_layer.stateful and is_keras_2_asked_for():
            raise AttributeError("Layer must be stateful.")
        if states is not None and not isinstance(states, (list, tuple)):
            raise ValueError(
                "Unrecognized value for `states`. Expected `states` to be list or tuple. "
                f"Received: {states}"
            )
        ahead, back = _halves(states)
        self.forward_layer.reset_states(ahead)
        self.backward_layer.reset_states(back)

    reset_state = reset_states  # as Keras 3 calls it

    def get_config(self) -> dict[str, Any]:
        config = {
            **super().get_config(),
            "layer": serialize(self.layer),
            "merge_mode": self.merge_mode,
        }
        if self._num_constants:
            config["num_constants"] = self._num_constants
        if not is_keras_2_asked_for():
            config["backward_layer"] = serialize(self.backward_layer)
        elif hasattr(self, "_backward_config"):
            config["backward_layer"] = self._backward_config
        return config

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
        config["go_backwards"] = not (config["go_backwards"] and is_keras_2_asked_for())
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


def _listed(tensors: Any) -> list[Any] | None:
    if tensors is None:
        return None
    return list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]


def _is_time_major(layer: Any) -> bool:
    return bool(getattr(layer, "time_major", False))


def _shown_modes() -> str:
    shown = '{"sum", "mul", "ave", "concat", None}'
    return shown if is_keras_2_asked_for() else shown.replace('"', "'")


def _check_kinds(layer: Any, backward_layer: Any) -> None:
    if not isinstance(layer, Layer):
        raise ValueError(
            "Please initialize `Bidirectional` layer with a `tf.keras.layers.Layer` instance. "
            f"Received: {layer}"
        )
    if backward_layer is not None and not isinstance(backward_layer, Layer):
        raise ValueError(
            "`backward_layer` need to be a `tf.keras.layers.Layer` instance. "
            f"Received: {backward_layer}"
        )


def _check_both(ahead: Any, back: Any) -> None:
    """`ValueError` unless one layer goes backwards and both agree otherwise."""
    if ahead.go_backwards == back.go_backwards:
        raise ValueError(
            "Forward layer and backward layer should have different `go_backwards` value."
            f"forward_layer.go_backwards = {ahead.go_backwards},"
            f"backward_layer.go_backwards = {back.go_backwards}"
        )
    for name in ("stateful", "return_sequences", "return_state"):
        one, other = getattr(ahead, name), getattr(back, name)
        if one != other:
            raise ValueError(
                "Forward layer and backward layer are expected to have the same value for "
                f'attribute "{name}", got "{one}" for forward layer and "{other}" for backward '
                "layer"
            )
