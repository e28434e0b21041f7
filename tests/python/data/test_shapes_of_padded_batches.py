"""What `padded_batch` tells of the shapes of its batches."""

import numpy as np
from library import tf


def pairs():
    return tf.data.Dataset.from_tensor_slices(
        (np.ones((6, 4), "int32"), np.ones((6, 3), "float32"))
    )


def told(dataset):
    return [spec.shape.as_list() for spec in dataset.element_spec]


def test_a_length_that_is_left_open_is_not_told():
    for open_length in (None, -1):
        shapes = ((open_length,), (open_length,))
        dataset = pairs().padded_batch(4, shapes)
        assert told(dataset) == [[None, None], [None, None]]
        assert [x.shape.as_list() for x in next(iter(dataset))] == [[4, 4], [4, 3]]


def test_lengths_that_are_given_are_told():
    dataset = pairs().padded_batch(4, ([None], [5]), drop_remainder=True)
    assert told(dataset) == [[4, None], [4, 5]]


def test_without_shapes_those_of_the_elements_are_told():
    assert told(pairs().padded_batch(4)) == [[None, 4], [None, 3]]
