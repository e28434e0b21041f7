"""stop_recording and reset: what they forget, what they keep, and that other tapes never notice."""

import pytest
from library import tf

NOT_RECORDING = "Tape is not recording"


# --- stop_recording -------------------------------------------------------------------------------


def test_what_runs_while_stopped_is_not_recorded():
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        before = x * x
        with tape.stop_recording():
            during = x * x
        after = before * x
    assert tape.gradient(before, x).numpy() == 6.0
    assert tape.gradient(during, x) is None
    assert tape.gradient(after, x).numpy() == 27.0


def test_stopping_one_tape_leaves_the_others_recording():
    x = tf.constant(3.0)
    with tf.GradientTape() as outer, tf.GradientTape() as inner:
        outer.watch(x)
        inner.watch(x)
        with inner.stop_recording():
            y = x * x
    assert outer.gradient(y, x).numpy() == 6.0
    assert inner.gradient(y, x) is None


def test_stopping_twice_is_refused():
    with (
        tf.GradientTape() as tape,
        tape.stop_recording(),
        pytest.raises(ValueError, match=NOT_RECORDING),
        tape.stop_recording(),
    ):
        pass


def test_stopping_after_the_block_is_refused():
    with tf.GradientTape() as tape:
        pass
    with pytest.raises(ValueError, match=NOT_RECORDING), tape.stop_recording():
        pass


def test_an_exception_while_stopped_resumes_the_recording():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(KeyError), tape.stop_recording():
            raise KeyError
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


def test_a_persistent_tape_answers_while_stopped_and_does_not_record_it():
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
        with tape.stop_recording():
            g = tape.gradient(y, x)
        z = g * x
    assert g.numpy() == 27.0
    assert tape.gradient(g, x) is None
    assert tape.gradient(z, x).numpy() == 27.0


def test_a_non_persistent_tape_used_while_stopped_goes_on_empty():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            assert tape.gradient(y, x).numpy() == 6.0
        unwatched = x * x
        tape.watch(x)
        watched = x * x
    assert tape.gradient([unwatched, watched], x).numpy() == 6.0


def test_watching_before_stopping_still_holds_after_it():
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        with tape.stop_recording():
            pass
        y = v * v
    assert tape.gradient(y, v).numpy() == 6.0


def test_a_variable_read_while_stopped_is_not_watched():
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape, tape.stop_recording():
        _ = v * v
    assert tape.watched_variables() == ()


# --- reset ----------------------------------------------------------------------------------------


def test_reset_forgets_records_and_watches():
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        before = x * x
        tape.reset()
        unwatched = x * x
        tape.watch(x)
        after = x * x
    assert tape.gradient(before, x) is None
    assert tape.gradient(unwatched, x) is None
    assert tape.gradient(after, x).numpy() == 6.0


def test_reset_forgets_watched_variables_until_they_are_read_again():
    v, w = tf.Variable(3.0), tf.Variable(4.0)
    with tf.GradientTape() as tape:
        _ = v * w
        tape.reset()
        assert tape.watched_variables() == ()
        y = w * w
    assert [u is w for u in tape.watched_variables()] == [True]
    assert tape.gradient(y, w).numpy() == 8.0


def test_reset_after_the_block_is_refused():
    with tf.GradientTape() as tape:
        pass
    with pytest.raises(ValueError, match=NOT_RECORDING):
        tape.reset()


def test_reset_of_one_tape_leaves_the_others():
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x
            inner.reset()
        assert inner.gradient(y, x) is None
    assert outer.gradient(y, x).numpy() == 6.0
