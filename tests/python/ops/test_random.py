"""Random numbers: distributions, seeds, gradients, and the streams that TensorFlow draws."""

import numpy as np
import pytest
from checks import assert_close, value_and_gradients
from library import tf

IAE = tf.errors.InvalidArgumentError


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_normal(dtype):
    x = tf.random.normal([100, 100], mean=3.0, stddev=2.0, dtype=dtype)
    assert x.dtype == dtype
    wide = tf.cast(x, tf.float64)
    assert abs(float(tf.reduce_mean(wide)) - 3.0) < 0.1
    assert abs(float(tf.math.reduce_std(wide)) - 2.0) < 0.1


def test_truncated_normal_stays_within_two_deviations():
    x = tf.random.truncated_normal([10_000], mean=1.0, stddev=0.5)
    assert float(tf.reduce_max(tf.abs(x - 1.0))) <= 1.0
    assert abs(float(tf.math.reduce_std(x)) - 0.5 * 0.8796) < 0.02


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
def test_uniform(dtype):
    x = tf.random.uniform([10_000], 2, 5, dtype)
    assert x.dtype == dtype
    assert x.numpy().min() >= 2
    assert x.numpy().max() < 5
    assert abs(x.numpy().mean() - (3.5 if "float" in dtype else 3.0)) < 0.1
    assert 0 <= tf.random.uniform([]).numpy() < 1


def test_a_range_of_integers_must_be_given():
    with pytest.raises(ValueError, match=r"Must specify maxval for integer dtype"):
        tf.random.uniform([2], dtype=tf.int32)
    with pytest.raises(IAE, match="Need minval < maxval, got 5 >= 5"):
        tf.random.uniform([2], 5, 5, tf.int32)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint64", "float32"])
@pytest.mark.parametrize("bounds", [("a", 3), (0, "b")])
def test_strings_are_no_bounds(bounds, dtype):
    for draw in (tf.random.uniform, lambda *a: tf.random.stateless_uniform(a[0], [1, 2], *a[1:])):
        with pytest.raises((TypeError, ValueError, tf.errors.UnimplementedError)):
            draw([2], *bounds, dtype)


def test_the_seed_repeats_the_sequence():
    def draw():
        tf.random.set_seed(7)
        return [tf.random.normal([3]).numpy(), tf.random.uniform([3]).numpy()]

    first, second = draw(), draw()
    assert np.array_equal(first[0], second[0])
    assert np.array_equal(first[1], second[1])
    assert not np.array_equal(tf.random.normal([3]), tf.random.normal([3]))


def test_an_operation_seed_too():
    def draw(seed):
        tf.random.set_seed(7)
        return tf.random.normal([3], seed=seed).numpy()

    assert np.array_equal(draw(1), draw(1))
    assert not np.array_equal(draw(1), draw(2))


@pytest.mark.parametrize(
    "f",
    [
        lambda: tf.random.stateless_uniform([2], [1, 2]),
        lambda: tf.random.stateless_normal([2], [1, 2]),
        lambda: tf.random.stateless_uniform([2], [1, 2], 0, 10, tf.int32),
        lambda: tf.random.stateless_truncated_normal([2], [1, 2]),
    ],
)
def test_stateless_numbers_depend_on_their_seed_alone(f):
    tf.random.set_seed(1)
    first = f().numpy()
    tf.random.set_seed(2)
    tf.random.normal([3])
    assert np.array_equal(first, f().numpy())


def test_shuffle_permutes_rows():
    x = np.arange(20).reshape(10, 2)
    y = tf.random.shuffle(x).numpy()
    assert sorted(y.tolist()) == x.tolist()


def test_shuffle_and_random_numbers_have_their_gradients():
    _, (g,) = value_and_gradients(lambda m: tf.random.normal([3], mean=m), 1.0)
    assert_close(g, 3.0)
    _, (g,) = value_and_gradients(lambda s: tf.random.uniform([3], maxval=s), 2.0)
    assert 0 < float(g) < 3


def test_a_bad_shape_is_refused():
    with pytest.raises((IAE, ValueError)):
        tf.random.normal([-1])
    with pytest.raises((IAE, ValueError, TypeError)):
        tf.random.normal("a")


# --- TensorFlow's streams -------------------------------------------------------------------------

