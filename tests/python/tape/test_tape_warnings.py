"""The warnings of a tape, on the logger `tensorflow`, and the dtypes that call for them."""

import logging

import pytest
from checks import assert_close
from library import ours, tf


def messages(caplog):
    return [r.getMessage() for r in caplog.records if r.name == "tensorflow"]


@pytest.mark.parametrize(
    "dtype", ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
)
def test_trainable_dtypes_are_recorded_without_a_warning(dtype, caplog):
    x = tf.cast(tf.constant([3.0]), dtype)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    g = tape.gradient(y, x)
    assert g.dtype == dtype
    assert_close(g, [6.0])
    assert messages(caplog) == []


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (1, "int8"),
        (1, "int16"),
        (1, "int32"),
        (1, "int64"),
        (1, "uint8"),
        (1, "uint16"),
        (1, "uint32"),
        (1, "uint64"),
        (True, "bool"),
        ("a", "string"),
    ],
)
def test_other_dtypes_are_watched_with_a_warning_and_never_recorded(value, dtype, caplog):
    x = tf.constant(value, dtype)
    # The warning is counted for each line of the caller, so each dtype calls from its own file.
    watch_here = compile("tape.watch(x)", f"<watching {dtype}>", "exec")
    with tf.GradientTape() as tape:
        exec(watch_here, {"tape": tape, "x": x})
        y = tf.identity(x)
    assert tape.gradient(y, x) is None
    sentence = "The dtype of the watched tensor must be floating (e.g. tf.float32), got tf." + dtype
    assert sentence in messages(caplog)


def test_the_warning_comes_five_times_for_each_line_of_the_caller(caplog):
    with tf.GradientTape() as tape:
        for _ in range(7):
            tape.watch(tf.constant(1))
        assert len(messages(caplog)) == 5
        for _ in range(7):
            tape.watch(tf.constant(1))
    assert len(messages(caplog)) == 10
    assert {r.levelname for r in caplog.records} == {"WARNING"}


def test_the_logger_is_tensorflows():
    assert tf.get_logger() is logging.getLogger("tensorflow")


@ours("the warnings that the guide documents are printed; TensorFlow logs them below DEBUG")
def test_integer_targets_and_sources_are_warned_of(caplog):
    x = tf.Variable([[2, 2], [2, 2]])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x)
    assert tape.gradient(y, x) is None
    assert messages(caplog) == [
        f"The dtype of the {which} tensor must be floating (e.g. tf.float32) when calling "
        "GradientTape.gradient, got tf.int32"
        for which in ("target", "source")
    ]


PERSISTENT = (
    "Calling GradientTape.gradient on a persistent tape inside its context is significantly"
)


def test_a_persistent_gradient_inside_its_block_warns_once_for_each_line(caplog):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        for _ in range(3):
            tape.gradient(y, x)
        assert len(messages(caplog)) == 1
        tape.gradient(y, x)
    assert len(messages(caplog)) == 2
    assert all(m.startswith(PERSISTENT) for m in messages(caplog))


def test_no_warning_while_stopped_or_outside(caplog):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            tape.gradient(y, x)
    tape.gradient(y, x)
    assert messages(caplog) == []
