"""From a string, a configuration or a callable to an object: how `"relu"` finds its function.

Each namespace (activations, initializers, losses ...) owns one `Registry`. Invariant: what `find`
returns is callable, and for a class it is an instance made from its configuration.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from .._module.module import snake_case
from .._runtime.manners import are_of_keras_3
from .._runtime.versions import is_keras_2_asked_for

_PACKAGE = __name__.rpartition(".")[0]
# Classes that users registered with `register_keras_serializable`, by their name.
CUSTOM: dict[str, Any] = {}
# Those of them that are found without their package only where the library has no such name.
WITHOUT_PACKAGE: dict[str, Any] = {}


class UnknownName(TypeError, ValueError):
    """A configuration tells a class that is not known: `TypeError` in Keras, but in `.h5` files."""

    @classmethod
    def of_class(cls, name: str) -> UnknownName:
        """The one for a class of layers or models."""
        if is_keras_2_asked_for():
            return cls(f"Unknown layer: '{name}'. {_IN_SCOPE}")
        return cls(
            f"The class {name!r} is not known; register it with `register_keras_serializable`, or "
            "name it in `custom_objects`."
        )


@contextlib.contextmanager
def custom_object_scope(
    custom_objects: Mapping[str, Any] | None = None, *others: Mapping[str, Any] | None
) -> Iterator[None]:
    """Let names mean these classes and functions while the context lasts.

    >>> import gradtape as tf
    >>> class Scale(tf.keras.layers.Layer):
    ...     pass
    >>> with tf.keras.utils.custom_object_scope({"Scale": Scale}):
    ...     "Scale" in tf.keras.utils.get_custom_objects()
    True
    """
    outer = dict(CUSTOM)
    for objects in (custom_objects, *others):
        CUSTOM.update(objects or {})
    try:
        yield
    finally:
        CUSTOM.clear()
        CUSTOM.update(outer)


_replacing = {"count": 0}


@contextlib.contextmanager
def replacing_the_library() -> Iterator[None]:
    """Within, names mean what a program has registered before what the library has, as everywhere
    in Keras 2 and as where Keras 3 reads an `.h5` file."""
    _replacing["count"] += 1
    try:
        yield
    finally:
        _replacing["count"] -= 1


_IN_SCOPE = (
    "Please ensure you are using a `keras.utils.custom_object_scope` and that this object is "
    "included in the scope. See https://www.tensorflow.org/guide/keras/save_and_serialize"
    "#registering_the_custom_object for details."
)


class Registry:
    """Named callables and classes; names are found as they are and in snake case.

    Where a function has the name that a class has in snake case, the name means the function. With
    `in_any_case` a name of a class may be written in capitals, small letters or both, and is asked
    for in small ones. Under a name of the library's that a program has registered something under,
    Keras 2 finds that, Keras 3 what the library has unless it `may_be_replaced`. An object that was
    registered only says its class if names are those `of_classes`.
    """

    def __init__(
        self,
        kind: str,
        in_any_case: bool = False,
        may_be_replaced: bool = False,
        of_classes: bool = False,
    ) -> None:
        self._kind, self._in_any_case = kind, in_any_case
        self._may_be_replaced, self._of_classes = may_be_replaced, of_classes
        self._entries: dict[str, Any] = {}
        self._classes: dict[str, Any] = {}
        self._told: dict[str, Any] = {}

    def add(self, *aliases: str) -> Callable[[Any], Any]:
        """Decorator: register something under its own name, its snake case and `aliases`."""

        def register(entry: Callable[..., Any]) -> Any:
            names = (entry.__name__, snake_case(entry.__name__), *aliases)
            if isinstance(entry, type):
                self._classes.update(dict.fromkeys(names, entry))
                self._entries = {**dict.fromkeys(names, entry), **self._entries}
            else:
                self._entries.update(dict.fromkeys(names, entry))
            return entry

        return register

    def add_told(self, kind: type) -> type:
        """Decorator: register a class that configurations may tell; Keras 2 takes its name too."""
        self._told[kind.__name__] = kind
        return kind

    def find_class_first(self, identifier: Any) -> Any:
        """The same as `find`, but of a class rather than the function of that name."""
        if isinstance(identifier, str) and (self._comes_first() or identifier not in CUSTOM):
            known = self._classes.get(identifier)
            return _instance(known or self._entry(identifier, comes_first=self._comes_first()), {})
        return self.find(identifier)

    def find(self, identifier: Any) -> Any:
        """The object for a name, a `{"class_name": ..., "config": ...}`, a class or a callable.

        None for None.

        `ValueError` for a name that is not known and for anything else.
        """
        if identifier is None:
            return None
        if isinstance(identifier, str):
            return self._made(self._entry(identifier, comes_first=self._comes_first()), {})
        if isinstance(identifier, Mapping):
            entry = self._entry(_name_in(identifier), True, tells_class_of_keras(identifier))
            return self._made(entry, identifier.get("config") or {})
        if callable(identifier):
            return _instance(identifier, {})
        raise ValueError(f"Could not interpret {self._kind} identifier: {identifier!r}")

    def deserialize(
        self,
        config: Any,
        custom_objects: Mapping[str, Any] | None = None,
        use_legacy_format: bool = False,
    ) -> Any:
        """The object for what `serialize` returned; names may also mean `custom_objects`."""
        with custom_object_scope(custom_objects or {}):
            if isinstance(config, str) and config in CUSTOM:
                return self._made(CUSTOM[config], {})
            return self.find(config)

    def _comes_first(self) -> bool:
        """Whether a name of the library's means what the library has."""
        return are_of_keras_3() and not (self._may_be_replaced or _replacing["count"])

    def class_of(self, name: str) -> Any:
        """The library's class of this name, or None."""
        return self._classes.get(name)

    def means_its_own(self, name: Any) -> bool:
        """Whether a name means what is here, whatever a program has registered under it."""
        return isinstance(name, str) and name in self._entries and self._comes_first()

    def _made(self, entry: Any, config: Mapping[str, Any]) -> Any:
        """The object; where a class is asked for and there is an object of it, one of its class."""
        if self._of_classes and is_registered(entry) and hasattr(entry, "from_config"):
            return entry.from_config(dict(config))
        return _instance(entry, config)

    def _entry(self, name: str, is_form: bool = False, comes_first: bool = False) -> Any:
        """What has the name, which a configuration tells or, in Keras 2, a program too; what the
        library has where that `comes_first`."""
        plain = name.rpartition(">")[2]  # files of Keras 2 may name a package before it
        if comes_first and (name in self._entries or name in self._told):
            return self._entries.get(name) or self._told[name]
        if not is_form and self._cased(name) is not None:
            name = name.lower()
        custom = CUSTOM.get(name)
        if custom is not None and custom is not WITHOUT_PACKAGE.get(name):
            return custom  # the program's own, in place of what the library calls so
        if plain in self._told and (is_form or is_keras_2_asked_for()):
            return self._told[plain]
        entry = self._entries.get(name) or custom or self._entries.get(plain) or self._cased(plain)
        if entry is None:
            raise (UnknownName if is_form else ValueError)(self._text_of_unknown(name))
        return entry

    def __contains__(self, name: str) -> bool:
        """Whether the library has something of this name."""
        return name in self._entries

    def _cased(self, name: str) -> Any:
        """What has the name in other letters, where the case says nothing."""
        if not self._in_any_case:
            return None
        named = {known.lower(): kind for known, kind in self._classes.items()}
        return named.get(name.lower())

    def _text_of_unknown(self, name: str) -> str:
        if not is_keras_2_asked_for():
            return f"Unknown {self._kind}: {name!r}. Known: {', '.join(sorted(self._entries))}"
        if self._kind == "activation function":
            return f"Unknown activation function '{name}' cannot be deserialized."
        function = " function" if self._kind in ("loss", "metric") else ""
        return f"Unknown {self._kind}{function}: '{name}'. {_IN_SCOPE}"


