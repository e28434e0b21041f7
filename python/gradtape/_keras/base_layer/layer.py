"""`Layer`: a module whose weights are made when the first input shows its shape.

Weights are those added with `add_weight` and those assigned to attributes, in their order; layers
in attributes (also in lists and dicts) follow. Nothing is registered when an attribute is set, so
later changes count. Invariant: a layer is built once, in a name scope of its own, before it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._module.module import Module, name_scope, submodules_of
from ..._runtime.manners import are_of_keras_3
from ..._structure import nest
from .. import constraints, initializers, regularizers
from ..assignable import Assignable
from ..call_errors import told
from ..dtypes import whole_numbers
from ..lookup import is_ours
from ..naming import unique_name
from ..paths import inside
from ..seed_generator import of_initial_values
from ..symbolic import Node, is_symbolic
from ..weight import mark, weight_of
from . import arrivals, freezing, masks, searches
from .autocast import kind_of_weight, narrowed, reading_as, reads_otherwise
from .calling import by_place, call_of, current_call
from .configuration import Configured, checked_trainable, refuse
from .first_calls import FirstCalls
from .first_values import by_place_of_weight, first_initializer
from .input_spec import InputSpec
from .inputs import as_inputs, with_others
from .known_shapes import KnownShape, given_shape, of_any_shape, that_builds
from .losses_of_layers import losses_of
from .measures import Measures
from .private_names import PrivateNames
from .spared import is_spared
from .specs import Specs
from .tracking import TrackedWeights
from .version_names import VersionNames

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike
    from ..mixed_precision import DTypePolicy


class Layer(
    FirstCalls, TrackedWeights, Measures, Specs, Configured, PrivateNames, VersionNames, Module
):
    """Base of the layers.

    A subclass defines `call(inputs)`, and `build(input_shape)` to make weights.
    `trainable=False` moves all weights of the layer to `non_trainable_weights`. `dtype` is that of
    weights, `floatx` by default; floating inputs of another dtype are cast to it. `TypeError` for
    keyword arguments that are not known.

    >>> import gradtape as tf
    >>> class Scale(tf.keras.layers.Layer):
    ...     def build(self, input_shape):
    ...         self.factor = self.add_weight("factor", input_shape[-1:], initializer="ones")
    ...     def call(self, inputs):
    ...         return inputs * self.factor
    >>> layer = Scale()
    >>> layer(tf.constant([[1.0, 2.0]])).numpy().tolist(), layer.weights[0].name
    ([[1.0, 2.0]], 'scale/factor:0')
    """

    _name: str = None  # type: ignore[assignment]  # until `__init__` has run
    input_spec: InputSpec | None = None
    # Whether outputs have the dtype of a mixed policy (those of a model are its layers' own),
    # whether a layer of the library computes in it too, and if not, whether it is told so inputs.
    _narrows, _computes_narrow, _rounds_inputs = True, False, True
    supports_masking = False  # whether a mask of the inputs is one of the outputs too
    # Whether integers at the beginning of a sequential model reach it as they are.
    _entry_dtype: Any = None  # of chains that begin with it, where that is not its own
    _takes_integers = False
    # The sequential model that the layer stands in, if it does.
    _sequential_home: Callable[[], Any] = staticmethod(lambda: None)
    # Whether examples of a batch, or calls, have to do with each other; unknown of others' classes.
    _joins_examples = False
    # Whether a class of the library does the same for any number of examples: see `few_examples`.
    _takes_any_batch: Any = False
    # The mode in which a class of the library runs that is not told one, as Keras 3 says it.
    _mode_by_itself: bool | None = None
    _is_spared_by_keras_3 = False  # see `spared`
    # Whether a class of the library is to know in `build` what is open of a symbolic shape.
    _builds_for_open_sizes = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "build" in vars(cls):
            told = of_any_shape if is_ours(cls) else that_builds
            cls.build = told(cls.build)  # type: ignore[method-assign]
            cls._lacks_build = vars(cls).get("_lacks_build", False)
        if "compute_mask" in vars(cls):
            masks.prepare(cls)
        cls._unsearched = cls._unsearched | searches.names_kept_aside(cls)

    def __init__(
        self, trainable: bool = True, name: str | None = None,
        dtype: DTypeLike | DTypePolicy = None, dynamic: bool = False, **kwargs: Any,
    ) -> None:  # fmt: skip
        self._given_shape = given_shape(kwargs)
        self.activity_regularizer = regularizers.get(kwargs.pop("activity_regularizer", None))
        self._initial_weights = kwargs.pop("weights", None)
        autocast = kwargs.pop("autocast", None)
        for ignored in self._without_effect:
            kwargs.pop(ignored, None)
        if kwargs:
            refuse(self, kwargs)
        self._name = unique_name(type(self).__name__) if name is None else str(name)
        self._take_policy(dtype, autocast)
        self._trainable = checked_trainable(trainable)
        self._trainable_weights: list[Any] = []
        self._non_trainable_weights: list[Any] = []
        self._weight_penalties: list[tuple[Any, Any]] = []
        self._losses: list[tuple[int, Any]] = []
        self._call_number = 0
        self._shape_of_input: Any = None
        self._shape_of_output: Any = None
        self._symbolic_calls: list[Node] = []  # those on symbolic inputs
        self.built = False
        vars(self).pop("supports_masking", None)  # set before this, both are undone
        vars(self).pop("input_spec", None)
        arrivals.note_made(self)

    @property
    def dtype(self) -> str:
        """The name of the dtype of weights."""
        return str(self._dtype.name)

    @property
    def compute_dtype(self) -> str:
        """The name of the dtype of outputs."""
        return self._policy_of_dtypes.compute_dtype

    @property
    def variable_dtype(self) -> str:
        """The name of the dtype of weights."""
        return self._policy_of_dtypes.variable_dtype

    @Assignable
    def name_scope(self) -> Any:
        """A scope for the variables of this layer, wherever it is entered."""
        return name_scope(f"{self._name}/")

    # --- Building and calling -------------------------------------------------------------------

    def build(self, input_shape: Any) -> None:
        """Make the weights for inputs of this `TensorShape`, or structure of them."""
        self.built = True

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """What the layer computes; the inputs themselves unless a class says, in Keras 2."""
        if are_of_keras_3():
            name = type(self).__name__
            raise NotImplementedError(f"Layer {name} does not have a `call` method implemented.")
        return inputs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._name is None:
            raise RuntimeError(
                f"You must call `super().__init__()` in the constructor of {type(self).__name__}."
            )
        if not args:
            args, kwargs = by_place(type(self), kwargs)
        if args:
            inputs = args[0]
            if type(inputs) is not _core.Tensor and is_symbolic(inputs):
                return self._on_symbols(args, kwargs, Layer.__call__)
            given = inputs
            inputs = as_inputs(self, inputs)
            args = (inputs, *args[1:])
            if len(args) > 1 or kwargs:
                args, kwargs = with_others(self, args, kwargs)
            if masks.used():
                return self._run_with_mask(masks.mask_of(given), args, kwargs)
        return self._enter_call(args, kwargs)

    def _run_with_mask(self, mask: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The same where masks are about: they are handed in and on."""
        masks.fill(self, mask, args, kwargs)
        outputs = self._enter_call(args, kwargs)
        masks.end_in_function(self.call, outputs, args)
        if self.supports_masking and not masks.are_on(outputs):
            masks.attach(outputs, self.compute_mask(args[0], kwargs.get("mask", mask)))
        elif mask is not None and not self.supports_masking:
            masks.warn_that_it_ends(self)
        return outputs

    @masks.of_either_name
    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """The mask of the outputs: that of the inputs if the layer supports masking, else None."""
        return previous_mask if self.supports_masking else None

    def _enter_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        call = call_of(type(self), args, kwargs)
        if call is None:
            return self._run_call(args, kwargs)
        self.__dict__["_call_number"] = call.number  # past `__setattr__`, which looks for modules
        with call:
            return self._run_call(args, kwargs)

    def _run_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._input_dtype is not self._dtype and reads_otherwise(self._input_dtype):
            with reading_as(self._input_dtype):
                return self._run_call(args, kwargs)
        if self._is_ready:
            call = self._call_for_parts if self._awaits_parts else self.call
            try:
                outputs = call(*args, **kwargs)
            except Exception as error:
                raise told(self, args, kwargs, error) from None
        else:
            outputs = self._first_call(args, kwargs)
        if self.activity_regularizer is not None:
            self._penalize(outputs)
        return outputs if self._narrow_dtype is None else narrowed(self, outputs)

    def _penalize(self, outputs: Any) -> None:
        """Add the penalty on outputs, for each example of the batch."""
        for output in [] if is_spared(self) else nest.flatten(outputs):
            if not isinstance(output, _core.Tensor) and not hasattr(output, "__tf_tensor__"):
                continue
            penalty = self.activity_regularizer(output)
            examples = output.shape[0] if output.shape.rank else 1
            self.add_loss(_core.divide_no_nan(penalty, _core.cast(examples, penalty.dtype)))

    # --- Weights and losses ---------------------------------------------------------------------

    def add_weight(
        self,
        *args: Any,
        name: str | None = None,
        shape: ShapeLike = None,
        dtype: DTypeLike = None,
        initializer: Any = None,
        regularizer: Any = None,
        trainable: bool | None = None,
        constraint: Any = None,
        **ignored: Any,
    ) -> Any:
        """Make a variable of this layer.

        The initializer is "glorot_uniform" for floating dtypes and "zeros" for others unless given.
        By place there are shape, initializer, dtype; from a name on all in order, as in Keras 2.
        """
        if args:
            given = {"name": name, "shape": shape, "dtype": dtype, "initializer": initializer}
            last = {"regularizer": regularizer, "trainable": trainable, "constraint": constraint}
            return Layer.add_weight(self, **by_place_of_weight(args, {**given, **last}), **ignored)
        dtype = self._dtype if dtype is None else _core.as_dtype(whole_numbers(dtype))
        initializer = first_initializer(self, name, initializer, dtype)
        with of_initial_values():
            value = initializers.get(initializer)([] if shape is None else shape, dtype=dtype)
        with inside(self):
            variable = weight_of(
                kind_of_weight(self, dtype), value, name, dtype=dtype,
                trainable=True if trainable is None else trainable,
                constraint=constraints.get(constraint),
            )  # fmt: skip
        variable.__dict__["_penalties_of_layer"] = self._weight_penalties
        own = self._trainable_weights if variable.trainable else self._non_trainable_weights
        own.append(variable)
        if not self._trainable:
            mark([variable], False)
        if regularizer is not None:
            self._weight_penalties.append((regularizers.get(regularizer), variable))
        return variable

    def add_variable(self, *args: Any, **kwargs: Any) -> Any:
        """The older name of `add_weight`."""
        return self.add_weight(*args, **kwargs)

    def add_loss(self, losses: Any, **ignored: Any) -> None:
        """Add a scalar, or several, to `losses`; those of the previous call are forgotten.

        A function without arguments stays, and is called each time that losses are asked for.
        """
        call = current_call()
        number = self._call_number if call is None else call.number
        self._losses = [entry for entry in self._losses if entry[0] == number]
        for loss in nest.flatten(losses):
            if callable(loss):
                self._weight_penalties.append((_without_argument(loss), None))
            else:
                self._losses.append((number, loss))

    @property
    def losses(self) -> list[Any]:
        """Scalars added during the last call, and penalties on weights that are trained, in Keras 2
        on frozen ones too, of layers below too."""
        return losses_of(self)

    def _layers_and_self(self) -> list[Layer]:
        return searches.layers_of(self, self._found_layers)

    def _found_layers(self) -> list[Layer]:
        return [self, *(module for module in submodules_of(self) if isinstance(module, Layer))]

    @property
    def trainable(self) -> bool:
        """Whether the weights of this layer and those below are to be trained."""
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        if are_of_keras_3():
            freezing.set_trainable(self, value)
            return
        for layer in self._layers_and_self():
            layer._trainable = bool(value)
            mark(layer._trainable_weights, layer._trainable)

    @property
    def input(self) -> Any:
        """The symbolic input of the first call on symbolic inputs, or a structure of them.

        `AttributeError` for a layer that was never called so.
        """
        node = self._first_symbolic_call("input")
        return node.args[0] if node.args else next(iter(node.kwargs.values()))

    @property
    def output(self) -> Any:
        """What came out of the first call on symbolic inputs; the same error."""
        return self._first_symbolic_call("output").outputs

    input_shape: Any = KnownShape("input")
    output_shape: Any = KnownShape("output")

    def _first_symbolic_call(self, end: str) -> Node:
        if not self._symbolic_calls and (home := self._sequential_home()) is not None:
            home._known_network(end)  # a sequential model, which makes its tensors when asked
        if not self._symbolic_calls:
            raise AttributeError(
                f"The layer {self._name!r} has never been called and thus has no defined {end}."
            )
        return self._symbolic_calls[0]


def _without_argument(loss: Callable[[], Any]) -> Callable[[Any], Any]:
    return lambda _: loss()
