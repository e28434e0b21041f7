"""Variables in values of a program's own that are made of tensors, such as distributions."""

import importlib

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def framework(name):
    return importlib.import_module(f"tensorflow.python.framework.{name}")


def pair_class():
    class PairSpec(framework("type_spec").TypeSpec):
        value_type = property(lambda self: Pair)

        def _serialize(self):
            return ()

        def _component_specs(self):
            raise NotImplementedError

        def _to_components(self, value):
            return {"scale": value.scale, "loc": value.loc}

        def _from_components(self, components):
            return Pair(**components)

    class Pair(tf.Module, framework("composite_tensor").CompositeTensor):
        def __init__(self, loc, scale):
            super().__init__()
            self.loc, self.scale = loc, scale

        @property
        def _type_spec(self):
            return PairSpec()

    return Pair


class Holder(tf.Module):
    def __init__(self, pair):
        super().__init__()
        self.below = tf.Module()
        self.below.v = tf.Variable(1.0, name="below")
        self.pairs = [pair, tf.Variable(2.0, name="beside")]


def test_they_are_those_of_the_module_that_holds_the_value():
    pair = pair_class()(tf.Variable(0.0, name="loc"), tf.Variable(1.0, name="scale"))
    held = Holder(pair)
    names = ["loc:0", "scale:0", "beside:0", "below:0"]
    assert [v.name for v in held.variables] == names
    assert [v.name for v in held.trainable_variables] == names
    assert held.submodules == (held.below, pair)


def test_a_variable_says_what_it_looks_like():
    variable = tf.Variable([1.0, 2.0], trainable=False)
    spec = variable._type_spec
    assert (spec.shape.as_list(), spec.dtype, spec.trainable) == ([2], tf.float32, False)
    assert tf.convert_to_tensor(variable).numpy().tolist() == [1.0, 2.0]
