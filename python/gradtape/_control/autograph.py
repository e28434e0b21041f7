"""`tf.autograph`: Python's own `if` and `while` run as they are; nothing is converted."""

from __future__ import annotations

import enum
import inspect
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .._typing import IntLike

F = TypeVar("F", bound=Callable[..., Any])


class Feature(enum.Enum):
    """Parts of the conversion that programs turn off by name; all of them are off."""

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"


def to_graph(entity: F, recursive: bool = True, experimental_optional_features: Any = None) -> F:
    """The function itself.

    >>> def positive(x):
    ...     return x if x > 0 else -x
    >>> tf.autograph.to_graph(positive)(tf.constant(-2.0)).numpy().item()
    2.0
    """
    return entity


def to_code(
    entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None
) -> str:
    """The function's own source, since that is what runs. Errors: those of `inspect.getsource`."""
    return textwrap.dedent(inspect.getsource(inspect.unwrap(entity)))


def do_not_convert(func: F | None = None) -> Callable[..., Any]:
    """The function itself; without an argument a decorator.

    >>> tf.autograph.experimental.do_not_convert(len) is len
    True
    """
    return (lambda function: function) if func is None else func


def set_loop_options(
    parallel_iterations: Any = None,
    swap_memory: Any = None,
    maximum_iterations: IntLike | None = None,
    shape_invariants: Any = None,
) -> None:
    """Does nothing: a loop is Python's own."""


def trace(*args: Any) -> None:
    """Prints its arguments.

    >>> tf.autograph.trace("step", 1)
    step 1
    """
    print(*args)
