"""Memory: what a tape keeps, and that it gives everything back.

Sizes are in units of one tensor of a megabyte; small tensors and the arena stay far below a unit.
"""

import gc
import subprocess
import sys
import weakref

import numpy as np
import pytest
from library import ours, tf

pytestmark = ours("memory figures: TensorFlow has none for a CPU")

UNIT = 1 << 20
ELEMENTS = UNIT // 4


@pytest.fixture(autouse=True)
def _clean():
    gc.collect()


def live():
    return tf.memory.live_bytes() / UNIT


def about(units):
    return pytest.approx(units, abs=0.4)


def block(value=0.5):
    return tf.fill([ELEMENTS], value)


# --- figures --------------------------------------------------------------------------------------


def test_live_bytes_follow_tensors():
    before = live()
    x = block()
    assert live() - before == about(1)
    y = x + 1.0
    assert live() - before == about(2)
    del x, y
    assert live() - before == about(0)


def test_the_peak_is_remembered_until_reset():
    tf.memory.reset_peak()
    before = live()
    x = [block() for _ in range(5)]
    del x
    assert live() - before == about(0)
    assert tf.memory.peak_bytes() / UNIT - before == about(5)
    tf.memory.reset_peak()
    assert tf.memory.peak_bytes() / UNIT - before == about(0)


def test_views_share_their_buffer():
    x = block()
    before = live()
    views = [tf.reshape(x, [64, -1]), tf.transpose(tf.reshape(x, [64, -1])), x[10:], x[None]]
    assert live() - before == about(0)
    del x, views
    assert live() - before == about(-1)


def test_the_cache_can_be_emptied():
    x = block()
    del x
    tf.memory.empty_cache()
    assert tf.memory.cached_bytes() == 0


# --- what an operation keeps ----------------------------------------------------------------------

KEPT = {
    "add": (lambda h: h + 1.0, 0),
    "subtract": (lambda h: h - tf.constant(1.0), 0),
    "negative": (lambda h: -h, 0),
    "multiply by a constant scalar": (lambda h: h * 2.0, 0),
    "divide by a constant scalar": (lambda h: h / 2.0, 0),
    "reshape": (lambda h: tf.reshape(h, [64, -1]), 0),
    "expand_dims": (lambda h: h[None], 0),
    "identity": (tf.identity, 0),
    "reduce_sum": (lambda h: tf.reduce_sum(h, keepdims=True), 0),
    "reduce_mean": (lambda h: tf.reduce_mean(h, keepdims=True), 0),
    "exp": (tf.exp, 1),
    "tanh": (tf.tanh, 1),
    "sigmoid": (tf.sigmoid, 1),
    "sqrt": (tf.sqrt, 1),
    "softmax": (tf.nn.softmax, 1),
    "sin": (tf.sin, 1),
    "square": (tf.square, 1),
    "log": (tf.math.log, 1),
    "abs": (tf.abs, 1),
    "relu": (tf.nn.relu, 1 / 32),
}


@pytest.mark.parametrize("operation", KEPT)
@pytest.mark.parametrize("persistent", [False, True])
def test_an_operation_keeps_only_what_its_gradient_reads(operation, persistent):
    f, units = KEPT[operation]
    x = block()
    before = live()
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        loss = tf.reduce_sum(f(x + 1.0))
    assert live() - before == pytest.approx(units, abs=0.1)
    assert tape.gradient(loss, x).shape == [ELEMENTS]


def test_an_unwatched_computation_keeps_nothing():
    x = block()
    before = live()
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.exp(tf.sin(x)))
    assert live() - before == about(0)
    assert tape.gradient(loss, x) is None


# --- release --------------------------------------------------------------------------------------


def chain(x, length):
    for _ in range(length):
        x = tf.exp(-x)
    return tf.reduce_sum(x)


def test_gradient_releases_everything_of_a_tape_that_lives_on():
    x = block()
    before = live()
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = chain(x, 10)
    assert live() - before == about(10)
    g = tape.gradient(loss, x)
    assert live() - before == about(1)
    del g
    assert live() - before == about(0)
    with pytest.raises(RuntimeError):
        tape.gradient(loss, x)


