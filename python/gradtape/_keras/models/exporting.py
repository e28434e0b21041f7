"""Models as saved models: `Model.export`, and the archive of functions that it fills.

What is written is what `tf.saved_model.save` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from ..._control.function import Function
from ..._runtime.versions import is_keras_2_asked_for
from ..._saved_model.options import DEFAULT_SERVING_SIGNATURE_DEF_KEY
from ..._structure import nest
from ..._structure.tensor_spec import TensorSpec
from ..messages import say
from ..symbolic import KerasTensor

if TYPE_CHECKING:
    from ..._typing import PathLike

SERVE = "serve"


class ExportArchive:
    """Functions, their models and variables, to be written as one saved model.

    >>> import tempfile
    >>> model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
    >>> archive = tf.keras.export.ExportArchive()
    >>> archive.track(model)
    >>> _ = archive.add_endpoint("serve", model.call, [tf.TensorSpec([None, 3], tf.float32)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     archive.write_out(folder, verbose=False)
    ...     loaded = tf.saved_model.load(folder)
    >>> loaded.serve(tf.ones([4, 3])).shape
    TensorShape([4, 2])
    """

    def __init__(self) -> None:
        self._tracked: list[Any] = []
        self._endpoints: dict[str, Function] = {}

    def _trackable_children(self) -> dict[str, Any]:
        return {"_tracked": self._tracked}

    @property
    def variables(self) -> list[Any]:
        """Those of all that is tracked."""
        return [variable for one in self._tracked for variable in one.variables]

    @property
    def trainable_variables(self) -> list[Any]:
        """Those of them that are trained."""
        return [variable for one in self._tracked for variable in one.trainable_variables]

    @property
    def non_trainable_variables(self) -> list[Any]:
        """The others."""
        return [variable for variable in self.variables if not variable.trainable]

    def track(self, resource: Any) -> None:
        """Have the variables of a model or layer, which must be built (else `ValueError`)."""
        if getattr(resource, "built", True) is False:
            what = "model" if isinstance(resource, Exports) else "layer"
            raise ValueError(
                f"The {what} provided has not yet been built. It must be built before export."
            )
        self._tracked.append(resource)

    def add_endpoint(
        self,
        name: str,
        fn: Callable[..., Any],
        input_signature: Iterable[Any] | None = None,
        **ignored: Any,
    ) -> Function:
        """Have a function under a name: a `tf.function`, or any for arguments of these specs.

        `ValueError` for a name that is taken, and without specs for a function of Python.
        """
        if name in self._endpoints:
            raise ValueError(f"Endpoint name '{name}' is already taken.")
        if input_signature is not None:
            specs = tuple(nest.map_structure(_spec, one) for one in input_signature)
            fn = Function(fn, specs)
        elif not isinstance(fn, Function):
            raise ValueError(
                "If the `fn` argument provided is not a `tf.function`, you must provide an "
                "`input_signature` argument to specify the shape and dtype of the function "
                "arguments."
            )
        self._endpoints[name] = fn
        setattr(self, name, fn)
        return fn

    def track_and_add_endpoint(
        self, name: str, resource: Any, input_signature: Iterable[Any], **ignored: Any
    ) -> Function:
        """Track a model or layer, and have its call under a name."""
        self.track(resource)
        return self.add_endpoint(name, resource.__call__, input_signature)

    def add_variable_collection(self, name: str, variables: Iterable[Any]) -> None:
        """Have variables under a name of the loaded object."""
        setattr(self, name, list(variables))

    def write_out(self, filepath: PathLike, options: Any = None, verbose: bool = True) -> None:
        """Write the saved model; with `verbose`, print what it can do.

        `ValueError` without a function.
        """
        if not self._endpoints:
            raise ValueError("No endpoints have been set yet. Call add_endpoint().")

        from ..._saved_model.saving import save  # here: importing models does not need it

        known = {name: f for name, f in self._endpoints.items() if f.input_signature is not None}
        first = next(iter(known.values()), None)
        default = {} if first is None else {DEFAULT_SERVING_SIGNATURE_DEF_KEY: first}
        save(self, filepath, {**known, **default}, options)
        if verbose:
            say(self._told(filepath))

    def _told(self, filepath: PathLike) -> str:
        told = [
            "\n".join([f"* Endpoint '{name}'", *self._told_of(function)])
            for name, function in self._endpoints.items()
        ]
        intro = f"Saved artifact at '{filepath}'. The following endpoints are available:"
        return "\n\n".join([intro, *told])

    def _told_of(self, function: Function) -> list[str]:
        if function.input_signature is None:
            return []
        text = function.get_concrete_function().pretty_printed_signature()
        held = [
            f"  {id(variable)}: TensorSpec(shape=(), dtype=tf.resource, name=None)"
            for variable in self.variables
        ]
        lines = text.splitlines()
        return [*lines[1:-1], *(held or lines[-1:])]


class Exports:
    """Mixin of `Model`: what a saved model of it serves."""

    inputs: Any
    output_names: Any
    built: bool
    _known_network: Callable[[str], Any]
    _shape_of_input: Any
    _dtype: Any

    def export(
        self,
        filepath: PathLike,
        format: str = "tf_saved_model",
        verbose: bool | None = None,
        input_signature: Any = None,
        **ignored: Any,
    ) -> None:
        """Write a saved model whose function `serve` is the call for inference.

        For `tf.saved_model.load` and `keras.layers.TFSMLayer` of gradtape: see
        `tf.saved_model.save`. `ValueError` for a model that is not built, and for another format
        than that of saved models.
        """
        if format != "tf_saved_model":
            raise ValueError(
                f"Unrecognized format={format}. Supported formats are: ['tf_saved_model']."
            )
        archive = ExportArchive()
        archive.track(self)
        specs = self._specs_to_serve(named=True) if input_signature is None else input_signature
        archive.add_endpoint(SERVE, _Served(self), specs)
        archive.write_out(filepath, verbose=verbose is not False)

    @property
    def _default_save_signature(self) -> Function | None:
        """The function to serve with; None before the model knows its inputs."""
        is_keras_2 = is_keras_2_asked_for()
        specs = self._specs_to_serve(named=is_keras_2)
        serve = _ServedByNames(self) if is_keras_2 else _ServedInputs(self)
        return Function(serve, specs) if specs else None

    def _specs_to_serve(self, named: bool) -> tuple[Any, ...]:
        """One structure of specs, of the inputs of a network or of those of the last call."""
        if self.inputs is not None:
            inputs = self._known_network("input").inputs
            return (nest.map_structure(lambda one: _spec(one, named), inputs),)
        if self._shape_of_input is None:
            return ()
        name = "input_1" if named and is_keras_2_asked_for() else None
        of_shape = partial(TensorSpec, dtype=self._dtype, name=name)
        return (nest.map_structure(of_shape, self._shape_of_input),)


class _Served:
    """A model as a function of its inputs, which have no name."""

    __slots__ = ("model",)

    def __init__(self, model: Any) -> None:
        self.model = model

    def __call__(self, args_0: Any, /) -> Any:
        return self.model(args_0)


class _ServedInputs(_Served):
    """The same with the name that Keras 3 gives to what it serves."""

    def __call__(self, inputs: Any) -> Any:
        return self.model(inputs)


class _ServedByNames(_Served):
    """The same in Keras 2, which names the outputs after their layers."""

    def __call__(self, args_0: Any, /) -> Any:
        outputs = nest.flatten(self.model(args_0))
        names = self.model.output_names or [f"output_{n + 1}" for n in range(len(outputs))]
        return dict(zip(names, outputs, strict=True))


def _spec(one: Any, named: bool = True) -> Any:
    """The spec of an input; what is no tensor, as it is."""
    if not isinstance(one, (KerasTensor, TensorSpec)):
        return one
    return TensorSpec(one.shape, one.dtype, one.name if named else None)
