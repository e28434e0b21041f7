"""Outer names of the functions that a traced function calls mean what they meant in its trace."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
FACTOR, SHIFT, COUNT = 1.0, np.array([1.0, 2.0], "float32"), 0


@pytest.fixture(autouse=True)
def begin_anew():
    _set(FACTOR=1.0, SHIFT=np.array([1.0, 2.0], "float32"), COUNT=0)


def _set(**names):
    globals().update(names)


def scaled(x):
    return x * FACTOR


def moved(x):
    return scaled(x) + tf.reduce_sum(SHIFT)


def counted(x):
    global COUNT
    COUNT += 1
    return x * COUNT


class Mover:
    def move(self, x):
        return moved(x)

    @staticmethod
    def scale(x):
        return scaled(x)

    @tf.function
    def run(self, x):
        return self.move(x) + self.scale(x)


def test_they_are_those_of_the_trace():
    function, mover = tf.function(lambda x: moved(x)), Mover()
    seen = []
    for _ in range(3):
        seen.append((float(function(2.0)), float(mover.run(2.0)), float(moved(2.0))))
        _set(FACTOR=FACTOR + 1, SHIFT=SHIFT * 2)
    assert seen == [(5.0, 7.0, 5.0), (5.0, 7.0, 10.0), (5.0, 7.0, 18.0)]
    assert FACTOR == 4.0


def test_another_signature_is_another_trace():
    function = tf.function(lambda x: scaled(x))
    assert float(function(tf.constant(1.0))) == 1.0
    _set(FACTOR=3.0)
    assert function(tf.constant([1.0])).numpy().tolist() == [3.0]
    assert float(function(tf.constant(1.0))) == 1.0


def test_what_is_set_is_set_once():
    function = tf.function(lambda x: counted(x))
    assert [float(function(tf.constant(2.0))) for _ in range(3)] == [2.0, 2.0, 2.0]
    assert COUNT == 1
    _set(COUNT=7)
    assert float(function(tf.constant(2.0))) == 2.0
    assert COUNT == 7


def test_of_functions_within_functions():
    factor = 1.0

    def inner(x):
        return x * factor

    function = tf.function(lambda x: inner(x))
    seen = []
    for _ in range(2):
        seen.append(float(function(tf.constant(2.0))))
        factor += 1
    assert seen == [2.0, 2.0]
    assert float(inner(tf.constant(2.0))) == 6.0


def test_a_function_that_fails_leaves_them():
    def fails(x):
        tf.debugging.assert_positive(x)
        return scaled(x)

    function = tf.function(lambda x: fails(x))
    function(tf.constant(1.0))
    _set(FACTOR=5.0)
    with pytest.raises(tf.errors.InvalidArgumentError):
        function(tf.constant(-1.0))
    assert FACTOR == 5.0


def test_python_functions_see_them_as_they_are():
    def live(x):
        return np.float32(x * FACTOR)

    def wrapped(x):
        return scaled(x) + tf.numpy_function(live, [x], tf.float32)

    function = tf.function(lambda x: wrapped(x))
    assert float(function(tf.constant(1.0))) == 2.0
    _set(FACTOR=3.0)
    assert float(function(tf.constant(1.0))) == 4.0


def test_steps_of_a_model():
    class Scaled(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

        def call(self, x):
            return scaled(self.dense(x))

    model = Scaled()
    model.compile(tf.keras.optimizers.SGD(0.0), "mse")
    x, y = np.ones((2, 2), "float32"), np.zeros((2, 1), "float32")
    losses = []
    for _ in range(2):
        losses += model.fit(x, y, verbose=0).history["loss"]
        _set(FACTOR=FACTOR + 1)
    assert losses == [4.0, 4.0]
    assert float(model(x)[0, 0]) == 6.0


class Parser:
    def __init__(self):
        self.factor = 1.0

    def parse(self, x):
        return scaled(x) * self.factor


def test_functions_of_datasets_have_them_from_when_they_were_given():
    parser, numbers = Parser(), tf.data.Dataset.from_tensor_slices([1.0, 2.0])
    first, kept = numbers.map(parser.parse), numbers.filter(lambda x: scaled(x) > 1.5)
    parser.factor = 3.0
    _set(FACTOR=2.0)
    second = numbers.map(parser.parse)
    for _ in range(2):
        assert [float(x) for x in first] == [1.0, 2.0]
        assert [float(x) for x in kept] == [2.0]
        assert [float(x) for x in second] == [6.0, 12.0]
    assert (parser.factor, FACTOR) == (3.0, 2.0)
