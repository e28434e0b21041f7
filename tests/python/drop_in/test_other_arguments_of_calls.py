"""In Keras 3 the arguments behind the first of a program's own layer or model are tensors of its
dtype too, wherever they stand; in Keras 2 they arrive as they are given."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
layers = tf.keras.layers
WIDE = np.ones((2, 3))


def _told(value):
    return (tf.is_tensor(value), value.dtype.name) if hasattr(value, "dtype") else value


@pytest.fixture(params=[layers.Layer, tf.keras.Model], ids=["layer", "model"])
def seen(request):
    """What arrives as `y` and as `z`."""

    class Own(request.param):
        def call(self, x, y=None, z=None, training=None):
            self.told = tf.nest.map_structure(_told, (y, z))
            return x

    def told(*args, **kwargs):
        own = Own()
        own(WIDE, *args, **kwargs)
        return own.told

    return told


FLOAT = (True, "float32")


@pytest.mark.parametrize(
    "value", [WIDE, WIDE.astype("float16"), tf.constant(WIDE), np.float64(2.0), tf.Variable(WIDE)]
)
def test_floating_ones_are_of_the_layers_dtype(seen, value):
    assert seen(value) == (FLOAT, None)
    assert seen(z=value) == (None, FLOAT)


def test_others_keep_their_dtype(seen):
    assert seen(WIDE.astype("int64")) == ((True, "int64"), None)
    assert seen(WIDE > 0) == ((True, "bool"), None)


def test_structures_are_gone_through(seen):
    assert seen(WIDE, [WIDE, WIDE > 0]) == (FLOAT, [FLOAT, (True, "bool")])
    assert seen(z={"a": WIDE, "b": {"c": WIDE}}) == (None, {"a": FLOAT, "b": {"c": FLOAT}})
    assert seen(z={"b": "text", "c": 2.0}) == (None, {"b": "text", "c": 2.0})
    assert seen(z=(tf.constant(WIDE), None)) == (None, (FLOAT, None))


def test_a_critic_joins_what_it_is_given():
    class Critic(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.value = layers.Dense(1, kernel_initializer="ones")

        def call(self, state, action):
            return self.value(tf.concat([state, action], axis=-1))

    critic, action = Critic(), tf.constant(WIDE)
    with tf.GradientTape() as tape:
        tape.watch(action)
        value = critic(WIDE, action)
    np.testing.assert_array_equal(value, np.full((2, 1), 6.0, "float32"))
    slope = tape.gradient(value, action)
    assert slope.dtype == tf.float64
    np.testing.assert_array_equal(slope, np.ones((2, 3)))


def test_without_autocast_they_are_tensors_alone():
    class Own(layers.Layer):
        def call(self, x, y):
            self.told = _told(y)
            return x

    own = Own(autocast=False)
    own(WIDE, WIDE)
    assert own.told == (True, "float64")
