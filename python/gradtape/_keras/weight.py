"""`Weight`: a variable as Keras 3 shows it, which layers, metrics and optimizers make.

Invariant: it is a `tf.Variable` in all that computes. With `TF_USE_LEGACY_KERAS` plain ones are
made instead, as in Keras 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._runtime import manners
from .._runtime.versions import is_keras_2_asked_for
from .naming import unique_name
from .paths import path_of
from .told import dtype_told
from .weight_operators import PromotedOperators

if TYPE_CHECKING:
    from .._typing import TensorLike

_OTHER_SHAPE = (
    "The shape of the target variable and the shape of the target value in "
    "`variable.assign(value)` must match. variable.shape={}, Received: value.shape={}. "
    "Target variable: {}"
)


class Weight(_core.Variable):
    """A variable with a path, whose `trainable`, `constraint` and `regularizer` can be changed.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Dense(1, name="line")
    >>> layer.build([None, 1])
    >>> layer.bias
    <Variable path=line/bias, shape=(1,), dtype=float32, value=[0.]>
    """

    overwrite_with_gradient = False
    _asks_creators = True  # of `variable_creator_scope`

    @property
    def name(self) -> str:
        """`dense/kernel:0`, as in Keras 2; what stands for TensorFlow says `kernel`, as Keras 3."""
        return self.path.rpartition("/")[2] if manners.are_of_keras_3() else scoped_name(self)

    @property
    def path(self) -> str:
        """The names of what it stands in, and its own."""
        return str(self.__dict__.get("_path", super().path))

    def __repr__(self) -> str:
        shown = f"path={self.path}, shape={self.shape}, dtype={self.dtype}"
        return f"<Variable {shown}, value={self.numpy()}>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @property
    def dtype(self) -> Any:
        """The name of the dtype."""
        return dtype_told(super().dtype)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def trainable(self) -> bool:
        """Whether layers name it among the weights to train; tapes watch it as it was made."""
        try:
            return bool(self.__dict__["_is_trained"])
        except KeyError:
            return super().trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self.__dict__["_is_trained"] = bool(value)

    @property
    def constraint(self) -> Any:
        """What an optimizer makes the value go through after each step."""
        return self.__dict__.get("_constraint", super().constraint)

    @constraint.setter
    def constraint(self, value: Any) -> None:
        if value is not None and not callable(value):
            raise ValueError(
                "Invalid value for attribute `constraint`. Expected a callable (such as a "
                "`keras.constraints.Constraint` instance) or `None`. "
                f"Received: constraint={value}"
            )
        self.__dict__["_constraint"] = value

    @property
    def regularizer(self) -> Any:
        """What makes a loss of the value, among the losses of the layer."""
        found = [penalty for penalty, weight in self._penalties() if weight is self]
        return found[0] if found else None

    @regularizer.setter
    def regularizer(self, value: Any) -> None:
        if value is not None and not callable(value):
            raise ValueError(
                "Invalid value for attribute `regularizer`. Expected a callable (such as a "
                "`keras.regularizers.Regularizer` instance) or `None`. "
                f"Received: regularizer={value}"
            )
        penalties = self._penalties()
        penalties[:] = [one for one in penalties if one[1] is not self]
        if value is not None:
            penalties.append((value, self))

    def _penalties(self) -> list[tuple[Any, Any]]:
        """The penalties on weights of the layer that made it."""
        known: list[tuple[Any, Any]] = self.__dict__.setdefault("_penalties_of_layer", [])
        return known

    @property
    def _kept_dtype(self) -> Any:
        """That of what it holds, wherever it is read in another."""
        return _core.Variable.dtype.__get__(self)

    def assign(self, value: TensorLike, *args: Any, **ignored: Any) -> Any:
        """Replace the value; returns it as a tensor of this dtype.

        `ValueError` for another shape.
        """
        value = _exact(value, self._kept_dtype, (float, list, tuple))
        if value.dtype != self._kept_dtype:
            value = _core.cast(value, self._kept_dtype)
        if value.shape != self.shape:
            raise ValueError(_OTHER_SHAPE.format(self.shape, value.shape, self))
        super().assign(value, read_value=False)
        return value

    def assign_add(self, delta: TensorLike, *args: Any, **ignored: Any) -> Any:
        """Add to the value; returns the new one. A smaller shape is broadcast."""
        delta = _core.cast(_exact(delta, self._kept_dtype, float), self._kept_dtype)
        if delta.shape != self.shape:
            return self.assign(self + delta)
        sum_for_tapes = self + delta if _core.is_recording() else None
        super().assign_add(delta, read_value=False)
        return self.read_value() if sum_for_tapes is None else sum_for_tapes

    def assign_sub(self, delta: TensorLike, *args: Any, **ignored: Any) -> Any:
        """Subtract from the value; returns the new one. A smaller shape is broadcast."""
        delta = _core.cast(_exact(delta, self._kept_dtype, float), self._kept_dtype)
        if delta.shape != self.shape:
            return self.assign(self - delta)
        difference_for_tapes = self - delta if _core.is_recording() else None
        super().assign_sub(delta, read_value=False)
        return self.read_value() if difference_for_tapes is None else difference_for_tapes

    def __pos__(self) -> Any:
        return self.read_value()

    def __round__(self, ndigits: int | None = None) -> Any:
        scale = 10.0 ** (ndigits or 0)
        return _core.round(self * scale) / scale

    def __deepcopy__(self, memo: Any) -> Weight:
        return _again(type(self), *self._parts())

    def __reduce__(self) -> Any:
        return _again, (type(self), *self._parts())

    def _parts(self) -> tuple[Any, ...]:
        return self.read_value(), self.trainable, scoped_name(self), self.path, self.constraint


_core.take_for_weights(Weight)


class WholeWeight(PromotedOperators, Weight):
    """A weight of whole numbers, such as a counter, whose operators promote like Keras's.

    >>> import gradtape as tf
    >>> (tf.keras.optimizers.SGD().iterations * 0.5).dtype
    tf.float32
    """


def _again(
    kind: type[Weight], value: Any, trainable: bool, name: str, path: str, constraint: Any
) -> Weight:
    """A copy, under the same name whatever is open."""
    label = name.partition(":")[0]
    copy = kind(value, trainable=trainable, name=label, constraint=constraint)
    copy.__dict__["_path"] = path
    return copy


def weight_of(kind: Any, value: Any, name: str | None, **options: Any) -> Any:
    """A new variable of this class, or with `TF_USE_LEGACY_KERAS` of the one that `tf` has.

    The name is part of a path in what is open; the class numbers those that have none.
    """
    if is_keras_2_asked_for():
        return (_core.Variable if kind is Weight else kind)(value, name=name, **options)
    made = _own_kind(kind, value, **options)(value, name=name, **options)
    path = path_of(name or unique_name("variable"))
    made.__dict__.update(_path=path, _is_trained=options.get("trainable", True))
    return made


def _own_kind(kind: Any, value: Any, dtype: Any = None, **ignored: Any) -> Any:
    dtype = getattr(value, "dtype", None) if dtype is None else dtype
    is_whole = kind is Weight and dtype is not None and _core.as_dtype(dtype).is_integer
    return WholeWeight if is_whole else kind


def scoped_name(variable: Any) -> str:
    """The name with those of the scopes around it and `:0`, whatever a program is told."""
    return str(_core.Variable.name.__get__(variable))


def name_in_files(variable: Any) -> str:
    """What a weight is called in an `.h5` file: by its path in Keras 3."""
    return str(variable.path if isinstance(variable, Weight) else variable.name)


def told_by(variable: Any) -> str:
    """What warnings call a variable: Keras 3 its path."""
    is_told_whole = isinstance(variable, Weight) and manners.are_of_keras_3()
    return str(variable.path if is_told_whole else variable.name)


def label_of(variable: Any) -> str:
    """What slots of a variable are called, before their own name: its path as one word, or the
    whole name of one that is no weight."""
    path = variable.path if isinstance(variable, Weight) else scoped_name(variable)
    path = path.replace(":", "_")
    return str(path.replace("/", "_"))


def own_name_of(variable: Any) -> str:
    """The name of a weight within its layer; another variable has the one that slots go by."""
    own = isinstance(variable, Weight)
    return str(variable.path.rpartition("/")[2]) if own else label_of(variable)


def starts_trained(variable: Any) -> bool:
    """Whether a variable was made to be trained, which is its place among the weights of a layer,
    frozen or not."""
    return bool(getattr(variable, "_trainable", is_trained(variable)))


def is_trained(weight: Any) -> bool:
    """Whether a weight is; a tensor that a program appends to a layer's weights is not."""
    return bool(getattr(weight, "trainable", False))


def mark(weights: Any, trainable: bool) -> None:
    """Say of weights whether they are trained, as a layer does that is frozen."""
    for weight in weights:
        if isinstance(weight, Weight):
            weight.trainable = trainable


def _exact(value: Any, dtype: _core.DType, kinds: Any) -> _core.Tensor:
    """A tensor of a value; numbers of these kinds, without a dtype of their own, are not rounded to
    singles before they are of a floating `dtype`."""
    own = dtype.is_floating and isinstance(value, kinds)
    return _core.convert_to_tensor(value, dtype=dtype if own else None)


Weight.__name__ = "Variable"  # as programs print the type; pickles go by the qualified name
