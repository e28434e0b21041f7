"""`KerasTensor` made by a program, and what layers tell of their outputs before there are any."""

import numpy as np
import pytest
from library import tf


def test_a_symbolic_tensor_of_ones_own():
    made = tf.keras.KerasTensor((None, 4), dtype="int32", name="given")
    assert tuple(made.shape) == (None, 4)
    assert made.name == "given"
    assert (made.sparse, made.ragged) == (False, False)
    assert tf.as_dtype(tf.keras.KerasTensor([2]).dtype) == tf.float32
    assert tf.keras.backend.is_keras_tensor(made)
    assert tuple(tf.keras.layers.Dense(3)(tf.keras.KerasTensor((2, 4))).shape) == (2, 3)
    with pytest.raises(ValueError, match="sparse=True"):
        tf.keras.KerasTensor((2, 4), sparse=True, ragged=True)


def test_what_comes_out_of_a_layer():
    layer = tf.keras.layers.Dense(3)
    spec = layer.compute_output_spec(tf.keras.KerasTensor((2, 4)))
    assert tf.keras.backend.is_keras_tensor(spec)
    assert tuple(spec.shape) == (2, 3)
    with pytest.raises(AttributeError):
        _ = layer.output


def test_shapes_of_several_arguments():
    layer = tf.keras.layers.MultiHeadAttention(2, 3)
    assert tuple(layer.compute_output_shape((2, 4, 5), (2, 3, 7), (2, 3, 6))) == (2, 4, 5)
    named = layer.compute_output_shape(query_shape=(2, 4, 5), value_shape=(2, 3, 5))
    assert tuple(named) == (2, 4, 5)
    wider = tf.keras.layers.MultiHeadAttention(2, 3, output_shape=(8, 2))
    assert tuple(wider.compute_output_shape((2, 4, 5), (2, 3, 5))) == (2, 4, 8, 2)
    with pytest.raises(ValueError, match="All dimensions of `value` and `key`"):
        layer.compute_output_shape((2, 4, 5), (2, 3, 5), (2, 1, 5))


def test_a_bias_before_axes_that_an_ellipsis_stands_for():
    layer = tf.keras.layers.EinsumDense("ab...,bc->ac...", (4, 2, 3), bias_axes="c")
    layer(np.ones([2, 5, 2, 3], np.float32))
    assert [tuple(weight.shape) for weight in layer.weights] == [(5, 4), (4, 1, 1)]


def test_a_mask_of_whole_numbers():
    layer = tf.keras.layers.Masking()
    found = layer(np.array([[[0, 0], [1, 0]]]))
    np.testing.assert_array_equal(found, [[[0, 0], [1, 0]]])
    np.testing.assert_array_equal(layer.compute_mask(found), [[False, True]])


def test_masks_in_numbers():
    one, two = np.ones([2, 3], np.float32), np.ones([2, 3], np.float32)
    found = tf.keras.layers.Add().compute_mask([one, two], [one * 0.0, two])
    np.testing.assert_array_equal(found, np.ones([2, 3], bool))


def test_a_softmax_over_several_axes():
    x = np.arange(8, dtype=np.float32).reshape(2, 2, 2)
    whole = np.exp(x) / np.exp(x).sum((1, 2), keepdims=True)
    np.testing.assert_allclose(tf.keras.activations.softmax(x, axis=(1, 2)), whole, rtol=1e-5)
    found = tf.keras.activations.log_softmax(x, axis=(1, 2))
    np.testing.assert_allclose(found, np.log(whole), rtol=1e-5)


def test_shapes_of_outputs_are_tuples():
    assert tf.keras.layers.Dense(2).compute_output_shape((None, 3)) == (None, 2)
    join = tf.keras.layers.Concatenate()
    assert join.compute_output_shape([(None, 3), (None, 2)]) == (None, 5)
    output, state = tf.keras.layers.GRU(2, return_state=True).compute_output_shape((None, 3, 4))
    assert (output, state) == ((None, 2), (None, 2))
