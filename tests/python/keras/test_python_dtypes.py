"""Python's `int`, and its name, as the dtype of what Keras makes: whole numbers of 64 bits."""

import pytest
from library import tf

keras = tf.keras
WHOLE = pytest.mark.parametrize("dtype", [int, "int"])


@WHOLE
def test_inputs_and_layers(dtype):
    assert keras.Input((2,), dtype=dtype).dtype == "int64"
    assert keras.layers.Identity(dtype=dtype).compute_dtype == "int64"
    embedded = keras.layers.Embedding(5, 3)(keras.Input((2,), dtype=dtype))
    assert tuple(embedded.shape) == (None, 2, 3)


@WHOLE
def test_variables_and_values(dtype):
    assert keras.Variable([1], dtype=dtype).dtype == "int64"
    assert keras.layers.Layer().add_weight((2,), "zeros", dtype=dtype).dtype == "int64"
    assert keras.ops.cast([1.5], dtype).dtype == tf.int64
    assert keras.backend.standardize_dtype(dtype) == "int64"
