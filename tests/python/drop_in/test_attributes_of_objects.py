"""As a stand-in for TensorFlow functions find plain attributes as they were when traced."""

import gc
import types
import weakref

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
keras = tf.keras


class Agent:
    """What it trains with are attributes of Python's, which it changes itself."""

    step = 0

    def __init__(self):
        self.scale, self.flag, self.count = 1.0, True, 0
        self.array, self.tensor = np.ones(2, "float32"), tf.constant(2.0)
        self.total = tf.Variable(0.0)

    @tf.function
    def train(self, x):
        self.count += 1
        if self.count % 2 == 0:
            self.total.assign_add(10.0)
        if self.flag:
            self.total.assign_add(1.0)
        return x * self.scale + tf.reduce_sum(self.array) + self.tensor + float(self.step)


def test_what_a_method_reads_is_what_it_was():
    agent = Agent()
    for _ in range(3):
        assert float(agent.train(tf.constant(1.0))) == 5.0
        agent.scale, agent.flag, agent.step = 7.0, False, 4
        agent.array, agent.tensor = agent.array * 2.0, agent.tensor + 1.0
    assert float(agent.total) == 3.0
    assert (agent.count, agent.scale, agent.step) == (1, 7.0, 4)
    assert agent.train(tf.constant([1.0])).numpy().tolist() == [32.0]
    assert agent.count == 2


def test_other_objects_that_a_function_reads():
    settings = types.SimpleNamespace(rate=0.5)

    class Scaled(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.alpha = 1.0

        def call(self, inputs):
            return inputs * self.alpha

    layer = Scaled()

    @tf.function
    def step(x, given):
        return layer(x) * settings.rate * given.alpha

    other = Scaled()
    assert step(tf.ones([1]), other).numpy().tolist() == [0.5]
    layer.alpha = settings.rate = other.alpha = 8.0
    assert step(tf.ones([1]), other).numpy().tolist() == [0.5]
    assert step(tf.ones([2]), other).numpy().tolist() == [512.0, 512.0]
    assert layer(tf.ones([1])).numpy().tolist() == [8.0]


def test_functions_of_python_find_what_the_program_has_given():
    class Counting:
        seen = 0

        def count(self, x):
            self.seen += 1
            return x + self.seen

        @tf.function
        def __call__(self, x):
            return tf.py_function(self.count, [x], tf.float32)

    counting = Counting()
    assert [float(counting(tf.constant(0.0))) for _ in range(3)] == [1.0, 2.0, 3.0]
    assert counting.seen == 3


def test_a_function_that_fails_leaves_attributes_as_they_were():
    class Failing:
        limit = 1.0

        @tf.function
        def __call__(self, x):
            tf.debugging.assert_less(x, 5.0)
            return x * self.limit

    failing = Failing()
    failing(tf.constant(1.0))
    failing.limit = 3.0
    with pytest.raises(tf.errors.InvalidArgumentError):
        failing(tf.constant(9.0))
    assert failing.limit == 3.0


def test_what_is_set_up_once_is_not_set_up_again():
    class Lazy(tf.Module):
        def __init__(self):
            super().__init__()
            self.is_ready, self.weight, self.made = False, None, []

        @tf.function
        def __call__(self, x):
            if not self.is_ready:
                self.weight, self.is_ready = tf.Variable(2.0), True
                self.made.append(1)
            return self.weight * x

    lazy = Lazy()
    assert [float(lazy(tf.constant(1.0))) for _ in range(3)] == [2.0] * 3
    assert len(lazy.made) == 1


def test_objects_are_not_kept_alive():
    agent = Agent()
    agent.myself = [agent]
    agent.train(tf.constant(1.0))
    there = weakref.ref(agent)
    del agent
    gc.collect()
    assert there() is None or tf.__name__ != "gradtape"


class Annealed(keras.Model):
    """Its loss has a number that a callback raises."""

    def __init__(self):
        super().__init__()
        self.dense, self.extra, self.steps = keras.layers.Dense(1), 0.0, 0

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        self.steps += 1
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self(data[0], training=True)) * 0.0 + self.extra
        self.optimizer.apply_gradients(
            zip(
                tape.gradient(loss, self.trainable_variables), self.trainable_variables, strict=True
            )
        )
        return {"extra": loss}


class Anneal(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.extra = 1.0 + epoch


def annealed(**options):
    model = Annealed()
    model.compile("sgd", **options)
    x = np.ones([4, 2], "float32")
    return model, model.fit(x, x, epochs=3, verbose=0, callbacks=[Anneal()]).history["extra"]


def test_a_number_that_a_callback_changes_is_that_of_the_first_step():
    model, extras = annealed()
    assert extras == [1.0, 1.0, 1.0]
    assert (model.extra, model.steps) == (3.0, 2)
    x = np.ones([4, 2], "float32")
    model.compile("sgd")
    assert model.fit(x, x, verbose=0).history["extra"] == [3.0]


def test_run_eagerly_reads_it_at_every_step():
    assert annealed(run_eagerly=True)[1] == [1.0, 2.0, 3.0]


def test_layers_are_frozen_when_the_model_is_compiled():
    x = np.ones([4, 2], "float32")
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, x[:, :1] * 9.0, verbose=0)
    model.layers[0].trainable = False
    kernels = [model.layers[0].kernel.numpy()]
    for recompile in (False, True):
        if recompile:
            model.compile("sgd", "mse")
        model.fit(x, x[:, :1] * 9.0, verbose=0)
        kernels.append(model.layers[0].kernel.numpy())
        assert not model.layers[0].trainable_variables
    assert (kernels[0] != kernels[1]).any()
    assert (kernels[1] == kernels[2]).all()


def test_options_of_layers_are_those_of_the_first_step():
    x = np.ones([4, 2], "float32")
    dropout = keras.layers.Dropout(0.0)
    model = keras.Sequential([keras.Input((2,)), dropout, keras.layers.Dense(2)])
    model.compile(keras.optimizers.SGD(0.0), "mse")
    first = model.fit(x, x, verbose=0).history
    dropout.rate = 0.99
    assert model.fit(x, x, verbose=0).history == first


def test_long_lists_of_data_are_passed_over():
    class Counted:
        def __init__(self):
            self.scale = 1.0

    few, many = [Counted()], [Counted() for _ in range(300)]

    @tf.function
    def scaled(x):
        return x * few[0].scale + many[0].scale

    assert float(scaled(tf.constant(1.0))) == 2.0
    few[0].scale = 9.0
    assert float(scaled(tf.constant(1.0))) == 2.0


def test_a_function_that_calls_itself_leaves_attributes_as_they_were():
    class Recursive:
        def __init__(self):
            self.depth, self.rate = 0, 2.0

        @tf.function
        def __call__(self, x):
            self.depth += 1
            deeper = self(x) if self.depth < 3 else x
            self.depth -= 1
            return deeper * self.rate

    recursive = Recursive()
    assert float(recursive(tf.constant(1.0))) == 8.0
    recursive.rate = 5.0
    assert float(recursive(tf.constant(1.0))) == 8.0
    assert (recursive.rate, recursive.depth) == (5.0, 0)
