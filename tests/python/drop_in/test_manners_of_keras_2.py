"""A program that does what Keras 3 refuses gets Keras 2's manners from then on."""

import numpy as np
import pytest
from library import ours, tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), ours("Keras 3 refuses these")]
X, Y = np.ones((2, 2), "float32"), np.zeros((2, 1), "float32")


class Scaled(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
        self.scale = tf.Variable(1.0)

    def call(self, x):
        return self.dense(x) * self.scale


def _compiled():
    model = Scaled()
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    return model


def _by_a_generator():
    _compiled().fit_generator(iter([(X, Y)]), steps_per_epoch=1, verbose=0)


def _by_a_metric():
    class Watched(tf.keras.layers.Layer):
        def call(self, x):
            self.add_metric(tf.reduce_mean(x), name="mean")
            return x

    tf.keras.Sequential([Watched()])(X)


def _by_a_rate():
    tf.keras.optimizers.SGD(lr=0.1)


def _by_a_function_of_a_symbol():
    tf.exp(tf.keras.Input((2,)))


def _by_the_backend():
    tf.keras.backend.mean(tf.keras.Input((2,)))


def _by_a_metric_in_no_list():
    tf.keras.Sequential([tf.keras.layers.Dense(1)]).compile(
        "sgd", "mse", metrics=tf.keras.metrics.MeanSquaredError()
    )


def _by_a_name_of_a_checkpoint():
    tf.keras.callbacks.ModelCheckpoint("weights.h5", save_weights_only=True)


WAYS = [
    *(_by_a_generator, _by_a_metric, _by_a_rate, _by_a_function_of_a_symbol),
    *(_by_the_backend, _by_a_metric_in_no_list, _by_a_name_of_a_checkpoint),
]


@pytest.mark.filterwarnings("ignore:Scaled")
@pytest.mark.parametrize("show", WAYS)
def test_it_trains_variables_of_others(show):
    model = _compiled()
    model.fit(X, Y, verbose=0)
    assert float(model.scale) == 1.0
    show()
    model.fit(X, Y, verbose=0)
    assert float(model.scale) < 1.0


def test_layers_keep_the_mode_that_they_were_called_with():
    inputs = tf.keras.Input((4,))
    model = tf.keras.Model(inputs, tf.keras.layers.Dropout(0.99, seed=1)(inputs, training=True))
    ones = np.ones((2, 4), "float32")
    np.testing.assert_array_equal(model(ones, training=False), ones)
    _by_a_rate()
    assert np.any(model(ones, training=False) != ones)


@pytest.mark.filterwarnings("ignore:Scaled")
@pytest.mark.parametrize("name", ["weights", "weights.h5"])
def test_files_of_weights_have_names_of_keras_3(name, tmp_path):
    model = _compiled()
    model.fit(X, Y, verbose=0)
    model.save_weights(str(tmp_path / "first.weights.h5"))
    model.save(str(tmp_path / "first.keras"))
    model.fit(X, Y, verbose=0)
    assert float(model.scale) == 1.0
    model.save_weights(str(tmp_path / name))
    model.fit(X, Y, verbose=0)
    assert float(model.scale) < 1.0


def test_what_keras_3_takes_shows_nothing():
    inputs = tf.keras.Input((2,))
    outputs = tf.keras.ops.exp(inputs * 2.0 - inputs[:, :1]) + tf.keras.activations.relu(inputs)
    assert tf.keras.losses.mse(inputs, tf.constant(1.0) + outputs).shape == (None,)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(outputs))
    model.compile("sgd", "mse", metrics=["mae"])
    model.fit(X, Y, verbose=0)
    assert [one.name for one in model.metrics] == ["loss", "compile_metrics"]


def test_metrics_stand_by_themselves_then():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=tf.keras.metrics.MeanSquaredError())
    model.fit(X, Y, verbose=0)
    assert [one.name for one in model.metrics] == ["loss", "mean_squared_error"]
