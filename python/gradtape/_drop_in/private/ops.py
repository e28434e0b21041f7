"""`tensorflow.python.framework.ops`: what it has besides public things."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from ... import _core
from ..._module.module import current_scope
from ..._module.older_scopes import name_scope as scope_of_version_1


class SymbolicTensor:
    """The class of tensors without a value, of which there are none."""


def executing_eagerly_outside_functions() -> bool:
    """True."""
    return True


@contextlib.contextmanager
def name_scope(
    name: str | None,
    default_name: str | None = None,
    values: Any = None,
    skip_on_eager: bool = True,
) -> Iterator[str | None]:
    """A scope of names that eager operations pass over; it opens one with `skip_on_eager=False`.

    >>> from gradtape._drop_in.private.ops import name_scope
    >>> with name_scope(None, "default", []) as scope:
    ...     print(scope)
    None
    """
    if skip_on_eager:
        yield None
    else:
        with scope_of_version_1(name, default_name, values) as prefix:
            yield prefix


def get_name_scope() -> str:
    """The names of the open scopes, joined by "/"."""
    return current_scope().rstrip("/")


def convert_to_tensor_or_composite(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """The value as a tensor, what is made of several tensors as it is."""
    from ..._structure.composite_tensor import CompositeTensor

    is_one = isinstance(value, CompositeTensor) and not isinstance(value, _core.Variable)
    return value if is_one else _core.convert_to_tensor(value, dtype)


def uid() -> int:
    """A number that no one else gets."""
    global _last
    _last += 1
    return _last


_last = 0


def numpy_text(tensor: Any, is_repr: bool = False) -> str:
    """The values of a tensor as NumPy prints them."""
    values = tensor.numpy()
    text: str = repr(values) if is_repr else str(values)
    return "\n" + text if "\n" in text else text


def is_dense_tensor_like(value: Any) -> bool:
    """Whether it is a tensor or a variable."""
    return isinstance(value, (_core.Tensor, _core.Variable))


def register_dense_tensor_like_type(tensor_type: type) -> None:
    """Does nothing: what converts itself to a tensor is one for functions."""


class RegisterStatistics:
    """Decorator of what counts operations of graphs, of which there are none: nothing is called."""

    def __init__(self, op_type: str, statistic_type: str) -> None:
        if "." in op_type:
            raise TypeError("op_type must be a string, without any dots.")
        self.op_type, self.statistic_type = op_type, statistic_type

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        return f


class OpStats:
    """A number of a kind, such as `flops`, that is added to others of its kind.

    >>> from gradtape._drop_in.private.ops import OpStats
    >>> total = OpStats("flops", 3)
    >>> total += OpStats("flops", 4)
    >>> total.value
    7
    """

    def __init__(self, statistic_type: str, value: Any = None) -> None:
        self.statistic_type, self.value = statistic_type, value

    def __iadd__(self, other: OpStats) -> OpStats:
        if other.statistic_type != self.statistic_type:
            mine, theirs = self.statistic_type, other.statistic_type
            raise ValueError(f"Can't add an OpStat of type {mine} to one of {theirs}.")
        if self.value is None:
            self.value = other.value
        elif other.value is not None:
            self.value += other.value
        return self
