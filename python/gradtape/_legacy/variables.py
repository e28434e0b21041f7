"""What version 1 asks of variables, and its functions that change them.

Invariant: variables have their values from the start, and programs that run eagerly keep them
themselves: collections of them are empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from ..errors import OutOfRangeError
from .functions import get_variable

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike, TensorLike


class _Making(type):
    """A class that makes variables of the package, which are all instances of it."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _core.Variable)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, _core.Variable) or super().__subclasscheck__(subclass)

    def __call__(
        cls,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: DTypeLike = None,
        import_scope: str | None = None,
        constraint: Any = None,
        synchronization: Any = 0,
        aggregation: Any = 0,
        shape: ShapeLike = None,
        experimental_enable_variable_lifting: bool = True,
        expected_shape: Any = None,
        collections: Any = None,
        use_resource: bool | None = None,
    ) -> _core.Variable:
        """A variable; of the arguments, those that a graph alone has a use for do nothing."""
        return _core.Variable(
            initial_value,
            trainable=trainable is not False,
            name=name,
            dtype=dtype,
            constraint=constraint,
            synchronization=synchronization,
            aggregation=aggregation,
            shape=shape,
        )


class Variable(metaclass=_Making):
    """`tf.Variable` that takes the arguments of version 1 too.

    >>> v = tf.compat.v1.Variable(2.0, trainable=False, collections=["locals"], use_resource=True)
    >>> v.trainable, isinstance(v, tf.Variable), isinstance(v, tf.compat.v1.Variable)
    (False, True, True)
    """


def is_variable_initialized(variable: _core.Variable) -> _core.Tensor:
    """True, as a tensor.

    >>> tf.compat.v1.is_variable_initialized(tf.Variable(1.0)).numpy().item()
    True
    """
    return _core.constant(True)


def report_uninitialized_variables(var_list: Any = None, name: str | None = None) -> _core.Tensor:
    """The names of variables without a value: none."""
    return _core.zeros([0], _core.string)


def count_up_to(ref: _core.Variable, limit: int, name: str | None = None) -> _core.Tensor:
    """The number that a variable had before it was counted up; `OutOfRangeError` at `limit`.

    >>> counter = tf.Variable(1)
    >>> tf.compat.v1.count_up_to(counter, 2).numpy().item(), counter.numpy().item()
    (1, 2)
    """
    before = ref.read_value()
    if int(before) >= limit:
        raise OutOfRangeError(None, None, f"Reached limit of {limit}")
    ref.assign_add(1)
    return before


def get_local_variable(name: str, *args: Any, **kwargs: Any) -> _core.Variable:
    """`get_variable` of what is not trained."""
    return get_variable(name, *args, **{**kwargs, "trainable": False})


def _scattering(method: str) -> Callable[..., Any]:
    def call(
        ref: Any, indices: TensorLike, updates: TensorLike, use_locking: bool = True,
        name: str | None = None,
    ) -> Any:  # fmt: skip
        getattr(ref, method)(indices, updates)
        return ref

    call.__doc__ = f"`ref.{method}` at `indices`; returns the variable."
    return call


scatter_nd_add = _scattering("scatter_nd_add")
scatter_nd_sub = _scattering("scatter_nd_sub")
scatter_nd_update = _scattering("scatter_nd_update")
