"""`tf.__internal__.types`: the type that libraries derive what they use as tensors from."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any

from ... import _core


class KnowsOthers(ABCMeta):
    """Makes `isinstance` ask a class about objects of others, by its own `_is_one`.

    A class that is derived from it has its own instances alone.
    """

    def __instancecheck__(cls, instance: Any) -> bool:
        own = vars(cls).get("_is_one")
        return super().__instancecheck__(instance) or (own is not None and own.__func__(instance))


class Tensor(metaclass=KnowsOthers):
    """A tensor, a variable, or what a library makes that stands for one.

    >>> from gradtape._drop_in.private.abstract_types import Tensor
    >>> isinstance(tf.constant(1.0), Tensor), isinstance(1.0, Tensor)
    (True, False)
    """

    @staticmethod
    def _is_one(instance: Any) -> bool:
        return isinstance(instance, (_core.Tensor, _core.Variable))
