"""What Keras 2 says of names that it does not know, of layers of one name, and of other shapes."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers


def network(*names):
    entry = end = keras.Input((3,))
    for name in names:
        end = layers.Dense(3, name=name)(end)
    return keras.Model(entry, end)


def test_two_layers_of_one_name():
    with pytest.raises(ValueError, match='The name "same" is used 2 times in the model'):
        network("same", "same")
    assert [layer.name for layer in network("one", "two").layers[1:]] == ["one", "two"]


def test_a_layer_that_is_called_twice_has_its_name_once():
    entry, layer = keras.Input((3,)), layers.Dense(3, name="twice")
    assert len(keras.Model(entry, layer(layer(entry))).layers) == 2


@pytest.mark.keras_2
@pytest.mark.parametrize(
    ("get", "says"),
    [
        (keras.losses.get, "Unknown loss function: 'no'. Please ensure"),
        (keras.optimizers.get, "Unknown optimizer: 'no'. Please ensure"),
        (keras.initializers.get, "Unknown initializer: 'no'. Please ensure"),
        (keras.constraints.get, "Unknown constraint: 'no'. Please ensure"),
        (keras.activations.get, "Unknown activation function 'no' cannot be deserialized."),
    ],
)
def test_names_that_nothing_has(get, says):
    with pytest.raises(ValueError, match=says) as found:
        get("no")
    assert found.type is ValueError


@pytest.mark.keras_2
def test_a_chain_tells_the_shape_of_its_input_before_a_layer_does():
    model = keras.Sequential([keras.Input((3,)), layers.Dense(2)], name="chain")
    says = r'Input 0 of layer "chain" is incompatible .* expected shape=\(None, 3\), found shape='
    with pytest.raises(ValueError, match=says):
        model(np.ones((2, 4), "float32"))


@pytest.mark.keras_2
def test_what_is_no_layer():
    says = "The added layer must be an instance of class Layer. Received: layer=3 of type"
    with pytest.raises(TypeError, match=says):
        keras.Sequential().add(3)


@pytest.mark.keras_2
def test_an_unknown_metric_is_called_so():
    with pytest.raises(ValueError, match="Unknown metric function: 'no'"):
        keras.metrics.deserialize("no", use_legacy_format=True)
