"""Arguments of recurrent layers and their cells, each said once.

A layer has all arguments of its cell; `cell_of` hands them on.
"""

from __future__ import annotations

import re
from typing import Any

from ...._runtime.versions import is_keras_2_asked_for
from ...arguments import Argument, Declared, Flag, argument, values_of
from ...assignable import Assignable
from ...base_layer.options import (
    Activation,
    Constraint,
    Count,
    Initializer,
    LayerOptions,
    Regularizer,
)
from ...naming import snake_case
from ...seed_generator import default_seed


class Share(Argument[float, float]):
    """A share of elements, in 0 ... 1."""

    def convert(self, owner: Any, value: float) -> float:
        if isinstance(value, (int, float)) and is_keras_2_asked_for():
            return min(1.0, max(0.0, value))
        if not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise ValueError(
                f"Invalid value received for `{self.name}`. Expected a float value between 0 and "
                f"1. Received: {self.name}={value}"
            )
        return float(value)


class Seed(Argument[int | None, int | None]):
    """Where random draws start; None draws from the global generator.

    In Keras some layers do that before they draw the seeds of initial weights, and others later:
    `_draws_seed_first` says so, and this argument is declared before the initializers.
    """

    def convert(self, owner: Any, value: int | None) -> int | None:
        if owner._draws_seed_first and not is_keras_2_asked_for():
            owner._drawn_seed = default_seed() if value is None else value
        return value


class Way(Argument[int, int]):
    """A number that Keras chooses a way of computing by, whatever it is."""


class CellOptions(LayerOptions, kw_only=True):
    """What every cell has: units, weights for inputs and states, and dropout."""

    seed: Seed = argument(default=None)
    units: Count = argument()
    activation: Activation = argument(default="tanh")
    use_bias: Flag = argument(default=True)
    kernel_initializer: Initializer = argument(default="glorot_uniform")
    recurrent_initializer: Initializer = argument(default="orthogonal")
    bias_initializer: Initializer = argument(default="zeros")
    kernel_regularizer: Regularizer = argument(default=None)
    recurrent_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    kernel_constraint: Constraint = argument(default=None)
    recurrent_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)
    dropout: Share = argument(default=0.0)
    recurrent_dropout: Share = argument(default=0.0)


class Gates(CellOptions, kw_only=True):
    """The same for cells with gates; with `implementation` 1 each gate has dropout of its own."""

    recurrent_activation: Activation = argument(default="sigmoid")
    implementation: Way = argument(default=2)


def _sizes_of_states(layer: Any) -> Any:
    """The sizes of the states of a layer's cell, in Keras 3 a list."""
    sizes = layer.cell.state_size
    return [sizes] if isinstance(sizes, int) and not is_keras_2_asked_for() else sizes


class SequenceOptions(Declared, kw_only=True):
    """How a recurrent layer goes through a sequence and what it returns."""

    state_size = Assignable(_sizes_of_states)

    return_sequences: Flag = argument(default=False)
    return_state: Flag = argument(default=False)
    go_backwards: Flag = argument(default=False)
    stateful: Flag = argument(default=False)
    unroll: Flag = argument(default=False)
    zero_output_for_mask: Flag = argument(default=False)


_WEIGHTS = ("kernel", "recurrent", "bias")
_REST = (
    *(f"{weight}_regularizer" for weight in _WEIGHTS),
    *(f"{weight}_constraint" for weight in _WEIGHTS),
    *("dropout", "recurrent_dropout"),
)
STARTS = tuple(f"{weight}_initializer" for weight in _WEIGHTS)
PLAIN_ORDER = ("units", "activation", "use_bias", *STARTS, *_REST)
GATED_ORDER = ("units", "activation", "recurrent_activation", "use_bias", *STARTS, *_REST)
LSTM_ORDER = (*GATED_ORDER[:7], "unit_forget_bias", *_REST)


_SIZES = re.compile(r"\dD")  # which the names of cells leave out


def with_shape_of_sequences(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Keras 2's `input_length` and `input_dim` of sequences as an `input_shape`."""
    told = kwargs.keys() & {"input_length", "input_dim"}
    if not told or kwargs.get("input_shape") is not None or not is_keras_2_asked_for():
        return kwargs
    rest = {name: value for name, value in kwargs.items() if name not in told}
    return {**rest, "input_shape": (kwargs.get("input_length"), kwargs.get("input_dim"))}


# Keras's order of what says how a layer goes through a sequence; some of it is Keras 2's alone.
ORDER_OF_SEQUENCES = (
    *("return_sequences", "return_state", "go_backwards", "stateful", "unroll"),
    *("time_major", "num_constants", "zero_output_for_mask"),
)


def of_sequences(layer: Any, config: dict[str, Any]) -> dict[str, Any]:
    """The configuration that Keras 2 has, which leaves some out that are not asked for."""
    config = {**config, "time_major": layer.time_major}
    if layer._num_constants:
        config["num_constants"] = layer._num_constants
    if not layer.zero_output_for_mask:
        config.pop("zero_output_for_mask", None)
    if "activity_regularizer" not in config or "bias_regularizer" not in config:
        return config
    penalty, found = config.pop("activity_regularizer"), {}
    for name, value in config.items():
        found[name] = value
        if name == "bias_regularizer":
            found["activity_regularizer"] = penalty
    return found


def of_this_version(config: dict[str, Any]) -> dict[str, Any]:
    """The same; Keras 2, whose layers take no seed, is not told of one that was not given."""
    if not is_keras_2_asked_for():
        return config
    if config.get("seed", 0) is None:
        del config["seed"]
    if "reset_after" in config:
        config["reset_after"] = config.pop("reset_after")  # the last one
    return config


def cell_of(layer: Any, kind: type[Any]) -> Any:
    """A cell with the arguments that a layer has too, and its dtypes."""
    known = kind._arguments
    shared = {name: value for name, value in values_of(layer).items() if name in known}
    if layer._drawn_seed is not None:
        shared["seed"] = layer._drawn_seed
    cell_name = snake_case(_SIZES.sub("", kind.__name__))
    trained = layer._trainable
    cell = kind(**shared, name=cell_name, dtype=layer.dtype_policy, trainable=trained)
    cell.seed = layer.seed
    return cell
