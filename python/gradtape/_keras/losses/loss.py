"""`Loss`: a loss function with a reduction and a name."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable
from dataclasses import InitVar
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ... import _core
from ..._module.module import snake_case
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import settings
from ..arguments import Declared, argument, values_of
from ..lookup import is_written_here, registered_name
from ..naming import unique_name
from ..orders_of_options import in_told_order
from ..symbolic import MASK
from . import reduction as reductions
from .arguments import of_one_rank
from .fitted import REFUSALS, Fitted

if TYPE_CHECKING:
    from ..._typing import DTypeLike, TensorLike


class Loss:
    """Base of the losses; a subclass defines `call(y_true, y_pred)`, one value per example.

    `reduction` is "sum_over_batch_size" (the mean), "sum", "mean_with_sample_weight", or "none".

    >>> import gradtape as tf
    >>> loss = tf.keras.losses.MeanSquaredError()
    >>> float(loss([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 0.0]]))
    0.5
    """

    def __init__(
        self,
        name: str | None = None,
        reduction: str | None = reductions.UNSAID,
        dtype: DTypeLike = None,
    ) -> None:
        if name in reductions.KNOWN and name and is_keras_2_asked_for():  # which has it first
            name, reduction = (None if reduction in reductions.KNOWN else reduction), name
        self.name: Any = name  # of none that is said, in Keras 2
        if not name and not is_keras_2_asked_for():
            self.name = unique_name(type(self).__name__)
        self.reduction = reductions.checked(reduction)
        self._dtype = settings.computed_in(dtype)
        self._keeps_precision = dtype is None and is_keras_2_asked_for()

    @property
    def dtype(self) -> str:
        """The name of the dtype that losses are computed in."""
        return str(self._dtype.name)

    def call(self, y_true: TensorLike, y_pred: TensorLike) -> Any:
        """The losses before reduction."""
        raise NotImplementedError("A loss must override `call(y_true, y_pred)`.")

    def __call__(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> _core.Tensor:
        shown = getattr(y_pred, MASK, None)  # which a cast does not hand on
        if type(y_pred) is not _core.Tensor or y_pred.dtype is not self._dtype:
            y_pred = self._as_dtype(y_pred)
        losses = _core.convert_to_tensor(self._losses(y_true, y_pred))
        mask = getattr(losses, MASK, None)  # of a function that leaves out some targets
        if shown is not None:
            mask = shown if mask is None else _core.logical_and(shown, mask)
        if mask is not None:
            sample_weight = reductions.masked_weight(mask, sample_weight, self.reduction)
        return reductions.reduce(losses, sample_weight, self.reduction)

    def _losses(self, y_true: Any, y_pred: Any) -> Any:
        """What `call` says. In Keras 3 one of a program's own gets targets in the dtype of the
        loss; if it does not take integers so, it is one for Keras 2 and gets them as they are."""
        kind: Any = type(self)
        is_plain = isinstance(y_true, _core.Tensor) and y_true.dtype.is_floating
        if is_plain or not are_of_keras_3() or not _is_own(kind):
            return self.call(*self._paired(y_true, y_pred))
        try:
            return self.call(*self._paired(self._as_dtype(y_true), y_pred))
        except REFUSALS:
            with contextlib.suppress(*REFUSALS):
                return self.call(*self._paired(y_true, y_pred))
            raise

    def _paired(self, y_true: Any, y_pred: Any) -> tuple[Any, Any]:
        return _in_precision_of(y_pred, y_true), y_pred

    def _as_dtype(self, value: Any) -> Any:
        """Tensors and arrays in the dtype of the loss, also in structures; numbers if it is not
        that which they have anyhow, and objects of a program's own as they are. In Keras 2 a loss
        has no dtype: what has fractions keeps its own."""
        if isinstance(value, (_core.Tensor, np.ndarray)):
            value = _core.convert_to_tensor(value)
            kept = self._keeps_precision and value.dtype.is_floating
            return value if kept else _core.cast(value, self._dtype)
        if isinstance(value, (tuple, list, dict)):
            return nest.map_structure(self._as_dtype, value)
        if isinstance(value, (int, float)) and self._dtype != settings.default_dtype():
            return _core.constant(value, self._dtype)
        return value

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal loss."""
        if is_keras_2_asked_for():
            return {"reduction": self.reduction, "name": self.name}
        return {"name": self.name, "reduction": self.reduction}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Loss:
        """The loss with these arguments."""
        return cls(**config)


def _default_name(class_name: str) -> str:
    """The name of a loss of the library without one: Keras 3 numbers those of a class."""
    return snake_case(class_name) if is_keras_2_asked_for() else unique_name(class_name)


@functools.cache
def _is_own(kind: Any) -> bool:
    """Whether a program has written what computes the losses."""
    return kind is OwnLoss or not is_written_here(kind.call)


