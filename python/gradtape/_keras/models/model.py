"""`Model`: a layer made of layers, which can be trained, saved and summarized.

`Model(inputs, outputs)` runs the network of layers between symbolic inputs and outputs; otherwise a
subclass defines `call`. Invariant: `weights` lists those of the model itself, then those of layers
in their order, layer by layer; in Keras 2 its own are the last.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import weights_file
from ..assignable import Assignable
from ..base_layer import masks
from ..base_layer.calling import in_mode
from ..base_layer.layer import Layer
from ..base_layer.losses_of_layers import forget_added
from ..base_layer.runs_ahead import unseen
from ..call_errors import without_call
from ..layers.operation import without_operations
from ..lookup import custom_object_scope, is_written_here
from ..naming import of_scratch_graph, unique_name
from ..runs_on_zeros import run_on_zeros, zeros_for
from ..seed_generator import within_call
from . import configs_of_keras_2, keras_forms
from .added import Added
from .copies import Copies
from .cut import at_inputs
from .exporting import Exports
from .keras2 import Keras2Manners
from .keras_writing import json_of
from .listing import Listing
from .network import Network, as_told, shapes, the_only
from .network_classes import is_made_of_network, tells_network
from .numbered import numbered_layers
from .saving import network_config, save_model
from .single_batches import SingleBatches
from .state_trees import StateTrees
from .training import Training

if TYPE_CHECKING:
    from ..._typing import PathLike


class Model(
    Training, SingleBatches, Keras2Manners, Listing, Copies, Added, Exports, StateTrees, Layer
):
    """A trainable model.

    >>> import gradtape as tf
    >>> class Line(tf.keras.Model):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.w = tf.Variable(5.0)
    ...         self.b = tf.Variable(0.0)
    ...     def call(self, x):
    ...         return self.w * x + self.b
    >>> model = Line()
    >>> model(tf.constant([1.0, 2.0])).numpy().tolist()
    [5.0, 10.0]
    """

    _asks_what_made_it = True
    _unsearched = Layer._unsearched | {"_training_setup", "optimizer", "loss"}
    _in_build = False
    _lacks_build = True
    _network_of_layers: Network | None = None
    _narrows = False

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Model and (args or "inputs" in kwargs):
            return super().__new__(Functional)
        return super().__new__(cls, *args, **kwargs)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if _has_network(args, kwargs):
            self._init_with_network(*args, **kwargs)
        else:  # by position Keras 2 takes what makes a network, and nothing else
            super().__init__(**kwargs)
        self._training_setup: Any = None

    def _init_with_network(
        self, inputs: Any, outputs: Any, name: str | None = None, **kwargs: Any
    ) -> None:
        inputs, outputs = at_inputs(as_told(inputs), as_told(outputs))
        network = Network(inputs, outputs)
        super().__init__(name=name, **kwargs)
        Assignable.forget(self, "inputs", "outputs")  # of before there was a network
        self._network_of_layers, self._layers_of_network = network, network.named_layers()
        self._shape_of_output = nest.map_structure(
            lambda tensor: _core.TensorShape(tensor.shape), the_only(outputs)
        )
        self._scopes_its_variables = False
        self.built = True

    def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        """What the model computes; a subclass without a network defines it."""
        if self._network_of_layers is None:
            raise NotImplementedError(without_call(type(self).__name__))
        masks.give(inputs, mask)
        with in_mode(training):
            return self._network_of_layers.run(inputs, self._name)

    def build(self, input_shape: Any) -> None:
        """Make all weights, for inputs of this shape (None for the batch), by a run on zeros.

        Within a call, which makes them anyway, it does nothing: a `build` that overrides this one
        may call it. Nor does it for `[]`, as in Keras 2, where such a `build` has made them. In
        Keras 3 a run that fails is no error, and there is none for a program's own `build`.
        """
        own = are_of_keras_3() and not is_written_here(type(self).build)
        if not (own or self.built or self._in_build) and len(input_shape):
            try:
                unseen(lambda: self._run_for_weights(input_shape), self.call)
            except Exception:
                if is_keras_2_asked_for():
                    raise

    def _run_for_weights(self, input_shape: Any) -> None:
        def run(size: int) -> Any:
            return self(zeros_for(input_shape, self._dtype, size))

        alone = self._calling_alone()
        with _core.stop_recording_all(), self._building_by_run(), within_call(), alone:
            run_on_zeros(run, input_shape)
        forget_added(self)

    @contextlib.contextmanager
    def _building_by_run(self) -> Iterator[None]:
        self._in_build = True
        try:
            yield
        finally:
            self._in_build = False

    @contextlib.contextmanager
    def _calling_alone(self) -> Iterator[None]:
        """Keras 2 makes weights by `call` alone, in a graph, where no name is around it."""
        scoped = self._scopes_its_variables
        self._scopes_its_variables = scoped and not is_keras_2_asked_for()
        try:
            with of_scratch_graph():
                yield
        finally:
            self._scopes_its_variables = scoped

    def _first_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            return super()._first_call(args, kwargs)
        except BaseException:
            self.built = False  # the layers that were reached keep their weights
            raise

    def _build_once(self, inputs: Any) -> None:
        if type(self).build is not Model.build and not self._in_build:
            with self._building_by_run():
                super()._build_once(inputs)
        self.built = True

    def _open_network(self) -> Network | None:
        """The network, if there is one whose shapes a run on zeros does not tell."""
        return self._network_of_layers

    @property
    def input(self) -> Any:
        """The symbolic input, or the structure of them; `AttributeError` without a network."""
        return self._known_network("input").inputs

    @property
    def output(self) -> Any:
        """The symbolic output, or the structure of them; the same error."""
        return self._known_network("output").outputs

    @Assignable
    def inputs(self) -> Any:
        """All symbolic inputs in a list; None without a network."""
        network = self._network_of_layers
        return None if network is None else nest.flatten(network.inputs)

    @Assignable
    def outputs(self) -> Any:
        """All symbolic outputs in a list; None without a network."""
        network = self._network_of_layers
        return None if network is None else nest.flatten(network.outputs)

    @Assignable
    def input_shape(self) -> Any:
        """The shape of the inputs, a tuple with None for what is open; `AttributeError` without."""
        return shapes(self._known_network("input").inputs)

    @Assignable
    def output_shape(self) -> Any:
        """The shape of the outputs, as a tuple with None for what is open; the same error."""
        return shapes(self._known_network("output").outputs)

    @Assignable
    def input_names(self) -> list[str] | None:
        """The names of the inputs; None without a network."""
        return _layer_names(self.inputs)

    @Assignable
    def output_names(self) -> list[str] | None:
        """The names of the outputs, those of their layers; None without a network."""
        return _layer_names(self.outputs)

    def _known_network(self, end: str) -> Network:
        if self._network_of_layers is None:
            raise AttributeError(f"The model {self._name!r} has no defined {end} shape.")
        return self._network_of_layers

    # --- Layers and weights ---------------------------------------------------------------------

    @property
    def layers(self) -> list[Any]:
        """The layers in attributes as they came; in Keras 3 of a network, without operations."""
        network = None if is_keras_2_asked_for() else vars(self).get("_layers_of_network")
        found = self._layers_and_operations() if network is None else list(network)
        return found if is_keras_2_asked_for() else without_operations(found)

    def _layers_and_operations(self) -> list[Any]:
        return [module for module in self._held_parts()[1] if isinstance(module, Layer)]

    def _trackable_children(self) -> dict[str, Any]:
        held = super()._trackable_children()
        if "_layers_of_network" in held:  # a stack of layers has them under another name
            held = numbered_layers(self._layers_of_network, held)
        return held if self.optimizer is None else {**held, "optimizer": self.optimizer}

    # --- Files ----------------------------------------------------------------------------------

    def save_weights(
        self,
        filepath: PathLike | bytes,
        overwrite: bool = True,
        save_format: str | None = None,
        **ignored: Any,
    ) -> None:
        """Write the values of all weights to one file, atomically; those of the optimizer too.

        Files are Keras's where h5py is installed: ".h5" those of Keras 2, without the optimizer.
        A path without a suffix such as ".weights.h5" is the prefix of a checkpoint, as in Keras 2
        (or `save_format` says so, "tf" or "h5"). `FileExistsError` if the file exists and
        `overwrite` is False.
        """
        weights_file.save(self, filepath, overwrite, save_format, ignored.get("objects_to_skip"))

    def load_weights(
        self,
        filepath: PathLike | bytes,
        skip_mismatch: bool = False,
        by_name: bool = False,
        **ignored: Any,
    ) -> Any:
        """Assign the values in a file that `save_weights` wrote, here or in Keras.

        Files of Keras 3 and 2 (`.weights.h5`, `.keras`, `.h5`) need the extra
        `gradtape[keras-files]`, checkpoints of TensorFlow `gradtape[records]`. With `by_name` the
        layers of an `.h5` file of Keras 2 are found by their names. `ValueError` if the weights do
        not fit, unless `skip_mismatch`; without the file `FileNotFoundError`, or for another name
        `ValueError`, in Keras 2 `NotFoundError`. Of a checkpoint, returns the status to check the
        match with.
        """
        apart = ignored.get("objects_to_skip")
        return weights_file.load(self, filepath, skip_mismatch, by_name, apart)

    def save(
        self,
        filepath: PathLike | bytes | IO[bytes],
        overwrite: bool = True,
        include_optimizer: bool = True,
        save_format: str | None = None,
        **ignored: Any,
    ) -> None:
        """Write configuration, weights and optimizer, for `tf.keras.models.load_model`.

        A path with a suffix is one file (".keras" says what it is), as is an open file; one without
        becomes a folder with such a file in it. With h5py they are Keras's: ".h5" of Keras 2, all
        others of Keras 3; without it of gradtape's own format. In Keras 2 `save_format="h5"` is the
        former whatever the path.
        """
        save_model(self, filepath, overwrite, include_optimizer, save_format)

    def _saved_form(self) -> dict[str, Any]:
        """The configuration in a `.keras` file, and the shapes of the inputs if they are known."""
        if self._is_network() and type(self).get_config is Model.get_config:
            return network_config(self)
        shapes = self._shape_of_input
        if shapes is not None:
            shapes = nest.map_structure(lambda shape: shape.as_list(), shapes)
        return {"kind": "layer", **super()._saved_form(), "input": shapes}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The model again, with new weights; a subclass is made with the arguments."""
        if cls is Model and ("kind" in config or "layers" in config):
            return Functional.from_config(config, custom_objects)
        if "input_layers" in config and is_made_of_network(cls):
            with custom_object_scope(custom_objects or {}):
                return Rebuilt._network_maker(config, cls)
        if config.get("kind") == "functional":
            named = {cls.__name__: cls, **(custom_objects or {})}
            return Functional.from_config({**config, "class_name": cls.__name__}, named)
        return super().from_config(config)

    def get_config(self) -> dict[str, Any]:
        """The arguments, or a network's calls."""
        if self._is_network():
            return keras_forms.network(self)
        if is_keras_2_asked_for():
            return configs_of_keras_2.of_own_class(self, super().get_config)
        return super().get_config()

    def _tells_arguments(self) -> bool:
        """Keras 3 does not tell those of which a class of a program has made a network."""
        is_made = self._network_of_layers is not None and not is_keras_2_asked_for()
        return not is_made and super()._tells_arguments()

    get_config.of_any_class = True  # type: ignore[attr-defined]

    def _is_network(self) -> bool:
        """Whether its configuration says its layers and their calls."""
        return self._network_of_layers is not None and tells_network(type(self))

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as JSON, for `keras.models.model_from_json`.

        With what the model was compiled with. `ValueError` for what has no JSON.
        """
        return json_of(self, **kwargs)


class Rebuilt(Model):
    """A model whose configuration says its layers and how they are called."""

    # What makes a model of a configuration; `loading.py` puts it here.
    _maker: Callable[[dict[str, Any]], Any]
    # The same of a network in Keras's form, as a model of a class.
    _network_maker: Callable[[dict[str, Any], Any], Any]

    def get_config(self) -> dict[str, Any]:
        """The layers and their calls, for `from_config`."""
        return keras_forms.network(self)

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The model again, with new weights; a subclass is made with the arguments."""
        if not isinstance(config, dict):
            raise TypeError(f"a configuration is a dict, as get_config gives it; got {config!r}")
        if "layers" in config and "kind" not in config:  # Keras's own form
            config = {"class_name": cls.__name__, "config": config}
        elif "kind" not in config:
            return cls(**config)
        with custom_object_scope(custom_objects or {}):
            return Rebuilt._maker(config)