def test_the_sweep_releases_as_it_goes():
    x = block()
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = chain(x, 20)
    tf.memory.reset_peak()
    before = live()
    tape.gradient(loss, x)
    assert tf.memory.peak_bytes() / UNIT - before < 5


def test_a_persistent_tape_holds_until_it_is_dropped():
    x = block()
    before = live()
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        loss = chain(x, 10)
    for _ in range(2):
        tape.gradient(loss, x)
        assert live() - before == about(10)
    del tape
    assert live() - before == about(0)


def test_a_tape_that_is_never_asked_is_freed_with_its_last_reference():
    x = block()
    before = live()
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = chain(x, 10)
    assert live() - before == about(10)
    del tape
    assert live() - before == about(0)
    assert loss.shape == []


def test_reset_releases():
    x = block()
    before = live()
    with tf.GradientTape() as tape:
        tape.watch(x)
        chain(x, 10)
        tape.reset()
        assert live() - before == about(0)


def test_an_exception_in_the_block_leaves_nothing_behind():
    x = block()
    before = live()

    def fail():
        with tf.GradientTape() as tape:
            tape.watch(x)
            chain(x, 10)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert live() - before == about(0)


def failing_image():
    image = tf.Variable(tf.fill([ELEMENTS // 3, 1, 3], 0.5))
    return image, lambda: tf.reduce_sum(tf.image.adjust_contrast(tf.exp(image), 0.5))


def failing_gradient():
    v = tf.Variable(block())

    @tf.custom_gradient
    def bad(x):
        def grad(upstream):
            raise ZeroDivisionError

        return tf.exp(x), grad

    return v, lambda: tf.reduce_sum(bad(tf.exp(v)))


@pytest.mark.parametrize(
    ("make", "error"), [(failing_image, LookupError), (failing_gradient, ZeroDivisionError)]
)
def test_an_exception_in_a_gradient_leaves_nothing_behind(make, error):
    v, forward = make()
    before = live()
    with tf.GradientTape() as tape:
        loss = forward()
    with pytest.raises(error):
        tape.gradient(loss, v)
    assert live() - before == about(0)


def test_dead_ends_inside_one_tape_run_in_bounded_memory():
    x = block()
    before = live()
    tf.memory.reset_peak()
    with tf.GradientTape() as tape:
        tape.watch(x)
        for _ in range(200):
            tf.tanh(x) * x
        loss = tf.reduce_sum(x * 3.0)
        assert live() - before < 8
    assert tf.memory.peak_bytes() / UNIT - before < 12
    assert tape.gradient(loss, x).numpy()[0] == 3.0


FUSED = {
    "tanh": lambda y: 1 - y * y,
    "sigmoid": lambda y: y * (1 - y),
    "exp": lambda y: y,
    "sqrt": lambda y: 0.5 / y,
    "nn.relu": lambda y: np.float32(1.0),
    "nn.elu": lambda y: np.float32(1.0),
}


def chain_of(name, x, steps):
    f = tf.nn.__dict__[name[3:]] if name.startswith("nn.") else getattr(tf, name)
    out = [x]
    for _ in range(steps):
        out.append(f(out[-1]))
    return out


@pytest.mark.parametrize("name", FUSED)
def test_a_sweep_writes_the_gradients_of_a_chain_over_each_other(name):
    x = block()
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = chain_of(name, x, 4)[-1]
    tf.memory.reset_peak()
    before = live()
    g = tape.gradient(y, x)
    assert g.shape == x.shape
    assert tf.memory.peak_bytes() / UNIT - before < 1.5


@pytest.mark.parametrize("name", FUSED)
def test_gradients_that_somebody_holds_are_not_written_over(name):
    x = block()
    dy = tf.fill([ELEMENTS], 0.75)
    with tf.GradientTape() as tape:
        tape.watch(x)
        values = chain_of(name, x, 3)
    found = tape.gradient(values[-1], values, output_gradients=dy)
    assert dy.numpy()[[0, -1]].tolist() == [0.75, 0.75]
    expected = np.float32(0.75)
    for value, g in zip(reversed(values), reversed(found), strict=True):
        np.testing.assert_allclose(g.numpy()[[0, -1]], expected, rtol=1e-5)
        expected = expected * FUSED[name](value.numpy()[0])


def test_a_gradient_that_flows_two_ways_is_not_written_over():
    x = block()
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.tanh(x) + tf.sigmoid(x)
    g = tape.gradient(y, x).numpy()[0]
    t, s = np.tanh(0.5), 1 / (1 + np.exp(-0.5))
    assert g == pytest.approx(1 - t * t + s * (1 - s), rel=1e-6)


@pytest.mark.parametrize("persistent", [False, True])
def test_ten_thousand_steps_are_flat(persistent):
    w = tf.Variable(np.full([64, 64], 0.01, np.float32))

    def steps(count):
        for _ in range(count):
            with tf.GradientTape(persistent=persistent) as tape:
                loss = tf.reduce_sum(tf.tanh(w @ w) ** 2)
            w.assign_sub(0.01 * tape.gradient(loss, w))
        del tape, loss
        gc.collect()
        return tf.memory.live_bytes(), tf.memory.live_blocks()

    assert steps(100) == steps(10_000)


def test_failed_steps_are_flat():
    x = tf.fill([64, 64], 0.5)

    def step():
        with tf.GradientTape() as tape:
            tape.watch(x)
            tape.gradient(tf.exp(x) @ tf.ones([3, 3]), x)

    def steps(count):
        for _ in range(count):
            with pytest.raises(tf.errors.InvalidArgumentError):
                step()
        gc.collect()
        return tf.memory.live_bytes()

    assert steps(10) == steps(300)


MILLION = """
import resource, time
import gradtape as tf
x = tf.constant(1.0)
for _ in range(1000):
    x * 1.0
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x
    for _ in range(1_000_000):
        y = y * 1.0
recorded = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if {ask}:
    assert tape.gradient(y, x).numpy() == 1.0
del tape, y
print((recorded - before) * 1024 / 1_000_000)
"""


@pytest.mark.parametrize("ask", [True, False])
def test_a_chain_of_a_million_operations_has_bounded_bytes_and_drops_without_stack(ask):
    run = subprocess.run(
        [sys.executable, "-c", MILLION.format(ask=ask)], capture_output=True, text=True, timeout=50
    )
    assert run.returncode == 0, run.stderr
    assert float(run.stdout) < 400


# --- Python's own objects -------------------------------------------------------------------------


class Witness:
    """Something whose end can be seen."""


def test_tensors_tapes_and_variables_die_with_their_last_reference():
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = v * v
    dead = [weakref.ref(o) for o in (tape, y, v)]
    gc.disable()
    try:
        del tape, y, v
        assert [r() for r in dead] == [None] * 3
    finally:
        gc.enable()


def test_a_result_that_was_let_go_is_not_kept_by_the_recording_tape():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.exp(x)
        gone = weakref.ref(y)
        del y
        assert gone() is None
        z = x * x
    assert tape.gradient(z, x).numpy().tolist() == [2.0, 4.0]


def square_with_a_witness():
    witness = Witness()

    @tf.custom_gradient
    def square(t):
        return t * t, lambda upstream: upstream * 2.0 * t if witness else None

    return square, weakref.ref(witness)


@pytest.mark.parametrize("persistent", [False, True])
def test_a_gradient_function_is_dropped_with_its_node(persistent):
    x = tf.constant(2.0)
    square, witness = square_with_a_witness()
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        y = square(x)
    del square
    assert tape.gradient(y, x).numpy() == 4.0
    if persistent:
        assert witness() is not None
        del tape
    gc.collect()
    assert witness() is None


def test_an_array_from_numpy_lives_no_longer_than_its_tensor():
    source = np.ones(ELEMENTS, np.float32)
    before = sys.getrefcount(source)
    t = tf.constant(source)
    del t
    assert sys.getrefcount(source) == before
