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


@pytest.mark.parametrize("value", [1.0, [1.0, 2.0], {"a": 3}])
def test_values_of_one_device_are_together_as_they_are(value):
    for strategy in (D.get_strategy(), D.OneDeviceStrategy("/cpu:0")):
        assert strategy.reduce("SUM", value, axis=None) is value


def test_values_of_mirrors_become_tensors():
    found = D.MirroredStrategy(["/cpu:0"]).reduce("SUM", {"a": [1.0, 2.0]}, axis=None)
    assert [one.numpy() for one in found["a"]] == [1.0, 2.0]


def test_lists_of_numbers_are_reduced_as_tensors(strategy):
    assert strategy.reduce("SUM", [1.0, 2.0], axis=0).numpy() == 3.0


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
        D.ParameterServerStrategy  # noqa: B018


def test_options_of_devices_are_kept():
    for way in (D.HierarchicalCopyAllReduce(2), D.NcclAllReduce(), D.ReductionToOneDevice()):
        assert isinstance(way, D.CrossDeviceOps)
        assert D.MirroredStrategy(cross_device_ops=way).num_replicas_in_sync == 1
    with pytest.raises(ValueError, match="num_packs >= 0, but -1 is specified"):
        D.NcclAllReduce(num_packs=-1)
    assert D.InputOptions().experimental_replication_mode is D.InputReplicationMode.PER_WORKER
    options = D.experimental.CommunicationOptions(timeout_seconds=3.0)
    assert options.implementation is D.experimental.CommunicationImplementation.AUTO


def test_a_strategy_may_keep_its_variables_apart():
    strategy = D.experimental.CentralStorageStrategy()
    with strategy.scope():
        v = tf.Variable(1.0)
    assert strategy.run(lambda: v * 2.0).numpy() == 2.0


def test_what_libraries_ask_of_a_strategy(strategy):
    extended = strategy.extended
    assert isinstance(extended, D.StrategyExtended)
    with strategy.scope():
        v = tf.Variable([1.0])
        extended.update(v, lambda v, x: v.assign_add(x), args=([2.0],))
        assert v.numpy().tolist() == [3.0]
        total = extended.reduce_to(D.ReduceOp.SUM, v.read_value(), v)
        assert total.numpy().tolist() == [3.0]
        with extended.colocate_vars_with(v):
            assert extended.variable_created_in_scope(tf.Variable(1.0))
    assert len(extended.worker_devices) == 1
    assert "CPU:0" in extended.worker_devices[0]


@ours("names of TensorFlow 2.0 to 2.3")
def test_older_names_of_methods(strategy):
    assert strategy.experimental_run_v2(lambda x: x + 1.0, args=(1.0,)) == 2.0
    dataset = strategy.experimental_distribute_datasets_from_function(
        lambda context: tf.data.Dataset.range(4).shard(
            context.num_input_pipelines, context.input_pipeline_id
        )
    )
    iterator = strategy.make_dataset_iterator(dataset)
    assert strategy.experimental_run(lambda x: x + 1, iterator).numpy() == 1
    assert strategy.unwrap(3.0) == (3.0,)


def test_there_is_no_strategy_for_tpus():
    assert not isinstance(D.get_strategy(), D.TPUStrategy)
    with pytest.raises(ValueError, match="provide a TPU Name"):
        D.experimental.TPUStrategy()


class TestClusters:
    JOBS = {"worker": ["a:1", "b:1"], "ps": {1: "c:1"}}  # noqa: RUF012

    def test_addresses_by_job(self):
        cluster = tf.train.ClusterSpec(self.JOBS)
        assert cluster.as_dict() == self.JOBS
        assert cluster.jobs == ["worker", "ps"]
        assert cluster.task_indices("worker") == [0, 1]
        assert cluster.job_tasks("ps") == [None, "c:1"]
        assert cluster == tf.train.ClusterSpec(cluster)
        assert not tf.train.ClusterSpec({})
        with pytest.raises(ValueError, match="No such job in cluster: 'chief'"):
            cluster.num_tasks("chief")
        with pytest.raises(ValueError, match="No task with index 2 in job 'worker'"):
            cluster.task_address("worker", 2)
        with pytest.raises(TypeError, match="`cluster` must be a dictionary"):
            tf.train.ClusterSpec(["a:1"])

    def test_resolvers_know_them(self, monkeypatch):
        resolvers = D.cluster_resolver
        simple = resolvers.SimpleClusterResolver(
            tf.train.ClusterSpec(self.JOBS), "b:1", "worker", 1
        )
        assert (simple.task_type, simple.task_id, simple.master()) == ("worker", 1, "b:1")
        assert simple.master("worker", 0) == "a:1"
        config = '{"cluster": {"worker": ["a:1", "b:1"]}, "task": {"type": "worker", "index": 0}}'
        monkeypatch.setenv("TF_CONFIG", config)
        told = resolvers.TFConfigClusterResolver()
        assert told.cluster_spec().as_dict() == {"worker": ["a:1", "b:1"]}
        assert (told.task_type, told.task_id, told.master()) == ("worker", 0, "a:1")


def test_a_replica_reduces_over_all_by_the_private_name():
    strategy = tf.distribute.get_strategy()
    gradients = [tf.constant(1.0), tf.constant([2.0, 3.0])]
    found = strategy.extended._replica_ctx_all_reduce(tf.distribute.ReduceOp.SUM, gradients)
    assert [one.numpy().tolist() for one in found] == [1.0, [2.0, 3.0]]


def test_the_strategy_without_a_scope_has_the_name_that_programs_print():
    assert type(D.get_strategy()).__name__ == "_DefaultDistributionStrategy"
    assert isinstance(D.get_strategy(), D.Strategy)
