"""What a GradientTape allows in each of its states: fresh, recording, left, used up, reset."""

import copy
import inspect
import pickle

import pytest
from library import ours, tf

USED_UP = (
    r"A non-persistent GradientTape can only be used to compute one set of gradients "
    r"\(or jacobians\)"
)
STILL_RECORDING = (
    "Tape is still recording, This can happen if you try to re-enter an already-active tape"
)
NOT_RECORDING = "Tape is not recording"


def watched_square(persistent=False):
    """A tape that recorded y = x * x at x = 3, with x and y."""
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        y = x * x
    return tape, x, y


# --- signatures -----------------------------------------------------------------------------------

SIGNATURES = {
    "__init__": {"persistent": False, "watch_accessed_variables": True},
    "watch": {"tensor": inspect.Parameter.empty},
    "watched_variables": {},
    "stop_recording": {},
    "reset": {},
    "gradient": {
        "target": inspect.Parameter.empty,
        "sources": inspect.Parameter.empty,
        "output_gradients": None,
        "unconnected_gradients": "none",
    },
    "jacobian": {
        "target": inspect.Parameter.empty,
        "sources": inspect.Parameter.empty,
        "unconnected_gradients": "none",
        "parallel_iterations": None,
        "experimental_use_pfor": True,
    },
    "batch_jacobian": {
        "target": inspect.Parameter.empty,
        "source": inspect.Parameter.empty,
        "unconnected_gradients": "none",
        "parallel_iterations": None,
        "experimental_use_pfor": True,
    },
}

# What this library's tapes take besides.
OWN = {"trace", "check_numerics"}


@pytest.mark.parametrize("method", SIGNATURES)
def test_the_signature_is(method):
    function = tf.GradientTape if method == "__init__" else getattr(tf.GradientTape, method)
    parameters = inspect.signature(function).parameters
    found = {
        name: getattr(parameter.default, "value", parameter.default)
        for name, parameter in parameters.items()
        if name not in {"self", *OWN}
    }
    assert found == SIGNATURES[method]


def test_the_tape_is_also_named_autodiff():
    assert tf.autodiff.GradientTape is tf.GradientTape


def test_an_unknown_keyword_is_a_type_error():
    with pytest.raises(TypeError, match="unexpected keyword argument 'foo'"):
        tf.GradientTape(foo=1)


def test_a_tape_can_be_subclassed_and_carries_attributes():
    class Named(tf.GradientTape):
        def square(self, x):
            self.watch(x)
            return x * x

    x = tf.constant(3.0)
    with Named(persistent=True) as tape:
        tape.label = "mine"
        y = tape.square(x)
    assert tape.label == "mine"
    assert tape.gradient(y, x).numpy() == 6.0


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickle.dumps])
def test_a_used_tape_is_neither_copied_nor_pickled(duplicate):
    tape, _, _ = watched_square()
    with pytest.raises(TypeError, match="cannot pickle"):
        duplicate(tape)


# --- fresh ----------------------------------------------------------------------------------------


def test_a_fresh_tape_watches_no_variable():
    assert tf.GradientTape().watched_variables() == ()


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("ask", ["gradient", "jacobian"])
def test_a_fresh_tape_has_no_gradient(ask, persistent):
    x = tf.constant(1.0)
    with pytest.raises(RuntimeError, match=USED_UP):
        getattr(tf.GradientTape(persistent=persistent), ask)(x, x)


def test_a_fresh_tape_has_no_batch_jacobian():
    x = tf.ones([2, 2])
    with pytest.raises(RuntimeError, match="A non-persistent GradientTape can only be used to"):
        tf.GradientTape().batch_jacobian(x, x)


def test_a_fresh_tape_cannot_watch():
    with pytest.raises(AttributeError):
        tf.GradientTape().watch(tf.constant(1.0))


def test_a_fresh_tape_cannot_be_reset():
    with pytest.raises(ValueError, match=NOT_RECORDING):
        tf.GradientTape().reset()


def test_a_fresh_tape_cannot_stop():
    stop = "Trying to stop recording a tape which is not recording."
    with pytest.raises(RuntimeError, match=stop), tf.GradientTape().stop_recording():
        pass


# --- entering and leaving -------------------------------------------------------------------------


def test_enter_returns_the_tape_and_exit_returns_none():
    tape = tf.GradientTape()
    assert tape.__enter__() is tape
    assert tape.__exit__(None, None, None) is None


def test_entering_an_active_tape_is_refused_and_the_tape_goes_on():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(ValueError, match=STILL_RECORDING):
            tape.__enter__()
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


def test_exit_may_be_called_again_and_without_enter():
    tape = tf.GradientTape()
    assert tape.__exit__(None, None, None) is None
    tape, x, y = watched_square()
    assert tape.__exit__(None, None, None) is None
    assert tape.gradient(y, x).numpy() == 6.0


def test_re_entering_before_the_gradient_continues_the_same_tape():
    tape, x, y = watched_square()
    outside = x * 5.0
    with tape:
        z = y * x + outside * x
    # d(x^3 + 15 x)/dx: what was computed between the blocks is a constant
    assert tape.gradient(z, x).numpy() == 27.0 + 15.0


