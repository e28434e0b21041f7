"""In TensorFlow's place a layer asks its own `trainable` and that of each variable, as in Keras 3,
and not the layers between them; clones and configurations say of each layer alone whether it is
frozen."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
keras = tf.keras
layers = keras.layers
X = np.ones((2, 4), "float32")


def _inner():
    inputs = keras.Input((4,))
    hidden = layers.Dense(3, name="first")(inputs)
    return keras.Model(inputs, layers.Dense(2, name="second")(hidden), name="inner")


def _outer():
    inputs = keras.Input((4,))
    chain = keras.Sequential([layers.Dense(3), layers.Dense(2)], name="chain")
    hidden = chain(_inner()(inputs))
    return keras.Model(inputs, layers.Dense(1, name="last")(hidden))


def _counts(model):
    return len(model.trainable_weights), len(model.non_trainable_weights)


def test_what_is_trained_again_in_a_frozen_model_is_trained():
    model = _outer()
    inner = model.get_layer("inner")
    inner.trainable = False
    inner.get_layer("first").trainable = True
    assert _counts(inner) == (0, 4)
    assert _counts(model) == (8, 2)
    assert _counts(keras.Model.from_config(model.get_config())) == (8, 2)


class WithFrozenPart(layers.Layer):
    def __init__(self):
        super().__init__()
        self.trainable = False
        self.part = layers.Dense(3)
        self.scale = self.add_weight(shape=())

    def call(self, inputs):
        return self.part(inputs) * self.scale


def test_layers_made_in_a_frozen_one_are_trained_by_models_that_hold_it():
    model = keras.Sequential([WithFrozenPart(), layers.Dense(1)])
    model(X)
    assert [weight.trainable for weight in model.weights] == [False, True, True, True, True]
    assert _counts(model.layers[0]) == (0, 3)
    assert _counts(model) == (4, 1)


def test_penalties_are_those_of_the_weights_that_the_model_trains():
    layer = layers.Dense(1, kernel_regularizer="l2")
    chain = keras.Sequential([layer], trainable=False)
    outer = keras.Sequential([chain])
    outer(X)
    assert [len(one.losses) for one in (layer, chain, outer)] == [1, 0, 1]
    layer.trainable = False
    assert [len(one.losses) for one in (layer, chain, outer)] == [0, 0, 0]


def test_variables_in_attributes_are_frozen_with_the_layer():
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.scale = keras.Variable([1.0, 2.0])

        def call(self, inputs):
            return inputs * self.scale[0]

    model = Own()
    model(X)
    model.trainable = False
    assert not model.scale.trainable
    model.trainable = True
    assert _counts(model) == (1, 0)


def test_a_network_made_frozen_freezes_no_layer():
    inputs = keras.Input((4,))
    layer = layers.Dense(1)
    model = keras.Model(inputs, layer(inputs), trainable=False)
    assert (model.trainable, layer.trainable, layer.kernel.trainable) == (False, True, True)


def test_clones_have_what_each_layer_says():
    model = _outer()
    model.trainable = False
    clone = keras.models.clone_model(model)
    assert clone.trainable
    assert [layer.trainable for layer in clone.layers] == [True, False, True, False]
    assert _counts(clone) == (0, 10)
    again = keras.Model.from_config(model.get_config())
    assert not again.trainable
    assert [layer.trainable for layer in again.layers] == [True, False, True, False]


def test_a_clone_of_a_chain_is_as_trainable_and_its_configuration_is_trained():
    chain = keras.Sequential([keras.Input((4,)), layers.Dense(1)])
    chain.trainable = False
    assert not keras.models.clone_model(chain).trainable
    again = keras.Sequential.from_config(chain.get_config())
    assert (again.trainable, again.layers[0].trainable) == (True, False)
