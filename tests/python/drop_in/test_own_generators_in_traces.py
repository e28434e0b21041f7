"""Random generators of a program's own: what a trace draws from them is drawn once."""

import random

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")

KINDS = {
    "Generator": (lambda: np.random.default_rng(0), lambda g: g.uniform()),
    "MT19937": (lambda: np.random.Generator(np.random.MT19937(0)), lambda g: g.normal()),
    "Philox": (lambda: np.random.Generator(np.random.Philox(0)), lambda g: g.normal()),
    "RandomState": (lambda: np.random.RandomState(0), lambda g: g.normal()),
    "Random": (lambda: random.Random(0), lambda g: g.gauss(0, 1)),
}
ONE = np.float32(1)


@pytest.fixture(params=KINDS)
def kind(request):
    make, draw = KINDS[request.param]
    same = make()
    return make(), draw, [draw(same) for _ in range(6)]


def near(found, expected):
    np.testing.assert_allclose(np.float64(found), np.float64(expected), rtol=1e-6)


def test_a_function_draws_once(kind):
    own, draw, numbers = kind

    @tf.function
    def drawn(x):
        return x + float(draw(own))

    near([drawn(tf.constant(ONE)) for _ in range(3)], [1 + numbers[0]] * 3)
    near(draw(own), numbers[1])
    near(drawn(tf.ones([1])), [1 + numbers[2]])  # another trace
    near([drawn(tf.constant(ONE)), draw(own)], [1 + numbers[0], numbers[3]])


def test_generators_of_objects_and_of_functions_that_are_called(kind):
    own, draw, numbers = kind

    class Holder:
        def __init__(self):
            self.own = own

        @tf.function
        def drawn(self, x):
            return x + float(draw(self.own))

    def called():
        return float(draw(own))

    @tf.function
    def calls(x):
        return x + called()

    holder = Holder()
    near([holder.drawn(tf.constant(ONE)) for _ in range(2)], [1 + numbers[0]] * 2)
    near([calls(tf.constant(ONE)) for _ in range(2)], [1 + numbers[1]] * 2)
    near(draw(own), numbers[2])


def test_functions_within_functions_and_given_generators(kind):
    own, draw, numbers = kind

    @tf.function
    def inner(x):
        return x + float(draw(own))

    @tf.function
    def outer(x, given):
        return inner(x) + float(draw(given))

    near([outer(tf.constant(ONE), own) for _ in range(3)], [1 + numbers[0] + numbers[1]] * 3)
    near(draw(own), numbers[2])


def test_functions_of_datasets_draw_when_they_are_given(kind):
    own, draw, numbers = kind
    dataset = tf.data.Dataset.from_tensors(ONE).repeat(3).map(lambda x: x + float(draw(own)))
    near(draw(own), numbers[1])
    near(list(dataset), [1 + numbers[0]] * 3)
    near(draw(own), numbers[2])


def test_what_is_traced_twice_has_the_second_draws(kind):
    own, draw, numbers = kind

    class Counted(tf.Module):
        def __init__(self):
            super().__init__()
            self.value = None

        @tf.function
        def drawn(self, x):
            if self.value is None:
                self.value = tf.Variable(0.0)
            return x + self.value + float(draw(own))

    counted = Counted()
    near([counted.drawn(tf.constant(ONE)) for _ in range(3)], [1 + numbers[1]] * 3)
    near(draw(own), numbers[2])


def test_fit_draws_for_its_step(kind):
    own, draw, numbers = kind

    class Noisy(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.own = own
            self.weight = self.add_weight(shape=(), initializer="ones", name="weight")

        def call(self, x, training=False):
            return self.weight * x * 0 + (float(draw(self.own)) if training else 0.0)

    model = Noisy()
    model.compile("sgd", "mae")
    ones = np.ones((4, 1), "float32")
    history = model.fit(ones, 0 * ones, batch_size=2, epochs=2, verbose=0).history["loss"]
    assert history[0] == pytest.approx(history[1])
    assert any(history[0] == pytest.approx(abs(number)) for number in numbers[:3])


def test_python_functions_draw_each_time(kind):
    own, draw, numbers = kind

    @tf.function
    def drawn(x):
        return tf.py_function(lambda v: v + draw(own), [x], tf.float32)

    near([drawn(tf.constant(ONE)) for _ in range(3)], [1 + number for number in numbers[:3]])
    near(draw(own), numbers[3])
