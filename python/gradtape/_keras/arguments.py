"""Declared arguments: what layers, losses, metrics and optimizers are made with, each said once.

    class Scale(Layer, LayerOptions):
        factor: Number = argument(default=1.0)

has `__init__(self, factor=1.0, **kwargs)`, an attribute `factor`, and both in `get_config`. The
annotation is the kind of the argument, an `Argument` that converts and checks what is given; an
`InitVar` is handed on to the next `__init__` instead. Arguments that several classes have stand
once, in a group: a `Declared` class with `kw_only=True`, whose arguments come after the class's
own. Editors and mypy read all this as they read a dataclass, with the groups by keyword alone.

Invariants: `inspect.signature` is what calls obey, by position and by keyword; attributes are plain
values in the instance, so reading them costs nothing.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from .._runtime.versions import is_keras_2_asked_for

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**options: Any) -> Callable[..., Any]:
        """What type checkers know by this name; it changes nothing."""
        return lambda cls: cls


Given = TypeVar("Given")
Kept = TypeVar("Kept")
_REQUIRED = inspect.Parameter.empty


class Argument(Generic[Given, Kept]):
    """A kind of argument: what may be given, and what is kept as the attribute."""

    def __init__(self, name: str) -> None:
        self.name = name

    def convert(self, owner: Any, value: Given) -> Kept:
        """The attribute for what was given; an error if that is wrong. `owner` is being made."""
        return value  # type: ignore[return-value]

    def serialize(self, value: Kept) -> Any:
        """What `get_config` says of the attribute."""
        return value

    def default_of(self, cls: type, default: Any) -> Any:
        """The default that the signature of a class shows."""
        return default

    if TYPE_CHECKING:  # attributes of classes and instances, for checkers

        @overload
        def __get__(self, instance: None, owner: type) -> Argument[Given, Kept]: ...
        @overload
        def __get__(self, instance: object, owner: type) -> Kept: ...
        def __get__(self, instance: object, owner: type) -> Any: ...
        def __set__(self, instance: object, value: Given) -> None: ...


class Flag(Argument[bool, bool]):
    """Yes or no."""


class Number(Argument[float, float]):
    """A number, kept as it is given."""


class OptionalNumber(Argument[float | None, float | None]):
    """A number, or None for none."""


class OptionalInteger(Argument[int | None, int | None]):
    """An integer, or None for none."""


class Axis(Argument[int, int]):
    """An axis, counted from the end if it is negative; it may stand alone in a list."""

    def convert(self, owner: Any, value: int) -> int:
        return value[0] if isinstance(value, (list, tuple)) and len(value) == 1 else value


class _Declaration:
    """What stands in a class body until the class is made."""

    def __init__(self, default: Any) -> None:
        self.default = default


def argument(*, default: Any = _REQUIRED) -> Any:
    """Declares an argument; without a default it must be given."""
    return _Declaration(default)


class _Declared:
    """An argument of a class: its default, and its kind (None if it is handed on)."""

    def __init__(self, default: Any, kind: Argument[Any, Any] | None) -> None:
        self.default = default
        self.kind = kind

    def default_of(self, cls: type) -> Any:
        """The default as a class shows it."""
        return self.default if self.kind is None else self.kind.default_of(cls, self.default)


@dataclass_transform(field_specifiers=(argument,), eq_default=False)
class Declared:
    """Base of what has declared arguments.

    `kw_only` makes a group; `hidden` a group that the signature shows as `**kwargs`. `defaults`
    replaces defaults of inherited arguments; `first` gives the names that the signature begins
    with, where that is not the order of the class body; `aliases` older names of arguments.
    `defaults_in_keras_2` and `first_in_keras_2` are other defaults and another order there,
    `aliases_in_keras_2` older names that only Keras 2 takes.
    """

    _arguments: Mapping[str, _Declared] = {}
    _aliases: Mapping[str, str] = {}
    _aliases_in_keras_2: Mapping[str, str] = {}
    _first: tuple[str, ...] = ()
    _in_keras_2: tuple[Mapping[str, Any], tuple[str, ...]] = ({}, ())
    _places: Mapping[str, str] = {}  # "own" arguments, those of a group ("shown", "hidden")

    def __init_subclass__(
        cls,
        kw_only: bool = False,
        hidden: bool = False,
        defaults: Mapping[str, Any] | None = None,
        first: tuple[str, ...] | None = None,
        aliases: Mapping[str, str] | None = None,
        defaults_in_keras_2: Mapping[str, Any] | None = None,
        first_in_keras_2: tuple[str, ...] = (),
        aliases_in_keras_2: Mapping[str, str] | None = None,
        **options: Any,
    ) -> None:
        super().__init_subclass__(**options)
        own = _own_arguments(cls)
        arguments = _inherited(cls, "_arguments")
        assert not own.keys() & arguments.keys(), "an inherited argument has `defaults` and `first`"
        for name, default in (defaults or {}).items():
            arguments[name] = _Declared(default, arguments[name].kind)
        cls._aliases = {**cls._aliases, **(aliases or {})}
        cls._aliases_in_keras_2 = {**cls._aliases_in_keras_2, **(aliases_in_keras_2 or {})}
        cls._first = cls._first if first is None else first
        if defaults_in_keras_2 or first_in_keras_2:
            cls._in_keras_2 = (defaults_in_keras_2 or {}, first_in_keras_2)
        place = "own" if not kw_only else "hidden" if hidden else "shown"
        cls._arguments = {**arguments, **own}
        cls._places = {**_inherited(cls, "_places"), **dict.fromkeys(own, place)}
        if not kw_only and "__init__" not in vars(cls) and (own or not _is_prefaced(cls)):
            cls.__init__ = _made_init(cls, _signature(cls))  # type: ignore[method-assign]

    @classmethod
    def _rename(cls, given: dict[str, Any]) -> None:
        """Give arguments that come by older names those of today."""
        aliases = cls._aliases
        if cls._aliases_in_keras_2 and is_keras_2_asked_for():
            aliases = {**aliases, **cls._aliases_in_keras_2}
        for alias in aliases.keys() & given.keys():
            given[aliases[alias]] = given.pop(alias)

    def _initialize(self) -> None:
        """Called when all attributes are set: for what concerns several of them."""


def config_of(thing: Any) -> dict[str, Any]:
    """The declared arguments of an object, for its `get_config`, in the order of its signature."""
    if not isinstance(thing, Declared):
        return {}
    kinds = _kinds(type(thing))
    names = [name for name in _in_order(type(thing)) if name in kinds]
    return {name: kinds[name].serialize(getattr(thing, name)) for name in (*names, *kinds)}


def values_of(thing: Declared) -> dict[str, Any]:
    """The declared arguments of an object as they are kept."""
    return {name: getattr(thing, name) for name in _kinds(type(thing))}


def _kinds(cls: type[Declared]) -> dict[str, Argument[Any, Any]]:
    """The arguments that become attributes, in the order in which they are declared."""
    found = cls._arguments.items()
    return {name: declared.kind for name, declared in found if declared.kind is not None}


def _inherited(cls: type, table: str) -> dict[str, Any]:
    """The tables of the bases in one, those further up first."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        found.update(vars(base).get(table, {}))
    return found


