"""What layers that join inputs say of inputs that do not go together."""

import pytest
from library import tf

layers = tf.keras.layers


@pytest.mark.parametrize("kind", ["Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum"])
def test_shapes_that_do_not_fit(kind):
    inputs = [tf.ones([2, 3]), tf.ones([2, 4])]
    with pytest.raises(ValueError, match=r"incompatible shapes.*\(3,\) and \(4,\)"):
        getattr(layers, kind)()(inputs)


def test_shapes_that_do_not_fit_behind_those_that_do():
    inputs = [tf.ones([2, 3]), tf.ones([2, 1]), tf.ones([2, 5, 4])]
    with pytest.raises(ValueError, match=r"incompatible shapes.*\(5, 4\)"):
        layers.Add()(inputs)


def test_batches_that_do_not_fit():
    with pytest.raises(ValueError, match="different batch sizes"):
        layers.Add()([tf.ones([2, 3]), tf.ones([4, 3])])


def test_shapes_that_cannot_stand_behind_each_other():
    with pytest.raises(ValueError, match="`Concatenate` layer requires inputs with matching"):
        layers.Concatenate(axis=1)([tf.ones([2, 3, 4]), tf.ones([2, 3, 5])])


def test_a_network_is_refused():
    one, other = tf.keras.Input((8, 8, 2)), tf.keras.Input((7, 7, 3))
    with pytest.raises(ValueError, match="`Concatenate` layer requires inputs with matching"):
        layers.Concatenate()([one, other])
