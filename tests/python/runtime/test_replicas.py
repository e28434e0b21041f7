"""Strategies of one replica: scopes, runs, reductions, and what a function sees of its replica."""

import pytest
from library import ours, tf

D = tf.distribute


@pytest.fixture(params=[D.MirroredStrategy, lambda: D.OneDeviceStrategy("/cpu:0")])
def strategy(request):
    return request.param()


def test_a_function_runs_on_the_one_replica(strategy):
    assert strategy.num_replicas_in_sync == 1
    result = strategy.run(lambda x, y: x * y, args=(tf.constant(2.0),), kwargs={"y": 3.0})
    assert result.numpy() == 6.0
    assert [one.numpy() for one in strategy.experimental_local_results(result)] == [6.0]


def test_values_are_reduced_along_an_axis(strategy):
    value = tf.constant([1.0, 3.0])
    assert strategy.reduce("SUM", value, axis=None).numpy().tolist() == [1.0, 3.0]
    assert strategy.reduce(D.ReduceOp.SUM, value, axis=0).numpy() == 4.0
    assert strategy.reduce(D.ReduceOp.MEAN, value, axis=0).numpy() == 2.0
    with pytest.raises(ValueError, match="MEDIAN"):
        strategy.reduce("MEDIAN", value, axis=None)


def test_a_scope_is_told(strategy):
    assert (D.has_strategy(), D.in_cross_replica_context()) == (False, False)
    assert D.get_replica_context().num_replicas_in_sync == 1
    with strategy.scope():
        assert D.get_strategy() is strategy
        assert (D.has_strategy(), D.in_cross_replica_context()) == (True, True)
        assert D.get_replica_context() is None
    assert not D.has_strategy()


def test_a_scope_ends_with_an_error(strategy):
    with pytest.raises(KeyError), strategy.scope():
        raise KeyError
    assert not D.has_strategy()


def test_a_function_sees_its_replica(strategy):
    def function(x):
        context = D.get_replica_context()
        total = context.all_reduce(D.ReduceOp.SUM, x)
        seen = context.merge_call(lambda s, y: (s is strategy, y), args=(1,))
        return total, context.replica_id_in_sync_group, seen

    total, number, seen = strategy.run(function, args=(tf.constant([1.0, 2.0]),))
    assert total.numpy().tolist() == [1.0, 2.0]
    assert (int(number), bool(seen[0]), int(seen[1])) == (0, True, 1)


def test_data_is_read_whole(strategy):
    data = tf.data.Dataset.range(4).batch(2)
    batches = [x.numpy().tolist() for x in strategy.experimental_distribute_dataset(data)]
    assert batches == [[0, 1], [2, 3]]

    def make(context):
        return tf.data.Dataset.range(4).batch(context.get_per_replica_batch_size(4))

    (batch,) = strategy.distribute_datasets_from_function(make)
    assert batch.numpy().tolist() == [0, 1, 2, 3]


@ours("TensorFlow looks for the devices")
def test_there_is_one_device():
    with pytest.raises(ValueError, match="one device"):
        D.MirroredStrategy(["/gpu:0", "/gpu:1"])
    with pytest.raises(AttributeError, match="MirroredStrategy and OneDeviceStrategy"):
        D.TPUStrategy  # noqa: B018
