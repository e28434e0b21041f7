"""Tags of summaries: the name scopes that are open come before them."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

if not AGAINST_TENSORFLOW:
    pytest.importorskip("tensorboardX")

summary_scope = tf.summary.experimental.summary_scope


@pytest.fixture
def tags(tmp_path):
    """A function that runs another one and answers the tags it wrote, in their order."""

    def written(program):
        writer = tf.summary.create_file_writer(str(tmp_path))
        with writer.as_default(step=1):
            program()
        writer.close()
        (path,) = tmp_path.iterdir()
        events = tf.compat.v1.train.summary_iterator(str(path))
        return [value.tag for event in events for value in event.summary.value]

    return written


def test_every_kind_has_the_scopes_but_write(tags):
    pytest.importorskip("PIL")

    def program():
        with tf.name_scope("a"):
            tf.summary.scalar("x", 1.0)
            tf.summary.histogram("h", [1.0, 2.0])
            tf.summary.text("t", "hi")
            tf.summary.image("i", np.zeros((1, 2, 2, 1), "float32"))
            tf.summary.audio("s", np.zeros((1, 5, 1), "float32"), 100)
            tf.summary.write("w", tf.constant(1.0))

    assert tags(program) == ["a/x", "a/h", "a/t", "a/i", "a/s", "w"]


def test_scopes_nest_and_end(tags):
    def program():
        with tf.name_scope("a"), tf.name_scope("b"):
            tf.summary.scalar("max q", 1.0)
        with tf.name_scope("a"):
            tf.summary.scalar("again", 1.0)
            with tf.name_scope("whole/"):
                tf.summary.scalar("x", 1.0)
        with tf.compat.v1.name_scope("v1"):
            tf.summary.scalar("x", 1.0)
        tf.summary.scalar("out", 1.0)

    assert tags(program) == ["a/b/max q", "a/again", "whole/x", "v1/x", "out"]


def test_a_module_opens_its_own(tags):
    class Part(tf.Module):
        @tf.Module.with_name_scope
        def __call__(self):
            tf.summary.scalar("x", 1.0)

    assert tags(Part(name="part")) == ["part/x"]


def test_a_function_begins_without_the_scopes_of_its_caller(tags):
    @tf.function
    def inner():
        with tf.name_scope("k"):
            tf.summary.scalar("s", tf.constant(1.0))

    @tf.function
    def outer():
        with tf.name_scope("g"):
            inner()
        tf.summary.scalar("t", 1.0)

    def program():
        with tf.name_scope("o"):
            inner()
            outer()
            tf.summary.scalar("after", 1.0)

    assert tags(program) == ["k/s", "k/s", "t", "o/after"]


def test_names_in_a_function_do_without_them_too():
    made = []

    @tf.function
    def f():
        if not made:
            made.append(tf.Variable(1.0, name="v"))
        return made[0], tf.get_current_name_scope()

    with tf.name_scope("o"):
        assert f()[1].numpy() == b""
        assert tf.get_current_name_scope() == "o"
    assert made[0].name == "v:0"


def test_summary_scopes_are_name_scopes(tags):
    seen = []

    def program():
        with summary_scope("train") as names:
            seen.append(names)
            tf.summary.write("raw", tf.constant(1.0))
            with summary_scope("in ner!") as names:
                seen.append(names)
                tf.summary.scalar("z", 1.0)
            with tf.name_scope("n"), summary_scope("", "default") as names:
                seen.append(names)
        with tf.name_scope("o"), summary_scope("!!") as names:
            seen.append(names)

    assert tags(program) == ["raw", "train/inner/z"]
    assert seen == [
        ("train", "train/"),
        ("train/in ner!", "train/inner/"),
        ("train/n/default", "train/n/default/"),
        ("o/!!", "o/summary/"),
    ]


@pytest.mark.ours("TensorFlow puts the layers' own names before the tags too")
def test_a_layers_tags_are_the_same_before_and_after_it_is_built(tags):
    class Shown(tf.keras.layers.Layer):
        def call(self, inputs):
            with tf.name_scope("stats"):
                tf.summary.scalar("mean", tf.reduce_mean(inputs))
            return inputs

    layer = tf.keras.Sequential([Shown(), tf.keras.layers.Dense(1), Shown()])

    def program():
        with tf.name_scope("o"):
            layer(tf.ones([2, 2]))
            layer(tf.ones([2, 2]))

    assert tags(program) == ["o/stats/mean"] * 4
