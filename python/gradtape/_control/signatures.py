"""What a `function` has been called with: its signatures, for each of which TensorFlow has a trace.

Nothing is traced here; the signatures are noted for those who ask how many there are, or what they
look like. Calls that TensorFlow would answer with one trace share one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from types import MethodType
from typing import Any

from .. import _core
from .._runtime.drawn_seeds import DrawnSeeds, leaves_batches_open
from .._runtime.kept_names import means_the_same, with_names_kept
from .._runtime.manners import are_of_keras_3
from .._runtime.once import Once, makes_variables
from .._structure.composites import Composite
from .._structure.tensor_spec import TensorSpec
from .._structure.type_spec import TypeSpec
from .._structure.variable_spec import VariableSpec

_MOST = 1000  # calls that are looked at: those of a long training loop cost nothing more


class Signature:
    """The types of the arguments of some calls, and of what the first of them returned."""

    def __init__(self, parameters: list[tuple[str, Any]]) -> None:
        self._parameters = parameters
        self._output: Any = None
        self.first_values: Any = ()  # of weights that did not exist yet: see `looking_ahead`
        self.is_new = True  # until the first of the calls has returned
        self.once = Once()
        self.seeds = DrawnSeeds(makes_variables)
        self._kept: Any = None  # the function with the names as they were when it was traced

    def function(self, function: Any) -> Any:
        """What runs: at first the function itself, later that with the names of then, unless the
        first call has changed what they mean."""
        plain = getattr(function, "__func__", function)
        if self.is_new:
            self._kept = with_names_kept(plain)
        elif self._kept not in (None, plain):
            return self._kept if plain is function else MethodType(self._kept, function.__self__)
        return function

    def returned(self, result: Any) -> None:
        """Told what the first of the calls has returned."""
        self._output, self.is_new = type_of(result), False

    def traced(self, function: Callable[..., Any]) -> None:
        """Told that the first call of the function ends."""
        if self._kept is None:
            return
        if not means_the_same(self._kept, getattr(function, "__func__", function)):
            self._kept = None

    @property
    def goes_on(self) -> bool:
        """Whether later calls go on with something that was there when it was traced."""
        return self.once.draws or self.once.keeps or bool(self.first_values)

    def takes(self, kinds: Iterable[Any]) -> bool:
        """Whether its trace, which leaves sizes open, takes arguments of these types."""
        own = [kind for _, kind in self._parameters]
        return all(_is_within(kind, wider) for kind, wider in zip(kinds, own, strict=True))

    def __str__(self) -> str:
        taken = [f"  {name}: {_written(kind)}" for name, kind in self._parameters] or ["  None"]
        gives = ["Output Type:", f"  {_written(self._output)}", "Captures:", "  None"]
        return "\n".join(["Input Parameters:", *taken, *gives])


class Signatures:
    """Those of one function, or of a method of one instance."""

    def __init__(self, relaxes: bool = False) -> None:
        self.relaxes = relaxes  # whether a second shape stands for all
        self.all: dict[Any, Signature] = {}
        self.draw = False  # or keep what was there, when traced: then all calls are told apart
        self._calls = 0
        self._seen: dict[Any, Signature] = {}
        self._shapes: dict[Any, list[Signature]] = {}
        self._open: list[Signature] = []  # those that leave sizes open

    def of(self, function: Callable[..., Any], args: Any, kwargs: Any) -> Signature | None:
        """The signature of such a call; None behind the first calls, but where some draw, or there
        is but one."""
        if self._calls >= _MOST and not self.draw:
            return next(iter(self.all.values())) if len(self.all) == 1 else None
        self._calls += 1
        is_open = are_of_keras_3() and leaves_batches_open()
        looks = tuple(
            [
                (one.shape, one.dtype) if type(one) is _core.Tensor else _looks(one)
                for one in (args if not kwargs else (*args, kwargs))
            ]
            + [is_open]
        )
        if looks in self._seen:
            return self._seen[looks]
        if len(self._seen) >= _MOST:
            self._seen.clear()
        bound = inspect.signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        kinds = {name: type_of(value) for name, value in bound.arguments.items()}
        found = self._kept(bound.signature.parameters, kinds, is_open)
        self._seen[looks] = found
        return found

    def declared(self, function: Callable[..., Any], args: Any, kwargs: Any) -> Signature:
        """The signature for specs and values, whose trace answers now for what fits them."""
        bound = inspect.signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        kinds = {name: type_of(value) for name, value in bound.arguments.items()}
        self._seen.clear()
        return self._kept(bound.signature.parameters, kinds, False)

    def forget(self, signature: Signature) -> None:
        """One whose first call has failed is none."""
        self.all = {key: one for key, one in self.all.items() if one is not signature}
        self._seen = {looks: one for looks, one in self._seen.items() if one is not signature}
        self._open = [one for one in self._open if one is not signature]

    def _kept(self, parameters: Any, kinds: dict[str, Any], is_open: bool) -> Signature:
        if is_open:
            kinds = {name: _opened(kind) for name, kind in kinds.items()}
        key = tuple(map(_key, kinds.values()))
        if key in self.all:
            return self.all[key]
        for one in self._open:
            if one.takes(kinds.values()):
                return one
        if self.relaxes:
            ranks = tuple(map(_rank, kinds.values()))
            alike = self._shapes.setdefault(ranks, [])
            if len(alike) == 2:
                return alike[1]
        named = [(f"{name} ({parameters[name].kind.name})", one) for name, one in kinds.items()]
        made = self.all[key] = Signature(named)
        if any(map(_leaves_open, kinds.values())):
            self._open.append(made)
        if self.relaxes:
            alike.append(made)
        return made


class _Literal:
    """The type of one value of Python's; of another object only what tells it from others."""

    def __init__(self, value: Any) -> None:
        plain = isinstance(value, (bool, int, float, complex, str, bytes, type(None)))
        self.key = ("literal", value) if plain else id(value)
        self.text = f"Literal[{value!r}]" if plain else f"<{type(value).__name__} object>"


