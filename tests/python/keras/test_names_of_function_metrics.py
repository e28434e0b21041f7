"""Names under which models report metrics that are functions, and those of `MeanMetricWrapper`."""

import os

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
IS_OF_2 = "TF_USE_LEGACY_KERAS" in os.environ
X, Y = np.ones((4, 2), "float32"), np.ones((4, 1), "float32")


def DiceCoef(y_true, y_pred):
    return tf.reduce_mean(y_true * y_pred)


def R2(y_true, y_pred):
    return tf.reduce_mean(y_true * y_pred)


def within(y_true, y_pred):
    return tf.reduce_mean(y_true * y_pred)


within.__name__ = "Within 0.5"


def reported(*metrics):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=list(metrics))
    return sorted(model.fit(X, Y, verbose=0).history.keys() - {"loss"})


@pytest.mark.skipif(AGAINST_TENSORFLOW and IS_OF_2, reason="this is Keras 2")
def test_keras_3_writes_them_as_words():
    given = [DiceCoef, R2, within, lambda y_true, y_pred: tf.reduce_max(y_pred)]
    assert reported(*given) == ["dice_coef", "lambda", "r2", "within05"]


@pytest.mark.skipif(AGAINST_TENSORFLOW and not IS_OF_2, reason="this is Keras 3")
def test_keras_2_leaves_them_as_they_are(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    assert reported(DiceCoef, R2, within) == ["DiceCoef", "R2", "Within 0.5"]


def test_a_wrapper_has_the_name_of_its_class():
    assert keras.metrics.MeanMetricWrapper(DiceCoef).name.startswith("mean_metric_wrapper")
    assert keras.metrics.MeanMetricWrapper(DiceCoef, name="dice").name == "dice"


@pytest.mark.skipif(AGAINST_TENSORFLOW and not IS_OF_2, reason="this is Keras 3")
def test_an_input_layer_of_keras_2_knows_its_batch(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    layer = keras.layers.InputLayer(batch_input_shape=(4, 3, 2))
    assert tuple(layer.output.shape) == (4, 3, 2)
    assert layer.get_config()["batch_input_shape"] == (4, 3, 2)


@pytest.mark.skipif(AGAINST_TENSORFLOW and not IS_OF_2, reason="this is Keras 3")
def test_configurations_of_optimizers_of_keras_2_say_what_they_are(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    config = keras.optimizers.SGD(0.1).get_config()
    assert config["is_legacy_optimizer"] is False
    assert keras.optimizers.SGD.from_config(config).get_config() == config


def test_the_function_of_a_metric_has_its_name():
    def closeness(y_true, y_pred):
        return -abs(y_true - y_pred)

    wrapped = tf.keras.metrics.MeanMetricWrapper(closeness)
    assert wrapped._fn.__name__ == "closeness"
    assert tf.keras.metrics.MeanMetricWrapper(tf.keras.losses.mse)._fn.__name__
