"""data.Dataset: making, transforming and iterating over elements."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

Dataset = tf.data.Dataset
IAE = tf.errors.InvalidArgumentError


def values(dataset):
    """The elements as nested lists of Python numbers."""
    return [tf.nest.map_structure(lambda t: t.numpy().tolist(), e) for e in dataset]


NUMBERS = Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0, 5.0])


# --- making ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tensors", "elements"),
    [
        ([1, 2, 3], [1, 2, 3]),
        (np.ones([2, 2]), [[1.0, 1.0], [1.0, 1.0]]),
        (tf.constant([[1], [2]]), [[1], [2]]),
        (([1, 2], [[3.0], [4.0]]), [(1, [3.0]), (2, [4.0])]),
        ({"a": [1, 2], "b": [3, 4]}, [{"a": 1, "b": 3}, {"a": 2, "b": 4}]),
        (([1, 2], {"b": [3, 4]}), [(1, {"b": 3}), (2, {"b": 4})]),
        ([], []),
        (["a", "b"], [b"a", b"b"]),
    ],
    ids=str,
)
def test_slices(tensors, elements):
    dataset = Dataset.from_tensor_slices(tensors)
    found = [
        tf.nest.map_structure(
            lambda t: t.numpy() if t.dtype == tf.string else t.numpy().tolist(), e
        )
        for e in dataset
    ]
    assert found == elements
    assert len(dataset) == len(elements)


@pytest.mark.parametrize(
    ("make", "elements"),
    [
        (lambda: Dataset.from_tensors([1, 2]), [[1, 2]]),
        (lambda: Dataset.range(3), [0, 1, 2]),
        (lambda: Dataset.range(2, 6, 2), [2, 4]),
        (lambda: Dataset.range(5, 2, -1), [5, 4, 3]),
        (
            lambda: Dataset.from_generator(
                lambda: iter([1, 2]), output_signature=tf.TensorSpec([], tf.int32)
            ),
            [1, 2],
        ),
        (lambda: Dataset.zip((Dataset.range(3), NUMBERS)), [(0, 1.0), (1, 2.0), (2, 3.0)]),
        (lambda: Dataset.zip(Dataset.range(2), NUMBERS), [(0, 1.0), (1, 2.0)]),
    ],
)
def test_other_sources(make, elements):
    assert values(make()) == elements


def test_what_an_element_is():
    assert isinstance(next(iter(NUMBERS)), tf.Tensor)
    assert next(iter(NUMBERS)).dtype == tf.float32
    assert next(iter(Dataset.range(2))).dtype == tf.int64
    assert NUMBERS.element_spec == tf.TensorSpec([], tf.float32)
    assert repr(NUMBERS) == (
        "<_TensorSliceDataset element_spec=TensorSpec(shape=(), dtype=tf.float32, name=None)>"
    )
    assert NUMBERS.batch(2).element_spec == tf.TensorSpec([None], tf.float32)


def test_every_iteration_starts_anew():
    first = iter(NUMBERS)
    next(first)
    assert float(next(first)) == 2.0
    assert float(next(iter(NUMBERS))) == 1.0
    assert values(NUMBERS) == values(NUMBERS)


@pytest.mark.parametrize(
    ("tensors", "error", "sentence"),
    [
        (([1, 2], [1]), ValueError, "Dimensions 2 and 1 are not compatible"),
        (1.0, ValueError, "only supported for rank >= 1"),
        ([[1.0], [1.0, 2.0]], ValueError, "non-rectangular"),
    ],
)
def test_slices_are_checked(tensors, error, sentence):
    with pytest.raises(error, match=sentence):
        Dataset.from_tensor_slices(tensors)


# --- transforming ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("transform", "elements"),
    [
        (lambda d: d.batch(2), [[0, 1], [2, 3], [4]]),
        (lambda d: d.batch(2, drop_remainder=True), [[0, 1], [2, 3]]),
        (lambda d: d.batch(9), [[0, 1, 2, 3, 4]]),
        (lambda d: d.batch(2).unbatch(), [0, 1, 2, 3, 4]),
        (lambda d: d.map(lambda x: x * 2), [0, 2, 4, 6, 8]),
        (lambda d: d.map(lambda x: (x, -x)).take(2), [(0, 0), (1, -1)]),
        (lambda d: d.map(lambda x: x + 1, num_parallel_calls=tf.data.AUTOTUNE), [1, 2, 3, 4, 5]),
        (lambda d: d.filter(lambda x: x % 2 == 0), [0, 2, 4]),
        (lambda d: d.repeat(2).take(7), [0, 1, 2, 3, 4, 0, 1]),
        (lambda d: d.repeat().take(6), [0, 1, 2, 3, 4, 0]),
        (lambda d: d.repeat(0), []),
        (lambda d: d.take(2), [0, 1]),
        (lambda d: d.take(-1), [0, 1, 2, 3, 4]),
        (lambda d: d.take(0), []),
        (lambda d: d.skip(3), [3, 4]),
        (lambda d: d.skip(9), []),
        (lambda d: d.concatenate(Dataset.range(2)), [0, 1, 2, 3, 4, 0, 1]),
        (lambda d: d.enumerate().take(1), [(0, 0)]),
        (lambda d: d.cache().prefetch(2), [0, 1, 2, 3, 4]),
        (lambda d: d.prefetch(tf.data.AUTOTUNE).cache(), [0, 1, 2, 3, 4]),
        (lambda d: d.shard(2, 1), [1, 3]),
        (lambda d: d.window(2).flat_map(lambda w: w.batch(2)), [[0, 1], [2, 3], [4]]),
    ],
)
def test_transformations(transform, elements):
    assert values(transform(Dataset.range(5))) == elements


def test_batches_of_unequal_size_cannot_be_batched():
    with pytest.raises(IAE):
        values(Dataset.range(5).batch(3).batch(2))


def test_map_unpacks_tuples_and_not_dictionaries():
    pairs = Dataset.from_tensor_slices(([1, 2, 3], [4, 5, 6]))
    assert values(pairs.map(lambda a, b: (a + 1, b * 2)).batch(2)) == [
        ([2, 3], [8, 10]),
        ([4], [12]),
    ]
    by_name = Dataset.from_tensor_slices({"a": [1, 2]})
    assert values(by_name.map(lambda e: e["a"] * 10)) == [10, 20]


def test_reduce_and_numpy():
    assert int(Dataset.range(5).reduce(np.int64(0), lambda a, b: a + b)) == 10
    found = list(NUMBERS.as_numpy_iterator())
    assert found == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert isinstance(found[0], np.float32)


@pytest.mark.parametrize(
    ("dataset", "length"),
    [
        (NUMBERS, 5),
        (NUMBERS.batch(2), 3),
        (NUMBERS.batch(2, drop_remainder=True), 2),
        (NUMBERS.repeat(3).skip(1), 14),
        (NUMBERS.map(lambda x: x), 5),
        (Dataset.zip((NUMBERS, Dataset.range(2))), 2),
    ],
)
def test_lengths(dataset, length):
    assert len(dataset) == length
    assert int(dataset.cardinality()) == length


def test_lengths_that_are_infinite_or_unknown():
    with pytest.raises(TypeError, match="The dataset is infinite"):
        len(NUMBERS.repeat())
    with pytest.raises(TypeError, match="The dataset length is unknown"):
        len(NUMBERS.filter(lambda x: x > 1))
    assert int(NUMBERS.repeat().cardinality()) == -1
    assert int(NUMBERS.filter(lambda x: x > 1).cardinality()) == -2


# --- shuffling ------------------------------------------------------------------------------------


def test_shuffle_permutes():
    found = values(Dataset.range(100).shuffle(100))
    assert sorted(found) == list(range(100))
    assert found != list(range(100))


def test_a_small_buffer_shuffles_nearby():
    found = values(Dataset.range(100).shuffle(4))
    assert sorted(found) == list(range(100))
    assert all(place >= value - 3 for place, value in enumerate(found))
    assert values(Dataset.range(5).shuffle(1)) == [0, 1, 2, 3, 4]


def test_a_seed_repeats_the_order():
    make = lambda: Dataset.range(50).shuffle(50, seed=1)  # noqa: E731
    assert values(make()) == values(make())


def test_each_iteration_reshuffles_unless_told_otherwise():
    dataset = Dataset.range(50).shuffle(50, seed=1)
    assert values(dataset) != values(dataset)
    dataset = Dataset.range(50).shuffle(50, seed=1, reshuffle_each_iteration=False)
    assert values(dataset) == values(dataset)


# --- errors and gradients -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "sentence"),
    [
        (lambda: NUMBERS.batch(0), "Batch size must be greater than zero"),
        (lambda: NUMBERS.batch(-1), "Batch size must be greater than zero"),
        (lambda: NUMBERS.shuffle(0), "buffer_size must be greater than zero"),
    ],
)
def test_arguments_are_checked(f, sentence):
    with pytest.raises(IAE, match=sentence):
        f()


@pytest.mark.parametrize("method", ["map", "filter", "flat_map", "take_while"])
def test_what_is_called_must_be_callable(method):
    with pytest.raises((TypeError, ValueError)):
        getattr(NUMBERS, method)(3)


def test_what_must_be_a_dataset():
    with pytest.raises(TypeError, match="`map_func` must return a `Dataset` object"):
        values(NUMBERS.flat_map(lambda x: x))
    with pytest.raises(TypeError, match="encountered object of type <class 'int'>"):
        Dataset.zip((NUMBERS, 3))
    with pytest.raises(TypeError, match="Python `list` is not supported"):
        Dataset.zip([NUMBERS, NUMBERS])


@ours("a mapped function runs as Python, so its exceptions pass through; TensorFlow stages it")
def test_an_exception_of_the_function_passes_through():
    with pytest.raises(ZeroDivisionError):
        values(NUMBERS.map(lambda x: 1 / 0))


def test_iterating_stops_gradients():
    v = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        element = next(iter(Dataset.from_tensor_slices([v * 2.0])))
        y = element * element
    assert y.numpy() == 16.0
    assert tape.gradient(y, v) is None


def test_a_training_loop_over_batches():
    x = tf.linspace(-2.0, 2.0, 200)
    dataset = Dataset.from_tensor_slices((x, 3.0 * x + 2.0)).shuffle(200).batch(50)
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    for _ in range(40):
        for bx, by in dataset:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((w * bx + b - by) ** 2)
            dw, db = tape.gradient(loss, [w, b])
            w.assign_sub(0.1 * dw)
            b.assign_sub(0.1 * db)
    assert_close(w, 3.0, rtol=1e-3)
    assert_close(b, 2.0, rtol=1e-3)


def sparse_and_ragged():
    for i in range(3):
        yield tf.sparse.from_dense([[0.0, i + 1.0]]), tf.ragged.constant([[1] * (i + 1), [2]])


def test_generators_of_sparse_and_ragged_tensors():
    specs = tf.SparseTensorSpec([1, 2], tf.float32), tf.RaggedTensorSpec([2, None], tf.int32)
    dataset = Dataset.from_generator(sparse_and_ragged, output_signature=specs)
    assert dataset.element_spec == specs
    last = list(dataset.map(lambda s, r: (s * 2.0, r + 1)))[-1]
    assert tf.sparse.to_dense(last[0]).numpy().tolist() == [[0.0, 6.0]]
    assert last[1].to_list() == [[2, 2, 2], [3]]
    first = next(iter(dataset.batch(2)))
    assert first[0].shape == [2, 1, 2]
    assert first[1].to_list() == [[[1], [2]], [[1, 1], [2]]]
    wrong = Dataset.from_generator(sparse_and_ragged, output_signature=specs[::-1])
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(iter(wrong))