def _own_arguments(cls: type) -> dict[str, _Declared]:
    """What the body of a class declares, replaced by its kinds."""
    found = {}
    for name, value in list(vars(cls).items()):
        if isinstance(value, _Declaration):
            delattr(cls, name)
            found[name] = _Declared(value.default, _kind(cls, name))
    return found


def _kind(cls: type, name: str) -> Argument[Any, Any] | None:
    """The kind that the annotation of `name` says."""
    annotation: str = inspect.get_annotations(cls)[name]
    if annotation.startswith("InitVar["):
        return None
    kind: Any = sys.modules[cls.__module__]
    for part in annotation.split("."):
        kind = getattr(kind, part)
    assert issubclass(kind, Argument), f"{cls.__name__}.{name}: {annotation} is no kind"
    return kind(name)


def _in_order(cls: type[Declared]) -> list[str]:
    """The names of the arguments that a signature shows, as it does."""
    own = [name for name, place in cls._places.items() if place == "own"]
    shown = [name for name, place in cls._places.items() if place == "shown"]
    return list(dict.fromkeys([*cls._first, *own, *shown]))


def _signature(cls: type[Declared]) -> inspect.Signature:
    """The class's own arguments, then those of groups."""
    names, places = _in_order(cls), cls._places
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("self", either)]
    parameters += [
        inspect.Parameter(name, either, default=cls._arguments[name].default_of(cls))
        for name in names
    ]
    if "hidden" in places.values():
        parameters.append(inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters)


def _made_init(cls: type[Declared], signature: inspect.Signature) -> Callable[..., Any]:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        self._rename(kwargs)
        given = _bound(cls, signature, (self, *args), kwargs)
        kinds = _kinds(cls)
        _next_init(cls)(self, **{name: given[name] for name in given if name not in kinds})
        for name, kind in kinds.items():
            setattr(self, name, kind.convert(self, given[name]))
        self._initialize()

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    __init__.__module__ = cls.__module__
    __init__._is_made = True  # type: ignore[attr-defined]
    return __init__


def _is_prefaced(cls: type) -> bool:
    """Whether a program's class stands before one whose `__init__` is made, with one of its own."""
    inits = [vars(base)["__init__"] for base in cls.__mro__[1:] if "__init__" in vars(base)]
    made = [hasattr(init, "_is_made") for init in inits]
    return any(made) and not made[0]


def _next_init(cls: type) -> Any:
    """The first `__init__` up the bases that a person wrote."""
    written = (vars(base).get("__init__") for base in cls.__mro__[1:])
    return next(init for init in written if init and not hasattr(init, "_is_made"))


def _bound(
    cls: type[Declared],
    signature: inspect.Signature,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> dict[str, Any]:
    """All arguments by name, defaults included; the errors are those of Python's own calls."""
    names = [p.name for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    others: Mapping[str, Any] = {}
    if (cls._in_keras_2[0] or cls._in_keras_2[1]) and is_keras_2_asked_for():
        others, order = cls._in_keras_2
        names = list(dict.fromkeys(["self", *order, *names]))
    call = f"{cls.__name__}.__init__()"
    if len(args) > len(names):
        counts = f"{len(names)} positional arguments but {len(args)} were given"
        raise TypeError(f"{call} takes {counts}")
    given = dict(zip(names, args, strict=False))
    for name in kwargs:
        if name in given:
            raise TypeError(f"{call} got multiple values for argument '{name}'")
        if name not in names and len(names) == len(signature.parameters):
            raise TypeError(f"{call} got an unexpected keyword argument '{name}'")
    given |= kwargs
    parameters = signature.parameters
    missing = [n for n in names if n not in given and parameters[n].default is _REQUIRED]
    if missing:
        what = f"required positional argument{'s' if len(missing) > 1 else ''}"
        shown = " and ".join(f"'{name}'" for name in missing)
        raise TypeError(f"{call} missing {len(missing)} {what}: {shown}")
    defaults = {name: parameters[name].default for name in names if name not in given}
    given = {**defaults, **others, **given}
    del given["self"]
    return given