def test_re_entering_after_the_gradient_starts_an_empty_tape():
    tape, x, y = watched_square()
    tape.gradient(y, x)
    with tape:
        unwatched = x * x
    assert tape.gradient(unwatched, x) is None
    with tape:
        tape.watch(x)
        watched = x * x
    assert tape.gradient(watched, x).numpy() == 6.0


def test_an_exception_stops_the_recording_and_passes_through():
    x = tf.constant(3.0)
    tape = tf.GradientTape()
    recorded = []

    def fail():
        with tape:
            tape.watch(x)
            recorded.append(x * x)
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fail()
    y = recorded[0]
    late = y * x
    with pytest.raises(ValueError, match=NOT_RECORDING):
        tape.reset()
    assert tape.gradient([y, late], x).numpy() == 6.0


def test_tapes_may_be_left_out_of_order():
    x = tf.constant(3.0)
    first, second = tf.GradientTape(), tf.GradientTape()
    first.__enter__()
    second.__enter__()
    first.watch(x)
    second.watch(x)
    both = x * x
    first.__exit__(None, None, None)
    late = both * x
    second.__exit__(None, None, None)
    assert first.gradient([both, late], x).numpy() == 6.0
    assert second.gradient([both, late], x).numpy() == 6.0 + 27.0


def test_a_tape_may_be_deleted_inside_its_block():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        del tape
    assert y.numpy() == 9.0


# --- one gradient, or many ------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["gradient", "jacobian"])
@pytest.mark.parametrize("second", ["gradient", "jacobian"])
def test_a_non_persistent_tape_answers_once(first, second):
    tape, x, y = watched_square()
    assert getattr(tape, first)(y, x).numpy() == 6.0
    with pytest.raises(RuntimeError, match=USED_UP):
        getattr(tape, second)(y, x)


def test_a_non_persistent_tape_answers_one_batch_jacobian():
    x = tf.ones([2, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.batch_jacobian(y, x).shape == [2, 2, 2]
    with pytest.raises(RuntimeError, match="A non-persistent GradientTape can only be used to"):
        tape.batch_jacobian(y, x)


def test_a_persistent_tape_answers_as_often_as_asked():
    tape, x, y = watched_square(persistent=True)
    assert [tape.gradient(y, x).numpy() for _ in range(3)] == [6.0] * 3
    assert tape.jacobian(y, x).numpy() == 6.0


@ours("persistent follows ordinary truth, where TensorFlow asks `is True` of it")
@pytest.mark.parametrize("truth", [1, "yes", [0]])
def test_any_true_value_makes_a_tape_persistent(truth):
    tape, x, y = watched_square(persistent=truth)
    assert [tape.gradient(y, x).numpy() for _ in range(2)] == [6.0, 6.0]


@ours("watch_accessed_variables follows ordinary truth, where TensorFlow takes 1 as False")
def test_any_true_value_watches_accessed_variables():
    v = tf.Variable(3.0)
    with tf.GradientTape(watch_accessed_variables=1) as tape:
        y = v * v
    assert tape.gradient(y, v).numpy() == 6.0


# --- the gradient inside the block ----------------------------------------------------------------


def test_a_gradient_inside_the_block_ends_a_non_persistent_recording():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        assert tape.gradient(y, x).numpy() == 6.0
        late = x * x
        with pytest.raises(AttributeError):
            tape.watch(x)
        with pytest.raises(ValueError, match=NOT_RECORDING):
            tape.reset()
    with pytest.raises(RuntimeError, match=USED_UP):
        tape.gradient(late, x)


def test_a_gradient_inside_a_persistent_block_is_recorded():
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
        g = tape.gradient(y, x)
    assert g.numpy() == 27.0
    assert tape.gradient(g, x).numpy() == 18.0


def test_a_gradient_outside_the_block_is_not_recorded():
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
    g = tape.gradient(y, x)
    assert tape.gradient(g, x) is None


# --- a call that fails ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"target": None}, TypeError),
        ({"unconnected_gradients": "foo"}, ValueError),
        ({"target": [None]}, TypeError),
        ({"sources": None}, TypeError),
    ],
)
def test_a_call_refused_for_its_arguments_leaves_the_tape_usable(arguments, error):
    tape, x, y = watched_square()
    with pytest.raises(error):
        tape.gradient(**{"target": y, "sources": x, **arguments})
    assert tape.gradient(y, x).numpy() == 6.0


def test_a_failed_sweep_uses_the_tape_up():
    image = tf.Variable([[[0.5, 0.0, 0.0]]])
    with tf.GradientTape() as tape:
        y = tf.image.adjust_contrast(image, 0.1)
    with pytest.raises(LookupError):
        tape.gradient(y, image)
    with pytest.raises((RuntimeError, LookupError, tf.errors.InternalError)):
        tape.gradient(y, image)


def test_a_failed_sweep_leaves_a_persistent_tape_usable():
    image = tf.Variable([[[0.5, 0.0, 0.0]]])
    with tf.GradientTape(persistent=True) as tape:
        bad = tf.image.adjust_contrast(image, 0.1)
        good = tf.reduce_sum(image * image)
    for _ in range(2):
        with pytest.raises(LookupError):
            tape.gradient(bad, image)
        assert tape.gradient(good, image).numpy().tolist() == [[[1.0, 0.0, 0.0]]]


def test_libraries_see_whether_there_is_something_to_differentiate():
    v = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        y = v * v
    assert tape._tape is not None
    tape.gradient(y, v)
    assert tape._tape is None
