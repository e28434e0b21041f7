"""`function`, which takes all of TensorFlow's arguments and runs the function eagerly.

There is no tracing: side effects happen at every call (but for those that `once` holds back in
TensorFlow's place) and gradients flow as if the decorator were not there. What it does keep:
arguments that are arrays arrive as tensors, numbers that are returned leave as tensors, and an
`input_signature` is enforced.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping
from typing import Any

from .. import _core
from .._autodiff.graph_gradients import NeedsTape, mentions_gradients, on_tape
from .._autodiff.indexed_slices import IndexedSlices
from .._runtime import inside, looking_ahead, modes_of_traces, once, prints
from .._runtime.changes import Changes
from .._runtime.settings import functions_run_eagerly
from .._structure import nest
from .._structure.type_spec import TypeSpec
from . import implementations, own_variables
from .fitting import fit_specs, fit_structure
from .named_arguments import named_arguments
from .objects import values_read, variables_read, with_objects
from .traces import Traces, looks_of


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Any = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Make a `Function` of `func`, or a decorator when `func` is None.

    `input_signature` is a list or tuple of (structures of) specs, one per argument, such as
    `TensorSpec`; the other options are accepted for TensorFlow's sake. `TypeError` for something
    that cannot be called, for a signature that is not made of specs, and at a call whose arguments
    do not fit the signature.

    >>> import gradtape as tf
    >>> @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    ... def double(x):
    ...     return x * 2
    >>> print(double([1, 2]).numpy())
    [2. 4.]
    """
    signature = _checked_signature(input_signature)
    relaxes = reduce_retracing or bool(experimental_relax_shapes)

    def made(decorated: Callable[..., Any]) -> Function:
        return Function(decorated, signature, experimental_attributes, relaxes)

    return made if func is None else made(func)


def _checked_signature(signature: Any) -> tuple[Any, ...] | None:
    if signature is None:
        return None
    if not isinstance(signature, (tuple, list)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(signature)}.")
    wrong = [leaf for leaf in nest.flatten(signature) if not isinstance(leaf, TypeSpec)]
    if wrong:
        raise TypeError(
            "input_signature must be a possibly nested sequence of TensorSpec objects, got "
            f"invalid args {wrong} with types {[type(leaf) for leaf in wrong]}."
        )
    return tuple(signature)


_KNOWN = once.Once(has_run=True)  # for calls of functions that are not young any more


