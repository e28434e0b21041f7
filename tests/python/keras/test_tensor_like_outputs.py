"""Layers that return objects which stand for tensors, as libraries of distributions do."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(
    AGAINST_TENSORFLOW and tf.keras.Model.__module__.startswith("keras.src"),
    reason="a manner of Keras 2",
)


class Interval:
    """A tensor with a width around it."""

    def __init__(self, center, width):
        self.center, self.width = center, width
        self.shape, self.dtype = center.shape, center.dtype


tf.register_tensor_conversion_function(
    Interval, lambda value, dtype=None, name=None, as_ref=False: tf.convert_to_tensor(value.center)
)


class Spread(tf.keras.layers.Lambda):
    """Gives an interval, though its `call` gives its center as well."""

    def __init__(self, **kwargs):
        super().__init__(lambda x: Interval(x[..., :1], tf.exp(x[..., 1:])), **kwargs)
        self._called = False

    def __call__(self, inputs, *args, **kwargs):
        self._called = True
        interval, _ = super().__call__(inputs, *args, **kwargs)
        self._called = False
        return interval

    def call(self, inputs, *args, **kwargs):
        interval = super().call(inputs, *args, **kwargs)
        return (interval, interval.center) if self._called else interval


class Widths(tf.keras.layers.Layer):
    """Reads what an interval has besides its tensor."""

    def call(self, interval):
        self.add_loss(tf.reduce_mean(interval.width), inputs=[interval])
        return interval.width


def test_a_functional_model_gives_the_object():
    inputs = tf.keras.Input((2,))
    model = tf.keras.Model(inputs, Spread()(inputs))
    made = model(tf.constant([[1.0, 0.0]]))
    assert (float(made.center[0, 0]), float(made.width[0, 0])) == (1.0, 1.0)
    assert model.predict(np.array([[1.0, 0.0]], np.float32), verbose=0).tolist() == [[1.0]]


def test_the_next_layer_gets_the_object():
    model = tf.keras.Sequential([Spread(), Widths()])
    assert float(model(tf.constant([[1.0, 0.0]]))[0, 0]) == 1.0
    assert float(model.losses[0]) == 1.0


def test_a_layer_of_the_library_gets_the_tensor():
    model = tf.keras.Sequential([Spread(), tf.keras.layers.Dense(1, kernel_initializer="ones")])
    assert float(model(tf.constant([[3.0, 0.0]]))[0, 0]) == 3.0


def test_a_loss_gets_the_object():
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(2, "linear", True, "identity", input_shape=(2,)), Spread()]
    )
    model.compile("sgd", loss=lambda y, interval: (y - interval.center) ** 2 * interval.width)
    history = model.fit(np.array([[1.0, 0.0]]), np.array([[3.0]]), verbose=0)
    assert history.history["loss"] == [4.0]


def test_a_loss_gets_targets_in_the_precision_of_the_object():
    seen = []

    def loss(y, interval):
        seen.append(y.dtype)
        return (y - interval.center) ** 2

    dense = tf.keras.layers.Dense(2, dtype="float64", input_shape=(2,))
    model = tf.keras.Sequential([dense, Spread(dtype="float64")])
    model.compile("sgd", loss)
    model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0)
    assert seen[0] == tf.float64


def test_outputs_are_penalized():
    model = Spread(activity_regularizer=lambda output: tf.reduce_sum(tf.convert_to_tensor(output)))
    model(tf.constant([[1.0, 0.0], [2.0, 0.0]]))
    assert float(sum(model.losses)) == 3.0


def test_a_constant_of_one_element_takes_any_shape_of_one():
    assert tf.keras.initializers.Constant(np.ones([1, 1]))([]).shape.rank == 0
