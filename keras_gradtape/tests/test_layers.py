"""Layers and operations where this backend has a way of its own."""

import keras
import numpy as np
import pytest
from keras import ops
from keras.src import backend

import gradtape as tf


def sequence(rows=3, steps=5, width=4):
    return np.random.default_rng(1).normal(size=(rows, steps, width)).astype("float32")


def refuse(*args, **kwargs):
    raise NotImplementedError


@pytest.mark.parametrize("kind", ["LSTM", "GRU"])
@pytest.mark.parametrize("options", [{}, {"return_sequences": True}, {"go_backwards": True}])
@pytest.mark.parametrize("bias", [True, False])
def test_recurrent_layers_are_the_loop_over_their_cells(kind, options, bias, monkeypatch):
    layer = getattr(keras.layers, kind)(6, use_bias=bias, bias_initializer="ones", **options)
    x = sequence()
    quick = layer(x)
    monkeypatch.setattr(backend, kind.lower(), refuse)
    np.testing.assert_allclose(quick, layer(x), rtol=1e-5, atol=1e-6)


def test_masked_rows_keep_their_state():
    layer, x = keras.layers.LSTM(6), sequence()
    mask = np.array([[1, 1, 0, 0, 0]] * 3, bool)
    np.testing.assert_allclose(layer(x, mask=mask), layer(x[:, :2]), rtol=1e-5, atol=1e-6)


def test_mixed_precision_reads_the_weights_in_the_computing_type():
    layer = keras.layers.LSTM(4, dtype="mixed_float16")
    assert layer(sequence()).dtype == tf.float16
    assert layer.weights[0].dtype == "float32"


def test_a_borrowed_function_takes_the_value_of_a_stateless_scope():
    weight = keras.Variable([[1.0, 2.0]])
    with keras.StatelessScope([(weight, ops.convert_to_tensor([[5.0, 6.0]]))]):
        np.testing.assert_array_equal(ops.transpose(weight), [[5.0], [6.0]])
        np.testing.assert_array_equal(ops.concatenate([weight, weight])[0], [5.0, 6.0])
    np.testing.assert_array_equal(ops.transpose(weight), [[1.0], [2.0]])


def test_open_dimensions_stay_open():
    x = keras.KerasTensor((None, None, 3))
    assert backend.compute_output_spec(ops.transpose, x).shape == (3, None, None)
    halves = backend.compute_output_spec(lambda t: ops.reshape(t, (-1, 2)), x)
    assert halves.shape == (None, 2)


def test_a_symbolic_tensor_is_no_tensor():
    assert not ops.is_tensor(keras.KerasTensor((2,)))
    with pytest.raises(ValueError, match=r"no values that could be converted"):
        backend.convert_to_tensor(keras.KerasTensor((2,)))


def test_unique_along_an_axis():
    values, places, counts = ops.unique(
        np.array([[3, 1], [1, 2], [3, 1]]), axis=0, return_inverse=True, return_counts=True
    )
    np.testing.assert_array_equal(values, [[1, 2], [3, 1]])
    np.testing.assert_array_equal(places, [1, 0, 1])
    np.testing.assert_array_equal(counts, [1, 2])


def test_digitize_counts_the_edges_below():
    np.testing.assert_array_equal(ops.digitize([0.5, 1.0, 9.0], [0.0, 1.0, 4.0]), [1, 2, 3])


def test_a_shift_of_a_picture_and_its_gradient():
    picture = tf.constant(np.arange(9.0, dtype="float32").reshape(3, 3, 1))
    with tf.GradientTape() as tape:
        tape.watch(picture)
        shifted = ops.image.affine_transform(picture, np.float32([1, 0, 0.5, 0, 1, 0, 0, 0]))
        total = tf.reduce_sum(shifted)
    np.testing.assert_allclose(shifted[0, :, 0], [0.5, 1.5, 1.0])
    np.testing.assert_allclose(tape.gradient(total, picture)[0, :, 0], [0.5, 1.0, 1.0])
