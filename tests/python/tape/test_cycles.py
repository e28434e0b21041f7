"""Cycles of references through a tape: the collector sees the gradient functions that it holds."""

import functools
import gc
import threading
import weakref

import pytest
from library import ours, tf

pytestmark = ours("TensorFlow's tape hides its gradient functions from the collector")


class Holder:
    """An object with attributes, whose end can be seen."""


def recorded(refer_to, persistent=True, nested=False, kind=tf.GradientTape):
    """A tape with a recorded call whose gradient function refers to `refer_to(tape)`."""
    x = tf.constant(2.0)
    tape = kind(persistent=persistent)
    inner = tf.GradientTape(persistent=True) if nested else None

    @tf.custom_gradient
    def square(t):
        kept = refer_to(tape, inner)

        def grad(upstream):
            assert kept is not None
            return upstream * 2.0 * t

        return t * t, grad

    with tape:
        tape.watch(x)
        if nested:
            with inner:
                inner.watch(x)
                y = square(x)
        else:
            y = square(x)
    return tape, x, y


def the_tape(tape, _inner):
    return tape


def an_object_with_the_tape(tape, _inner):
    holder = Holder()
    holder.tape = tape
    return holder


def a_partial(tape, _inner):
    return functools.partial(print, tape)


def a_tuple(tape, _inner):
    return (tape,)


REFERENCES = [the_tape, an_object_with_the_tape, a_partial, a_tuple]


@pytest.mark.parametrize("refer_to", REFERENCES)
@pytest.mark.parametrize("persistent", [False, True])
def test_a_cycle_through_a_gradient_function_is_collected(refer_to, persistent):
    tape, x, y = recorded(refer_to, persistent)
    dead = weakref.ref(tape)
    del tape, x, y
    assert dead() is not None
    gc.collect()
    assert dead() is None


class Named(tf.GradientTape):
    """A user's tape, with an attribute."""


def test_a_cycle_through_a_tape_of_a_subclass_is_collected():
    tape, x, y = recorded(lambda tape, _inner: vars(tape), kind=Named)
    tape.itself = tape
    gc.collect()
    assert tape.gradient(y, x).numpy() == 4.0
    dead = weakref.ref(tape)
    del tape, x, y
    gc.collect()
    assert dead() is None


def test_what_the_cycle_holds_is_freed():
    def block(_tape, _inner):
        return _tape, tf.fill([1 << 18], 1.0)

    gc.collect()
    before = tf.memory.live_bytes()
    tape, x, y = recorded(block)
    assert tf.memory.live_bytes() - before >= 1 << 20
    del tape, x, y
    gc.collect()
    assert tf.memory.live_bytes() == before


@pytest.mark.parametrize("refer_to", REFERENCES)
def test_a_cycle_that_is_in_use_survives_the_collector(refer_to):
    tape, x, y = recorded(refer_to)
    for _ in range(3):
        gc.collect()
        assert tape.gradient(y, x).numpy() == 4.0


def test_a_gradient_function_on_two_tapes_survives_while_one_is_in_use():
    tape, x, y = recorded(lambda outer, inner: (outer, inner), nested=True)
    gc.collect()
    assert tape.gradient(y, x).numpy() == 4.0
    dead = weakref.ref(tape)
    del tape, x, y
    gc.collect()
    assert dead() is None


def test_a_function_that_is_held_elsewhere_survives_its_tape():
    kept = []

    def keep(tape, _inner):
        kept.append(lambda: tape)
        return kept

    tape, x, y = recorded(keep)
    dead = weakref.ref(tape)
    del tape, x, y
    gc.collect()
    assert kept[0]() is dead()
    kept.clear()
    gc.collect()
    assert dead() is None


def test_a_recording_tape_survives_the_collector():
    x = tf.constant(2.0)
    tape = tf.GradientTape()

    @tf.custom_gradient
    def square(t):
        return t * t, lambda upstream: upstream * 2.0 * t if tape else None

    with tape:
        tape.watch(x)
        y = square(x)
        gc.collect()
        z = square(y)
        gc.collect()
    assert tape.gradient(z, x).numpy() == 32.0


def test_an_attribute_of_a_tape_or_tensor_or_variable_may_lead_back_to_it():
    for make in (tf.GradientTape, lambda: tf.constant([1.0]), lambda: tf.Variable([1.0])):
        it = make()
        it.me = [it]
        dead = weakref.ref(it)
        del it
        gc.collect()
        assert dead() is None, make


def test_a_constraint_may_lead_back_to_its_variable():
    def made():
        holder = Holder()
        holder.variable = tf.Variable(1.0, constraint=lambda value: (holder, value)[1])
        return weakref.ref(holder), weakref.ref(holder.variable)

    dead = made()
    gc.collect()
    assert [d() for d in dead] == [None, None]


def test_the_collector_may_run_in_gradient_functions_and_in_other_threads():
    x = tf.constant(2.0)
    stop = threading.Event()

    def collect():
        while not stop.wait(0.01):
            gc.collect()

    thread = threading.Thread(target=collect)
    thread.start()
    try:
        with tf.GradientTape(persistent=True) as tape:

            @tf.custom_gradient
            def half(t):
                big = tf.fill([1 << 17], 0.5)

                def grad(upstream):
                    gc.collect()
                    return upstream * tf.reduce_mean(big * tf.ones_like(big)) if tape else None

                return t * 0.5, grad

            tape.watch(x)
            y = x
            for _ in range(5):
                y = half(y)
        for _ in range(3):
            assert tape.gradient(y, x).numpy() == 0.5**5
    finally:
        stop.set()
        thread.join(30)
