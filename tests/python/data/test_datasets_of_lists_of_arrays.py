"""Lists of arrays as data keep the arrays' dtype; lists of numbers are int32 or float32."""

import numpy as np
import pytest
from library import tf

Dataset = tf.data.Dataset
_DTYPES = ["uint8", "int8", "int16", "int64", "float16", "float32", "float64", "bool"]


@pytest.mark.parametrize("dtype", _DTYPES)
@pytest.mark.parametrize("source", [Dataset.from_tensor_slices, Dataset.from_tensors])
def test_arrays_of_one_dtype(source, dtype):
    array = np.ones((2, 3), dtype)
    for value in ([array, array], [[array], [array]], [array[0], array[1]]):
        dataset = source(value)
        assert dataset.element_spec.dtype == dtype
        assert next(iter(dataset)).dtype == dtype


def test_parts_of_structures():
    images = [np.full((2, 2), 7, "uint8")] * 3
    dataset = Dataset.from_tensor_slices(
        (images, {"a": [np.zeros(1, "int64")] * 3, "b": [1, 2, 3]})
    )
    image, others = dataset.element_spec
    assert (image.dtype, others["a"].dtype, others["b"].dtype) == ("uint8", "int64", "int32")
    assert next(iter(dataset))[0].numpy().tolist() == [[7, 7], [7, 7]]


@pytest.mark.parametrize(
    "value",
    [
        [np.uint8(1), np.uint8(2)],
        [np.ones(2, "uint8"), [1, 2]],
        [np.ones(2, "uint8"), np.ones(2, "int16")],
        [[1, 2], np.ones(2, "uint8")],
    ],
)
def test_others_are_as_their_numbers(value):
    assert Dataset.from_tensor_slices(value).element_spec.dtype == "int32"


def test_noise_of_pictures_in_a_list_stays_that_of_their_dtype():
    pictures = [np.full((4, 4, 3), 120, "uint8")] * 2
    dataset = Dataset.from_tensor_slices(pictures).map(
        lambda picture: tf.image.adjust_brightness(picture, 0.1)
    )
    assert dataset.element_spec.dtype == "uint8"
    assert next(iter(dataset)).numpy().max() == 145
