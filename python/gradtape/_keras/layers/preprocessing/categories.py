"""Categories as vectors: one-hot and its kin, and numbers put into bins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .... import _core
from ...._runtime.manners import are_of_keras_3
from ...._runtime.versions import is_keras_2_asked_for
from ...._sparse.tensor import SparseTensor
from ....errors import InvalidArgumentError
from ...arguments import Argument, Number, OptionalInteger, argument
from ...base_layer.layer import Layer
from ...base_layer.options import LayerOptions
from ...seed_generator import is_held
from .adapting import Adapting
from .sparse_categories import SparseFlag, as_asked, encoded_sparse, over_values

if TYPE_CHECKING:
    from ...._typing import Array


_OLDER_MODES = {"binary": "multi_hot", "tf-idf": "tf_idf"}


class OutputMode(Argument[str, str]):
    """What comes out: a word of the class's `_modes`, or an older one for it."""

    def convert(self, owner: Any, value: str) -> str:
        name = value.lower() if isinstance(value, str) else value
        name = _OLDER_MODES.get(name, name)
        if name not in owner._modes:
            raise ValueError(
                f"Unknown argument for `{self.name}`. Expected one of {owner._modes}. "
                f"Received: {self.name}={value}"
            )
        return name


def encoded(
    numbers: Any, mode: str, depth: int, dtype: _core.DType, weights: Array | None = None
) -> Any:
    """Numbers of categories, along the last axis, as vectors of the length `depth`.

    "one_hot" has a vector for each number, "multi_hot" one for each example with ones where a
    number occurs, and "count" how often; numbers below 0 are left out. A single number is a vector
    without another axis in Keras 2.
    """
    if isinstance(numbers, SparseTensor):
        return encoded_sparse(numbers, mode, depth, dtype, weights)
    if numbers.shape.rank == 0:
        numbers = numbers[None]
    if mode == "one_hot":
        is_vector = numbers.shape.rank == 1
        if numbers.shape[-1] == 1 and (not is_vector or is_keras_2_asked_for()):
            numbers = _core.squeeze(numbers, -1)
        return _core.one_hot(numbers, depth, dtype=dtype)
    each = _core.one_hot(numbers, depth, dtype=dtype)
    # Of an example with several axes Keras 3 joins what stands along the first.
    axis = 1 if are_of_keras_3() and numbers.shape.rank > 2 else -2
    if mode == "multi_hot":
        found = _core.reduce_max(each, axis=axis)
        return _core.maximum(found, _core.zeros_like(found))  # of rows without a number
    if weights is not None:
        each = each * _core.cast(_core.convert_to_tensor(weights), dtype)[..., None]
    return _core.reduce_sum(each, axis=axis)


class CategoryEncoding(Layer, LayerOptions, aliases_in_keras_2={"max_tokens": "num_tokens"}):
    """Numbers from 0 to `num_tokens - 1` as vectors: "multi_hot", "one_hot" or "count".

    `InvalidArgumentError` for numbers outside of that. In Keras 2 `num_tokens` is `max_tokens` too.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.CategoryEncoding(num_tokens=4, output_mode="multi_hot")
    >>> layer(tf.constant([[0, 1], [3, 3]])).numpy().tolist()
    [[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    """

    _takes_integers = True

    _modes = ("count", "one_hot", "multi_hot")
    num_tokens: OptionalInteger = argument(default=None)
    output_mode: OutputMode = argument(default="multi_hot")
    sparse: SparseFlag = argument(default=False)

    def _initialize(self) -> None:
        if self.num_tokens is not None and self.num_tokens < 1:
            raise ValueError(f"`num_tokens` must be >= 1. Received: num_tokens={self.num_tokens}.")
        if not self.num_tokens:
            raise ValueError(
                "num_tokens must be set to use this layer. If the number of tokens is not known "
                "beforehand, use the IntegerLookup layer instead."
            )

    def call(self, inputs: _core.Tensor, count_weights: Any = None) -> Any:
        if count_weights is not None and self.output_mode != "count":
            raise ValueError(
                '`count_weights` is not used when `output_mode` is not `"count"`. Received: '
                f"count_weights={count_weights}"
            )
        tokens = self.num_tokens or 0
        numbers = over_values(lambda values: _core.cast(values, _core.int64), inputs)
        given = numbers.values if isinstance(numbers, SparseTensor) else numbers
        outside = self._outside(given, tokens)
        if bool(_core.reduce_any(outside)) and (given is numbers or is_keras_2_asked_for()):
            raise InvalidArgumentError(
                None,
                None,
                "Input values must be in the range 0 <= values < num_tokens with num_tokens="
                f"{self.num_tokens}",
            )
        return as_asked(
            self, encoded(numbers, self.output_mode, tokens, self._dtype, count_weights)
        )

    def _outside(self, numbers: _core.Tensor, tokens: int) -> _core.Tensor:
        """Which numbers are refused: in TensorFlow's place those that Keras 3 cannot count."""
        if not are_of_keras_3():
            return _core.logical_or(numbers < 0, numbers >= tokens)
        return numbers < (0 if self.output_mode != "one_hot" else numbers.dtype.min)


