"""Functions of modules whose lists of variables refuse until there are some, as libraries' do."""

from __future__ import annotations

import pytest
from library import tf


class Strict(tf.Module):
    """Makes its weight when it is first called; before that it has no list of variables."""

    def __init__(self):
        super().__init__()
        self.weight = None

    @property
    def variables(self):
        if self.weight is None:
            raise ValueError("call it first")
        return super().variables

    def __call__(self, x):
        if self.weight is None:
            self.weight = tf.Variable(tf.zeros([x.shape[-1]]))
        self.weight.assign_add(tf.ones_like(self.weight))
        return x * self.weight


@pytest.mark.parametrize("autograph", [False, True])
def test_a_module_is_called_in_a_function_before_it_has_variables(autograph):
    module = Strict()
    call = tf.function(module, autograph=autograph)
    assert call(tf.fill([2], 3.0)).numpy().tolist() == [3.0, 3.0]
    assert call(tf.fill([2], 3.0)).numpy().tolist() == [6.0, 6.0]
    assert len(module.variables) == 1


def test_it_is_read_by_a_function_of_another():
    module = Strict()
    step = tf.function(lambda x: tf.reduce_sum(module(x)))
    assert step(tf.ones([4])) == 4.0


def test_what_is_only_looked_at_stays_as_it_is_made():
    module = Strict()
    concrete = tf.function(module).get_concrete_function(tf.TensorSpec([2]))
    assert concrete.output_shapes.as_list() == [2]
    assert module.weight.numpy().tolist() == [0.0, 0.0]


def test_a_variable_from_outside_stays_too():
    total = tf.Variable(1.0)
    concrete = tf.function(lambda x: total.assign_add(x)).get_concrete_function(tf.TensorSpec([]))
    assert concrete.output_dtypes == tf.float32
    assert total.numpy() == 1.0
    assert concrete(tf.constant(2.0)) == 3.0
