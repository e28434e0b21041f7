"""`ConcreteFunction`: a `Function` for arguments of fixed shapes and dtypes."""

from __future__ import annotations

import contextlib
import inspect
from typing import Any

from .. import _core
from .._legacy.graphs_of_functions import FuncGraph
from .._runtime import once
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .._structure.type_spec import TypeSpec
from ..errors import InvalidArgumentError
from .fitting import fit as _fit, like, spec_or_value
from .objects import variables_read
from .outlines import outputs_of
from .signatures import Signature, type_of
from .straight_code import prints, takes_examples

# What is the same wherever it is equal; other arguments belong to the function made for them.
_PLAIN = (TensorSpec, bool, int, float, str, type(None))


class ConcreteFunction:
    """A `Function` for arguments of fixed shapes and dtypes.

    >>> import gradtape as tf
    >>> f = tf.function(lambda x, power: x**power)
    >>> concrete = f.get_concrete_function(tf.TensorSpec([], tf.float32), 2)
    >>> concrete(tf.constant(3.0)).numpy().item()
    9.0
    """

    def __init__(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._function = function.made_for(args, kwargs)
        self._outputs: tuple[Any] | None = None
        self._signature = inspect.signature(function.python_function)
        self.arguments = self._signature.bind(*args, **kwargs)
        self.arguments.apply_defaults()
        for name, value in self.arguments.arguments.items():
            specs = nest.map_structure(spec_or_value, value)
            self.arguments.arguments[name] = _named(name, specs)

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The specs, or values that are not tensors, of positional and keyword arguments."""
        return self.arguments.args, self.arguments.kwargs

    @property
    def structured_outputs(self) -> Any:
        """What it returns, with specs in the place of tensors: it is run on zeros to see it."""
        if self._outputs is None:
            args, kwargs = self.structured_input_signature
            self._outputs = (outputs_of(self._function, args, kwargs),)
        return self._outputs[0]

    def traced(self) -> ConcreteFunction:
        """The same; in TensorFlow's place it has printed what its trace prints, if it takes zeros.

        Else that waits for its first call.
        """
        function = self._function.python_function
        is_to_print = once.is_held_back() and self._outputs is None and prints(function)
        if is_to_print and takes_examples(function):
            with contextlib.suppress(Exception):
                self._outputs = (self.structured_outputs,)
        return self

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """What it takes and returns, line by line."""
        parameters = self._signature.parameters
        signature = Signature(
            [
                (f"{name} ({parameters[name].kind.name})", type_of(_unnamed(value)))
                for name, value in self.arguments.arguments.items()
            ]
        )
        signature.returned(self.structured_outputs)
        return str(signature)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    @property
    def output_shapes(self) -> Any:
        """The shapes of what it returns; an unknown one for None."""
        return nest.map_structure(
            lambda spec: _core.TensorShape(None) if spec is None else spec.shape,
            self.structured_outputs,
        )

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of what it returns; None for None."""
        return nest.map_structure(
            lambda spec: None if spec is None else spec.dtype, self.structured_outputs
        )

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that it may read, in the order in which they were made.

        They are those of what its outer names and arguments mean.
        """
        args, kwargs = self.structured_input_signature
        read = variables_read(self._function.python_function, [*args, *kwargs.values()])
        return tuple(sorted(read, key=lambda one: int(one._unique_id.rpartition("_")[2])))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those `variables` that are trainable."""
        return tuple(variable for variable in self.variables if variable.trainable)

    @property
    def captured_inputs(self) -> list[Any]:
        """What it reads besides its arguments."""
        return list(self.variables)

    @property
    def graph(self) -> FuncGraph:
        """What it takes, returns and reads; it has no operations, as the function runs eagerly."""
        return FuncGraph(getattr(self._function.python_function, "__name__", "function"), self)

    @property
    def inputs(self) -> list[Any]:
        """The specs of the tensors that it takes, in their order."""
        return _specs_in(self.structured_input_signature)

    @property
    def outputs(self) -> list[Any]:
        """The specs of the tensors that it returns, in their order."""
        return _specs_in(self.structured_outputs)

    def among(self, made: list[ConcreteFunction]) -> ConcreteFunction:
        """The same one of those that were made before, else this one, which is kept with them: not
        if it was made for objects, which would be kept as well."""
        leaves = nest.flatten(self.arguments.arguments)
        if not all(type(leaf) in _PLAIN for leaf in leaves):
            return self
        same = [before for before in made if self.is_same(before)]
        made += [] if same else [self]
        return [*same, self][0]

    def is_same(self, other: ConcreteFunction) -> bool:
        """Whether another plain one takes specs and values that are equal, of the same types."""
        if self._function.python_function != other._function.python_function:
            return False
        own, others = self.arguments.arguments, other.arguments.arguments
        leaves, theirs = nest.flatten(own), nest.flatten(others)
        return [*map(type, leaves)] == [*map(type, theirs)] and leaves == theirs and own == others

    def add_to_graph(self, g: Any = None, overwrite: bool = False) -> None:
        """Does nothing: the function may be called from everywhere."""

    def add_gradient_functions_to_graph(self, g: Any = None) -> None:
        """Does nothing: its gradients may be taken everywhere."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            given = self._in_their_places(args, kwargs)
        except (TypeError, ValueError):
            structured = self._for_the_specs(args, kwargs)
            if structured is None:
                raise
            given = self._in_their_places(structured.args, structured.kwargs)
        return self._function(*given.args, **given.kwargs)

    def _in_their_places(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> inspect.BoundArguments:
        """The arguments as the function takes them; those it was made for may be left out."""
        given = self._signature.bind_partial(*args, **kwargs)
        for name, expected in self.arguments.arguments.items():
            if name in given.arguments:
                given.arguments[name] = _taken(expected, given.arguments[name])
            elif _specs_in(expected):
                raise TypeError(f"missing a required argument: {name!r}")
            else:
                given.arguments[name] = expected
        return given

    def _for_the_specs(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> inspect.BoundArguments | None:
        """The arguments if they are tensors for the specs alone, by order or by name; or None."""
        specs = self.inputs
        named = [getattr(spec, "name", None) for spec in specs[len(args) :]]
        if len(args) > len(specs) or {*kwargs} != {*named} or len(named) != len(kwargs):
            return None
        tensors = [*args, *(kwargs[name] for name in named if name is not None)]
        if not all(_core.is_tensor(tensor) for tensor in tensors):
            return None
        rest = iter(tensors)
        structured = self._signature.bind(*self.arguments.args, **self.arguments.kwargs)
        for name, expected in self.arguments.arguments.items():
            structured.arguments[name] = nest.map_structure(
                lambda one: next(rest) if isinstance(one, TypeSpec) else one, expected
            )
        return structured


def _specs_in(structure: Any) -> list[Any]:
    return [leaf for leaf in nest.flatten(structure) if isinstance(leaf, TypeSpec)]


def _named(name: str, specs: Any) -> Any:
    """Specs with the name of their argument, and of their place in it."""
    if type(specs) is dict:
        return {key: _named(f"{name}_{key}", one) for key, one in specs.items()}
    if type(specs) in (list, tuple):
        return type(specs)(_named(f"{name}_{place}", one) for place, one in enumerate(specs))
    if type(specs) is TensorSpec and specs.name is None:
        return TensorSpec(specs.shape, specs.dtype, name)
    return specs


def _unnamed(specs: Any) -> Any:
    return nest.map_structure(
        lambda one: TensorSpec(one.shape, one.dtype) if type(one) is TensorSpec else one, specs
    )


def _taken(expected: Any, value: Any) -> Any:
    """What a concrete function takes for an argument: tensors of another shape, but no dtype."""

    def fit(spec: Any, leaf: Any) -> Any:
        if isinstance(spec, bool | int | float | str) and type(leaf) is type(spec) and leaf != spec:
            raise TypeError(f"A concrete function was made for the value {spec!r}, not {leaf!r}.")
        if _core.is_tensor(leaf) and not (isinstance(spec, TypeSpec) or _core.is_tensor(spec)):
            raise TypeError(f"A concrete function was made for {spec!r}, not for a tensor.")
        if type(spec) is not TensorSpec or not _core.is_tensor(leaf):
            return _fit(spec, leaf)
        if leaf.dtype != spec.dtype:
            raise InvalidArgumentError(
                None,
                None,
                f"Argument {spec.name!r} of a concrete function was expected to be a "
                f"{spec.dtype.name} tensor but is a {leaf.dtype.name} tensor",
            )
        return leaf

    return nest.map_structure(fit, expected, like(expected, value), check_types=False)
