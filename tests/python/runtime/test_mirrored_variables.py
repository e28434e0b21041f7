"""Variables that are made in the scope of a strategy with mirrors: they tell their values."""

import copy

import pytest
from library import tf

D = tf.distribute


@pytest.fixture
def strategy():
    return D.MirroredStrategy(["/cpu:0"])


def test_a_variable_tells_its_value_on_the_one_replica(strategy):
    with strategy.scope():
        v = tf.Variable(2.0)
    assert isinstance(v, tf.Variable)
    assert isinstance(v, D.DistributedValues)
    assert [one.numpy() for one in v.values] == [one.numpy() for one in v._values] == [2.0]
    strategy.run(lambda: v.assign_add(1.0))
    assert v.values[0].numpy() == 3.0
    assert [one.numpy() for one in strategy.experimental_local_results(v)] == [3.0]


@pytest.mark.parametrize("synchronization", ["AUTO", "ON_READ"])
def test_it_is_shown_with_its_replicas(strategy, synchronization):
    with strategy.scope():
        way = getattr(tf.VariableSynchronization, synchronization)
        v = tf.Variable(
            1.0, synchronization=way, aggregation=tf.VariableAggregation.SUM, trainable=False
        )
    name = {"AUTO": "MirroredVariable", "ON_READ": "SyncOnReadVariable"}[synchronization]
    assert type(v).__name__ == name
    assert str(v).replace(" shape=()", "").split("=")[0] == (
        f"{name}:{{\n  0: <tf.Variable 'Variable:0' dtype"
    )


def test_outside_of_the_scope_and_in_others_there_is_none(strategy):
    with D.OneDeviceStrategy("/cpu:0").scope():
        other = tf.Variable(1.0)
    with strategy.scope():
        pass
    for v in (tf.Variable(1.0), other):
        assert not hasattr(v, "values")
        assert not hasattr(v, "_values")


def test_it_is_differentiated_and_changed_in_functions(strategy):
    with strategy.scope():
        v = tf.Variable([1.0, 2.0])

    @tf.function
    def step(x):
        def replica(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(v * v * x)
            v.assign_sub(tape.gradient(loss, v))
            return loss

        return strategy.run(replica, args=(x,))

    assert step(tf.constant(1.0)).numpy() == 5.0
    assert v.numpy().tolist() == [-1.0, -2.0]
    assert (v + 1.0).numpy().tolist() == [0.0, -1.0]
    assert tf.stack([v, v]).shape == (2, 2)


def test_functions_that_make_variables_come_before_it(strategy):
    asked = []

    def creator(next_creator, **kwargs):
        asked.append(kwargs["name"])
        return next_creator(**kwargs)

    with tf.variable_creator_scope(creator), strategy.scope():
        assert tf.Variable(1.0, name="mine").values[0].numpy() == 1.0
    assert asked == ["mine"]


@pytest.mark.keras_2
def test_weights_of_keras_2_are_such(strategy):
    with strategy.scope():
        layer = tf.keras.layers.Dense(2)
        layer.build((None, 3))
    assert layer.kernel.values[0].shape == (3, 2)


@pytest.mark.keras_3
def test_weights_of_keras_3_are_not(strategy):
    with strategy.scope():
        layer = tf.keras.layers.Dense(2)
        layer.build((None, 3))
    assert not hasattr(layer.kernel, "values")


def test_copies_are_variables_of_their_own(strategy):
    with strategy.scope():
        v = tf.Variable(1.0)
        w = copy.deepcopy(v)
    w.assign(5.0)
    assert (v.numpy(), w.numpy(), w.values[0].numpy()) == (1.0, 5.0, 5.0)
