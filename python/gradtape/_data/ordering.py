"""The methods of datasets that pass elements on: in another order, again, some of them, kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .. import errors
from . import ahead, combining, rearranging, storing
from .counts import whole
from .fingerprint import fingerprint
from .options import Options
from .shuffling import OneOrder, OrderByOrder, Orders
from .stream import AUTOTUNE, UNKNOWN_CARDINALITY, Stream

if TYPE_CHECKING:
    from .._typing import IntLike, PathLike


class Ordering:
    """`shuffle` and its kin; `_over` makes a dataset of a stream."""

    _stream: Stream
    _options: Options

    def _over(self, stream: Stream) -> Any:
        raise NotImplementedError("A dataset defines `_over`.")

    def shuffle(
        self,
        buffer_size: IntLike,
        seed: int | None = None,
        reshuffle_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Each element drawn at random from a buffer of the next `buffer_size`.

        A buffer at least as long as the dataset makes all orders equally likely. The order changes
        with every pass unless `reshuffle_each_iteration` is False; with a `seed` (or after
        `tf.random.set_seed`) the sequence of orders repeats, and is TensorFlow's.
        """
        orders = Orders(seed, reshuffle_each_iteration is not False)
        return self._over(rearranging.Shuffle(self._stream, whole(buffer_size), orders))

    def _shuffled_for_fit(self, orders: OneOrder | OrderByOrder) -> Any:
        """All elements in one of the orders in which `fit` of Keras takes them."""
        return self._over(rearranging.Permuted(self._stream, orders))

    def repeat(self, count: IntLike | None = None, name: str | None = None) -> Any:
        """The elements `count` times over; for ever if it is None or negative."""
        return self._over(rearranging.Repeat(self._stream, -1 if count is None else whole(count)))

    def take(self, count: IntLike, name: str | None = None) -> Any:
        """The first `count` elements; all of them if it is negative."""
        return self._over(rearranging.Take(self._stream, whole(count)))

    def skip(self, count: IntLike, name: str | None = None) -> Any:
        """The elements after the first `count`; none if it is negative."""
        return self._over(rearranging.Skip(self._stream, whole(count)))

    def shard(self, num_shards: int, index: int, name: str | None = None) -> Any:
        """Every `num_shards`-th element, starting with number `index`."""
        return self._over(rearranging.Shard(self._stream, whole(num_shards), whole(index)))

    def concatenate(self, dataset: Any, name: str | None = None) -> Any:
        """The elements of this and then of `dataset`.

        `TypeError` if they differ in structure or dtype.
        """
        return self._over(combining.Concatenate(self._stream, dataset._stream))

    def cache(self, filename: PathLike = "", name: str | None = None) -> Any:
        """The elements as the first complete pass found them, kept in memory.

        With a `filename` they are kept in files whose names begin with it, which later programs
        read too. `DataLossError` if those are damaged.
        """
        path = os.fsdecode(filename)
        if not path:
            return self._over(rearranging.Cache(self._stream))
        return self._over(storing.Stored(self._stream, storing.Store(path)))

    def prefetch(self, buffer_size: IntLike = AUTOTUNE, name: str | None = None) -> Any:
        """The same elements, up to `buffer_size` of them computed ahead in a thread.

        `tf.data.AUTOTUNE` does so where elements turn out to take long. The thread ends with the
        iterator. An exception comes where its element would have. `InvalidArgumentError` for
        another negative size.

        >>> import gradtape as tf
        >>> [int(x) for x in tf.data.Dataset.range(3).prefetch(1)]
        [0, 1, 2]
        """
        size = whole(buffer_size)
        if size < AUTOTUNE:
            raise errors.InvalidArgumentError(
                None, None, "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning"
            )
        return self._over(ahead.Prefetch(self._stream, size))

    def snapshot(
        self,
        path: PathLike,
        compression: str = "AUTO",
        reader_func: Any = None,
        shard_func: Any = None,
        name: str | None = None,
    ) -> Any:
        """The elements as the first complete pass found them, kept in the folder `path`.

        A snapshot belongs to what the dataset computes from which data: another one is made anew.
        `compression`, `reader_func` and `shard_func` have no effect.
        """
        folder = os.path.join(os.fsdecode(path), fingerprint(self._stream))  # noqa: PTH118
        store = storing.folder_store(folder)
        return self._over(storing.Stored(self._stream, store, "_SnapshotDataset"))

    def save(
        self,
        path: PathLike,
        compression: str | None = None,
        shard_func: Any = None,
        checkpoint_args: Any = None,
        name: str | None = None,
    ) -> None:
        """Write the elements into files in the folder `path`, from which `load` reads them.

        >>> import gradtape as tf, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tf.data.Dataset.range(3).save(folder)
        ...     [int(x) for x in tf.data.Dataset.load(folder)]
        [0, 1, 2]
        """
        store, unknown = storing.folder_store(path), UNKNOWN_CARDINALITY
        for _ in store.kept(iter(self), self._stream.spec(), unknown):  # type: ignore[call-overload]
            pass

    def options(self) -> Options:
        """The options that were set with `with_options`."""
        return self._options

    def with_options(self, options: Options, name: str | None = None) -> Any:
        """This dataset with options besides those that it has.

        Only `deterministic` has an effect, on the order of a `map` with parallel calls after it.
        """
        dataset = self._over(self._stream)
        dataset._options = self._options.merge(options)
        return dataset
