"""watch: what can be watched, and what watching means."""

import collections

import numpy as np
import pytest
from library import ours, tf

Pair = collections.namedtuple("Pair", "a b")


# --- what can be watched --------------------------------------------------------------------------


def test_watch_returns_none_and_may_be_repeated():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        assert tape.watch(x) is None
        assert tape.watch(x) is None
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


@pytest.mark.parametrize(
    "pack",
    [
        lambda a, b: [a, b],
        lambda a, b: (a, b),
        lambda a, b: {"a": a, "b": b},
        lambda a, b: Pair(a, b),
        lambda a, b: [[a], {"b": (b,)}],
        lambda a, b: collections.OrderedDict([("z", a), ("a", b)]),
        lambda a, b: collections.deque([a, b]),
    ],
)
def test_watch_takes_any_structure(pack):
    a, b = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(pack(a, b))
        y = a * b
    assert [g.numpy() for g in tape.gradient(y, [a, b])] == [3.0, 2.0]


@pytest.mark.parametrize("nothing", [[], (), {}, [[], {}]])
def test_watch_takes_an_empty_structure(nothing):
    with tf.GradientTape() as tape:
        assert tape.watch(nothing) is None


@pytest.mark.parametrize(
    ("thing", "shown", "kind"),
    [
        (1.0, "1.0", "float"),
        (1, "1", "int"),
        (True, "True", "bool"),
        ("a", "a", "str"),
        (None, "None", "NoneType"),
        (np.ones(2), r"\[1\. 1\.\]", "ndarray"),
        (np.float32(1), "1.0", "float32"),
        ([1.0, 2.0], "1.0", "float"),
        ({"k": None}, "None", "NoneType"),
        (float, "<class 'float'>", "type"),
        ({3}, r"\{3\}", "set"),
        (tf.TensorShape([1]), r"\(1,\)", "TensorShape"),
    ],
)
def test_watch_refuses(thing, shown, kind):
    sentence = (
        f"Passed in object {shown} of type '{kind}', not tf.Tensor or tf.Variable or ExtensionType"
    )
    with tf.GradientTape() as tape, pytest.raises(ValueError, match=sentence):
        tape.watch(thing)


def test_what_stands_before_a_refused_element_is_watched():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        with pytest.raises(ValueError, match="Passed in object"):
            tape.watch([x, 1.0])
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


# --- what watching means --------------------------------------------------------------------------


def test_a_constant_is_not_watched_by_itself():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        y = x * x
    assert tape.gradient(y, x) is None


def test_what_ran_before_watch_is_not_connected():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        before = x * x
        tape.watch(x)
        y = before * x
    assert tape.gradient(y, x).numpy() == 9.0


def test_watching_an_intermediate_cuts_nothing_upstream():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.watch(y)
        z = y * y
    assert [g.numpy() for g in tape.gradient(z, [x, y])] == [108.0, 18.0]


@pytest.mark.parametrize(
    "again", [tf.convert_to_tensor, tf.constant, lambda x: tf.cast(x, x.dtype)]
)
def test_the_same_tensor_comes_back(again):
    x = tf.constant(3.0)
    assert again(x) is x


def test_identity_is_a_new_recorded_tensor():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.identity(x)
        z = y * y
    assert y is not x
    assert [g.numpy() for g in tape.gradient(z, [x, y])] == [6.0, 6.0]


def test_equal_constants_are_different_sources():
    a, b = tf.constant(3.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y = a * a
    assert a is not b
    g = tape.gradient(y, [a, b])
    assert g[0].numpy() == 6.0
    assert g[1] is None


def test_without_automatic_watching_only_the_watched_variable_counts():
    v, w = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(w)
        y = v * w
    assert tape.gradient(y, {"v": v, "w": w})["v"] is None
    assert [u is w for u in tape.watched_variables()] == [True]


def test_a_variable_that_is_not_trainable_must_be_watched():
    v = tf.Variable(3.0, trainable=False)
    with tf.GradientTape(persistent=True) as tape:
        before = v * v
        tape.watch(v)
        after = v * v
    assert tape.gradient(before, v) is None
    assert tape.gradient(after, v).numpy() == 6.0
    assert [u is v for u in tape.watched_variables()] == [True]


@ours("watch takes effect whether or not a tape is active on the thread; TensorFlow ignores it")
def test_watch_after_the_block_is_effective():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        pass
    tape.watch(x)
    with tape:
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


def test_watch_after_the_block_works_while_another_tape_is_active():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        pass
    with tf.GradientTape():
        tape.watch(x)
    with tape:
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0