def _name_in(form: Mapping[str, Any]) -> str:
    """The name that a configuration has for its class: the registered one, where there is such."""
    if form["class_name"] == "function":
        return str(form["config"])
    registered = form.get("registered_name")
    name: str = registered if registered in CUSTOM else form["class_name"]
    return name


def is_registered(entry: Any) -> bool:
    """Whether it is what a program has registered, be it under whatever name."""
    return any(entry is one for one in CUSTOM.values())


def tells_class_of_keras(config: Mapping[str, Any]) -> bool:
    """Whether a configuration tells a class of Keras by its module: no other is meant."""
    module = str(config.get("module")).partition(".")[0]
    is_of_keras = module in ("keras", "tf_keras") and not config.get("registered_name")
    return is_of_keras and not _replacing["count"]


def _instance(entry: Any, config: Mapping[str, Any]) -> Any:
    if not isinstance(entry, type):
        return entry
    if hasattr(entry, "from_config") and ("fn" in config or not is_ours(entry)):
        return entry.from_config(dict(config))
    return entry(**fitting(entry, config))


# Arguments that say how other versions of Keras compute, not what.
_HOW = frozenset({"implementation", "is_legacy_optimizer", "jit_compile", "batch_size"})
# What every layer takes out of its keyword arguments.
_OF_LAYERS = frozenset(
    {"activity_regularizer", "input_shape", "batch_input_shape", "input_dim", "dynamic", "autocast"}
)


