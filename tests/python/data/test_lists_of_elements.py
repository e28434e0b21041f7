"""`from_list`: elements of different shapes, lists that are tensors, and what is refused."""

import numpy as np
import pytest
from library import tf

from_list = tf.data.experimental.from_list


def values(dataset):
    return [np.asarray(one).tolist() for one in dataset.as_numpy_iterator()]


def test_elements_may_differ_in_length():
    dataset = from_list([[3], [1, 2, 4]])
    assert values(dataset) == [[3], [1, 2, 4]]
    assert dataset.element_spec.shape.as_list() == [None]


def test_structures_have_specs_for_all_elements():
    dataset = from_list([{"a": [1.0], "b": 2}, {"a": [3.0, 4.0], "b": 5}])
    spec = dataset.element_spec
    assert spec["a"].shape.as_list() == [None]
    assert spec["b"].shape.as_list() == []
    assert int(dataset.cardinality()) == 2
    assert [len(one["a"]) for one in dataset.as_numpy_iterator()] == [1, 2]


def test_batches_of_elements_of_one_shape():
    dataset = from_list([(1, b"x"), (2, b"y"), (3, b"z")]).batch(2)
    assert [one[0].numpy().tolist() for one in dataset] == [[1, 2], [3]]


@pytest.mark.parametrize("items", [[], (1, 2), [(1,), 2]])
def test_refusals(items):
    with pytest.raises(ValueError):
        from_list(items)
