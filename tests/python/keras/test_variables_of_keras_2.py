"""Which variables optimizers of Keras 2 list, and in which order."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


def _after_a_step(optimizer):
    variables = [tf.Variable([1.0, 2.0]), tf.Variable([[3.0]])]
    optimizer.apply_gradients(zip([tf.ones([2]), tf.ones([1, 1])], variables, strict=True))
    return optimizer


def _shapes(optimizer):
    return [tuple(variable.shape) for variable in optimizer.variables]


class TestNewOptimizers:
    @pytest.mark.parametrize("options", [{}, {"momentum": 0.9}])
    def test_gradient_descent_has_slots_whether_it_needs_them_or_not(self, options):
        found = _after_a_step(tf.keras.optimizers.SGD(0.1, **options))
        assert _shapes(found) == [(), (2,), (1, 1)]

    def test_the_learning_rate_is_not_one_of_them(self):
        found = _after_a_step(tf.keras.optimizers.Adam(0.1))
        assert _shapes(found) == [(), (2,), (2,), (1, 1), (1, 1)]
        for variable in found.variables:
            variable.assign(tf.zeros_like(variable))
        assert float(found.learning_rate) == pytest.approx(0.1)

    def test_largest_squares_come_last(self):
        found = _after_a_step(tf.keras.optimizers.Adam(0.1, amsgrad=True))
        assert _shapes(found)[1:] == [(2,), (2,), (1, 1), (1, 1), (2,), (1, 1)]

    def test_values_of_another_are_taken_over(self):
        one, other = (_after_a_step(tf.keras.optimizers.Adam(rate)) for rate in (0.1, 0.2))
        other.variables[1].assign([5.0, 6.0])
        one.set_weights(other.variables)
        assert one.variables[1].numpy().tolist() == [5.0, 6.0]

    def test_the_name_is_that_of_the_class(self):
        assert tf.keras.optimizers.RMSprop().name == "RMSprop"
        assert tf.keras.optimizers.Adam().get_config()["name"] == "Adam"


class TestLegacyOptimizers:
    def test_slots_of_a_kind_stand_together(self):
        found = _after_a_step(tf.keras.optimizers.legacy.Adam(0.1))
        shapes = [np.shape(value) for value in found.get_weights()]
        assert shapes == [(), (2,), (1, 1), (2,), (1, 1)]

    def test_those_of_ftrl_follow_each_other(self):
        found = _after_a_step(tf.keras.optimizers.legacy.Ftrl(0.1))
        shapes = [np.shape(value) for value in found.get_weights()]
        assert shapes == [(), (2,), (2,), (1, 1), (1, 1)]

    def test_gradient_descent_has_only_the_slots_it_needs(self):
        assert len(_after_a_step(tf.keras.optimizers.legacy.SGD(0.1)).get_weights()) == 1
