"""The methods of datasets that call a function on elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import errors
from . import ahead, combining, following, interleaving, resampling, sources, transforming
from .stream import AUTOTUNE, Stream, stream_of

if TYPE_CHECKING:
    from .._typing import IntLike

_NO_DATASET = "`map_func` must return a `Dataset` object. Got {}."


class Elementwise:
    """`map` and its kin; `_over` makes a dataset of a stream."""

    _stream: Stream

    def _over(self, stream: Stream) -> Any:
        raise NotImplementedError("A dataset defines `_over`.")

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Any:
        """`map_func` of each element (a tuple is spread over its arguments).

        With `num_parallel_calls` so many threads call it at once; `tf.data.AUTOTUNE` leaves it to
        what a call turns out to cost. Elements keep their order unless `deterministic` is False.
        An exception comes where its element would have, and the iterator goes on behind it.

        >>> import gradtape as tf
        >>> squares = tf.data.Dataset.range(3).map(lambda x: x * x, num_parallel_calls=2)
        >>> [int(x) for x in squares]
        [0, 1, 4]
        """
        if num_parallel_calls is None:
            return self._over(transforming.Map(self._stream, map_func).traced())
        calls = _positive("num_parallel_calls", num_parallel_calls)
        if deterministic is None:
            deterministic = self.options().deterministic  # type: ignore[attr-defined]
        ordered = deterministic is not False
        return self._over(ahead.ParallelMap(self._stream, map_func, calls, ordered).traced())

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Any:
        """The elements for which `predicate` is true.

        `ValueError` unless it returns a bool scalar.
        """
        return self._over(transforming.Filter(self._stream, predicate).traced())

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Any:
        """The elements of the datasets that `map_func` returns, one dataset after the other."""
        found = _found
        return self._over(transforming.FlatMap(self._stream, map_func, found).traced())

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: IntLike | None = None,
        block_length: IntLike | None = None,
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """The elements of the datasets that `map_func` returns, `cycle_length` of them in turn.

        Each gives `block_length` (1) elements at a time. Without a length there are as many as the
        machine has processors, or as `num_parallel_calls` if that is less; a third of the
        processors with `AUTOTUNE` calls. `InvalidArgumentError` for lengths that are not positive.

        >>> import gradtape as tf
        >>> twice = lambda x: tf.data.Dataset.from_tensors(x).repeat(2)
        >>> found = tf.data.Dataset.range(3).interleave(twice, cycle_length=2)
        >>> [int(x) for x in found]
        [0, 1, 0, 1, 2, 2]
        """
        if num_parallel_calls is not None:
            _positive("num_parallel_calls", num_parallel_calls)
        cycle = interleaving.cycle_of(cycle_length, num_parallel_calls)
        block = 1 if block_length is None else int(block_length)
        return self._over(
            interleaving.Interleave(self._stream, map_func, _found, cycle, block).traced()
        )

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Any:
        """The elements before the first one for which `predicate` is false."""
        return self._over(transforming.TakeWhile(self._stream, predicate).traced())

    def enumerate(self, start: int = 0, name: str | None = None) -> Any:
        """Pairs of a number, as int64, and an element."""
        return self._over(combining.Zip((sources.Counter(int(start)), self._stream)))

    def scan(
        self, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None
    ) -> Any:
        """The outputs of `state, output = scan_func(state, element)`.

        `TypeError` unless it returns such a pair, with the dtypes of `initial_state`.

        >>> import gradtape as tf
        >>> start = tf.constant(0, tf.int64)
        >>> sums = tf.data.Dataset.range(1, 4).scan(start, lambda s, x: (s + x, s + x))
        >>> [int(x) for x in sums]
        [1, 3, 6]
        """
        return self._over(following.Scan(self._stream, initial_state, scan_func).traced())

    def unique(self, name: str | None = None) -> Any:
        """Each element the first time it comes; int32, int64 and strings (else `TypeError`)."""
        return self._over(following.Unique(self._stream))

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Any:
        """The elements without those whose function failed.

        >>> import gradtape as tf
        >>> numbers = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0])
        >>> checked = numbers.map(lambda x: tf.debugging.check_numerics(1 / x, "zero"))
        >>> [float(x) for x in checked.ignore_errors()]
        [1.0, 0.25]
        """
        return self._over(following.IgnoreErrors(self._stream, log_warning))

    def rejection_resample(
        self,
        class_func: Callable[..., Any],
        target_dist: Any,
        initial_dist: Any = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Pairs of a class and an element, of which so many are left out that classes come in the
        shares `target_dist`.

        `class_func` gives the class of an element as an int32 scalar; the shares that the classes
        have are `initial_dist`, or are counted.
        """
        return self._over(
            resampling.Resample(self._stream, class_func, target_dist, initial_dist, seed).traced()
        )

    def apply(self, transformation_func: Callable[[Any], Any], name: str | None = None) -> Any:
        """`transformation_func` of this dataset; `TypeError` unless it returns a dataset."""
        dataset = transformation_func(self)
        if not isinstance(dataset, Elementwise):
            raise TypeError(
                "`transformation_func` must return a `tf.data.Dataset` object. Got "
                f"{type(dataset)}."
            )
        return dataset


def _found(value: Any) -> Stream:
    return stream_of(value, _NO_DATASET)


def _positive(name: str, number: Any) -> int:
    number = int(number)
    if number < 1 and number != AUTOTUNE:
        raise errors.InvalidArgumentError(None, None, f"{name} must be greater than zero.")
    return number
