"""`InputSpec`: what a layer demands of the shape of its input, checked before it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike


class InputSpec:
    """Constraints on an input; None means anything.

    `axes` maps an axis to the size it must have. With `allow_last_axis_squeeze` a last axis of
    length 1 may be there or not.

    >>> import gradtape as tf
    >>> tf.keras.layers.InputSpec(min_ndim=2, axes={-1: 3})
    InputSpec(min_ndim=2, axes={-1: 3})
    """

    def __init__(
        self,
        dtype: DTypeLike = None,
        shape: ShapeLike = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: dict[int, int | None] | None = None,
        allow_last_axis_squeeze: bool = False,
        name: str | None = None,
        optional: bool = False,
    ) -> None:
        self.dtype = None if dtype is None else _core.as_dtype(dtype).name
        self.shape = None if shape is None else tuple(_core.TensorShape(shape).as_list())
        self.ndim = ndim if self.shape is None else len(self.shape)
        self.max_ndim = max_ndim
        self.min_ndim = min_ndim
        self.axes = axes or {}
        self.allow_last_axis_squeeze = allow_last_axis_squeeze
        self.name, self.optional = name, optional
        self._passed: Any = None  # the last shape that passed, which as a rule comes again

    def check(self, shape: ShapeLike, layer_name: str, number: int = 0) -> None:
        """`ValueError` if the `TensorShape` of the input of this number does not satisfy this."""
        if self._passed is not None and shape == self._passed:
            return
        problem = self._problem(shape)
        self._passed = shape
        if problem is not None:
            self._passed = None
            raise ValueError(
                f"{misfit(number, self.name, layer_name, problem)}"
                f"\nWhat to do: {self._advice(shape)}."
            )

    def _advice(self, shape: Any) -> str:
        least = self.min_ndim if self.ndim is None else self.ndim
        if least is not None and shape.rank < least:
            return (
                "add the axis that is missing: x[tf.newaxis] is a batch of one, "
                "tf.expand_dims(x, -1) adds a channel"
            )
        if self.ndim is not None and shape.rank != self.ndim:
            return "take out an axis with tf.reshape, tf.squeeze or a Flatten layer"
        return (
            "a layer is made for the shape of its first input: give it that shape again, or make "
            "another layer"
        )

    def _problem(self, shape: Any) -> str | None:
        rank = shape.rank
        if rank is None:
            return None
        if self.ndim is not None and rank != self.ndim and not self.allow_last_axis_squeeze:
            return f"expected ndim={self.ndim}, found ndim={rank}. Full shape received: {shape}"
        if self.max_ndim is not None and rank > self.max_ndim:
            return f"expected max_ndim={self.max_ndim}, found ndim={rank}"
        if self.min_ndim is not None and rank < self.min_ndim:
            found = f"found ndim={rank}. Full shape received: {shape}"
            return f"expected min_ndim={self.min_ndim}, {found}"
        return self._problem_with_sizes(shape, rank)

    def _problem_with_sizes(self, shape: Any, rank: int) -> str | None:
        for axis, size in self.axes.items():
            found = shape[axis] if -rank <= axis < rank else None
            if size is not None and found not in (size, None):
                return (
                    f"expected axis {axis} of input shape to have value {size}, "
                    f"but received input with shape {shape}"
                )
        if self.shape is not None and not self._fits(shape):
            return f"expected shape={self.shape}, found shape={shape}"
        return None

    def _fits(self, shape: Any) -> bool:
        expected, found = list(self.shape or ()), list(shape)
        if self.allow_last_axis_squeeze:
            expected, found = (one[:-1] if one[-1:] == [1] else one for one in (expected, found))
        return _core.TensorShape(expected).is_compatible_with(found)

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal one."""
        given = {key: value for key, value in vars(self).items() if not key.startswith("_")}
        del given["allow_last_axis_squeeze"], given["name"]
        return given

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> InputSpec:
        """One with these arguments."""
        return cls(**config)

    def __repr__(self) -> str:
        given = {key: value for key, value in vars(self).items() if value and key[0] != "_"}
        return f"InputSpec({', '.join(f'{key}={value}' for key, value in given.items())})"


def misfit(number: int, name: str | None, layer_name: str, problem: str) -> str:
    """What is said of an input that does not fit a layer."""
    if is_keras_2_asked_for():
        about = f'Input {number} of layer "{layer_name}"'
    else:
        about = f"Input {number} with name '{name}' of layer '{layer_name}'"
    return f"{about} is incompatible with the layer: {problem}"
