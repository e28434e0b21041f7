"""Layers that join inputs, derived from with a rule of their own for what becomes of these."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
ONE, OTHER = tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 5.0]])


class Blend(layers.Add):
    """A sum with weights, as networks that grow fade new layers in."""

    def __init__(self, alpha=0.25, **kwargs):
        super().__init__(**kwargs)
        self.alpha = alpha

    def _merge_function(self, inputs):
        return (1 - self.alpha) * inputs[0] + self.alpha * inputs[1]


def test_the_rule_of_a_derived_layer_counts():
    np.testing.assert_allclose(Blend()([ONE, OTHER]), [[1.5, 2.75]])


def test_the_rule_counts_in_a_network():
    inputs = [layers.Input((2,)), layers.Input((2,))]
    model = tf.keras.Model(inputs, Blend(0.5)(inputs))
    np.testing.assert_allclose(model([ONE, OTHER]), [[2.0, 3.5]])


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("Add", [[-4.0, -7.0]]),
        ("Subtract", [[2.0, 3.0]]),
        ("Multiply", [[-3.0, -10.0]]),
        ("Average", [[-2.0, -3.5]]),
        ("Maximum", [[-3.0, -5.0]]),
        ("Minimum", [[-1.0, -2.0]]),
        ("Concatenate", [[-1.0, -2.0, -3.0, -5.0]]),
    ],
)
def test_a_rule_goes_on_from_that_of_its_kind(kind, expected):
    base = getattr(layers, kind)

    class Negated(base):
        def _merge_function(self, inputs):
            return -super()._merge_function(inputs)

    np.testing.assert_allclose(Negated()([ONE, OTHER]), expected)


def test_products_with_a_rule_of_their_own():
    class Halved(layers.Dot):
        def _merge_function(self, inputs):
            return super()._merge_function(inputs) / 2

    np.testing.assert_allclose(Halved(1)([ONE, OTHER]), [[6.5]])


def test_inputs_come_with_as_many_axes_each():
    class Shapes(layers.Add):
        def _merge_function(self, inputs):
            self.seen = [tuple(x.shape) for x in inputs]
            return inputs[0]

    layer = Shapes()
    layer([tf.ones([2, 4, 3]), tf.ones([2, 3])])
    assert layer.seen == [(2, 4, 3), (2, 1, 3)]


@pytest.mark.keras_3
def test_a_rule_counts_where_steps_are_masked():
    class Difference(layers.Multiply):
        def _merge_function(self, inputs):
            return inputs[0] - inputs[1]

    masked = layers.Masking()(tf.constant([[[1.0], [0.0]]]))
    np.testing.assert_allclose(Difference()([masked, masked + 1.0]), [[[-1.0], [-1.0]]])