class Functional(Rebuilt):
    """The model between symbolic inputs and outputs; made by `Model(inputs, outputs)`.

    Inputs are given in the structure that `inputs` has; a dict may be used to give them by name.
    `ValueError` if an output needs an input that is not among them.

    >>> import gradtape as tf
    >>> a = tf.keras.Input(shape=(2,))
    >>> b = tf.keras.layers.Dense(4)(a)
    >>> model = tf.keras.Model(inputs=a, outputs=tf.keras.layers.Dense(1)(b))
    >>> [layer.name.split("_")[0] for layer in model.layers], model(tf.zeros([3, 2])).shape
    (['input', 'dense', 'dense'], TensorShape([3, 1]))
    """

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None, **kwargs: Any) -> None:
        if name is None and type(self) is Functional:
            name = unique_name("Functional")
        super().__init__(inputs=inputs, outputs=outputs, name=name, **kwargs)

    def _saved_form(self) -> dict[str, Any]:
        return network_config(self)


def _has_network(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether these arguments of a model are symbolic inputs and outputs."""
    return len(args) >= 2 or ("outputs" in kwargs and (bool(args) or "inputs" in kwargs))


def _layer_names(tensors: Any) -> list[str] | None:
    """The layers that tensors come from, with a number behind names that came before; None for what
    is no list of them, as a layer that a program calls so."""
    if not isinstance(tensors, (list, tuple)):
        return None
    names = [str(tensor.node.layer.name) for tensor in tensors]
    return [
        f"{name}_{names[:place].count(name)}" if name in names[:place] else name
        for place, name in enumerate(names)
    ]
