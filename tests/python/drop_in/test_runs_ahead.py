"""In TensorFlow's place `call` runs twice at first where Keras 3 runs it to look for weights."""

import random

import numpy as np
import pytest
from library import ours, tf

layers = tf.keras.layers
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
ONES = np.ones((2, 3), "float32")


class Block(layers.Layer):
    def __init__(self, inner=None, name=None):
        super().__init__(name=name)
        self.inner = layers.Dense(2, kernel_initializer="ones") if inner is None else inner
        self.runs = 0

    def call(self, x):
        print("run", self.built)
        self.runs += 1
        return self.inner(x)


class Net(tf.keras.Model):
    def __init__(self, **options):
        super().__init__(**options)
        self.inner = layers.Dense(2, kernel_initializer="ones")
        self.runs = 0

    def call(self, x, training=False):
        print("run")
        self.runs += 1
        return self.inner(x) * np.random.rand()


def test_an_eager_call_runs_it_once_more_before_it_is_built(capsys):
    block = Block()
    for _ in range(2):
        block(ONES)
    assert block.runs == 3
    assert capsys.readouterr().out == "run False\nrun True\nrun True\n"


def test_numbers_are_those_of_the_second_run():
    np.random.seed(0)
    random.seed(0)
    _, second, third = np.random.RandomState(0).rand(3)
    np.testing.assert_allclose(Net()(ONES), np.full((2, 2), 3 * second), rtol=1e-6)
    assert np.random.rand() == third


def test_layers_within_run_ahead_in_each_run():
    outer = Block(Block())
    outer(ONES)
    assert (outer.runs, outer.inner.runs) == (2, 3)


def _with_build():
    class Built(Block):
        def build(self, shape):
            self.inner.build(shape)

    return Built()


def _of_built_layer():
    dense = layers.Dense(2)
    dense.build((None, 3))
    return Block(dense)


def _of_chain():
    return Block(tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2)]))


@pytest.mark.parametrize(
    "make",
    [_with_build, _of_built_layer, _of_chain, lambda: Block(layers.Dropout(0.5)),
     lambda: Block(layers.ReLU()), lambda: Block(lambda x: x)],
)  # fmt: skip
def test_there_is_one_run_where_nothing_is_to_be_built(make):
    block = make()
    block(ONES)
    assert block.runs == 1


def test_symbolic_calls_run_it_once_for_weights_and_once_for_shapes(capsys):
    inputs, block = tf.keras.Input((3,)), Block()
    model = tf.keras.Model(inputs, block(inputs))
    assert block.runs == 2
    assert capsys.readouterr().out.count("run") == 2
    block(inputs)
    model(ONES)
    assert block.runs == 4


def test_a_chain_is_put_together_before_it_runs():
    block = Block()
    tf.keras.Sequential([block])(ONES)
    assert block.runs == 3
    block = Block()
    tf.keras.Sequential([tf.keras.Input((3,)), block])
    assert block.runs == 2


@pytest.mark.parametrize("eagerly", [False, True])
def test_fit_traces_or_runs_it_behind(eagerly, capsys):
    net = Net()
    net.compile("sgd", "mse", run_eagerly=eagerly)
    net.fit(ONES, ONES[:, :2], epochs=2, verbose=0)
    assert net.runs == 3
    assert capsys.readouterr().out == "run\n" * 3


def test_draws_behind_fit_are_those_behind_all_its_runs():
    np.random.seed(0)
    net = Net()
    net.compile("sgd", "mse")
    net.fit(ONES, ONES[:, :2], epochs=2, verbose=0)
    assert np.random.rand() == np.random.RandomState(0).rand(4)[3]


def test_operations_of_the_run_ahead_leave_nothing_behind():
    class Counts(layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(2, kernel_initializer="ones")
            self.drop = layers.Dropout(0.5, seed=3)
            self.seeds = tf.keras.random.SeedGenerator(5)
            self.mean = tf.keras.metrics.Mean()
            self.count = self.add_weight(shape=(), initializer="zeros", trainable=False)

        def call(self, x):
            self.count.assign_add(1.0)
            self.mean.update_state(3.0)
            self.add_loss(tf.reduce_sum(x))
            self.dense.bias.assign_add([1.0, 1.0]) if self.dense.built else None
            return self.drop(self.dense(x), training=True)

    layer, alone = Counts(), layers.Dropout(0.5, seed=3)
    found = layer(ONES)
    np.testing.assert_array_equal(found, alone(np.full((2, 2), 4.0, "float32"), training=True))
    assert (float(layer.count), float(layer.mean.count)) == (1.0, 1.0)
    assert [float(loss) for loss in layer.losses] == [6.0]


def test_the_bias_of_forget_gates_stays():
    block = Block(layers.LSTM(2))
    block(np.ones((1, 3, 2), "float32"))
    np.testing.assert_array_equal(block.inner.cell.bias, [0, 0, 1, 1, 0, 0, 0, 0])


def test_random_operations_of_the_run_ahead_do_not_count():
    class Noisy(layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(2, kernel_initializer="ones")

        def call(self, x):
            return self.dense(x) + tf.random.uniform([2])

    tf.random.set_seed(1)
    wanted = tf.random.uniform([2])
    tf.random.set_seed(1)
    np.testing.assert_allclose(Noisy()(ONES)[0], wanted + 3.0, rtol=1e-6)


def test_layers_in_the_run_ahead_are_in_their_own_mode(capsys):
    class Tells(layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(2)

        def call(self, x, training=False):
            print(training)
            return self.dense(x)

    class Two(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.first, self.second = Tells(), Tells()

        def call(self, x, training=None):
            return self.first(x, training=training) + self.second(x)

    Two()(ONES, training=True)
    told = capsys.readouterr().out.split()
    assert told == ["True", "True", "False", "False", "True", "True"]


def test_errors_are_those_of_the_run_itself():
    class Fails(Block):
        def call(self, x):
            super().call(x)
            raise KeyError("no such thing")

    block = Fails()
    with pytest.raises(KeyError):
        block(ONES)
    assert block.runs == 2


@ours("Keras 3 makes no weights there: Model.build")
def test_build_of_a_model_shows_nothing_of_its_run(capsys):
    np.random.seed(0)
    net = Net()
    net.build((None, 3))
    assert (net.runs, capsys.readouterr().out) == (0, "")
    assert np.random.rand() == np.random.RandomState(0).rand()
    net(ONES)
    assert net.runs == 1


outer_count = tf.Variable(0.0)


def test_variables_outside_of_the_layer_are_not_changed_ahead():
    class Counts(Block):
        def call(self, x):
            outer_count.assign_add(1.0)
            return super().call(x)

    outer_count.assign(0.0)
    block = Counts()
    block(ONES)
    assert (block.runs, float(outer_count)) == (2, 1.0)


def test_steps_within_a_call_are_made_once():
    class Learns(layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(1, kernel_initializer="ones", use_bias=False)
            self.steps = tf.keras.optimizers.SGD(0.5, momentum=0.9)

        def call(self, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(self.dense(x))
            gradients = tape.gradient(loss, self.dense.trainable_weights)
            self.steps.apply_gradients(zip(gradients, self.dense.trainable_weights))
            return self.dense(x)

    np.testing.assert_array_equal(Learns()(np.ones((1, 2), "float32")), [[1.0]])
