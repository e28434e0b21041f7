"""`keras.backend`: Keras 2's functions, and settings that everything made afterwards honours."""

import numpy as np
import pytest
from library import tf

K = tf.keras.backend


@pytest.fixture
def double():
    K.set_floatx("float64")
    yield
    K.set_floatx("float32")


def test_floatx_is_the_dtype_of_layers_optimizers_losses_metrics_and_initializers(double):
    layer = tf.keras.layers.Dense(2)
    y = layer(np.ones([3, 4], "float32"))
    optimizer = tf.keras.optimizers.Adam(0.1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(layer(np.ones([3, 4])) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, layer.weights), layer.weights))
    found = {
        "layer": y.dtype,
        "weights": layer.kernel.dtype,
        "rate": optimizer.learning_rate.dtype,
        "slots": optimizer.variables[-1].dtype,
        "metric": tf.keras.metrics.Mean()(1.0).dtype,
        "loss": tf.keras.losses.MeanSquaredError()([1], [2]).dtype,
        "initializer": tf.keras.initializers.Ones()([1]).dtype,
    }
    assert {name: dtype.name for name, dtype in found.items()} == dict.fromkeys(found, "float64")


def test_a_model_trains_in_double_precision(double):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0)
    assert model.predict(np.ones([1, 2]), verbose=0).dtype == np.float64


def test_floatx_takes_floating_dtypes_alone():
    with pytest.raises(ValueError, match="Unknown `floatx` value"):
        K.set_floatx("int32")
    assert K.floatx() == "float32"


@pytest.mark.parametrize(
    ("of_x", "of_y", "axes", "equation"),
    [
        ([2, 3], [2, 3], None, "ab,ab->a"),
        ([2, 3, 4], [2, 4, 5], None, "abc,acd->abd"),
        ([2, 3, 4], [2, 5, 4], [2, 2], "abc,adc->abd"),
        ([2, 3, 4], [2, 3], 1, "abc,ab->ac"),
    ],
)
def test_batch_dot_sums_over_an_axis_of_each(of_x, of_y, axes, equation):
    x, y = np.random.rand(*of_x), np.random.rand(*of_y)
    expected = np.einsum(equation, x, y)
    found = K.batch_dot(tf.constant(x), tf.constant(y), axes).numpy()
    np.testing.assert_allclose(found, expected if expected.ndim > 1 else expected[:, None])


def test_batch_dot_names_lengths_that_differ():
    with pytest.raises(ValueError, match=r"x.shape\[1\] != y.shape\[1\]"):
        K.batch_dot(tf.ones([2, 3]), tf.ones([2, 4]))


def test_dot_multiplies_the_last_axis_by_the_last_but_one():
    x, y = np.random.rand(2, 3, 4), np.random.rand(5, 4, 6)
    np.testing.assert_allclose(K.dot(tf.constant(x), tf.constant(y)).numpy(), np.dot(x, y))


def test_values_are_set_and_read():
    v = K.variable([1.0, 2.0])
    K.batch_set_value([(v, [3, 4])])
    assert K.batch_get_value([v])[0].tolist() == [3.0, 4.0]
    K.moving_average_update(v, [1.0, 1.0], 0.5)
    assert K.get_value(v).tolist() == [2.0, 2.5]
    assert K.int_shape(v) == (2,)
    assert K.count_params(v) == 2
    assert K.dtype(v) == "float32"


def test_the_learning_phase_is_that_of_the_call():
    seen = []

    class Phase(tf.keras.layers.Layer):
        def call(self, inputs, training=None):
            seen.append(K.learning_phase())
            return K.in_train_phase(inputs, lambda: inputs * 0.0)

    layer = Phase()
    assert layer(tf.ones([1]), training=True).numpy().tolist() == [1.0]
    assert layer(tf.ones([1]), training=False).numpy().tolist() == [0.0]
    assert seen == [1, 0]


def test_switch_chooses_elements():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    assert K.switch(tf.constant([True, False]), x, -x).numpy().tolist() == [[1, -2], [3, -4]]
    assert K.switch(True, lambda: x, lambda: 1 / 0) is x


def test_a_causal_convolution_does_not_see_what_comes():
    x = tf.Variable(np.random.rand(1, 5, 1))
    with tf.GradientTape() as tape:
        y = K.conv1d(x, tf.ones([3, 1, 1], tf.float64), padding="causal")[0, 2, 0]
    assert tape.gradient(y, x)[0, :, 0].numpy().tolist() == [1, 1, 1, 0, 0]


def test_reductions_average_truth_values_and_clip_the_root():
    assert float(K.mean(tf.constant([True, False]))) == 0.5
    assert K.sqrt(tf.constant([-1.0, 9.0])).numpy().tolist() == [0.0, 3.0]
    assert K.hard_sigmoid(tf.constant([-3.0, 0.0, 3.0])).numpy().tolist() == [0.0, 0.5, 1.0]
    assert K.clip(tf.constant([1.0, 5.0]), None, 2.0).numpy().tolist() == [1.0, 2.0]


def test_images_and_volumes_grow_by_whole_factors():
    x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    assert K.resize_images(x, 2, 2, "channels_last")[0, 0, :, 0].numpy().tolist() == [0, 0, 1, 1]
    volume = tf.reshape(tf.range(2.0), [1, 1, 1, 2, 1])
    assert K.resize_volumes(volume, 1, 1, 2, "channels_last").shape == [1, 1, 1, 4, 1]


def test_a_cross_entropy_keeps_every_element():
    found = K.binary_crossentropy(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.25]])).numpy()
    np.testing.assert_allclose(found, [[np.log(2), np.log(4)]], rtol=1e-5)


def test_seeds_of_draws_are_numpy_s():
    """Recorded from Keras 3.15."""
    tf.keras.utils.set_random_seed(0)
    normal, uniform = tf.keras.backend.random_normal((3,)), tf.keras.backend.random_uniform((3,))
    np.testing.assert_allclose(normal, [0.56866187, -0.59514713, -0.9262866], rtol=1e-5)
    np.testing.assert_allclose(uniform, [0.13580525, 0.15223503, 0.73384607], rtol=1e-5)


@pytest.mark.keras_2
def test_symbols_are_flattened_behind_the_batch():
    inputs = tf.keras.Input((3, 4))
    model = tf.keras.Model(inputs, K.batch_flatten(inputs))
    assert tuple(model(tf.ones([2, 3, 4])).shape) == (2, 12)
