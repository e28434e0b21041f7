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


@pytest.mark.parametrize("shape", [(4, 4), (4, 3), (3, 4), (2, 5, 2), (2, 2, 5)])
def test_lu_factors_are_those_of_the_matrix(shape):
    a = np.random.default_rng(3).normal(size=shape)
    lu, swaps = (np.asarray(part) for part in ops.linalg.lu_factor(a))
    rows, columns = shape[-2:]
    for one, factors, order in zip(
        a.reshape(-1, rows, columns),
        lu.reshape(-1, rows, columns),
        swaps.reshape(-1, min(rows, columns)),
        strict=True,
    ):
        steps = min(rows, columns)
        product = (np.tril(factors[:, :steps], -1) + np.eye(rows, steps)) @ np.triu(factors[:steps])
        for place, other in reversed(list(enumerate(order))):
            product[[place, other]] = product[[other, place]]
        np.testing.assert_allclose(product, one, atol=1e-6)


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        ("constant", [9, 9, 0, 1, 2]),
        ("nearest", [0, 0, 0, 1, 2]),
        ("reflect", [1, 0, 0, 1, 2]),
        ("mirror", [2, 1, 0, 1, 2]),
        ("wrap", [3, 4, 0, 1, 2]),
    ],
)
def test_a_shifted_row_is_filled(mode, wanted):
    row = np.arange(5, dtype="float32").reshape(1, 5, 1)
    shift = np.float32([1, 0, -2, 0, 1, 0, 0, 0])
    options = {"fill_mode": mode, "fill_value": 9.0}
    for interpolation in ("nearest", "bilinear"):
        shifted = ops.image.affine_transform(row, shift, interpolation, **options)
        np.testing.assert_array_equal(np.ravel(shifted), wanted)


def test_segments_without_rows_are_infinite():
    x = ops.segment_max(np.float32([1, 3]), np.int32([0, 0]), num_segments=2)
    np.testing.assert_array_equal(x, [3.0, -np.inf])


def test_whole_numbers_through_an_lstm_of_both_directions():
    layer = keras.layers.Bidirectional(keras.layers.LSTM(3))
    assert layer(np.ones((2, 4, 5), "int64")).shape == (2, 6)


def test_operations_of_gradtape_take_the_value_of_the_moment():
    class Product(keras.layers.Layer):
        def build(self, shape):
            self.w = self.add_weight(shape=(shape[-1], 2), initializer="ones")

        def call(self, x):
            return tf.matmul(x, self.w)

    assert Product(dtype="mixed_float16")(np.ones((1, 3), "float32")).dtype == tf.float16
    layer = Product()
    layer.build((1, 3))
    outputs, _ = layer.stateless_call([2 * ops.ones((3, 2))], [], np.ones((1, 3), "float32"))
    np.testing.assert_array_equal(outputs, [[6.0, 6.0]])


def test_half_precision_without_numbers():
    x = ops.convert_to_tensor([1.0, np.nan, np.inf], "bfloat16")
    np.testing.assert_array_equal(ops.nan_to_num(x)[:2], [1.0, 0.0])
    np.testing.assert_array_equal(ops.nancumsum(x[:2]), [1.0, 1.0])


def test_the_median_of_doubles_without_numbers():
    np.testing.assert_array_equal(ops.nanmedian(np.array([[1.0, np.nan, 3.0]]), axis=1), [2.0])
