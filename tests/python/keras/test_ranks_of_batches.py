"""Layers that make something else of one example than of several, under `TF_USE_LEGACY_KERAS=1`."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_2


def test_numbers_as_one_hot_vectors():
    numbers = tf.keras.Input((), dtype="int32")
    codes = layers.CategoryEncoding(num_tokens=4, output_mode="one_hot")(numbers)
    assert codes.shape.as_list() == [None, 4]
    model = tf.keras.Model(numbers, layers.Reshape((4, 1))(codes))
    wanted = np.eye(4)[[2, 0, 3]][..., None]
    np.testing.assert_array_equal(model.predict(np.array([2, 0, 3]), verbose=0), wanted)


@pytest.mark.parametrize(("shape", "wanted"), [((5, 1), (3, 5)), ((1,), (3,)), ((1, 2, 1), (3, 2))])
def test_squeezes_without_an_axis(shape, wanted):
    inputs = tf.keras.Input(shape)
    model = tf.keras.Model(inputs, layers.Lambda(lambda x: tf.squeeze(x))(inputs))
    assert model.predict(np.ones((3, *shape)), verbose=0).shape == wanted


def test_a_column_that_is_squeezed_is_trained():
    inputs = tf.keras.Input((1,))
    column = layers.Dense(1, kernel_initializer="ones")(inputs)
    model = tf.keras.Model(inputs, layers.Lambda(lambda x: tf.squeeze(x))(column))
    model.compile("sgd", "mse")
    history = model.fit(np.ones((6, 1)), np.zeros(6), epochs=2, verbose=0).history
    np.testing.assert_allclose(history["loss"], [1.0, 0.9216], rtol=1e-5)


def test_a_layer_of_a_programs_own_that_joins_rows_of_numbers():
    class Rows(layers.Layer):
        def call(self, x):
            return x[0] if x.shape[0] == 1 else x

    outputs = Rows()(tf.keras.Input((2,)))
    assert outputs.shape.as_list() == [None, 2]


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
@pytest.mark.parametrize("name", ["folder", "lambda.h5"])
def test_models_with_a_function_are_loaded_from_where_keras_2_saves_them(name, tmp_path):
    model = tf.keras.Sequential([tf.keras.Input((2,)), layers.Lambda(lambda x: x * 3.0)])
    model.save(tmp_path / name)
    again = tf.keras.models.load_model(tmp_path / name)
    np.testing.assert_array_equal(again(tf.ones((1, 2))), [[3.0, 3.0]])
    model.save(tmp_path / "safe.keras")
    with pytest.raises(ValueError, match="safe_mode=False"):
        tf.keras.models.load_model(tmp_path / "safe.keras")
