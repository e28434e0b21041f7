"""The methods of datasets that put elements together, or take them apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from . import grouping, padding, ragged_batches, rearranging, windows
from .counts import whole
from .stream import Stream, stream_of

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, IntsLike


class Batching:
    """`batch` and its kin; `_over` makes a dataset of a stream."""

    _stream: Stream

    def _over(self, stream: Stream) -> Any:
        raise NotImplementedError("A dataset defines `_over`.")

    def batch(
        self,
        batch_size: IntLike,
        drop_remainder: bool = False,
        num_parallel_calls: int | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Elements stacked `batch_size` at a time.

        The last batch may be smaller; `drop_remainder` leaves it out. `InvalidArgumentError` for a
        size below 1.
        """
        stream = rearranging.Batch(self._stream, whole(batch_size), bool(drop_remainder))
        if num_parallel_calls is not None:
            stream.title = "_ParallelBatchDataset"
        return self._over(stream)

    def padded_batch(
        self,
        batch_size: IntLike,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Elements stacked `batch_size` at a time, each tensor filled up to one shape at its ends.

        `padded_shapes` is structured as an element is; None or -1 in a shape, and shapes that are
        not given, stand for the longest of the batch. `padding_values` (0, or an empty string) may
        be one value for all. `DataLossError` for a tensor longer than its shape; `ValueError` for
        shapes of another rank, `TypeError` for values of another dtype.

        >>> import gradtape as tf
        >>> rows = tf.data.Dataset.range(1, 3).map(lambda n: tf.fill([n], n))
        >>> next(iter(rows.padded_batch(2))).numpy().tolist()
        [[1, 0], [2, 2]]
        """
        return self._over(
            padding.PaddedBatch(
                self._stream, whole(batch_size), padded_shapes, padding_values, bool(drop_remainder)
            )
        )

    def ragged_batch(
        self,
        batch_size: IntLike,
        drop_remainder: bool = False,
        row_splits_dtype: DTypeLike = _core.int64,
        name: str | None = None,
    ) -> Any:
        """Elements put together `batch_size` at a time; tensors whose lengths may differ become
        the rows of a ragged tensor.

        What has one shape in all elements is stacked as by `batch`. `InvalidArgumentError` for a
        size below 1.

        >>> import gradtape as tf
        >>> rows = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
        >>> next(iter(rows.ragged_batch(3)))
        <tf.RaggedTensor [[1], [2, 2], [3, 3, 3]]>
        """
        size, full = whole(batch_size), bool(drop_remainder)
        return self._over(ragged_batches.RaggedBatch(self._stream, size, full, row_splits_dtype))

    def window(
        self,
        size: IntLike,
        shift: IntLike | None = None,
        stride: IntLike = 1,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Datasets of `size` elements each, one for each tensor of an element.

        A window starts `shift` elements after the one before (by default `size`) and takes every
        `stride`-th; the last ones may be shorter unless `drop_remainder`.
        """
        steps = whole(size), whole(size if shift is None else shift), whole(stride)
        return self._over(windows.Window(self._stream, *steps, drop_remainder, self._over))

    def unbatch(self, name: str | None = None) -> Any:
        """The rows of each element; `ValueError` if elements are scalars."""
        return self._over(rearranging.Unbatch(self._stream))

    def rebatch(
        self, batch_size: IntsLike, drop_remainder: bool = False, name: str | None = None
    ) -> Any:
        """The rows of batches in batches of `batch_size`, or of a list of sizes in turn.

        >>> import gradtape as tf
        >>> dataset = tf.data.Dataset.range(5).batch(4).rebatch([2, 1])
        >>> [x.numpy().tolist() for x in dataset]
        [[0, 1], [2], [3, 4]]
        """
        sizes = _core.reshape(_core.convert_to_tensor(batch_size), [-1]).numpy().tolist()
        if not sizes or min(sizes) < 1:
            raise errors.InvalidArgumentError(None, None, "Batch size must be greater than zero.")
        return self._over(grouping.Rebatch(self._stream, sizes, bool(drop_remainder)))

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[[Any, Any], Any],
        window_size: Any = None,
        window_size_func: Callable[[Any], Any] | None = None,
        name: str | None = None,
    ) -> Any:
        """The elements of `reduce_func(key, window)`, datasets made of `window_size` elements with
        the same int64 key each.

        `window_size_func` gives the size for a key instead. What is left at the end comes by key.
        `ValueError` unless exactly one of the two is given.

        >>> import gradtape as tf
        >>> dataset = tf.data.Dataset.range(6).group_by_window(
        ...     lambda x: x % 2, lambda key, window: window.batch(3), window_size=3
        ... )
        >>> [x.numpy().tolist() for x in dataset]
        [[0, 2, 4], [1, 3, 5]]
        """
        if (window_size is None) == (window_size_func is None):
            raise ValueError(
                "Either the `window_size` argument or the `window_size_func` argument must be "
                "specified."
            )

        def size(key: Any) -> int:
            found = int(window_size if window_size_func is None else window_size_func(key))
            if found < 1:
                raise errors.InvalidArgumentError(
                    None, None, f"Window size must be greater than zero, but got {found}."
                )
            return found

        def reduced(key: Any, window: Stream) -> Stream:
            return stream_of(
                reduce_func(key, self._over(window)),
                "Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` "
                "object but its return type is {}.",
            )

        return self._over(grouping.GroupByWindow(self._stream, key_func, reduced, size).traced())

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Any,
        bucket_batch_sizes: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Batches of elements of similar length, padded.

        An element goes into the bucket that `bucket_boundaries` (ascending) give for its length;
        each bucket has its batch size, one more than there are boundaries (else `ValueError`).
        `pad_to_bucket_boundary` fills up to the longest length of the bucket, for which none may be
        in the last one (`InvalidArgumentError`).
        """
        boundaries, sizes = list(bucket_boundaries), list(bucket_batch_sizes)
        if len(sizes) != len(boundaries) + 1:
            raise ValueError(
                "`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
                f"`len(bucket_batch_sizes)={len(sizes)}` and "
                f"`len(bucket_boundaries)={len(boundaries)}`."
            )

        def bucket(*element: Any) -> Any:
            return grouping.bucket_of(int(element_length_func(*element)), boundaries)

        def batched(key: Any, window: Any) -> Any:
            size = int(sizes[int(key)])
            if no_padding:
                return window.batch(size, drop_remainder=drop_remainder)
            shapes = padded_shapes
            if pad_to_bucket_boundary:
                shapes = grouping.to_boundary(window.element_spec, shapes, int(key), boundaries)
            return window.padded_batch(size, shapes, padding_values, drop_remainder)

        return self.group_by_window(bucket, batched, window_size_func=lambda key: sizes[int(key)])