def fitting(kind: type, config: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a configuration, without those that a class of the library does not have.

    Files of other versions of Keras have some more. Only what is off, empty or says how something
    is computed may go; anything else is left for the class to refuse.
    """
    if not is_ours(kind):
        return dict(config)
    known = _parameters(kind)
    return {
        name: _dtype_name(value) if name == "dtype" else value
        for name, value in config.items()
        if name in known or not (name in _HOW or value in (None, False, [], {}))
    }


def is_written_here(written: Any) -> bool:
    """Whether a function or class is the library's, of any part; a program's may have no module."""
    return str(written.__module__).startswith("gradtape.")


def is_ours(kind: type) -> bool:
    """Whether a class is one of this library's."""
    return str(getattr(kind, "__module__", "")).startswith(_PACKAGE)  # some classes have none


@functools.cache
def _parameters(kind: type) -> frozenset[str]:
    """All names that a class or its bases can be made with."""
    names = {*getattr(kind, "_arguments", ()), *getattr(kind, "_aliases", ()), *_OF_LAYERS}
    for base in kind.__mro__[:-1]:
        if "__init__" in vars(base):
            names.update(inspect.signature(base.__init__).parameters)  # type: ignore[misc]
    return frozenset(names)


def _dtype_name(value: Any) -> str:
    """The name of a dtype, which may be a policy with a configuration."""
    return value["config"]["name"] if isinstance(value, Mapping) else value


def serialize(thing: Any, use_legacy_format: bool = False) -> Any:
    """What `Registry.find` turns back into `thing`: a name or a mapping."""
    if thing is None or isinstance(thing, (str, Mapping)):
        return thing
    if not hasattr(thing, "get_config"):
        return _told_function(thing, use_legacy_format or is_keras_2_asked_for())
    kind = type(thing)
    named = {
        "class_name": PUBLIC_NAMES.get(kind.__name__, kind.__name__),
        "config": thing.get_config(),
    }
    if use_legacy_format:
        return named
    named["config"] = with_plain_numbers(named["config"])
    registered = None if is_ours(kind) else registered_name(kind)
    return {"module": module_of(kind), **named, "registered_name": registered, **_built_for(thing)}


def _built_for(thing: Any) -> dict[str, Any]:
    """What a layer that is an argument of another one says of the shapes that it was built for."""
    built_by_itself = getattr(thing, "_starts_built", False) and not is_keras_2_asked_for()
    asked = hasattr(thing, "get_build_config") and not built_by_itself
    build = thing.get_build_config() if asked else None
    return {} if build is None else {"build_config": with_plain_numbers(build)}


def with_plain_numbers(config: Any) -> Any:
    """A configuration with numbers of Python's for NumPy's, but for those that are both."""
    if isinstance(config, np.generic):
        return config if isinstance(config, (float, str, bytes)) else config.item()
    if type(config) is dict:
        return {key: with_plain_numbers(value) for key, value in config.items()}
    if type(config) in (list, tuple):
        return type(config)(map(with_plain_numbers, config))
    return config


def _told_function(function: Any, by_name: bool) -> Any:
    """A function by its name, as `keras.saving` tells one of the program's own."""
    name = registered_name(function)
    module = getattr(function, "__module__", None) or _PACKAGE
    is_of_library = module.partition(".")[0] == _PACKAGE.partition(".")[0]
    if is_of_library and name == "silu" and is_keras_2_asked_for():
        return "swish"  # which is the only name of it there
    if by_name or is_of_library:
        return name
    told = {"module": "builtins", "class_name": "function", "config": name}
    return {**told, "registered_name": "function"}


# Classes that have another name in their namespace.
PUBLIC_NAMES = {"GroupedQueryAttention": "GroupQueryAttention"}
# Where the public name of a class is, by the package or file that has the class.
_MODULES = {
    "layers": "keras.layers",
    "initializer": "keras.initializers",
    "initializers": "keras.initializers",
    "random_initializer": "keras.initializers",
    "scaled_initializers": "keras.initializers",
    "stft_initializer": "keras.initializers",
    "regularizers": "keras.regularizers",
    "constraints": "keras.constraints",
    "losses": "keras.losses",
    "metrics": "keras.metrics",
    "optimizers": "keras.optimizers",
    "seed_generator": "keras.random",
}

_INNER_MODULES = {"schedules": ".schedules", "legacy": ".legacy"}  # of optimizers


def module_of(kind: type) -> str | None:
    """The module that a configuration names for a class; None for one of the main program.

    >>> import gradtape as tf
    >>> from gradtape._keras.lookup import module_of
    >>> module_of(tf.keras.layers.Dense), module_of(tf.keras.Sequential)
    ('keras.layers', 'keras')
    """
    if not is_ours(kind):
        return None if kind.__module__ == "__main__" else kind.__module__
    if kind.__name__ == "Functional":
        is_older = is_keras_2_asked_for()
        return "tf_keras.src.engine.functional" if is_older else "keras.src.models.functional"
    part, _, rest = kind.__module__.removeprefix(_PACKAGE + ".").partition(".")
    return f"{_MODULES.get(part, 'keras')}{_INNER_MODULES.get(rest, '')}"


def registered_name(thing: Any) -> str:
    """The name that a class or function was registered under, "package>name"; else its own."""
    names = [name for name, entry in CUSTOM.items() if entry is thing and ">" in name]
    return names[0] if names else str(thing.__name__)
