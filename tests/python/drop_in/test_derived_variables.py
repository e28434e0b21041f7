"""Variables that libraries derive from `tf.Variable` and the type of tensors, to read another."""

import importlib

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def private(name):
    return importlib.import_module(f"tensorflow.python.{name}")


def scaled(variable):
    """A variable that reads another one ten times as large."""

    class Scaled(tf.Variable, private("types.core").Tensor):
        def __init__(self, latent):
            self.latent = latent

        shape = property(lambda self: self.latent.shape)
        dtype = property(lambda self: self.latent.dtype)

        def value(self):
            return self.latent.value() * 10.0

        def _dense_var_to_tensor(self, dtype=None, name=None, as_ref=False):
            return self.value()

        def _should_act_as_resource_variable(self):
            pass

        def __getattr__(self, name):
            return getattr(self.latent, name)

    Scaled._OverloadAllOperators()
    tf.register_tensor_conversion_function(Scaled, Scaled._dense_var_to_tensor)
    return Scaled(variable)


def test_operators_and_functions_read_what_it_says():
    latent = tf.Variable([1.0, 2.0])
    variable = scaled(latent)
    assert isinstance(variable, tf.Variable)
    assert (variable + 1.0).numpy().tolist() == [11.0, 21.0]
    assert (2.0 * variable).numpy().tolist() == [20.0, 40.0]
    assert tf.reduce_sum(variable).numpy() == 30.0
    assert tf.negative(variable).numpy().tolist() == [-10.0, -20.0]
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(variable * variable)
    assert tape.gradient(y, latent).numpy().tolist() == [200.0, 400.0]


def test_tensors_and_variables_are_of_the_type():
    kind = private("types.core").Tensor
    assert isinstance(tf.constant(1.0), kind)
    assert isinstance(tf.Variable(1.0), kind)
    assert not isinstance(1.0, kind)


def test_tests_of_strategies_ask_for_devices():
    make = private("distribute.strategy_combinations").set_virtual_cpus_to_at_least
    with pytest.raises(ValueError, match="at least 1"):
        make(0)
    make(1)
    assert len(tf.config.list_logical_devices("CPU")) >= 1
