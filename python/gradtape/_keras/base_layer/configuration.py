"""What a layer says of itself, to be made again.

A class without `get_config` says what the layer was made with, which is enough where that is
numbers, texts and the like, alone or in lists and dicts.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import mixed_precision as dtype_policies
from ..arguments import Declared, config_of
from ..encoding import encoded
from ..lookup import fitting, is_ours, serialize
from ..orders_of_options import in_told_order
from ..symbolic import is_symbolic
from .autocast import dtypes_of_call
from .own_state import OwnState, overrides

_PLAIN = (str, int, float, bool, type(None))
# What every layer says of itself, if it can be made with that.
_OF_ANY = ("name", "trainable", "dtype")


_is_in_memory = ContextVar("is_in_memory", default=False)


@contextmanager
def kept_in_memory() -> Iterator[None]:
    """Configurations that are made within are for a copy here, and for no file."""
    token = _is_in_memory.set(True)
    try:
        yield
    finally:
        _is_in_memory.reset(token)


class Configured(OwnState):
    """Mixin of `Layer`."""

    name: str
    _name: str
    _trainable: bool
    _policy_of_dtypes: dtype_policies.DTypePolicy
    _asks_what_made_it = False  # whether a `get_config` over Keras 2's gets the arguments from it
    _tells_trainable = True  # Keras 3 cannot make a few layers with what others are made with
    # What a configuration of Keras 3 leaves out, always or for None, and tells besides, as None.
    _untold: ClassVar[tuple[str, ...]] = ()
    _untold_if_none: ClassVar[tuple[str, ...]] = ()
    _told_besides: ClassVar[tuple[str, ...]] = ()

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        layer = super().__new__(cls)
        own = not hasattr(cls.get_config, "of_any_class")
        if not own and not issubclass(cls, Declared):
            between = is_symbolic((args, kwargs))  # a network says itself what it is
            layer.__dict__["_made_with"] = {} if between else arguments(cls, args, kwargs)
        elif own and cls._asks_what_made_it and is_keras_2_asked_for():
            layer.__dict__["_made_of"] = arguments(cls, args, kwargs)
        return layer

    def _take_policy(self, policy: Any, autocast: Any = None) -> None:
        """From now on the dtypes of weights that are made and of outputs are those of a policy."""
        self._policy_of_dtypes = dtype_policies.get(policy)
        self._casts_inputs = autocast is not False
        self._dtype = _core.as_dtype(self._policy_of_dtypes.variable_dtype)
        self._input_dtype, self._narrow_dtype = dtypes_of_call(self, autocast)

    @property
    def dtype_policy(self) -> dtype_policies.DTypePolicy:
        """The dtypes of weights and of outputs; `layer.dtype` is that of weights."""
        return self._policy_of_dtypes

    @dtype_policy.setter
    def dtype_policy(self, policy: Any) -> None:
        self._take_policy(policy, self._casts_inputs)

    def __repr__(self) -> str:
        if is_keras_2_asked_for() and not is_ours(type(self)):
            return object.__repr__(self)
        built = getattr(self, "built", False)
        return f"<{type(self).__name__} name={self._name}, built={built}>"

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal layer; subclasses add theirs.

        Of a subclass without `get_config`, what it was made with: `NotImplementedError` unless
        that is numbers, texts and the like.
        """
        own = {
            "name": self._name,
            "trainable": self._trainable,
            "dtype": dtype_policies.said(self._policy_of_dtypes),
        }
        if not self._tells_trainable and not is_keras_2_asked_for():
            del own["trainable"]
        given = vars(self).get("_given_shape")
        if given is not None and is_keras_2_asked_for():
            own["batch_input_shape"] = tuple(given)
        if not self._tells_arguments():
            config = {**own, **config_of(self)}
            config = self._as_in_keras_3(config) if are_of_keras_3() else config
            return in_told_order(type(self), config)
        given = vars(self)["_made_with"]
        if given is None:
            raise NotImplementedError(
                f"Object {type(self).__name__} was created by passing non-serializable argument "
                "values in `__init__()`, and therefore the object must override `get_config()` in "
                "order to be serializable. Please implement `get_config()`."
            )
        own = self._fitting_own(own)
        return {**own, **given} if is_keras_2_asked_for() else self._told_in_order(own, given)

    get_config.of_any_class = True  # type: ignore[attr-defined]

    def _fitting_own(self, own: dict[str, Any]) -> dict[str, Any]:
        """What of all layers' arguments a program's class is told to take.

        In Keras 2 that is what it takes by place, or all where the rest is called `kwargs`.
        """
        kind: Any = type(self)
        parameters = _parameters(kind)
        if is_keras_2_asked_for():
            takes_all = any(p.kind is p.VAR_KEYWORD and p.name == "kwargs" for p in parameters)
            names = {p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD}
        else:
            more = [p.name for p in parameters if p.kind is p.VAR_KEYWORD]
            takes_all, names = bool(more), {p.name for p in parameters}
            if more and more != ["kwargs"] and "name" not in names:  # Keras knows it by that name
                own = {key: value for key, value in own.items() if key != "name"}
        return {name: value for name, value in own.items() if takes_all or name in names}

    def _told_in_order(self, own: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
        """What Keras 3 tells of a program's class: the name, its arguments with their defaults in
        the order of the class, what else was given, and what it says of every layer."""
        told = {"name": own.pop("name")} if "name" in own else {}
        kind: Any = type(self)
        for parameter in _parameters(kind):
            name = parameter.name
            if name in given or name in own:
                told[name] = given[name] if name in given else own[name]
            elif parameter.default is not parameter.empty and name not in _OF_ANY:
                default = _plain(parameter.default)
                told.update({name: default} if _are_plain(default) else {})
        return {**told, **given, **own}

    def _tells_arguments(self) -> bool:
        """Whether the configuration is what a program's class was made with."""
        return "_made_with" in vars(self)

    def _as_in_keras_3(self, config: dict[str, Any]) -> dict[str, Any]:
        nothing = {name for name in self._untold_if_none if config.get(name) is None}
        left_out = nothing.union(self._untold)
        told = {name: value for name, value in config.items() if name not in left_out}
        return {**told, **dict.fromkeys(self._told_besides)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer with these arguments; `TypeError` where the layer refuses them, as in Keras."""
        try:
            return cls(**fitting(cls, config))
        except Exception as error:
            raise TypeError(
                f"Error when deserializing class {cls.__name__!r} using config={config}.\n\n"
                f"Exception encountered: {error}"
            ) from error

    def _saved_form(self) -> dict[str, Any]:
        """What a `.keras` file says of this layer; `ValueError` if that is no JSON.

        Within `kept_in_memory` it may hold any objects.
        """
        described: dict[str, Any] = encoded(serialize(self))
        if overrides(self, "get_build_config"):
            described["build"] = self.get_build_config()
        if _is_in_memory.get():
            return described
        try:
            json.dumps(described)
        except TypeError as error:
            raise ValueError(
                f"The configuration of {self.name!r} cannot be stored: {error}"
            ) from error
        return described


def arguments(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """What a layer is being made with, by name; None where that says too little.

    >>> from gradtape._keras.base_layer.configuration import arguments
    >>> class Scaled:
    ...     def __init__(self, factor, offset=0.0): ...
    >>> arguments(Scaled, (2.0,), {}), arguments(Scaled, (print,), {})
    ({'factor': 2.0}, None)
    """
    positional = [p.name for p in _parameters(cls) if p.kind is p.POSITIONAL_OR_KEYWORD]
    if len(args) > len(positional):
        return None
    given = {**dict(zip(positional, args, strict=False)), **kwargs}
    given = {name: _plain(value) for name, value in given.items() if name not in _OF_ANY}
    return given if _are_plain(given) else None


def _are_plain(values: Any) -> bool:
    """Whether values are numbers, texts and the like, alone or in lists and dicts."""
    try:
        return all(isinstance(leaf, _PLAIN) for leaf in nest.flatten(values))
    except (TypeError, ValueError):
        return False


def _plain(value: Any) -> Any:
    """A value as it is, or the sizes of a shape, which Keras 3 has as a tuple."""
    return tuple(value.as_list()) if isinstance(value, _core.TensorShape) and value.rank else value


@functools.lru_cache(maxsize=1024)
def _parameters(cls: Any) -> tuple[inspect.Parameter, ...]:
    try:
        return tuple(inspect.signature(cls.__init__).parameters.values())[1:]
    except (TypeError, ValueError):  # an `__init__` that does not say what it takes
        return ()


def checked_trainable(trainable: bool) -> bool:
    """Whether a layer is trained; `ValueError` for anything else, such as a name in its place."""
    if not isinstance(trainable, bool):
        raise ValueError(
            "Expected `trainable` to be a boolean. "
            f"Received: trainable={trainable} (of type {type(trainable)})"
        )
    return trainable


def refuse(layer: Any, kwargs: dict[str, Any]) -> None:
    """`ValueError` for keyword arguments that are not known; in Keras 2 `TypeError`, unless they do
    nothing there. Of Keras 3's arguments that are left out None does nothing."""
    if is_keras_2_asked_for():
        kwargs = {k: v for k, v in kwargs.items() if k not in layer._without_effect_in_keras_2}
        if kwargs:
            raise TypeError("Keyword argument not understood:", next(iter(kwargs)))
        return
    nothing = {name for name in layer._without_effect_if_none if kwargs.get(name, 0) is None}
    if nothing >= kwargs.keys():
        return
    raise ValueError(f"Unrecognized keyword arguments passed to {type(layer).__name__}: {kwargs}")
