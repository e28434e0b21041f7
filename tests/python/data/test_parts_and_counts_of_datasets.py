"""Parts of elements that are None, numbers that datasets take, errors of generators.

Invariant: a part that is None stays None from the source to the loop.
"""

import pytest
from library import tf

Dataset = tf.data.Dataset


def test_none_is_a_part_of_rows():
    rows = Dataset.from_tensor_slices(([1, 2, 3], None))
    assert [(int(x), y) for x, y in rows] == [(1, None), (2, None), (3, None)]
    assert [(x.numpy().tolist(), y) for x, y in rows.batch(2)] == [([1, 2], None), ([3], None)]
    assert sorted(int(x) for x, _ in rows.shuffle(3)) == [1, 2, 3]


def test_none_is_a_part_of_one_element():
    (element,) = Dataset.from_tensors({"x": [1.0], "weights": None})
    assert element["weights"] is None
    assert element["x"].numpy().tolist() == [1.0]
    doubled = Dataset.from_tensors((1, None)).map(lambda x, y: (x * 2, y))
    assert [(int(x), y) for x, y in doubled] == [(2, None)]


def test_rows_of_nothing_are_refused():
    for nothing in (None, (), {"x": None}):
        with pytest.raises(ValueError, match="should not be empty"):
            Dataset.from_tensor_slices(nothing)


@pytest.mark.parametrize(
    "call",
    [
        lambda d: d.batch(2.0),
        lambda d: d.padded_batch(2.0),
        lambda d: d.take(2.5),
        lambda d: d.skip("2"),
        lambda d: d.repeat(2.0),
        lambda d: d.shuffle(2.0),
        lambda d: d.shard(2.0, 0),
        lambda d: d.window(2.0),
        lambda d: d.prefetch(2.0),
        lambda d: Dataset.range(2.0),
        lambda d: d.interleave(Dataset.range, cycle_length=2.0),
    ],
)
def test_a_size_is_a_whole_number(call):
    with pytest.raises(TypeError, match="to EagerTensor of dtype int64"):
        call(Dataset.range(4))


def test_a_size_is_no_tensor_of_floats():
    with pytest.raises(ValueError, match="Tensor conversion requested dtype int64"):
        Dataset.range(4).batch(tf.constant(2.0))


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (ValueError, tf.errors.InvalidArgumentError),
        (KeyError, tf.errors.UnknownError),
        (NotImplementedError, tf.errors.UnimplementedError),
    ],
)
def test_errors_of_generators_are_tensorflow_s(raised, kind):
    def numbers():
        yield 1
        raise raised("no more")

    iterator = iter(Dataset.from_generator(numbers, tf.int32))
    assert int(next(iterator)) == 1
    with pytest.raises(kind, match="no more"):
        next(iterator)


def test_what_is_no_iterable_is_an_error_of_the_pass():
    with pytest.raises(tf.errors.InvalidArgumentError, match="not iterable"):
        list(Dataset.from_generator(lambda: 5, tf.int32))


def test_a_signature_stands_alone():
    with pytest.raises(TypeError, match="can not be used together"):
        Dataset.from_generator(lambda: [1], tf.int32, output_signature=tf.TensorSpec([], tf.int32))


def test_zip_takes_tuples_and_at_least_one():
    with pytest.raises(TypeError, match="at least one dataset"):
        Dataset.zip()
    with pytest.raises(TypeError, match="`list` is not supported"):
        Dataset.zip((Dataset.range(2), [Dataset.range(2)]))
