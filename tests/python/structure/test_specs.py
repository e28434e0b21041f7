"""What values look like without their values, and functions that make tensors of objects."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

SHOWN = {
    "IndexedSlicesSpec(TensorShape([3, 2]), tf.float32, tf.int64, None, TensorShape([None]))": (
        lambda: tf.IndexedSlicesSpec([3, 2])
    ),
    "NoneTensorSpec()": lambda: tf.type_spec_from_value(None),
    "OptionalSpec(TensorSpec(shape=(2,), dtype=tf.float32, name=None),)": (
        lambda: tf.OptionalSpec(tf.TensorSpec([2]))
    ),
    "TensorArraySpec(TensorShape([2]), tf.float32, False, True)": (
        lambda: tf.type_spec_from_value(tf.TensorArray(tf.float32, 3, element_shape=[2]))
    ),
    "TensorSpec(shape=(2,), dtype=tf.float64, name=None)": (
        lambda: tf.type_spec_from_value(np.array([1.0, 2.0]))
    ),
    "RaggedTensorSpec(TensorShape([1, None]), tf.int32, 1, tf.int64)": (
        lambda: tf.type_spec_from_value(tf.ragged.constant([[1]]))
    ),
    "SparseTensorSpec(TensorShape([2, 2]), tf.float32)": (
        lambda: tf.type_spec_from_value(tf.sparse.eye(2))
    ),
    "DatasetSpec(TensorSpec(shape=(), dtype=tf.int64, name=None), TensorShape([]))": (
        lambda: tf.type_spec_from_value(tf.data.Dataset.range(3))
    ),
    "IteratorSpec(TensorSpec(shape=(), dtype=tf.int64, name=None),)": (
        lambda: tf.type_spec_from_value(iter(tf.data.Dataset.range(3)))
    ),
}


@pytest.mark.parametrize("text", SHOWN)
def test_specs_are_shown_as_they_are_made(text):
    assert repr(SHOWN[text]()) == text


@pytest.mark.parametrize("text", list(SHOWN)[:5])
def test_equal_specs_have_one_hash(text):
    first, second = SHOWN[text](), SHOWN[text]()
    assert first == second
    assert hash(first) == hash(second)
    assert first != tf.TensorSpec([7])


def test_values_that_have_no_spec():
    with pytest.raises(TypeError, match="Could not build a TypeSpec for"):
        tf.type_spec_from_value({"a": 1})


def test_slices_fit_their_spec():
    slices = tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0], tf.int64), tf.constant([3, 2]))
    spec = tf.type_spec_from_value(slices)
    if not AGAINST_TENSORFLOW:  # whose spec does not tell
        assert (spec.shape.as_list(), spec.dtype) == ([3, 2], tf.float32)
    assert spec.is_compatible_with(slices)
    assert not spec.is_compatible_with(
        tf.IndexedSlices(tf.ones([1, 9]), tf.constant([0]), tf.constant([3, 9]))
    )


class Length:
    """Something of a program's own."""

    def __init__(self, meters):
        self.meters = meters


class Longer(Length):
    """What is registered for a class counts for those below it."""


def made(value, dtype=None, name=None, as_ref=False):
    return tf.constant(value.meters, dtype)


tf.register_tensor_conversion_function(Length, made)


@pytest.mark.parametrize("kind", [Length, Longer])
def test_registered_objects_become_tensors(kind):
    assert tf.square(kind([2.0])).numpy().tolist() == [4.0]
    assert (tf.constant([1.0]) + kind([2.0])).numpy().tolist() == [3.0]
    assert tf.convert_to_tensor(kind([1]), tf.float64).dtype == tf.float64


def test_a_registered_object_passes_gradients_on():
    v = tf.Variable([3.0])

    class Held:
        pass

    tf.register_tensor_conversion_function(Held, lambda value, **_: v * 2.0)
    with tf.GradientTape() as tape:
        y = tf.square(Held())
    assert tape.gradient(y, v).numpy().tolist() == [24.0]


def test_of_several_functions_the_smallest_priority_is_asked_first():
    class Thing:
        pass

    tf.register_tensor_conversion_function(Thing, lambda value, **_: tf.constant(2.0), 50)
    tf.register_tensor_conversion_function(Thing, lambda value, **_: NotImplemented, 10)
    tf.register_tensor_conversion_function(Thing, lambda value, **_: tf.constant(1.0), 90)
    assert tf.convert_to_tensor(Thing()).numpy() == 2.0


@pytest.mark.parametrize(
    ("base", "function", "text"),
    [
        (int, made, "Cannot register conversions for Python numeric types"),
        ((Length, np.ndarray), made, "Cannot register conversions for Python numeric types"),
        (3, made, "must be a type or a tuple of types"),
        (Length, 3, "must be callable"),
    ],
)
def test_registrations_that_are_refused(base, function, text):
    with pytest.raises(TypeError, match=text):
        tf.register_tensor_conversion_function(base, function)


def test_what_a_function_returns_is_checked():
    class Broken:
        pass

    tf.register_tensor_conversion_function(Broken, lambda value, **_: 3)
    with pytest.raises(RuntimeError, match="returned non-Tensor: 3"):
        tf.convert_to_tensor(Broken())


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="the class of C that TensorFlow can be told of")
def test_a_class_that_takes_no_attributes_is_refused():
    class Beside:
        pass

    with pytest.raises(TypeError, match="__tf_tensor__' of immutable types: bytearray"):
        tf.register_tensor_conversion_function((Beside, bytearray), made)
    assert not hasattr(Beside, "__tf_tensor__")  # all or none


def test_a_spec_of_a_programs_own_is_itself_alone():
    class Own(tf.TypeSpec):
        pass

    if not AGAINST_TENSORFLOW:  # whose TypeSpec is abstract
        one = Own()
        assert (one == one, one == Own(), "Own" in repr(one)) == (True, False, True)


def test_the_scope_of_names():
    with tf.name_scope("outer"), tf.name_scope("inner"):
        assert tf.get_current_name_scope() == "outer/inner"
    assert tf.get_current_name_scope() == ""
