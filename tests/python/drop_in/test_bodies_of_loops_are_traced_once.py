"""The body of a loop in a function prints and draws once for a trace, however often it turns."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def noisy():
    print("turn")
    return np.random.uniform()


def over_a_dataset():
    total = tf.constant(0.0)
    for _ in tf.data.Dataset.range(3):
        total += noisy()
    return total


def over_an_iterator(iterator):
    total = tf.constant(0.0)
    for _ in iterator:
        total += noisy()
    return total


def over_a_range():
    total = tf.constant(0.0)
    for _ in tf.range(3):
        total += noisy()
    return total


def over_rows_that_are_left():
    total = tf.constant(0.0)
    for row in tf.ones([5]):
        total += noisy()
        if total > 2.0 * row:
            break
    return total


def in_while_loop():
    start = tf.constant(0), tf.constant(0.0)
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + noisy()), start)[1]


LOOPS = {
    "dataset": over_a_dataset,
    "range": over_a_range,
    "while_loop": in_while_loop,
    "map_fn": lambda: tf.reduce_sum(tf.map_fn(lambda x: x + noisy(), tf.zeros([3]))),
    "vectorized_map": lambda: tf.reduce_sum(
        tf.vectorized_map(lambda x: x + noisy(), tf.zeros([3]))
    ),
    "foldl": lambda: tf.foldl(lambda x, y: x + y + noisy(), tf.zeros([3]), tf.constant(0.0)),
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_body_prints_and_draws_once(loop, capsys):
    function, alone = tf.function(LOOPS[loop]), np.random.RandomState(0)
    np.random.seed(0)
    found = [float(function()) for _ in range(2)]
    np.testing.assert_allclose(found, [3 * alone.uniform()] * 2, rtol=1e-6)
    assert capsys.readouterr().out == "turn\n"
    assert np.random.uniform() == alone.uniform()


def test_a_loop_over_an_iterator_too(capsys):
    function, alone = tf.function(over_an_iterator), np.random.RandomState(0)
    np.random.seed(0)
    found = float(function(iter(tf.data.Dataset.range(3))))
    np.testing.assert_allclose(found, 3 * alone.uniform(), rtol=1e-6)
    assert capsys.readouterr().out == "turn\n"


def test_draws_behind_a_loop_go_on():
    @tf.function
    def two_loops():
        return over_a_dataset() + 100.0 * over_a_dataset() + 10_000.0 * np.random.uniform()

    alone = np.random.RandomState(0)
    np.random.seed(0)
    one, two, three = alone.uniform(size=3)
    wanted = 3 * one + 300.0 * two + 10_000.0 * three
    np.testing.assert_allclose([float(two_loops()) for _ in range(2)], [wanted] * 2, rtol=1e-6)
    assert np.random.uniform() == alone.uniform()


def test_loops_within_loops_are_traced_once(capsys):
    @tf.function
    def nested():
        total = tf.constant(0.0)
        for _ in tf.data.Dataset.range(2):
            print("outer")
            total += over_a_dataset() + np.random.uniform()
        return total

    alone = np.random.RandomState(0)
    np.random.seed(0)
    inner, outer = alone.uniform(size=2)
    np.testing.assert_allclose([float(nested()) for _ in range(2)], [6 * inner + 2 * outer] * 2)
    assert capsys.readouterr().out == "outer\nturn\n"


def test_a_loop_that_ends_early_leaves_python_as_it_was(capsys):
    @tf.function
    def first_two():
        for number in tf.data.Dataset.range(5):
            print("turn")
            if number == 1:
                break
        return tf.constant(0.0)

    first_two()
    print("behind")
    assert capsys.readouterr().out == "turn\nbehind\n"


def test_eager_loops_print_and_draw_in_each_turn(capsys):
    tf.map_fn(lambda x: x + noisy(), tf.zeros([3], tf.float64))
    assert capsys.readouterr().out == "turn\n" * 3


def test_python_functions_in_a_body_are_called_in_each_turn(capsys):
    def called(x):
        print("called")
        return np.float32(x + np.random.uniform())

    @tf.function
    def total():
        found = tf.constant(0.0)
        for _ in tf.data.Dataset.range(3):
            found = tf.numpy_function(called, [found], tf.float32) + noisy()
            found = tf.reshape(found, [])
        return found

    alone = np.random.RandomState(0)
    np.random.seed(0)
    fixed, drawn = alone.uniform(), alone.uniform(size=3)
    np.testing.assert_allclose(float(total()), 3 * fixed + drawn.sum(), rtol=1e-6)
    assert sorted(capsys.readouterr().out.split()) == ["called"] * 3 + ["turn"]


def test_a_loop_that_is_left_is_over(capsys):
    function = tf.function(over_rows_that_are_left)
    np.random.seed(0)
    found = [float(function()) for _ in range(2)]
    drawn = np.random.RandomState(0).uniform()
    np.testing.assert_allclose(found, [4 * drawn] * 2, rtol=1e-6)
    assert capsys.readouterr().out == "turn\n"
    print("afterwards")
    assert capsys.readouterr().out == "afterwards\n"


def test_a_loop_that_fails_is_over(capsys):
    @tf.function
    def fails(rows):
        for row in rows:
            print("turn")
            tf.debugging.assert_less(row, 2.0)
        return rows

    for _ in range(2):
        with pytest.raises(tf.errors.InvalidArgumentError):
            fails(tf.range(4.0))
    print("afterwards")
    assert capsys.readouterr().out.endswith("turn\nafterwards\n")
