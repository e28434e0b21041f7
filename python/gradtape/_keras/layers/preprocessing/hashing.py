"""Categories as numbers without a vocabulary: Hashing, and HashedCrossing for several at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._sparse.conversion import to_dense
from ...._strings.crossing import cross_hashed
from ...._strings.hashes import to_hash_bucket_fast, to_hash_bucket_strong
from ...._strings.numbers import as_string
from ...arguments import Argument, Flag, argument
from ...base_layer.layer import Layer
from ...base_layer.options import LayerOptions
from .categories import OutputMode, encoded
from .sparse_categories import SparseFlag, as_asked, over_values

if TYPE_CHECKING:
    from ...._typing import TensorLike


class Bins(Argument[int, int]):
    """A number of bins, above 0."""

    def convert(self, owner: Any, value: int) -> int:
        if value is None or value <= 0:
            raise ValueError(
                f"The `num_bins` for `{type(owner).__name__}` cannot be `None` or non-positive "
                f"values. Received: num_bins={value}."
            )
        return value


class Salt(Argument[int | Sequence[int] | None, list[int] | None]):
    """One integer, or two; None for none."""

    def convert(self, owner: Any, value: int | Sequence[int] | None) -> list[int] | None:
        if value is None:
            return None
        if isinstance(value, int):
            return [value, value]
        if isinstance(value, (list, tuple)) and len(value) == 2:
            return list(value)
        raise ValueError(
            "The `salt` argument for `Hashing` can only be a tuple of size 2 integers, or a single "
            f"integer. Received: salt={value}."
        )


class Mark(Argument[Any, Any]):
    """A value with a meaning of its own, or None."""


class Hashing(Layer, LayerOptions):
    """Strings and integers to one of `num_bins` numbers each, by their hash.

    That is FarmHash's Fingerprint64, or with `salt` SipHash-2-4. `mask_value` has the bin 0 to
    itself. Floating numbers count as integers, cut off. `output_mode` is "int", "one_hot",
    "multi_hot" or "count".

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Hashing(num_bins=3)
    >>> layer(tf.constant([["A"], ["B"], ["C"], ["D"], ["E"]])).numpy().ravel().tolist()
    [1, 0, 1, 1, 2]
    """

    _takes_integers = True
    _gives_shape_back = True

    _modes = ("int", "one_hot", "multi_hot", "count")
    num_bins: Bins = argument()
    mask_value: Mark = argument(default=None)
    salt: Salt = argument(default=None)
    output_mode: OutputMode = argument(default="int")
    sparse: SparseFlag = argument(default=False)

    def _initialize(self) -> None:
        self._kind = _kind_of_bins(self)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        whole = self.output_mode == "int" and not is_keras_2_asked_for()
        return {**config, "dtype": str(self._kind.name)} if whole else config

    def __call__(self, inputs: TensorLike, *args: Any, **kwargs: Any) -> Any:
        return super().__call__(_as_tensor(inputs), *args, **kwargs)

    def call(self, inputs: _core.Tensor) -> Any:
        numbers = over_values(self._numbers, inputs)
        if self.output_mode == "int":
            return over_values(lambda values: _core.cast(values, self._kind), numbers)
        return as_asked(self, encoded(numbers, self.output_mode, self.num_bins, self._dtype))

    def _numbers(self, values: _core.Tensor) -> _core.Tensor:
        masked = self.mask_value is not None and self.num_bins > 1
        count = self.num_bins - masked
        words = _as_words(values)
        if self.salt is None:
            found = to_hash_bucket_fast(words, count)
        else:
            found = to_hash_bucket_strong(words, count, self.salt)
        if not masked:
            return found
        return _core.where(_core.equal(values, self.mask_value), _core.zeros_like(found), found + 1)


class HashedCrossing(Layer, LayerOptions):
    """Combinations of several categories to one of `num_bins` numbers, by their hash.

    Inputs are a list of two or more tensors of integers or strings, of one shape: a scalar, `[n]`
    or `[n, 1]`. `output_mode` is "int" or "one_hot".

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.HashedCrossing(num_bins=5)
    >>> first, second = tf.constant(["A", "B", "A", "B", "A"]), [101, 101, 101, 102, 102]
    >>> layer([first, tf.constant(second)]).numpy().tolist()
    [1, 4, 1, 1, 3]
    """

    _takes_integers = True

    _modes = ("int", "one_hot")
    num_bins: Bins = argument()
    output_mode: OutputMode = argument(default="int")
    sparse: Flag = argument(default=False)

    def _initialize(self) -> None:
        self._kind = _kind_of_bins(self)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(inputs, (list, tuple)) or len(inputs) < 2:
            raise ValueError(
                "`HashedCrossing` should be called on at least two inputs. Received: "
                f"inputs={inputs}"
            )
        return super().__call__([_as_tensor(entry) for entry in inputs], *args, **kwargs)

    def call(self, inputs: Any) -> _core.Tensor:
        _check(inputs)
        shape = inputs[0].shape.as_list()
        columns = [_core.reshape(column, [-1, 1]) for column in inputs]
        numbers = _core.reshape(to_dense(cross_hashed(columns, self.num_bins)), shape)
        if self.output_mode == "int":
            return _core.cast(numbers, self._kind)
        return as_asked(self, encoded(numbers, self.output_mode, self.num_bins, self._dtype))


def _kind_of_bins(layer: Any) -> _core.DType:
    """The dtype of numbers of bins, which Keras 3 lets a program choose."""
    own = layer._dtype in (_core.int32, _core.int64) and not is_keras_2_asked_for()
    return layer._dtype if own else _core.int64


def _check(inputs: Any) -> None:
    shapes = [column.shape.as_list() for column in inputs]
    first = shapes[0]
    if any(shape != first for shape in shapes) or len(first) > 2 or first[1:] not in ([], [1]):
        raise ValueError(
            "All `HashedCrossing` inputs should have equal shapes, a scalar, `[n]` or `[n, 1]`. "
            f"Received: {shapes}"
        )
    for column in inputs:
        if column.dtype != _core.string and not column.dtype.is_integer:
            raise ValueError(
                "All inputs should have an integer or string dtype. Received: "
                f"inputs={column.dtype.name}"
            )


def _as_tensor(inputs: Any) -> _core.Tensor:
    """Lists of strings too, which other layers refuse."""
    if isinstance(inputs, (str, bytes)) or not hasattr(inputs, "shape"):
        return _core.convert_to_tensor(inputs)
    return inputs


def _as_words(values: _core.Tensor) -> _core.Tensor:
    if values.dtype == _core.string:
        return values
    whole = _core.cast(values, _core.int64) if values.dtype.is_floating else values
    return as_string(whole)
