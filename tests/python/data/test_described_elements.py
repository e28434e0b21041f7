"""Specs of datasets and optional elements, and how many windows there are."""

import pytest
from library import tf


@pytest.mark.parametrize(
    ("arguments", "count"),
    [((3,), 4), ((3, 1), 10), ((3, 1, 1, True), 8), ((3, 4), 3), ((3, 4, 1, True), 2),
     ((12, None, 1, True), 0), ((4, 2, 3, True), 1)],
)  # fmt: skip
def test_windows_are_counted(arguments, count):
    windows = tf.data.Dataset.range(10).window(*arguments)
    assert int(windows.cardinality()) == count
    assert len(list(windows)) == count


def test_windows_of_unknown_or_endless_data():
    data = tf.data.Dataset.range(10)
    assert int(data.repeat().window(2).cardinality()) == tf.data.INFINITE_CARDINALITY
    assert int(data.filter(lambda x: True).window(2).cardinality()) == tf.data.UNKNOWN_CARDINALITY


def test_optional_elements_say_what_they_are():
    spec = tf.TensorSpec([2])
    assert tf.experimental.Optional.from_value([1.0, 2.0]).element_spec == spec
    assert tf.experimental.Optional.empty(spec).element_spec == spec
    iterator = iter(tf.data.Dataset.range(1))
    assert iterator.get_next_as_optional().element_spec == tf.TensorSpec([], tf.int64)
    assert iterator.get_next_as_optional().element_spec == tf.TensorSpec([], tf.int64)


def test_the_spec_of_a_dataset():
    spec = tf.data.DatasetSpec.from_value(tf.data.Dataset.range(3))
    assert spec.element_spec == tf.TensorSpec([], tf.int64)
    assert spec.value_type is tf.data.Dataset


def test_maps_of_elements_whose_rank_is_open_leave_it_open():
    data = tf.data.Dataset.from_generator(lambda: iter([1, 4]), output_types=tf.int64)
    open_spec, scalar = tf.TensorSpec(None, tf.int64), tf.TensorSpec([], tf.int64)
    assert data.element_spec == open_spec
    assert data.map(lambda x: x + 1).element_spec == open_spec
    assert data.enumerate().map(lambda i, x: (x, i)).element_spec == (open_spec, scalar)
    assert data.map(lambda x: tf.reshape(x, [])).element_spec == scalar
    assert [int(x) for x in data.map(lambda x: x + 1)] == [2, 5]