def type_of(value: Any) -> Any:
    """What a trace knows of a value: specs in the place of tensors."""
    if isinstance(value, _core.Tensor):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, _core.Variable):
        return VariableSpec(value.shape, value.dtype, value.trainable, 0)
    if isinstance(value, TypeSpec):
        return TensorSpec(value.shape, value.dtype) if type(value) is TensorSpec else value
    if type(value) in (list, tuple):
        return type(value)(map(type_of, value))
    if type(value) is dict:
        return {name: type_of(one) for name, one in value.items()}
    spec = getattr(value, "_type_spec", None) if isinstance(value, Composite) else None
    return _Literal(value) if spec is None else spec


def _written(kind: Any) -> str:
    if isinstance(kind, _Literal):
        return kind.text
    if type(kind) in (list, tuple):
        return f"{type(kind).__name__.title()}[{', '.join(map(_written, kind))}]"
    if type(kind) is dict:
        return f"Dict[{', '.join(f'[{name!r}, {_written(one)}]' for name, one in kind.items())}]"
    return repr(kind)


def _key(kind: Any) -> Any:
    if isinstance(kind, _Literal):
        return kind.key
    if type(kind) in (list, tuple):
        return type(kind), *map(_key, kind)
    if type(kind) is dict:
        return dict, *((name, _key(one)) for name, one in kind.items())
    return repr(kind)


def _opened(kind: Any) -> Any:
    """The type with the first size of each tensor left open."""
    if type(kind) is TensorSpec and kind.shape.rank:
        return TensorSpec([None, *kind.shape[1:]], kind.dtype)
    if type(kind) in (list, tuple):
        return type(kind)(map(_opened, kind))
    if type(kind) is dict:
        return {name: _opened(one) for name, one in kind.items()}
    return kind


def _leaves_open(kind: Any) -> bool:
    """Whether a type has tensors of several sizes."""
    if type(kind) is TensorSpec:
        return kind.shape.rank is None or None in kind.shape.as_list()
    if type(kind) in (list, tuple):
        return any(map(_leaves_open, kind))
    return type(kind) is dict and any(map(_leaves_open, kind.values()))


def _is_within(kind: Any, wider: Any) -> bool:
    """Whether a type is another one, or has sizes where that leaves them open."""
    if type(kind) is not type(wider):
        return False
    if type(kind) is TensorSpec:
        return kind.dtype == wider.dtype and _are_within(kind.shape, wider.shape)
    if type(kind) in (list, tuple):
        return len(kind) == len(wider) and all(map(_is_within, kind, wider))
    if type(kind) is dict:
        return kind.keys() == wider.keys() and all(
            _is_within(kind[one], wider[one]) for one in kind
        )
    return bool(_key(kind) == _key(wider))


def _are_within(shape: Any, wider: Any) -> bool:
    if wider.rank is None or shape.rank != wider.rank:
        return wider.rank is None
    return all(w is None or w == size for size, w in zip(shape, wider, strict=True))


def _rank(kind: Any) -> Any:
    """The key with the sizes of tensors left open."""
    if isinstance(kind, TensorSpec):
        return kind.shape.rank, kind.dtype.name
    if type(kind) in (list, tuple):
        return type(kind), *map(_rank, kind)
    return _key(kind)


def _looks(value: Any) -> Any:
    """The same as `_key` of the type, but for what it tells apart too finely: quickly."""
    if isinstance(value, _core.Tensor):
        return value.shape, value.dtype
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return type(value), value
    if isinstance(value, (list, tuple)):
        return type(value), *map(_looks, value)
    if isinstance(value, dict):
        return type(value), *map(_looks, value.items())
    return id(value)
