"""What a module holds without having it as a part: `no_automatic_dependency_tracking`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

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
        before = dict(vars(self))
        result = method(self, *args, **kwargs)
        after = vars(self)
        added = {name for name in after if name not in before or before[name] is not after[name]}
        for names in _NAMES:
            if hasattr(type(self), names):
                vars(self)[names] = getattr(self, names) | added
        return result

    return untracked
