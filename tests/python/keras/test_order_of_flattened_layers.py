"""The order in which Keras 3 lists the layers of a layer, those within others too: the parts of one
within come from the last to the first, and so does what calls have added to the loss."""

import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_3


def part(name, l1):
    l1 = keras.regularizers.L1(l1)
    options = {"kernel_regularizer": l1, "activity_regularizer": l1}
    return layers.Dense(2, name=name, kernel_initializer="ones", **options)


def network():
    inputs = keras.Input((2,), name="in")
    dense = [part("a", 1.0), part("b", 2.0), part("c", 4.0)]
    within = keras.Model(inputs, dense[1](dense[0](inputs)), name="within")
    start = keras.Input((2,), name="start")
    return keras.Model(start, dense[2](within(start)), name="whole")


def names(model, **options):
    return [layer.name for layer in model._flatten_layers(**options)]


def test_parts_of_parts_come_from_the_last():
    model = network()
    assert names(model) == ["whole", "start", "within", "b", "a", "in", "c"]
    assert names(model, include_self=False, recursive=False) == ["start", "within", "c"]


def test_a_layer_in_two_places_comes_once():
    class Twice(keras.Model):
        def __init__(self):
            super().__init__(name="twice")
            self.first = layers.Dense(1, name="first")
            self.parts = [self.first, layers.Dense(1, name="second")]

    assert names(Twice()) == ["twice", "first", "second"]


def test_what_is_added_comes_in_that_order_and_penalties_in_that_of_weights():
    model = network()
    model(tf.ones([1, 2]))
    assert [float(loss) for loss in model.losses] == [16.0, 4.0, 64.0, 4.0, 8.0, 16.0]
