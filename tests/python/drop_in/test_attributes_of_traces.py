"""As a stand-in for TensorFlow, methods find the attributes of their trace."""

import copy

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


class Agent:
    def __init__(self):
        self.rate, self.steps, self.calls = 1.0, 0, 0
        self.shift = tf.constant(1.0)
        self.scale = tf.Variable(1.0)

    @tf.function
    def scaled(self, x):
        return self.rate * x + self.shift

    @tf.function
    def counted(self, x):
        self.steps += 1
        self._note()
        return x + self.steps

    def _note(self):
        self.calls += 1

    @property
    def doubled(self):
        return 2.0 * self.rate

    @tf.function
    def by_a_property(self, x):
        return self.doubled * x

    @tf.function
    def by_another(self, x):
        return self.scaled(x) + self._halved(x)

    def _halved(self, x):
        return self.rate * x / 2.0

    def made_within(self):
        @tf.function
        def scaled(x):
            return self.rate * x

        return scaled


def numbers(function, agent, x=1.0):
    found = []
    for rate in (1.0, 2.0, 3.0):
        agent.rate = rate
        found.append(float(function(tf.constant(x))))
    return found


@pytest.mark.parametrize("name", ["scaled", "by_a_property", "by_another"])
def test_an_attribute_is_what_it_was_when_it_was_traced(name):
    agent = Agent()
    first, *others = numbers(getattr(agent, name), agent)
    assert others == [first, first]
    assert agent.rate == 3.0


def test_so_it_is_in_a_function_that_a_method_makes():
    agent = Agent()
    assert numbers(agent.made_within(), agent) == [1.0, 1.0, 1.0]
    assert numbers(tf.function(agent._halved), agent) == [0.5, 0.5, 0.5]


def test_each_trace_and_each_object_has_its_own():
    agent, other = Agent(), Agent()
    other.rate = 5.0
    assert numbers(agent.scaled, agent) == [2.0, 2.0, 2.0]
    assert float(other.scaled(tf.constant(1.0))) == 6.0
    assert agent.scaled(tf.constant([1.0])).numpy() == [4.0]
    assert float(agent.scaled(tf.constant(1.0))) == 2.0


def test_a_tensor_in_an_attribute_is_that_of_the_trace_and_a_variable_is_read():
    agent = Agent()

    def both(x):
        return agent.scaled(x)

    assert float(both(tf.constant(1.0))) == 2.0
    agent.shift = tf.constant(7.0)
    assert float(both(tf.constant(1.0))) == 2.0

    @tf.function
    def read(x):
        return x * agent.scale

    assert float(read(tf.constant(1.0))) == 1.0
    agent.scale.assign(4.0)
    assert float(read(tf.constant(1.0))) == 4.0


def test_what_is_set_is_set_once_for_each_trace():
    agent = Agent()
    assert [float(agent.counted(tf.constant(0.0))) for _ in range(3)] == [1.0, 1.0, 1.0]
    assert (agent.steps, agent.calls) == (1, 1)
    assert agent.counted(tf.constant([0.0])).numpy() == [2.0]
    assert (agent.steps, agent.calls) == (2, 2)
    agent.steps = 10
    assert float(agent.counted(tf.constant(0.0))) == 1.0
    assert agent.steps == 10


def test_variables_that_the_first_call_makes_stay():
    class Lazy:
        weight = None

        @tf.function
        def __call__(self, x):
            if self.weight is None:
                self.weight = tf.Variable(2.0)
            return self.weight * x

    lazy = Lazy()
    assert [float(lazy(tf.constant(1.0))) for _ in range(3)] == [2.0, 2.0, 2.0]
    lazy.weight.assign(3.0)
    assert float(lazy(tf.constant(1.0))) == 3.0


def test_what_runs_as_python_goes_on():
    class Environment:
        steps = 0

        def _step(self, x):
            self.steps += 1
            return np.float32(x + self.steps)

        @tf.function
        def step(self, x):
            return tf.numpy_function(self._step, [x], tf.float32)

    environment = Environment()
    assert [float(environment.step(tf.constant(0.0))) for _ in range(3)] == [1.0, 2.0, 3.0]
    assert environment.steps == 3


def test_an_object_goes_when_nobody_holds_it():
    import gc
    import weakref

    agent = Agent()
    agent.scaled(tf.constant(1.0))
    gone = weakref.ref(agent)
    del agent
    gc.collect()
    assert gone() is None


@tf.keras.utils.register_keras_serializable("traces")
class Weighted(tf.keras.Model):
    def __init__(self, **options):
        super().__init__(**options)
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.seen = tf.keras.metrics.Mean(name="seen")
        self.beta, self.scale = 1.0, 1.0

    @property
    def metrics(self):
        return [self.seen]

    def call(self, inputs):
        return self.dense(inputs) * self.scale

    def test_step(self, data):
        x, y = data
        self.seen.update_state((self(x) - y) * self.beta)
        return {"seen": self.seen.result()}


def test_a_step_of_a_loop_finds_the_attributes_of_its_trace():
    model = Weighted()
    model(tf.ones([1, 3]))
    model.compile("sgd", "mse")
    x, y = np.ones([4, 3], "float32"), np.ones([4, 2], "float32")

    def seen():
        return model.evaluate(x, y, verbose=0, return_dict=True)["seen"]

    first, predicted = seen(), model.predict(x, verbose=0)
    model.beta, model.scale = 0.5, 2.0
    assert seen() == first
    np.testing.assert_array_equal(model.predict(x, verbose=0), predicted)
    np.testing.assert_array_equal(model(x), 2.0 * predicted)
    model.compile("sgd", "mse")
    np.testing.assert_allclose(seen(), 2.5)


def test_a_copied_model_is_traced_anew():
    model = Weighted()
    x = np.ones([4, 3], "float32")
    predicted = model.predict(x, verbose=0)
    other = copy.deepcopy(model)
    other.scale = 3.0
    np.testing.assert_array_equal(model.predict(x, verbose=0), predicted)
    assert model.scale == 1.0