class Function:
    """A Python function behind the `function` interface; it binds like a method.

    >>> import gradtape as tf
    >>> f = tf.function(lambda x: x + 1)
    >>> type(f).__name__, f.python_function(1), f(1).numpy().item()
    ('Function', 2, 2)
    """

    def __init__(
        self,
        python_function: Callable[..., Any],
        input_signature: tuple[Any, ...] | None = None,
        attributes: Mapping[str, Any] | None = None,
        relaxes: bool = False,
    ) -> None:
        if not callable(python_function):
            raise TypeError(f"{python_function!r} is not a callable object")
        self._python_function = python_function
        self._input_signature = input_signature
        self._binder: _Binder | None = None
        self._made_for: tuple[Any, Any] | None = None  # the one signature, and what it looks like
        self._concrete: list[Any] = []
        self._traces = Traces(mentions_gradients(python_function), relaxes)
        self._api = implementations.note(self, attributes)
        functools.update_wrapper(self, python_function, updated=())
        for name, value in getattr(python_function, "__dict__", {}).items():
            self.__dict__.setdefault(name, value)  # as of a decorated function

    @property
    def python_function(self) -> Callable[..., Any]:
        """The function that was decorated."""
        return self._python_function

    @property
    def input_signature(self) -> tuple[Any, ...] | None:
        """The specs that arguments must fit, or None."""
        return self._input_signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if functions_run_eagerly():  # then it is the Python function
            return self._python_function(*args, **kwargs)
        if self._traces.is_new:
            self._traces.is_new = False
            read = variables_read(self._python_function, [*args, *kwargs.values()])
            return own_variables.refused(self, args, kwargs, read)
        if self._api is not None:
            best = implementations.preferred(self, self._api, args, kwargs)
            if best is not None:
                return best(*args, **kwargs)
        if self._input_signature is not None:
            args, kwargs = self._bound_to_signature().bind(args, kwargs)
        elif args or kwargs:
            args, kwargs = _arrays_as_tensors(args, kwargs)
        signature, is_to_begin_again = self._signature_of(args, kwargs), False
        entered = _core.enter_function(self, args, kwargs)
        graph, scope = inside.enter(), _core.get_name_scope()
        if scope:  # a graph begins without the scopes that are open where it is called
            _core.set_name_scope(None)
        try:
            outputs = _as_outputs(self._run(signature, args, kwargs))
            if signature is not None and signature.is_new:
                signature.returned(outputs)
                signature.first_values = looking_ahead.made()
                signature.traced(self._python_function)
                self._traces.signatures.draw |= signature.goes_on
            return outputs
        except NeedsTape:
            if self._traces.on_tape:
                raise
            self._traces.put_on_tape()
        except once.TracedAgain:
            is_to_begin_again = True
            self._traces.begin_again()
        finally:
            if signature is not None and signature.is_new and not is_to_begin_again:
                self._traces.signatures.forget(signature)
            if entered:
                _core.leave_function()
            inside.leave(graph)
            if scope:
                _core.set_name_scope(scope)
        return self(*args, **kwargs)

    def _signature_of(self, args: Any, kwargs: Any) -> Any:
        """The signature of a call, while the function is young: see `signatures`."""
        if self._made_for is not None:
            return self._made_for[0]
        if self._input_signature is not None:
            args, kwargs = self._input_signature, {}
        return self._traces.signatures.of(self._python_function, args, kwargs)

    def _run(self, signature: Any, args: Any, kwargs: Any) -> Any:
        """What the Python function returns; what it does once, is not done again."""
        call = self._python_function
        is_held_back = once.is_held_back()
        if is_held_back and signature is not None:
            call = signature.function(call)
        if self._traces.on_tape:
            call = functools.partial(on_tape, call)
        if not is_held_back:
            return call(*args, **kwargs)
        if modes_of_traces.are_kept():
            given = None if self._input_signature is not None else (args, kwargs)
            call = self._traces.in_mode(call, given)
        made = _KNOWN if signature is None else signature.once
        is_traced_twice = len(self._traces.signatures.all) == 1 and not looking_ahead.is_on()
        if signature is not None and signature.first_values:
            read = variables_read(self._python_function, [*args, *kwargs.values()])
            call = functools.partial(looking_ahead.run, signature.first_values, read, call)
        objects = with_objects(self._python_function, args, kwargs)
        run = functools.partial(
            made.run, lambda: call(*args, **kwargs), is_traced_twice, objects=objects
        )
        if signature is None or not (signature.is_new or signature.seeds.are_used):
            return run()
        with signature.seeds:
            if not signature.is_new:
                return run()
            specs = self._made_for[1] if self._made_for else (self._input_signature or (), {})
            with prints.naming(lambda: named_arguments(self._python_function, args, kwargs, specs)):
                if not is_traced_twice:
                    if len(self._traces.signatures.all) == 1:
                        return run()
                    read = variables_read(self._python_function, [*args, *kwargs.values()])
                    return own_variables.refused_later(run, read)
                return self._first_run(signature, run, [*args, *kwargs.values()])

    def _first_run(self, signature: Any, run: Callable[..., Any], given: list[Any]) -> Any:
        """The first run of all; `TracedAgain`, and nothing is done, where it is to begin again."""
        changes = Changes(variables_read(self._python_function, given))
        signature.seeds.reads = lambda: values_read(self._python_function, given)
        try:
            with changes:
                result = run(begins_again=True)
                if signature.seeds.drawn_again(signature.once.makes):
                    raise once.TracedAgain
                return result
        except once.TracedAgain:
            changes.undo()
            raise
        finally:
            signature.seeds.reads = tuple

    def __get__(self, instance: object, owner: type | None = None) -> Function:
        if instance is None:
            return self
        bound = Function(self._python_function.__get__(instance, owner), self._input_signature)
        bound._traces = self._traces.of(instance)
        return bound

    def _random_streams(self, args: Any, kwargs: Any, outer: Any, place: int | None) -> Any:
        """What random operations read while the function runs; `outer` calls it at this place."""
        given = None if self._input_signature is not None else (args, kwargs)
        if self._made_for is not None and given is not None:
            return self._traces.streams(self._made_for[1], outer, place)
        return self._traces.streams(given, outer, place)

    def made_for(self, args: Any, kwargs: Any) -> Function:
        """The same function, all of whose calls have the trace for these specs and values."""
        alone = copy.copy(self)
        signature = self._traces.signatures.declared(self._python_function, args, kwargs)
        self._traces.declare(looks_of((args, kwargs)))
        alone._made_for = signature, (args, kwargs)
        return alone

    def _decorate(self, decorator: Callable[[Any], Any]) -> None:
        """Have the decorated function in place of the function, as libraries of modules do."""
        self._python_function = decorator(self._python_function)
        self._binder = None

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any:
        """This function for given `TensorSpec`s or values; without arguments, for its signature.

        The result refuses tensors that do not fit, and remembers arguments that are not tensors.
        Equal specs and numbers get the function that was made for them before.
        """
        if self._input_signature is not None:
            if args or kwargs:
                args, kwargs = self._bound_to_signature().check_specs(args, kwargs)
            else:
                args = self._input_signature
        from .concrete import ConcreteFunction  # here: it needs `inspect`, which takes long

        return ConcreteFunction(self, args, kwargs).among(self._concrete).traced()

    def experimental_get_tracing_count(self) -> int:
        """How often TensorFlow would have traced it: for each signature that it has been called
        with, and once more where the first call made variables."""
        signatures = self._traces.signatures.all.values()
        return len(signatures) + any(signature.once.makes for signature in signatures)

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The signatures that it has been called with.

        >>> @tf.function
        ... def double(x):
        ...     return 2.0 * x
        >>> _ = double(tf.constant([1.0, 2.0]))
        >>> print(double.pretty_printed_concrete_signatures())
        Input Parameters:
          x (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(2,), dtype=tf.float32, name=None)
        Output Type:
          TensorSpec(shape=(2,), dtype=tf.float32, name=None)
        Captures:
          None
        """
        return "\n\n".join(map(str, self._traces.signatures.all.values()))

    def _bound_to_signature(self) -> _Binder:
        if self._binder is None:
            self._binder = _Binder(self._python_function, self._input_signature or ())
        return self._binder


_VARIADIC = (2, 4)  # the kinds of `*args` and `**kwargs`, whose enumeration is in `inspect`


class _Binder:
    """Fits arguments to an input signature; made at the first call, because it needs `inspect`."""

    def __init__(self, python_function: Callable[..., Any], specs: tuple[Any, ...]) -> None:
        import inspect  # here, because it would double the time that importing the package takes

        self._signature = inspect.signature(python_function)
        self._specs = dict(zip(self._signature.parameters, specs, strict=False))
        self._rest: dict[str, tuple[Any, ...]] = {}  # `*args`, which takes the specs that are left
        for place, (name, parameter) in enumerate(self._signature.parameters.items()):
            if parameter.kind == parameter.VAR_POSITIONAL:
                self._specs[name], self._rest = specs[place:], {name: ()}
            required = parameter.default is parameter.empty and parameter.kind not in _VARIADIC
            if required and name not in self._specs:
                raise TypeError(f"input_signature missing type constraint for {name}")

    def bind(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments, converted to tensors that fit the signature."""
        return self._bind(args, kwargs, fit_structure)

    def check_specs(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments, which may be specs, if they fit the signature."""
        return self._bind(args, kwargs, fit_specs)

    def _bind(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], fit: Callable[[Any, Any], Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        try:
            bound = self._signature.bind(*args, **kwargs)
            for name, value in {**self._rest, **bound.arguments}.items():
                if name in self._specs:
                    bound.arguments[name] = fit(self._specs[name], value)
        except (TypeError, ValueError) as error:
            specs = ", ".join(f"{name}: {spec}" for name, spec in self._specs.items())
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{error}`. Received args: {args} "
                "and kwargs: "
                f"{kwargs} for signature: ({specs})."
            ) from None
        return bound.args, bound.kwargs


def _arrays_as_tensors(
    args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if not any(_is_array(leaf) for leaf in nest.flatten((args, list(kwargs.values())))):
        return args, kwargs
    return (
        tuple(nest.map_structure(_array_as_tensor, arg) for arg in args),
        {key: nest.map_structure(_array_as_tensor, arg) for key, arg in kwargs.items()},
    )


def _is_array(leaf: Any) -> bool:
    return hasattr(leaf, "__array__") and not _core.is_tensor(leaf)


def _array_as_tensor(leaf: Any) -> Any:
    return _core.convert_to_tensor(leaf) if _is_array(leaf) else leaf


def _as_outputs(result: Any) -> Any:
    """What a traced function would return: tensors, None, and structures of them."""
    if result is None or type(result) is _core.Tensor:
        return result
    outputs = nest.map_structure(_as_output, result)
    return _recorded_together(outputs) if _core.is_recording() else outputs


def _recorded_together(outputs: Any) -> Any:
    """The same, belonging together for tapes around the call: what reaches one of them has the
    gradient 0, not `None`, where another is used."""
    leaves = nest.flatten(outputs)
    places = [i for i, leaf in enumerate(leaves) if _has_gradient(leaf)]
    if len(places) < 2:
        return outputs
    for i, leaf in zip(places, _core.identity_n([leaves[i] for i in places]), strict=True):
        leaves[i] = leaf
    return nest.pack_sequence_as(outputs, leaves)


def _has_gradient(leaf: Any) -> bool:
    return type(leaf) is _core.Tensor and (leaf.dtype.is_floating or leaf.dtype.is_complex)


def _as_output(leaf: Any) -> Any:
    if isinstance(leaf, IndexedSlices):
        return leaf
    if isinstance(leaf, (_core.Variable, int, float, complex, str, bytes)) or hasattr(
        leaf, "__array__"
    ):
        return leaf if isinstance(leaf, _core.Tensor) else _core.convert_to_tensor(leaf)
    return leaf
