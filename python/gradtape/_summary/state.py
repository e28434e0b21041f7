"""What `tf.summary` remembers on each thread: the default writer, the step, whether to record.

Invariant: leaving a context restores what was before, whatever was raised.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .. import _core
from .._module.module import name_scope, scope_of_tags

if TYPE_CHECKING:
    from .._typing import TensorLike


class _Thread(threading.local):
    writer: Any = None
    step: Any = None
    recording: Any = True


_thread = _Thread()
_NOT_IN_SCOPES = re.compile(r"[^A-Za-z0-9_.\\\-/]")


def writer() -> Any:
    """The default writer of this thread, or None."""
    return _thread.writer


@contextlib.contextmanager
def default_writer(given: Any, step: Any) -> Iterator[Any]:
    """Make a writer the default, and a step too unless it is None."""
    outer = _thread.writer, _thread.step
    _thread.writer = given
    if step is not None:
        set_step(step)
    try:
        yield given
    finally:
        given.flush()
        _thread.writer = outer[0]
        if step is not None:
            _thread.step = outer[1]


def set_default_writer(given: Any) -> None:
    """Make a writer the default of this thread for good."""
    _thread.writer = given


def get_step() -> Any:
    """The step that `set_step` or a writer's context gave on this thread, or None."""
    return _thread.step


def set_step(step: TensorLike | None) -> None:
    """The step for summaries that name none: an integer, or a variable, which is read each time.

    >>> import gradtape as tf
    >>> tf.summary.experimental.set_step(7)
    >>> tf.summary.experimental.get_step()
    7
    >>> tf.summary.experimental.set_step(None)
    """
    _thread.step = step


@contextlib.contextmanager
def record_if(condition: bool | Callable[[], Any] | Any) -> Iterator[None]:
    """Record summaries only where `condition` holds: a truth value, or a function asked each time.

    >>> import gradtape as tf
    >>> with tf.summary.record_if(False):
    ...     tf.summary.should_record_summaries()
    False
    """
    outer = _thread.recording
    _thread.recording = condition
    try:
        yield
    finally:
        _thread.recording = outer


def should_record_summaries() -> bool:
    """Whether a summary would be written now: there is a writer, and `record_if` allows it."""
    if _thread.writer is None:
        return False
    condition = _thread.recording
    return bool(condition() if callable(condition) else condition)


@contextlib.contextmanager
def summary_scope(
    name: str, default_name: str = "summary", values: Any = None
) -> Iterator[tuple[str, str]]:
    """A name scope, and so `name/` before the tags of summaries; yields the tag and the scope.

    The scope leaves characters out that no name may have; the tag keeps them.

    >>> import gradtape as tf
    >>> with tf.summary.experimental.summary_scope("on train") as (tag, scope):
    ...     tag, scope
    ('on train', 'ontrain/')
    """
    given = name or default_name
    tag = full_tag(given)
    with name_scope(_NOT_IN_SCOPES.sub("", given) or default_name) as scope:
        yield tag, scope


def full_tag(name: str) -> str:
    """A tag with the open name scopes before it."""
    return scope_of_tags() + name


def resolved_step(step: Any) -> int:
    """The step of a summary; `ValueError` where there is none."""
    step = get_step() if step is None else step
    if step is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or through "
            "tf.summary.experimental.set_step()"
        )
    return int(step.numpy() if _core.is_tensor(step) else step)