STREAMS = {
    "uniform": (lambda: tf.random.uniform([3]), [0.66456211, 0.44100678, 0.35288250]),
    "normal": (lambda: tf.random.normal([3]), [0.32746851, -0.84262580, 0.31943369]),
    "truncated": (lambda: tf.random.truncated_normal([3]), [0.32746851, -0.84262580, 0.31943369]),
    "uniform int32": (lambda: tf.random.uniform([4], 0, 10, tf.int32), [7, 9, 1, 6]),
    "uniform int64": (lambda: tf.random.uniform([2], 0, 10, tf.int64), [1, 7]),
    "uniform float64": (
        lambda: tf.random.uniform([3], dtype=tf.float64),
        [0.31649747, 0.82306065, 0.26928379],
    ),
    "normal float64": (
        lambda: tf.random.normal([3], dtype=tf.float64),
        [-1.35982758, 0.67212278, -0.77197910],
    ),
    "uniform float16": (
        lambda: tf.random.uniform([3], dtype=tf.float16),
        [0.0927734375, 0.7275390625, 0.8134765625],
    ),
    "normal bfloat16": (
        lambda: tf.random.normal([3], dtype=tf.bfloat16),
        [0.328125, -0.84375, 0.3203125],
    ),
    "far along": (
        lambda: tf.random.normal([20_000])[-3:],
        [0.66147232, 0.60747975, -0.12433140],
    ),
    "far along, uniform": (
        lambda: tf.random.uniform([20_000])[-3:],
        [0.11724281, 0.82510471, 0.28213012],
    ),
    "the second draw": (
        lambda: [tf.random.normal([3]), tf.random.normal([2])][1],
        [0.08422458, -0.86090374],
    ),
    "with a seed of its own": (
        lambda: tf.random.normal([3], seed=1),
        [-1.49994695, -1.24204946, 0.52283144],
    ),
    "shuffle": (lambda: tf.random.shuffle(tf.range(6)), [1, 5, 3, 2, 4, 0]),
}


@pytest.mark.parametrize("name", STREAMS)
def test_after_seed_42_tensorflow_draws(name):
    f, value = STREAMS[name]
    tf.random.set_seed(42)
    assert_close(f(), value)


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (lambda: tf.random.stateless_uniform([3], [1, 2]), [0.84406042, 0.19204533, 0.99622321]),
        (lambda: tf.random.stateless_normal([3], [1, 2]), [0.54411012, 0.20738031, 0.07356432]),
        (lambda: tf.random.stateless_uniform([3], [1, 2], 0, 100, tf.int32), [40, 49, 94]),
        (
            lambda: tf.random.stateless_uniform([2], [1, 2], dtype=tf.float64),
            [0.75248375, 0.96978577],
        ),
    ],
)
def test_from_seed_1_2_tensorflow_draws(f, value):
    assert_close(f(), value)


def test_classes_are_int64_where_no_dtype_is_said():
    logits = tf.constant([[0.0, 1.0, 2.0]])
    assert tf.random.categorical(logits, 2, dtype=None).dtype == tf.int64
    drawn = tf.random.stateless_categorical(logits, 2, seed=[1, 2], dtype=None)
    assert drawn.dtype == tf.int64
    assert tf.random.categorical(logits, 2, tf.int32).dtype == tf.int32


def test_arguments_of_linspace_by_place():
    assert tf.linspace([0.0, 1.0], [1.0, 2.0], 3, "points", 1).shape.as_list() == [2, 3]


@pytest.mark.parametrize(
    "draw",
    [
        lambda seed: tf.random.normal([2], seed=seed),
        lambda seed: tf.random.uniform([2], 0.0, 1.0, tf.float32, seed),
        lambda seed: tf.random.truncated_normal([2], seed=seed),
        lambda seed: tf.random.gamma([2], 2.0, seed=seed),
        lambda seed: tf.random.poisson([2], 2.0, seed=seed),
        lambda seed: tf.random.categorical([[0.0, 1.0]], 9, seed=seed),
        lambda seed: tf.random.shuffle(tf.range(9), seed),
    ],
)
@pytest.mark.parametrize("seed", [2**64 + 5, 2**300 + 7])
def test_a_seed_may_be_of_any_size(draw, seed):
    tf.random.set_seed(3)
    long = draw(seed)
    tf.random.set_seed(3)
    np.testing.assert_array_equal(long, draw(seed % (2**31 - 1)))
    with pytest.raises((TypeError, ValueError)):
        draw("words")


def test_large_batches_are_drawn_in_the_pieces_of_two_threads():
    """Recorded from TensorFlow 2.21 with two threads."""
    logits = np.random.RandomState(0).randn(100, 39).astype("float32")
    tf.random.set_seed(1)
    drawn = tf.random.categorical(logits, 1).numpy()
    assert drawn[:20, 0].tolist() == [
        6, 4, 15, 29, 6, 3, 2, 10, 20, 1, 12, 26, 1, 26, 2, 10, 38, 17, 12, 25,
    ]  # fmt: skip
    assert drawn[-5:, 0].tolist() == [38, 37, 6, 13, 1]
