"""`keras._tf_keras`: the package in which Keras 3 has what TensorFlow shows; editors import it."""

import importlib

import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]


def test_it_holds_what_tensorflow_shows():
    import keras._tf_keras.keras.backend as K
    from keras._tf_keras import keras as shown
    from keras._tf_keras.keras import Model, config, layers
    from keras._tf_keras.keras.optimizers.schedules import CosineDecay
    from keras._tf_keras.keras.preprocessing.image import ImageDataGenerator

    keras = importlib.import_module("tensorflow.keras")
    assert layers.Dense is keras.layers.Dense
    assert (Model, shown.Model) == (keras.Model, keras.Model)
    assert CosineDecay is keras.optimizers.schedules.CosineDecay
    assert ImageDataGenerator is keras.preprocessing.image.ImageDataGenerator
    assert config.floatx() == "float32"
    assert float(K.sum(K.square(tf.constant([1.0, 2.0])))) == 5.0


@pytest.mark.parametrize("name", ["nothing", "keras.nothing", "keras.layers.nothing"])
def test_what_it_does_not_hold(name):
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(f"keras._tf_keras.{name}")
