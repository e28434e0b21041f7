"""Warnings of tapes that pile up and of those that grow: once, and not where all is well."""

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")


def messages(caplog):
    return [r.getMessage() for r in caplog.records if r.name == "tensorflow"]


def test_persistent_tapes_that_pile_up_are_told_once(caplog):
    x, tapes = tf.Variable(3.0), []
    for step in range(6):
        with tf.GradientTape(persistent=True) as tape:
            _ = x * x
        tapes.append(tape)
        assert len(messages(caplog)) == (step >= 2)
    assert "3 persistent tapes made at this line are alive" in messages(caplog)[0]


def test_a_loop_that_lets_go_of_its_tape_is_left_alone(caplog):
    x = tf.Variable(3.0)
    for _ in range(6):
        with tf.GradientTape(persistent=True) as tape:
            y = x * x
        tape.gradient(y, x)
    assert messages(caplog) == []


def test_one_tape_entered_again_and_again_is_told_once(caplog):
    x = tf.Variable(3.0)
    kept, tape = [], tf.GradientTape(persistent=True)
    for step in range(6):
        with tape:
            kept.append(x * x)
        assert len(messages(caplog)) == (step >= 2)
    assert "entered for the third time" in messages(caplog)[0]


def test_a_tape_that_is_reset_each_time_is_left_alone(caplog):
    x, tape = tf.Variable(3.0), tf.GradientTape(persistent=True)
    for _ in range(6):
        with tape:
            tape.reset()
            y = x * x
            del y
            tape.reset()
    assert messages(caplog) == []


def test_an_open_tape_that_grows_without_bound_is_told_once(caplog):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        h = x
        for _ in range(140_000):
            h = -h
    assert len(messages(caplog)) == 1
    assert "keeps extending an open tape: 131072 operations" in messages(caplog)[0]


def test_a_long_loop_whose_results_are_let_go_is_left_alone(caplog):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        for _ in range(140_000):
            -x  # noqa: B018
    assert messages(caplog) == []


@pytest.mark.parametrize("step", [lambda h: -h, lambda h: h * 1.0, lambda h: h + h, tf.abs])
def test_what_a_signal_raises_while_growth_is_looked_at_ends_the_operation(step, monkeypatch):
    class Stop(BaseException):
        pass

    def interrupted(operations, held):
        raise Stop

    monkeypatch.setattr("gradtape._explain.leaks.tape_grows", interrupted)
    x = tf.constant(1.0)

    def extended():
        h = x
        for _ in range(140_000):
            h = step(h)

    with tf.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(Stop):
            extended()
        y = x * x
    assert tape.gradient(y, x).numpy() == 2.0
