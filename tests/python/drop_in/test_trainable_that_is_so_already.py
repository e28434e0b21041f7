"""In TensorFlow's place `trainable` is set as in Keras 3: what a layer is already is not set again,
so that layers below stay as they are; and weights made in a frozen layer are not trained."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
layers = tf.keras.layers


def _network():
    inputs = tf.keras.Input((3,))
    first = layers.Dense(2, name="first")
    return tf.keras.Model(inputs, layers.Dense(1, name="second")(first(inputs))), first


def test_true_again_leaves_layers_below_frozen():
    network, first = _network()
    first.trainable = False
    network.trainable = True
    assert not first.trainable
    assert len(network.trainable_weights) == 2


def test_false_again_leaves_layers_below_trained():
    network, first = _network()
    network.trainable = False
    first.trainable = True
    network.trainable = False
    assert first.trainable
    network.trainable = True
    assert len(network.trainable_weights) == 4


def test_another_value_is_for_all_below():
    network, first = _network()
    first.trainable = False
    network.trainable = False
    network.trainable = True
    assert first.trainable
    assert len(network.trainable_weights) == 4


def test_fit_leaves_them_as_they_are():
    network, first = _network()
    network.layers[1].trainable = False
    network.trainable = True
    network.compile("sgd", "mse")
    before = first.kernel.numpy()
    network.fit(np.ones([4, 3], "float32"), np.ones([4, 1], "float32"), verbose=0)
    assert (first.kernel.numpy() == before).all()


@pytest.mark.parametrize("frozen_first", [True, False])
def test_weights_made_in_a_frozen_layer_are_not_trained(frozen_first):
    layer = layers.Dense(2, trainable=not frozen_first)
    layer.trainable = False
    layer.build((None, 3))
    assert [weight.trainable for weight in layer.weights] == [False, False]
    layer.trainable = True
    assert [weight.trainable for weight in layer.weights] == [True, True]
    assert len(layer.trainable_weights) == 2


def test_read_models_tell_which_weights_are_trained():
    network, first = _network()
    first.trainable = False
    read = tf.keras.models.model_from_json(network.to_json())
    assert [weight.trainable for weight in read.weights] == [False, False, True, True]
    copy = tf.keras.models.clone_model(network)
    assert [weight.trainable for weight in copy.weights] == [False, False, True, True]


def test_statistics_stay_untrained():
    layer = layers.BatchNormalization(trainable=False)
    layer.build((None, 2))
    layer.trainable = True
    assert [weight.trainable for weight in layer.weights] == [True, True, False, False]