class Boundaries(Argument[Any, Any]):
    """Rising numbers, or None for those that `adapt` finds."""

    def convert(self, owner: Any, value: Sequence[float] | None) -> Any:
        return None if value is None else sorted(float(number) for number in value)


class Discretization(Adapting, LayerOptions):
    """Numbers of bins: how many boundaries a value reaches.

    The boundaries are given, or `adapt` finds those of `num_bins` bins with about as many values
    each, to within `epsilon`. `output_mode` is "int", "one_hot", "multi_hot" or "count".

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Discretization(bin_boundaries=[0.0, 1.0])
    >>> layer(tf.constant([-0.5, 0.0, 3.0])).numpy().tolist()
    [0, 1, 2]
    """

    _modes = ("int", "one_hot", "multi_hot", "count")
    _tells_trainable = False
    _gives_shape_back = True
    _takes_arrays_whole = True
    bin_boundaries: Boundaries = argument(default=None)
    num_bins: OptionalInteger = argument(default=None)
    epsilon: Number = argument(default=0.01)
    output_mode: OutputMode = argument(default="int")
    sparse: SparseFlag = argument(default=False)

    @classmethod
    def _rename(cls, given: dict[str, Any]) -> None:
        """Keras 2 also takes `bins`, a number of bins or their boundaries."""
        super()._rename(given)
        if "bins" in given and is_keras_2_asked_for():
            bins = given.pop("bins")
            name = "num_bins" if isinstance(bins, int) else "bin_boundaries"
            if given.get(name) is None:
                given[name] = bins

    def _initialize(self) -> None:
        if self.num_bins is not None and self.num_bins < 0:
            raise ValueError(
                "`num_bins` must be greater than or equal to 0. Received: "
                f"`num_bins={self.num_bins}`"
            )
        if (self.num_bins is None) == (self.bin_boundaries is None):
            raise ValueError("Either `num_bins` or `bin_boundaries` should be set, and not both.")

    def _begin(self) -> None:
        if self.num_bins is None:
            raise ValueError(
                "Cannot adapt a Discretization layer that has been initialized with "
                "`bin_boundaries`, use `num_bins` instead."
            )
        self._summary = np.zeros((2, 0), "float32")

    def _take(self, batch: _core.Tensor) -> None:
        values = np.asarray(batch, "float32").ravel()
        merged = np.concatenate([self._summary, _summarized(values, self.epsilon)], axis=1)
        ordered = np.take(merged, np.argsort(merged[0], kind="stable"), axis=1)
        self._summary = _compressed(ordered, self.epsilon)

    def _finish(self) -> None:
        bins = _compressed(self._summary, 1.0 / (self.num_bins or 1))[0]
        self.bin_boundaries = bins[:-1].astype("float32").tolist()
        self.built = True

    def call(self, inputs: _core.Tensor) -> Any:
        limits = self.bin_boundaries
        if limits is None and is_held():  # where only shapes are looked for
            limits = range((self.num_bins or 1) - 1)
        if limits is None:
            raise ValueError(
                "You need to call `.adapt()`, or to give `bin_boundaries`, before this layer is "
                "used."
            )
        limits = np.asarray(limits, "float32")
        numbers = over_values(lambda values: self._bins(values, limits), inputs)
        if self.output_mode == "int":
            return numbers
        return as_asked(self, encoded(numbers, self.output_mode, len(limits) + 1, self._dtype))

    def _bins(self, inputs: _core.Tensor, limits: Array) -> _core.Tensor:
        values = _core.cast(inputs, _core.float32)
        numbers = _core.searchsorted(limits, _core.reshape(values, [-1]), side="right")
        narrow = self.output_mode == "int" and not is_keras_2_asked_for()
        kind = _core.int32 if narrow else _core.int64
        return _core.reshape(_core.cast(numbers, kind), values.shape)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        if self.bin_boundaries is not None:  # what was learned makes an equal layer
            config["num_bins"] = None
        return config


def _summarized(values: Array, epsilon: float) -> Array:
    """Every so-many-th of the sorted values, with the number that it stands for."""
    ordered = np.sort(values)
    step = max(len(ordered) * epsilon, 1.0)
    start = len(ordered) * epsilon if is_keras_2_asked_for() else step - 1.0
    chosen = ordered[int(start) :: int(step)]
    return np.stack([chosen, np.full_like(chosen, step)])


def _compressed(summary: Array, epsilon: float) -> Array:
    """The same distribution with about `1 / epsilon` values."""
    if summary.shape[1] * epsilon < 1:
        return summary
    shares = epsilon + np.arange(0.0, 1.0, epsilon)
    weights = summary[1].cumsum()
    values = np.interp(shares, weights / weights[-1], summary[0])
    total = np.interp(shares, weights / weights[-1], weights)
    return np.stack([values, total - np.concatenate([[0.0], total[:-1]])]).astype("float32")
