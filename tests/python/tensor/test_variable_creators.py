"""`variable_creator_scope`: who makes variables, in which order, and with which arguments."""

import threading

import pytest
from library import ours, tf


def test_creators_are_asked_from_the_inside_out():
    seen = []

    def outer(next_creator, **kwargs):
        seen.append(("outer", kwargs["name"], kwargs["trainable"]))
        return next_creator(**{**kwargs, "name": "named"})

    def inner(next_creator, **kwargs):
        seen.append(("inner", kwargs["name"], kwargs["trainable"]))
        kwargs["initial_value"] = kwargs["initial_value"] * 2.0
        return next_creator(**kwargs)

    with tf.variable_creator_scope(outer), tf.variable_creator_scope(inner), tf.name_scope("in"):
        v = tf.Variable(3.0, False, name="first")
    assert seen == [("inner", "first", False), ("outer", "first", False)]
    assert (v.name, float(v), v.trainable) == ("in/named:0", 6.0, False)
    assert tf.Variable(3.0).name == "Variable:0"


def test_what_a_creator_returns_is_the_answer():
    with tf.variable_creator_scope(lambda next_creator, **kwargs: tf.constant(1.0)):
        made = tf.Variable(5.0)
    assert not isinstance(made, tf.Variable)
    assert float(made) == 1.0


def test_variables_that_an_initial_value_makes_are_asked_for_too():
    names = []

    def noted(next_creator, **kwargs):
        names.append(kwargs["name"])
        return next_creator(**kwargs)

    with tf.variable_creator_scope(noted):
        tf.Variable(lambda: tf.Variable(1.0, name="inner").read_value(), name="outer")
    assert names == ["outer", "inner"]


def test_an_error_passes_and_leaves_no_creator():
    def refuse(next_creator, **kwargs):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"), tf.variable_creator_scope(refuse):
        tf.Variable(1.0)
    assert float(tf.Variable(1.0)) == 1.0


def test_weights_of_layers_and_other_threads():
    names = []

    def noted(next_creator, **kwargs):
        names.append(kwargs["name"])
        return next_creator(**kwargs)

    with tf.variable_creator_scope(noted):
        tf.keras.layers.Dense(2).build((None, 3))
        in_layer = len(names)
        other = threading.Thread(target=lambda: tf.Variable(1.0))
        other.start()
        other.join()
    assert in_layer >= 2
    assert len(names) == in_layer


@ours("a class derived from TensorFlow's has to bring all methods of its own")
def test_a_subclass_is_not_asked_for():
    class Own(tf.Variable):
        pass

    with tf.variable_creator_scope(lambda next_creator, **kwargs: Own(kwargs["initial_value"])):
        assert type(tf.Variable(2.0)) is Own
        assert type(Own(2.0)) is Own
