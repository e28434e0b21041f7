"""What a module holds without having it as a part: `no_automatic_dependency_tracking`."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..._checkpoint.trackable import is_trackable
from .abstract_types import KnowsOthers

# Where layers, and other modules, keep the names of attributes that hold no parts.
_NAMES = ("_unsearched", "_TF_MODULE_IGNORED_PROPERTIES")


def no_automatic_dependency_tracking(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method whose object does not have what it sets as attributes as its parts.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private import tracking
    >>> class Net(tf.Module):
    ...     @tracking.no_automatic_dependency_tracking
    ...     def __init__(self):
    ...         self.shared = tf.Variable(1.0)
    >>> Net().variables
    ()
    """

    @functools.wraps(method)
    def untracked(self: Any, *args: Any, **kwargs: Any) -> Any:
        with no_automatic_dependency_tracking_scope(self):
            return method(self, *args, **kwargs)

    return untracked


@contextlib.contextmanager
def no_automatic_dependency_tracking_scope(obj: Any) -> Iterator[None]:
    """A block in which the object does not have what it gets as attributes as its parts."""
    before = dict(vars(obj))
    yield
    after = vars(obj)
    added = {name for name in after if name not in before or before[name] is not after[name]}
    for names in _NAMES:
        if hasattr(type(obj), names):
            after[names] = getattr(obj, names) | added


class Trackable(metaclass=KnowsOthers):
    """What a checkpoint may save: variables, modules, layers, optimizers.

    >>> from gradtape._drop_in.private.tracking import Trackable
    >>> isinstance(tf.Variable(1.0), Trackable), isinstance(1.0, Trackable)
    (True, False)
    """

    @staticmethod
    def _is_one(instance: Any) -> bool:
        return is_trackable(instance)

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Note a part under a name; `ValueError` for a name that is taken."""
        parts = vars(self).setdefault("_tracked_parts", {})
        if not overwrite and parts.get(name, trackable) is not trackable:
            raise ValueError(f"There is a part named {name!r} already.")
        parts[name] = trackable
        return trackable

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        """The part of this name, or None."""
        return self._trackable_children().get(name)

    def _trackable_children(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return dict(vars(self).get("_tracked_parts", {}))


class TrackableReference(NamedTuple):
    """A part of an object, and its name there."""

    name: str
    ref: Any
