"""Datasets that go through another one twice, and what is known of elements ahead of them."""

import pytest
from library import tf

Dataset = tf.data.Dataset
UNKNOWN = int(tf.data.UNKNOWN_CARDINALITY)


def noisy():
    tf.random.set_seed(5)
    return Dataset.range(4).map(lambda n: tf.cast(n, tf.float32) + tf.random.uniform([]))


def numbers(dataset):
    return [round(float(x), 5) for x in dataset]


def test_each_branch_draws_from_the_start():
    once = numbers(noisy())
    doubled = noisy()
    assert numbers(doubled.concatenate(doubled)) == once + once
    assert numbers(noisy().repeat(2))[:4] == once != numbers(noisy().repeat(2))[4:]


def test_branches_within_structures():
    dataset = Dataset.zip({"a": noisy(), "b": (Dataset.range(4),)})
    found = [round(float(x["a"]), 5) for x in dataset.concatenate(dataset)]
    assert found[:4] == found[4:]


def test_branches_side_by_side():
    dataset = noisy()
    pairs = Dataset.zip((dataset, dataset.map(lambda x: -x)))
    assert [float(a + b) for a, b in pairs] == [0.0] * 4
    chosen = Dataset.choose_from_datasets([dataset, dataset], Dataset.range(2).repeat(4))
    found = numbers(chosen)
    assert found[::2] == found[1::2] == numbers(dataset)


def test_a_cache_and_a_shuffle_are_of_all_branches():
    tf.random.set_seed(5)
    shuffled = Dataset.range(20).shuffle(20, seed=1)
    first, second = [int(x) for x in shuffled], [int(x) for x in shuffled]
    tf.random.set_seed(5)
    shuffled = Dataset.range(20).shuffle(20, seed=1)
    branches = Dataset.choose_from_datasets(
        [shuffled, shuffled.map(lambda x: -x)], Dataset.range(2).map(lambda n: 1 - n).repeat(20)
    )
    found = [int(x) for x in branches]
    assert found[1::2] == first  # the first pass is the first branch's, which comes second
    assert found[::2] == [-x for x in second]


def test_a_single_repetition_begins_no_other_pass():
    tf.random.set_seed(5)
    shuffled = Dataset.range(20).shuffle(20, seed=1).map(lambda x: x + 0)
    orders = [[int(x) for x in shuffled] for _ in range(3)]
    tf.random.set_seed(5)
    shuffled = Dataset.range(20).shuffle(20, seed=1).map(lambda x: x + 0)
    assert [int(x) for x in shuffled.repeat(1)] == orders[0]
    assert [int(x) for x in shuffled] == orders[1]


@pytest.mark.parametrize(
    ("dataset", "count"),
    [
        (Dataset.range(6).batch(2, drop_remainder=True).unbatch(), 6),
        (Dataset.range(6).batch(4).unbatch(), UNKNOWN),
        (Dataset.from_tensor_slices([[1, 2], [3, 4]]).repeat().unbatch(), -1),
        (Dataset.range(6).rejection_resample(lambda n: tf.cast(n, tf.int32) % 2, [0.5, 0.5]), 6),
    ],
)
def test_how_many_elements_there_are(dataset, count):
    assert int(dataset.cardinality()) == count


@pytest.mark.parametrize(
    ("dataset", "shape"),
    [
        (Dataset.range(4).batch(2).flat_map(Dataset.from_tensors), [None]),
        (Dataset.range(4).batch(2).interleave(Dataset.from_tensors), [None]),
        (Dataset.range(0).batch(2).flat_map(Dataset.from_tensors), [None]),
        (Dataset.range(3).flat_map(lambda n: Dataset.from_tensors([n, n])), [2]),
        (Dataset.from_tensor_slices([[1, 2, 3, 4]]).rebatch(2), [2]),
        (Dataset.from_tensor_slices([[1, 2, 3, 4]]).rebatch(3), [None]),
        (Dataset.range(7).batch(4).rebatch(2), [None]),
    ],
)
def test_which_sizes_are_known(dataset, shape):
    assert dataset.element_spec.shape.as_list() == shape
