"""Configurations tell their options in the order in which Keras tells them."""

import pytest
from library import tf

layers, metrics = tf.keras.layers, tf.keras.metrics


def options(made):
    return list(made.get_config())


def test_pools():
    own = ["name", "trainable", "dtype", "pool_size", "padding", "strides", "data_format"]
    assert options(layers.MaxPooling2D()) == own == options(layers.AveragePooling3D(2))


def test_metrics():
    assert options(metrics.MeanIoU(3))[:4] == ["num_classes", "name", "dtype", "ignore_class"]
    own = ["name", "dtype", "class_id", "num_thresholds", "recall"]
    assert options(metrics.PrecisionAtRecall(0.5)) == own


@pytest.mark.keras_3
def test_layers_of_keras_3():
    own = ["name", "trainable", "dtype", "rate", "seed", "noise_shape"]
    assert options(layers.Dropout(0.5)) == own
    own = ["name", "trainable", "dtype", "data_format", "seed", "mode"]
    assert options(layers.RandomFlip()) == own
    told = options(layers.LSTM(2))
    assert told.index("activity_regularizer") == told.index("bias_regularizer") + 1


@pytest.mark.keras_2
def test_pools_of_sequences_in_keras_2():
    own = ["name", "trainable", "dtype", "strides", "pool_size", "padding", "data_format"]
    assert options(layers.MaxPooling1D()) == own


def test_classes_of_a_program_add_theirs():
    class Halved(layers.MaxPooling2D):
        def get_config(self):
            return {**super().get_config(), "mine": 1}

    assert options(Halved())[-4:] == ["padding", "strides", "data_format", "mine"]
    again = layers.MaxPooling2D.from_config(layers.MaxPooling2D(3, padding="same").get_config())
    assert (again.pool_size, again.padding) == ((3, 3), "same")


@pytest.mark.keras_2
def test_options_that_keras_2_does_not_have():
    assert options(layers.ZeroPadding1D(1)) == ["name", "trainable", "dtype", "padding"]
    own = ["height", "width", "interpolation", "crop_to_aspect_ratio"]
    assert options(layers.Resizing(2, 3))[3:] == own
    assert "seed" not in options(layers.Attention())
    assert "axis" not in options(tf.keras.losses.SparseCategoricalCrossentropy())
    assert "thresholds" not in options(metrics.AUC())
    assert metrics.AUC(thresholds=[0.5]).get_config()["thresholds"] == [0.5]
    layer = layers.Resizing.from_config(layers.Resizing(2, 3).get_config())
    assert layer(tf.zeros([1, 5, 5, 1])).shape == (1, 2, 3, 1)
