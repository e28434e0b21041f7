"""`Sequential`: a model whose layers follow one another."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._module.module import name_scope
from ..._runtime.drawn_seeds import run_before
from ..._runtime.manners import are_of_keras_3, show_keras_2
from ..._runtime.once import is_held_back
from ..._runtime.versions import is_keras_2_asked_for
from ..assignable import Assignable
from ..base_layer import masks
from ..base_layer.calling import current_call, in_mode, mode_by_itself
from ..base_layer.declared_specs import declares
from ..base_layer.layer import Layer
from ..base_layer.losses_of_layers import forget_added
from ..layers.core import Lambda
from ..layers.entry import InputLayer
from ..lookup import custom_object_scope, is_ours
from ..naming import pass_names_of_chain, pass_names_of_tensors, unique_name
from ..runs_on_zeros import run_on_zeros, zeros_for
from ..seed_generator import is_held
from ..seen_runs import holds_own_calls, run_unseen
from ..symbolic import KerasTensor
from . import keras_forms
from .home import Home
from .model import Rebuilt
from .network import Network, require_shape, with_axes, with_dtype
from .numbered import numbered_layers
from .seeds_ahead import take_seeds_again, take_seeds_ahead
from .seen_examples import SeenExamples

if TYPE_CHECKING:
    from ..._typing import ShapeLike


def _entry_of(layer: Layer) -> list[int | None] | None:
    """The shape that a model at the start takes, if it knows; in Keras 2 if it has been told."""
    if isinstance(layer, Sequential) and is_keras_2_asked_for() and not layer._says_its_entry():
        return None
    shape: Any = getattr(layer, "input_shape", None) if isinstance(layer, Rebuilt) else None
    known = shape is not None and all(n is None or isinstance(n, int) for n in shape)
    return list(shape) if known else None


def _refused(layer: Any) -> Exception:
    """The error for what is no layer."""
    if is_keras_2_asked_for():
        must = "The added layer must be an instance of class Layer."
        return TypeError(f"{must} Received: layer={layer} of type {type(layer)}.")
    only = "Only instances of `keras.Layer` can be added to a Sequential model."
    return ValueError(f"{only} Received: {layer} (of type {type(layer)})")


class Sequential(SeenExamples, Rebuilt):
    """Each layer takes the output of the one before.

    Weights are made at once if the first layer (or a `tf.keras.Input` before it) says the shape of
    its input, otherwise at the first call. `TypeError` for something that is not a layer.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    >>> model(tf.zeros([2, 3])).shape, len(model.weights)
    (TensorShape([2, 1]), 4)
    """

    _scopes_its_variables = False
    _only_calls_layers = True
    _is_filled = True  # by its `__init__`
    _network_shape: Any = None  # of inputs, as Keras 2 has made the network of a chain for them

    def __init__(self, layers: Any = None, trainable: bool = True, name: str | None = None) -> None:
        if trainable is None or isinstance(trainable, str):  # its place in Keras 2
            trainable, name = True, trainable or name
        super().__init__(trainable=trainable, name=name)
        self._stacked_layers: list[Layer] = []
        # The batch shape of the input, once it is known, and its dtype if that was said.
        self._entry_shape: list[int | None] | None = None
        self._entry_dtype: _core.DType | None = None
        self._entry_name: str | None = None
        self._taken_name: str | None = None  # of an input that nobody has given
        self._is_filled = False
        for layer in [layers] if isinstance(layers, Layer) else layers or []:
            self.add(layer)
        self._build_if_known()
        self._is_filled = True
        if self.built:
            pass_names_of_chain(len(self._stacked_layers))

    def _dtype_of_entry(self) -> _core.DType:
        first = self._stacked_layers[0] if self._stacked_layers else self
        return self._entry_dtype or first._entry_dtype or first._dtype

    def _says_its_entry(self) -> bool:
        """Whether an `Input` or a layer at the start told the shape of what it takes."""
        if self._entry_dtype is not None or not self._stacked_layers:
            return self._entry_dtype is not None
        first = self._stacked_layers[0]
        return first._given_shape is not None or _entry_of(first) is not None

    def add(self, layer: Any) -> None:
        """Put a layer at the end.

        A `tf.keras.Input` says the shape of what the first layer takes.
        """
        if isinstance(layer, KerasTensor):
            layer = layer.node.layer
        if isinstance(layer, InputLayer):
            if self._entry_shape is not None and not is_keras_2_asked_for():
                raise ValueError(
                    f"Sequential model '{self.name}' has already been configured to use input shape"
                    f" {tuple(self._entry_shape)}. You cannot add a different Input layer to it."
                )
            self._entry_shape = layer.batch_shape.as_list()
            self._entry_dtype = layer._dtype
            self._entry_name = layer.name
            return
        if not isinstance(layer, Layer):
            if not callable(layer):
                raise _refused(layer)
            layer = Lambda(layer)
        self._require_own_name(layer)
        begins = not self._stacked_layers and self._entry_dtype is None  # no `Input` came before
        if begins and layer._given_shape is not None:
            self._entry_shape = layer._given_shape
            self._take_entry()
        self._stacked_layers.append(layer)
        if self._entry_shape is None and len(self._stacked_layers) == 2:
            self._entry_shape = _entry_of(self._stacked_layers[0])
        self._forget_network()
        layer._sequential_home = Home(self)
        self.built = False
        if self._is_filled:
            self._build_if_known()

    def _build_if_known(self) -> None:
        """Build where the shape of the input is known: a list of layers at once."""
        if self._entry_shape is not None and self._stacked_layers:
            self.build(self._entry_shape)

    def _ask_for_keras_2(self) -> None:
        """Build where a program asks for what Keras 2 knows by the length of an embedding."""
        first = None if self._entry_shape is not None else next(iter(self._stacked_layers), None)
        shape = getattr(first, "_shape_in_keras_2", None)
        if shape is not None:
            show_keras_2()
            self.build(shape)

    def _require_own_name(self, layer: Layer) -> None:
        """`ValueError` if another layer has the name of this one."""
        if any(one.name == layer.name and one is not layer for one in self._stacked_layers):
            name = f'"{layer.name}"' if is_keras_2_asked_for() else repr(layer.name)
            raise ValueError(
                "All layers added to a Sequential model should have unique names. Name "
                f"{name} is already the name of a layer in this model. Update the `name` argument "
                "to pass a unique name."
            )

    def pop(self) -> Layer:
        """Take the last layer away and return it; an error, of each Keras its own, without one."""
        if not self._stacked_layers:
            raise (TypeError if is_keras_2_asked_for() else IndexError)("There are no layers.")
        self._forget_network()
        last = self._stacked_layers.pop()
        self.built = self.built and self._entry_shape is None
        self._build_if_known()
        return last

    @property
    def layers(self) -> list[Layer]:
        """The layers in their order."""
        return list(self._stacked_layers)

    def _layers_and_operations(self) -> list[Layer]:
        return self.layers

    @Assignable
    def input_shape(self) -> tuple[Any, ...]:
        """The shape of the input, None for what is open; `AttributeError` before it is known."""
        self._ask_for_keras_2()
        if self._entry_shape is None:
            text = "has never been called and has no input shape."
            raise AttributeError(f"The model {self.name!r} {text}")
        return self._as_seen(self._entry_shape)

    @Assignable
    def output_shape(self) -> tuple[Any, ...]:
        """The shape of the output, None for what is open; `AttributeError` before it is known."""
        self._ask_for_keras_2()
        network = self._open_network()
        if network is not None:
            return tuple(network.outputs.shape.as_list())
        if self._shape_of_output is None:
            text = "has never been called and has no output shape."
            raise AttributeError(f"The model {self.name!r} {text}")
        return self._as_seen(self._shape_of_output.as_list())

    def _open_network(self) -> Network | None:
        """The layers as a network, if their first call has not told all that there is to know.

        It has not where a size besides the batch is open, or the batch is not, and of layers that
        were built before.
        """
        entry = self._entry_shape
        if not entry or not self._stacked_layers:
            return None
        known = all(layer._shape_of_output is not None for layer in self._stacked_layers)
        if known and entry[0] is None and None not in entry[1:]:
            return None
        try:
            return self._known_network("output")
        except ValueError:  # a layer that no made-up input fits
            return None

    def _known_network(self, end: str) -> Network:
        """The layers as a network between symbolic tensors, made when it is first asked for."""
        if self._network_of_layers is None:
            self._ask_for_keras_2()
            if self._entry_shape is None:
                raise AttributeError(
                    f"The model {self.name!r} has never been called and thus has no defined {end}."
                )
            make = functools.partial(self._network_of_chain, self._entry_shape)
            self._network_of_layers = run_unseen(make, self) if self.built else make()
        return self._network_of_layers

    def _network_of_chain(self, shape: list[int | None]) -> Network:
        name = self._entry_name or self._taken_name
        if name is None and self._stacked_layers and is_keras_2_asked_for():
            name = f"{self._stacked_layers[0].name}_input"
        start = end = InputLayer(batch_shape=shape, dtype=self._dtype_of_entry(), name=name).output
        for layer in self._stacked_layers:
            layer._symbolic_calls.clear()  # `layer.output` is that in this model
            end = layer(end)
        return Network(start, end)

    def _forget_network(self) -> None:
        """The layers are others now: without the network, and its calls in what layers tell."""
        gone = set() if self._network_of_layers is None else set(self._network_of_layers.nodes)
        for layer in self._stacked_layers if gone else ():
            for nodes in (layer._symbolic_calls, vars(layer).get("_nodes_behind", [])):
                nodes[:] = [node for node in nodes if node not in gone]
        self._network_of_layers = None

    @Assignable
    def inputs(self) -> Any:
        """The symbolic input in a list; before its shape is known there is none."""
        return self._only("input")

    @Assignable
    def outputs(self) -> Any:
        """The symbolic output in a list; before its shape is known there is none."""
        return self._only("output")

    def _only(self, end: str) -> Any:
        """The end in a list; without one Keras 2 has None, and Keras 3 no such attribute."""
        if self._entry_shape is None and are_of_keras_3():
            raise AttributeError(f"Sequential model '{self.name}' has no defined {end}s yet.")
        return None if self._entry_shape is None else [getattr(self, end)]

    @Assignable
    def output_names(self) -> list[str] | None:
        """The name of the last layer in a list."""
        return [layer.name for layer in self._stacked_layers[-1:]]

    def _parts_found_first(self) -> list[Any]:
        return [] if self._entry_shape is None else self._stacked_layers[-1:]

    def _trackable_children(self) -> dict[str, Any]:
        return numbered_layers(self._stacked_layers, super()._trackable_children())

    def _saved_form(self) -> dict[str, Any]:
        stack = [layer._saved_form() for layer in self._stacked_layers]
        return {
            "kind": "sequential",
            "name": self.name,
            "layers": stack,
            "input": self._entry_shape,
            "input_name": self._entry_name,
            "taken_name": self._taken_name,
        }

    def get_config(self) -> dict[str, Any]:
        """The layers, for `from_config`."""
        return keras_forms.sequential(self)

    _chain_maker: Callable[[Any, Any], Any]

    @classmethod
    def from_config(cls, config: Any, custom_objects: Any = None) -> Any:
        """The model again, with new weights; one of a program's own class begins without layers."""
        if is_ours(cls) or not isinstance(config, dict) or "layers" not in config:
            return super().from_config(config, custom_objects)
        with custom_object_scope(custom_objects or {}):
            return Sequential._chain_maker(config, cls)

    def build(self, input_shape: ShapeLike = None) -> None:
        """Make the weights of all layers, for inputs of this shape (None for the batch).

        Without a shape that is left to the first call, unless the first layer says it.
        """
        if self.built or input_shape is None:
            return
        self._entry_shape = _core.TensorShape(input_shape).as_list()
        if any(map(declares, self._stacked_layers)):  # which is what counts, and not a run
            self._known_network("output")
            self._build_once(None)
            return
        with _core.stop_recording_all():
            zeros = functools.partial(zeros_for, self._entry_shape, self._dtype_of_entry())
            run_on_zeros(lambda size: self(zeros(size)), self._entry_shape)
        forget_added(self)

    def _first_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Keras 2 builds the layers in a graph of their own, where nobody's name is around them;
        Keras 3 by a run on symbols, which is all that there is where it looks for shapes."""
        is_known = self._entry_shape is not None or is_held() or self._is_run_ahead()
        before = contextlib.nullcontext() if is_known else run_before()
        with name_scope("") if is_keras_2_asked_for() else before:
            return super()._first_call(args, kwargs)

    def _is_run_before(self) -> bool:
        return False

    def _is_run_ahead(self) -> bool:
        """Whether Keras puts its layers together before it runs them, and a program sees it."""
        is_known = self._entry_shape is not None or is_held()
        return not is_known and is_held_back() and holds_own_calls(self)

    def _build_once(self, inputs: Any) -> None:
        if self._entry_shape is None and hasattr(inputs, "shape"):
            self._entry_shape = [None, *inputs.shape.as_list()[1:]]
            self._is_entry_seen = is_keras_2_asked_for()
        take_seeds_ahead(self, inputs)
        self.built = True
        self._take_entry()
        if self._is_filled:
            pass_names_of_chain(len(self._stacked_layers))

    def _take_entry(self) -> None:
        """Takes a name for the input, as Keras 3 does where a chain without one is built."""
        if self._entry_name is self._taken_name is None and not is_keras_2_asked_for():
            self._taken_name = unique_name("InputLayer")
            pass_names_of_tensors(1)

    def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        """What comes out of the last layer."""
        if self._batch_of_build is not None:
            self._see(inputs)
        if self._entry_shape is not None and isinstance(inputs, (list, tuple, dict)):
            inputs = self._only_one(inputs)
        masks.give(inputs, mask)
        if self._entry_shape is not None:
            inputs = with_axes(inputs, self._entry_shape)
        if self._entry_dtype is not None:
            inputs = with_dtype(inputs, self._entry_dtype)
        elif self._stacked_layers and not self._stacked_layers[0]._takes_integers:
            first = self._stacked_layers[0]
            inputs = with_dtype(inputs, first._narrow_dtype or first._dtype)
        if self._network_shape is not None:
            take_seeds_again(self, inputs)
        given = inputs
        with in_mode(training):
            call = None if training is None else current_call()
            is_free = call is None and are_of_keras_3()
            try:
                for layer in self._stacked_layers:
                    if call is not None:
                        call.training = training  # whatever a layer within another one was told
                    own = mode_by_itself(layer) if is_free else None
                    inputs = layer(inputs) if own is None else layer(inputs, training=own)
            except ValueError:
                if self._entry_dtype is not None and is_keras_2_asked_for():
                    require_shape(given, self._entry_shape, self._name)
                raise
        return inputs

    def _only_one(self, inputs: Any) -> Any:
        """The input out of a list or dict of one, which Keras takes for it."""
        if len(inputs) != 1:
            return inputs
        if not isinstance(inputs, dict):
            return inputs[0]
        ((name, value),) = inputs.items()
        if self._entry_name not in (None, name):
            raise ValueError(
                f'Missing data for input "{self._entry_name}". You passed a data dictionary with '
                f"keys {[name]}. Expected the following keys: {[self._entry_name]}"
            )
        return value
