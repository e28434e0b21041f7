"""Long calls outside of the registry: values that come from Python or go there, loops, sweeps,
optimizers; and the slow cases that were once found, each by its name."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial

import numpy as np
from calls import MOST, SQUARE, Call, Entry, complexes, matrix, root, uniform

import gradtape as tf

PROGRAMS: dict[str, Entry] = {}


def program(
    first: int = 1 << 16, most: int = MOST
) -> Callable[[Callable[[int], Call]], Callable[[int], Call]]:
    """Adds a call under the name of the function that makes it."""

    def add(make: Callable[[int], Call]) -> Callable[[int], Call]:
        PROGRAMS[make.__name__] = Entry(make, first, most)
        return make

    return add


def once(make: Callable[[], Call], name: str) -> None:
    """Adds a call of one size."""
    PROGRAMS[name] = Entry(lambda n: make(), 1, 1)


# --- from Python and to Python --------------------------------------------------------------------


@program(most=1 << 24)
def constant_of_a_list(n: int) -> Call:
    return partial(tf.constant, [1.5] * n)


@program(most=1 << 20)
def constant_of_nested_lists(n: int) -> Call:
    return partial(tf.constant, [[1.5] * 8] * (n // 8))


@program(most=1 << 22)
def constant_of_strings(n: int) -> Call:
    return partial(tf.constant, ["a string"] * n)


@program(most=1 << 28)
def constant_of_an_array(n: int) -> Call:
    x = np.ones([root(n), root(n)], np.float32)
    return lambda: tf.constant(x.T)


@program(most=1 << 28)
def to_an_array(n: int) -> Call:
    x = tf.transpose(matrix(n))
    return lambda: x.numpy()


@program(most=1 << 28)
def pickled(n: int) -> Call:
    x = uniform(n)
    return lambda: pickle.loads(pickle.dumps(x, 5))


@program(most=1 << 28)
def through_dlpack(n: int) -> Call:
    x = np.ones(n, np.float32)
    return lambda: tf.experimental.dlpack.from_dlpack(x.__dlpack__()) + 1.0


@program(most=1 << 28)
def shown(n: int) -> Call:
    x = tf.transpose(matrix(n))
    return lambda: repr(x)


@program(most=1 << 22)
def strings(n: int) -> Call:
    x = tf.constant(["a", "b"] * (n // 2))
    return lambda: tf.concat([tf.gather(x, tf.range(n)[::-1]), x], 0)


@program(most=1 << 24)
def rows_one_by_one(n: int) -> Call:
    x = uniform(n)
    return lambda: [None for _ in x]


@program(most=1 << 24)
def unstacked(n: int) -> Call:
    x = uniform(n)
    return lambda: tf.unstack(x)


# --- loops, sweeps, steps -------------------------------------------------------------------------


@program(most=1 << 22)
def map_fn(n: int) -> Call:
    x = uniform(n)
    return lambda: tf.map_fn(lambda t: t * 2.0, x)


@program(first=1 << 8, most=1 << 13)
def jacobian(n: int) -> Call:
    x = uniform(n)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.cumsum(tf.sin(x))
    return lambda: tape.jacobian(y, x)


@program(first=1 << 8, most=1 << 13)
def batch_jacobian(n: int) -> Call:
    x = uniform([4, n])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.nn.softmax(x)
    return lambda: tape.batch_jacobian(y, x)


@program()
def gradient(n: int) -> Call:
    x = uniform(n)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.sort(x) * tf.gather(x, tf.range(n)[::-1])
    return lambda: tape.gradient(y, x)


@program(most=1 << 24)
def optimizer_steps(n: int) -> Call:
    parts = [tf.Variable(uniform(n // 16)) for _ in range(16)]
    optimizer = tf.keras.optimizers.Adam(0.1)
    steps = [(tf.ones([n // 16]), part) for part in parts]
    return lambda: [optimizer.apply_gradients(steps) for _ in range(8)]


# --- once found to be slow ------------------------------------------------------------------------

for _name, _make in {
    "random_normal_large": lambda: partial(tf.random.normal, [1 << 26]),
    "resize_to_20000_by_8000": lambda: partial(
        tf.image.resize, tf.ones([1, 9, 9, 1]), [20_000, 8_000]
    ),
    "normalization_of_radius_100": lambda: partial(
        tf.nn.local_response_normalization, tf.ones([1, 60, 60, 256]), 100
    ),
    "convolution_of_length_200": lambda: partial(
        tf.nn.conv2d, tf.ones([1, 260, 260, 1]), tf.ones([200, 200, 1, 1]), 1, "VALID"
    ),
    "convolution_of_5_by_5_by_64": lambda: partial(
        tf.nn.conv2d, tf.ones([1, 300, 300, 64]), tf.ones([5, 5, 64, 64]), 1, "SAME"
    ),
    "product_of_integers": lambda: partial(
        tf.matmul, tf.ones([800, 800], tf.int32), tf.ones([800, 800], tf.int32)
    ),
    "expm_large": lambda: partial(tf.linalg.expm, matrix(1 << 18)),
    "fft_large": lambda: partial(tf.signal.fft, complexes(1 << 22)),
    "solve_large": lambda: partial(tf.linalg.solve, matrix(SQUARE), matrix(SQUARE)),
}.items():
    once(_make, _name)
