"""Files of `tf.train.Example` messages as batches of their features, by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._io.parsing import parse_example
from .dataset import AUTOTUNE, Dataset
from .file_datasets import TFRecordDataset
from .tables import paths

if TYPE_CHECKING:
    from .._typing import IntLike


def parse_example_dataset(
    features: Any, num_parallel_calls: IntLike = 1, deterministic: bool | None = None
) -> Callable[[Dataset], Dataset]:
    """What `Dataset.apply` takes to make features, by key, of batches of serialized examples.

    As `map` with `tf.io.parse_example`, whose `features` and errors these are. `ValueError` for
    features that are None.

    >>> value = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"label": value}))
    >>> dataset = tf.data.Dataset.from_tensors([example.SerializeToString()] * 2)
    >>> features = {"label": tf.io.FixedLenFeature([], tf.int64)}
    >>> parsed = dataset.apply(tf.data.experimental.parse_example_dataset(features))
    >>> next(iter(parsed))["label"].numpy().tolist()
    [3, 3]
    """
    if features is None:
        raise ValueError("Argument `features` is required, but not specified.")
    return lambda dataset: dataset.map(
        lambda serialized: parse_example(serialized, features), num_parallel_calls, deterministic
    )


def make_batched_features_dataset(
    file_pattern: Any, batch_size: int, features: Any, reader: Any = None,
    label_key: str | None = None, reader_args: Any = None, num_epochs: int | None = None,
    shuffle: bool = True, shuffle_buffer_size: int = 10000, shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None, reader_num_threads: int | None = None,
    parser_num_threads: int | None = None, sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Dataset:  # fmt: skip
    """Batches of the features of examples in files: dicts by key, or pairs with a label.

    `file_pattern` is a pattern or a list of them; `reader` the dataset of one file, of strings or
    of pairs whose second is one (`TFRecordDataset` by default), with `reader_args`. `label_key`
    takes that feature out of the dict. Shuffled and repeated for ever unless `shuffle` and
    `num_epochs` say otherwise. `ValueError` for a pattern without a file and a label that is no
    feature.

    >>> import os, tempfile
    >>> value = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"label": value}))
    >>> features = {"label": tf.io.FixedLenFeature([], tf.int64)}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.tfrecord")
    ...     with tf.io.TFRecordWriter(path) as writer:
    ...         writer.write(example.SerializeToString())
    ...     dataset = tf.data.experimental.make_batched_features_dataset(
    ...         path, 1, features, num_epochs=1)
    ...     [batch["label"].numpy().tolist() for batch in dataset]
    [[3]]
    """
    if label_key is not None and label_key not in features:
        raise ValueError(
            f"The `label_key` provided ({label_key}) must be one of the `features` keys: "
            f"{list(features)}."
        )
    names = Dataset.from_tensor_slices(paths(file_pattern))
    if shuffle:
        names = names.shuffle(len(names), shuffle_seed)
    read = reader or TFRecordDataset
    threads = reader_num_threads or 1
    serialized = names.interleave(
        lambda name: read(name, *(reader_args or [])),
        cycle_length=AUTOTUNE if threads == -1 else threads,
        num_parallel_calls=threads,
        deterministic=not sloppy_ordering,
    )
    if isinstance(serialized.element_spec, tuple):
        serialized = serialized.map(lambda _, message: message)
    if shuffle:
        serialized = serialized.shuffle(shuffle_buffer_size, shuffle_seed)
    batches = serialized.repeat(num_epochs).batch(batch_size, drop_final_batch or not num_epochs)
    parsed = batches.apply(parse_example_dataset(features, parser_num_threads or 2))
    if label_key is not None:
        parsed = parsed.map(lambda found: (found, found.pop(label_key)))
    return parsed.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)
