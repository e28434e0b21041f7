"""Values of a program's own that are made of tensors: their specs, and structures of them."""

import importlib

import pytest
from library import AGAINST_TENSORFLOW, tf

if AGAINST_TENSORFLOW:
    CompositeTensor = tf.__internal__.CompositeTensor
else:
    from gradtape._structure.composite_tensor import CompositeTensor


class PairSpec(tf.TypeSpec):
    """What a `Pair` looks like."""

    value_type = property(lambda self: Pair)

    def __init__(self, first, second, label="pair"):
        self._parts, self._label = (first, second), label

    def _serialize(self):
        return (*self._parts, self._label)

    @property
    def _component_specs(self):
        return {"first": self._parts[0], "second": self._parts[1]}

    def _to_components(self, value):
        return {"first": value.first, "second": value.second}

    def _from_components(self, components):
        return Pair(components["first"], components["second"], self._label)


class Pair(CompositeTensor):
    """Two tensors, or pairs of them."""

    def __init__(self, first, second, label="pair"):
        self.first, self.second, self.label = first, second, label

    @property
    def _type_spec(self):
        return PairSpec(*map(spec_of, (self.first, self.second)), self.label)


def spec_of(value):
    if isinstance(value, Pair):
        return value._type_spec
    return tf.TensorSpec(value.shape, value.dtype)


def spec(*shape):
    return tf.TensorSpec(shape, tf.float32)


def test_it_is_a_leaf_and_a_structure():
    pair = Pair(tf.constant(1.0), Pair(tf.constant(2.0), tf.constant(3.0)))
    assert tf.nest.flatten([pair]) == [pair]
    parts = tf.nest.flatten([pair, 4.0], expand_composites=True)
    assert [float(part) for part in parts] == [1.0, 2.0, 3.0, 4.0]
    doubled = tf.nest.map_structure(lambda x: 2 * x, pair, expand_composites=True)
    assert (float(doubled.first), float(doubled.second.second)) == (2.0, 6.0)
    packed = tf.nest.pack_sequence_as([pair], parts[:3], expand_composites=True)
    assert float(packed[0].second.first) == 2.0
    assert not tf.is_tensor(pair)


def test_a_spec_is_a_structure_too():
    described = PairSpec(spec(2), PairSpec(spec(), spec(3)))
    assert tf.nest.flatten(described, expand_composites=True) == [spec(2), spec(), spec(3)]
    variable = tf.Variable(1.0)
    assert tf.nest.flatten(variable, expand_composites=True)[0] is variable


def test_which_spec_describes_which():
    narrow, wide = PairSpec(spec(2), spec(2)), PairSpec(spec(None), spec(2))
    assert narrow.is_subtype_of(wide)
    assert not wide.is_subtype_of(narrow)
    assert narrow.most_specific_common_supertype([wide]) == wide
    assert narrow.most_specific_common_supertype([PairSpec(spec(2), spec(2), "other")]) is None
    assert narrow.most_specific_common_supertype([spec(2)]) is None
    assert wide.is_compatible_with(narrow)
    assert wide.is_compatible_with(Pair(tf.zeros([3]), tf.zeros([2])))
    assert not wide.is_compatible_with(Pair(tf.zeros([3]), tf.zeros([3])))
    assert (narrow == PairSpec(spec(2), spec(2)), narrow == wide) == (True, False)
    assert hash(narrow) == hash(PairSpec(spec(2), spec(2)))


def test_specs_are_relaxed():
    named = PairSpec(tf.TensorSpec([2, 3], name="x"), spec(4))
    assert named._with_tensor_ranks_only()._serialize()[1] == spec(None)
    assert named._without_tensor_names()._serialize()[0] == spec(2, 3)
    with pytest.raises(ValueError, match="No TypeSpec is compatible with both"):
        named.most_specific_compatible_type(PairSpec(spec(2), spec(2), "other"))


def test_specs_of_tensors():
    assert spec(2).is_subtype_of(spec(None))
    assert not spec(None).is_subtype_of(spec(2))
    assert not spec(2).is_subtype_of(tf.TensorSpec([2], tf.int32))
    assert spec(2)._batch(5) == spec(5, 2)
    assert spec(5, 2)._unbatch() == spec(2)


def test_a_function_hands_it_on():
    @tf.function
    def swapped(pair):
        return Pair(pair.second, pair.first)

    made = swapped(Pair(tf.constant(1.0), tf.constant([2.0, 3.0])))
    assert made.first.numpy().tolist() == [2.0, 3.0]


def test_a_loop_hands_it_on():
    (made,) = tf.while_loop(
        lambda pair: pair.first < 8.0,
        lambda pair: (Pair(2.0 * pair.first, pair.second + 1.0),),
        (Pair(tf.constant(1.0), tf.constant(0.0)),),
    )
    assert (float(made.first), float(made.second)) == (8.0, 3.0)


def test_values_of_other_classes_have_the_spec_that_is_registered():
    class Length:
        meters = 3.0

    module = "tensorflow.python.framework.type_spec"
    if AGAINST_TENSORFLOW:
        register = importlib.import_module(module).register_type_spec_from_value_converter
    else:
        from gradtape._ragged.specs import register_type_spec_from_value_converter as register
    register(Length, lambda value: spec())
    assert tf.type_spec_from_value(Length()) == spec()
