"""`to_categorical`: of arrays and of tensors, in Keras 3 and as Keras 2 has it."""

import numpy as np
import pytest
from library import ours, tf

to_categorical = tf.keras.utils.to_categorical
ROWS = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]


@pytest.mark.parametrize("given", [[0, 2], [[0], [2]], np.array([0, 2], "uint8")])
@pytest.mark.parametrize("count", [None, 0, 3])
def test_arrays_become_arrays(given, count):
    found = to_categorical(given, count)
    assert type(found) is np.ndarray
    assert found.dtype == "float64"
    assert found.tolist() == ROWS


@pytest.mark.parametrize("given", [[0, 2], [[0], [2]]])
def test_tensors_become_tensors(given):
    found = to_categorical(tf.constant(given), 3)
    assert tf.is_tensor(found)
    assert found.dtype == tf.float32
    assert found.numpy().tolist() == ROWS


def test_tensors_of_a_dataset_do_as_well():
    data = tf.data.Dataset.from_tensor_slices([0, 2]).map(lambda n: to_categorical(n, 3))
    assert [row.numpy().tolist() for row in data] == ROWS


def test_the_classes_of_a_tensor_are_not_counted():
    with pytest.raises(ValueError, match="Attempt to convert a value \\(None\\)"):
        to_categorical(tf.constant([0, 2]))


@ours("Keras 3 has no `y` and no `dtype`")
def test_the_arguments_of_keras_2():
    assert to_categorical(y=[0, 2]).tolist() == ROWS
    assert to_categorical([0, 2], 3, "int32").dtype == "int32"


@ours("Keras 2 by the environment")
@pytest.mark.parametrize("given", [[0, 2], tf.constant([0, 2])])
def test_keras_2_has_float32(monkeypatch, given):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    found = to_categorical(given)
    assert type(found) is np.ndarray
    assert found.dtype == "float32"
    assert found.tolist() == ROWS
