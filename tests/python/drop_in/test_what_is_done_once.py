"""As a stand-in for TensorFlow functions print and draw once for each trace: see `once`."""

import os
import random
import threading

import numpy as np
import pytest
from library import ours, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def seeded():
    np.random.seed(0)
    random.seed(0)
    return np.random.RandomState(0)


def test_a_function_prints_for_each_trace(capsys):
    @tf.function
    def double(x):
        print("traced", x.shape)
        return x * 2.0

    for size in (1, 2, 1, 2):
        double(tf.zeros([size]))
    assert capsys.readouterr().out == "traced (1,)\ntraced (2,)\n"


def test_a_function_that_makes_variables_is_traced_twice(capsys):
    made = []

    @tf.function
    def counted(x):
        print("traced")
        if not made:
            made.append(tf.Variable(1.0))
        return made[0] * x

    assert [float(counted(2.0)) for _ in range(3)] == [2.0, 2.0, 2.0]
    assert capsys.readouterr().out == "traced\ntraced\n"


def test_draws_of_numpy_and_of_python_are_those_of_the_trace():
    alone = seeded()

    @tf.function
    def noisy(x):
        return x + np.random.uniform() + random.random()

    first, *others = [float(noisy(tf.zeros([], tf.float64))) for _ in range(3)]
    assert others == [first, first]
    alone.uniform()
    assert np.random.uniform() == alone.uniform()


def test_functions_within_functions_keep_their_own_draws():
    seeded()

    @tf.function
    def inner(x):
        return x + np.random.uniform()

    @tf.function
    def outer(x):
        return inner(x) * np.random.uniform()

    known = inner(tf.zeros([]))
    first, *others = [float(outer(tf.zeros([]))) for _ in range(3)]
    assert others == [first, first]
    assert float(inner(tf.zeros([]))) == float(known)


def test_what_is_called_as_python_goes_on(capsys):
    alone = seeded()

    def drawn(x):
        print("called")
        return np.float64(x + np.random.uniform())

    @tf.function
    def noisy(x):
        fixed = np.random.uniform()
        return tf.numpy_function(drawn, [x], tf.float64) - fixed

    fixed = alone.uniform()
    found = [float(noisy(tf.zeros([], tf.float64))) for _ in range(4)]
    np.testing.assert_allclose(found, alone.uniform(size=4) - fixed)
    assert np.random.uniform() == alone.uniform()
    assert capsys.readouterr().out == "called\n" * 4


def test_a_mapped_function_prints_and_draws_once(capsys):
    seeded()

    def noisy(x):
        print("mapped")
        return tf.cast(x, tf.float64) + np.random.uniform()

    dataset = tf.data.Dataset.range(3).map(noisy)
    passes = [[float(x) for x in dataset] for _ in range(2)]
    drawn = np.random.RandomState(0).uniform()
    np.testing.assert_allclose(passes, [[drawn, drawn + 1, drawn + 2]] * 2)
    assert capsys.readouterr().out == "mapped\n"


def test_generators_go_on(capsys):
    def numbers():
        print("begun")
        yield from (1.0, 2.0)

    dataset = tf.data.Dataset.from_generator(numbers, output_types=tf.float32)

    @tf.function
    def total():
        found = 0.0
        for number in dataset:
            found += number
        return found

    assert [float(total()) for _ in range(2)] == [3.0, 3.0]
    assert capsys.readouterr().out == "begun\n" * 2


def test_a_step_of_training_prints_once(capsys):
    class Line(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1)

        def call(self, inputs):
            print("called")
            return self.dense(inputs)

    model = Line()
    model(np.ones([1, 2], "float32"))
    model.compile("sgd", "mse")
    capsys.readouterr()
    model.fit(np.ones([10, 2]), np.ones([10, 1]), batch_size=4, epochs=2, verbose=0)
    assert capsys.readouterr().out == "called\n"


def test_a_function_that_failed_begins_again(capsys):
    fails = [True]

    @tf.function
    def double(x):
        print("traced")
        if fails.pop():
            raise ValueError("the first time")
        return x * 2.0

    with pytest.raises(ValueError, match="the first time"):
        double(1.0)
    fails[:] = [False, False]
    assert [float(double(1.0)) for _ in range(2)] == [2.0, 2.0]
    assert capsys.readouterr().out == "traced\n" * 2


def test_outer_names_mean_what_they_meant():
    factor = 2.0

    @tf.function
    def scaled(x):
        return x * factor

    found = [float(scaled(tf.constant(1.0)))]
    factor = 3.0
    found.append(float(scaled(tf.constant(1.0))))
    assert [*found, *scaled(tf.ones([1])).numpy().tolist()] == [2.0, 2.0, 3.0]


def test_so_do_those_of_methods():
    factor = 2.0

    class Scale:
        @tf.function
        def __call__(self, x):
            return x * factor

    scale = Scale()
    found = [float(scale(tf.constant(1.0)))]
    factor = 3.0
    assert [*found, float(scale(tf.constant(1.0)))] == [2.0, 2.0]


def test_a_variable_that_the_first_call_makes_is_found():
    state = None

    @tf.function
    def counted(x):
        nonlocal state
        if state is None:
            state = tf.Variable(0.0)
        state.assign_add(x)
        return state.read_value()

    assert [float(counted(tf.constant(1.0))) for _ in range(3)] == [1.0, 2.0, 3.0]


@ours("looks inside")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_child_draws_while_another_thread_of_its_parent_does():
    from gradtape._runtime import once

    @tf.function
    def noisy(x):
        return x + np.random.uniform()

    found = [float(noisy(tf.zeros([]))) for _ in range(2)]
    begun, over = threading.Event(), threading.Event()

    def hold():
        with once._lock["of generators"]:
            begun.set()
            over.wait(30)

    other = threading.Thread(target=hold)
    other.start()
    begun.wait(30)
    child = os.fork()
    if child == 0:
        os._exit(int(float(noisy(tf.zeros([]))) != found[0]))
    over.set()
    other.join()
    assert os.waitpid(child, 0)[1] == 0


def test_a_function_around_one_that_makes_variables_is_traced_once(capsys):
    made = []

    @tf.function
    def inner(x):
        print("inner")
        if not made:
            made.append(tf.Variable(1.0))
        return made[0] * x

    @tf.function
    def outer(x):
        print("outer")
        return inner(x)

    assert [float(outer(2.0)) for _ in range(2)] == [2.0, 2.0]
    assert sorted(capsys.readouterr().out.split()) == ["inner", "inner", "outer"]