def _in_precision_of(y_pred: Any, y_true: Any) -> Any:
    """Targets with fractions in the precision of the outputs, which may be distributions."""
    told = getattr(y_pred, "dtype", None)
    is_array = isinstance(y_true, (_core.Tensor, np.ndarray))
    if not (is_array and isinstance(told, (_core.DType, np.dtype))):
        return y_true
    given, wanted = _core.as_dtype(y_true.dtype), _core.as_dtype(told)
    both = given.is_floating and wanted.is_floating
    return _core.cast(y_true, wanted) if both and given != wanted else y_true


class FunctionLoss(Loss):
    """A loss function, with some of its keyword arguments fixed, as a `Loss`."""

    def __init__(
        self,
        function: Callable[..., Any],
        name: str | None = None,
        reduction: str | None = reductions.UNSAID,
        dtype: DTypeLike = None,
        **options: Any,
    ) -> None:
        super().__init__(name or getattr(function, "__name__", None), reduction, dtype)
        self._function = function
        self._options = options

    @property
    def fn(self) -> Callable[..., Any]:
        """The function."""
        return self._function

    def _paired(self, y_true: Any, y_pred: Any) -> tuple[Any, Any]:
        """Tensors have the same rank too; Keras 2 leaves arrays as they are."""
        kinds = _core.Tensor if is_keras_2_asked_for() else (_core.Tensor, np.ndarray)
        if isinstance(y_pred, _core.Tensor) and isinstance(y_true, kinds):
            y_true, y_pred = of_one_rank(_core.convert_to_tensor(y_true), y_pred)
        return super()._paired(y_true, y_pred)

    def call(self, y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
        return self._function(y_true, y_pred, **self._options)

    def get_config(self) -> dict[str, Any]:
        """The arguments; in Keras 2 the name of the function too, which `from_config` skips."""
        told = {"fn": registered_name(self._function)} if is_keras_2_asked_for() else {}
        return in_told_order(type(self), {**super().get_config(), **self._options, **told})

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Loss:
        """The loss with these arguments."""
        return cls(**{name: value for name, value in config.items() if name != "fn"})


def _name_of(function: Any) -> str:
    """An object's name, or a function's as a word: that of a lambda has brackets."""
    given = getattr(function, "name", None)
    named = getattr(function, "__name__", type(function).__name__)
    return given if isinstance(given, str) else snake_case(re.sub(r"\W+", "", named))


class OwnLoss(FunctionLoss):
    """A loss function of a program's own, as models call it.

    It gets a vector of targets beside a column of outputs as a column, and in Keras 2 both as
    vectors: the difference of the two would be a matrix. Otherwise it gets the targets as they
    are, or as Keras 2 had them if it does not take them so; see also `_losses`.
    """

    def __init__(self, function: Callable[..., Any], name: str | None = None) -> None:
        super().__init__(function, name=name or _name_of(function))
        self._function = Fitted(function)

    def call(self, y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
        if all(isinstance(y, (_core.Tensor, np.ndarray)) for y in (y_true, y_pred)):
            y_true, y_pred = of_one_rank(*map(_core.convert_to_tensor, (y_true, y_pred)))
        return super().call(y_true, y_pred)


class LossOptions(Declared, kw_only=True):
    """What every loss takes."""

    reduction: InitVar[str | None] = argument(default=reductions.UNSAID)
    name: InitVar[str | None] = argument(default=None)
    dtype: InitVar[DTypeLike] = argument(default=None)


class DeclaredLoss(FunctionLoss, LossOptions):
    """A loss function as a class: its options are the arguments that the class declares.

    `function` is given in the class statement, and `name` if it is not the function's; a class that
    derives from such a one has neither.
    """

    _wrapped: ClassVar[Callable[..., Any]]
    _untold: ClassVar[tuple[str, ...]] = ()  # what Keras 3 leaves out of the configuration

    def __init_subclass__(
        cls, function: Callable[..., Any] | None = None, name: str | None = None, **options: Any
    ) -> None:
        if function is not None:
            cls._wrapped = staticmethod(function)
            options["defaults"] = {"name": name or function.__name__}
        super().__init_subclass__(**options)

    def __init__(self, reduction: str | None, name: str | None, dtype: DTypeLike) -> None:
        name = name or _default_name(type(self).__name__)
        super().__init__(type(self)._wrapped, name, reduction, dtype)

    def _initialize(self) -> None:
        self._options = values_of(self)

    def get_config(self) -> dict[str, Any]:
        """The arguments; in Keras 3's place without those that it forgets."""
        untold = self._untold if are_of_keras_3() else ()
        return {key: value for key, value in super().get_config().items() if key not in untold}
