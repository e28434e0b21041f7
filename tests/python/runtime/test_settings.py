"""Devices, settings and names that mean little where everything runs at once on the CPU."""

import pickle

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

CPU = tf.config.list_physical_devices("CPU")[0]


def test_there_is_one_device_of_each_kind():
    assert [d.device_type for d in tf.config.list_logical_devices()] == ["CPU"]
    assert tf.config.list_logical_devices("GPU") == []
    assert tf.config.experimental.list_physical_devices("TPU") == []
    assert tf.config.get_visible_devices() == [CPU]
    assert tf.config.experimental.get_device_details(CPU) == {}


def test_devices_that_are_not_here_are_refused():
    with pytest.raises(ValueError, match="Unrecognized device: 'GPU'"):
        tf.config.set_visible_devices("GPU")
    with pytest.raises(ValueError, match="Cannot set memory growth on non-GPU"):
        tf.config.experimental.set_memory_growth(CPU, True)
    with pytest.raises(ValueError, match="No matching devices found for 'GPU:0'"):
        tf.config.experimental.get_memory_info("GPU:0")


def test_the_usual_lines_at_the_top_of_a_program():
    for gpu in tf.config.experimental.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    tf.config.set_visible_devices([], "GPU")
    tf.config.set_soft_device_placement(True)
    tf.config.optimizer.set_jit(False)
    tf.debugging.set_log_device_placement(False)
    tf.compat.v1.enable_eager_execution()
    assert not tf.test.gpu_device_name()
    assert tf.config.get_visible_devices() == [CPU]


@ours("TensorFlow refuses once anything has run")
def test_logical_devices_can_be_made_of_the_cpu():
    part = tf.config.LogicalDeviceConfiguration()
    tf.config.set_logical_device_configuration(CPU, [part, part])
    try:
        names = [device.name for device in tf.config.list_logical_devices("CPU")]
        assert names == ["/device:CPU:0", "/device:CPU:1"]
        assert tf.config.get_logical_device_configuration(CPU) == [part, part]
        with tf.device(names[1]):
            assert tf.add(1, 2).numpy() == 3
    finally:
        tf.config.set_logical_device_configuration(CPU, [part])


@ours("its memory is told")
def test_memory_of_the_cpu_is_told():
    kept = tf.zeros([1000, 1000])
    info = tf.config.experimental.get_memory_info("CPU:0")
    assert info["peak"] >= info["current"] >= 4 * 1000 * 1000
    assert tf.config.experimental.get_memory_usage("/device:CPU:0") >= kept.numpy().nbytes
    tf.config.experimental.reset_memory_stats("CPU:0")


def test_what_is_set_is_told():
    for eagerly in (True, False):
        tf.config.run_functions_eagerly(eagerly)
        assert tf.config.functions_run_eagerly() is eagerly
    tf.config.optimizer.set_jit(True)
    assert tf.config.optimizer.get_jit() == "autoclustering"
    tf.config.optimizer.set_jit(False)
    assert tf.config.optimizer.get_jit() == ""
    tf.config.optimizer.set_experimental_options({"constant_folding": True})
    assert tf.config.optimizer.get_experimental_options()["constant_folding"] is True
    assert list(tf.config.optimizer.get_experimental_options()) == [
        "constant_folding",
        "disable_model_pruning",
        "disable_meta_optimizer",
    ]
    assert tf.config.experimental.get_device_policy() == "silent"
    assert tf.config.experimental.get_synchronous_execution() is True
    tf.debugging.disable_traceback_filtering()
    assert tf.debugging.is_traceback_filtering_enabled() is False
    tf.debugging.enable_traceback_filtering()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("/job:worker/replica:0/task:1/device:GPU:2", "/job:worker/replica:0/task:1/device:GPU:2"),
        ("/gpu:1", "/device:GPU:1"),
        ("GPU:1", "/device:GPU:1"),
        ("/cpu:*", "/device:CPU:*"),
        ("/job:ps", "/job:ps"),
        ("", ""),
    ],
)
def test_device_spec_reads_names(text, name):
    spec = tf.DeviceSpec.from_string(text)
    assert spec.to_string() == name
    assert spec == tf.DeviceSpec.from_string(name)
    assert hash(spec) == hash(tf.DeviceSpec.from_string(name))


def test_device_spec_parts():
    spec = tf.DeviceSpec(job="worker", task=1).make_merged_spec(
        tf.DeviceSpec(task=2, device_type="cpu", device_index=0)
    )
    assert (spec.job, spec.replica, spec.task, spec.device_type) == ("worker", None, 2, "CPU")
    assert spec.replace(device_index=3).to_string() == "/job:worker/task:2/device:CPU:3"
    text = "<DeviceSpec(job=worker, replica=None, task=2, device_type=CPU, device_index=0)>"
    assert repr(spec) == text
    with pytest.raises(ValueError, match="Unknown attribute 'foo' is encountered"):
        tf.DeviceSpec.from_string("foo")
    with pytest.raises(AttributeError):
        spec.job = "ps"
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_order_needs_no_help():
    v = tf.Variable(1.0)
    with tf.control_dependencies([v.assign_add(1.0)]):
        assert v.numpy() == 2.0
    with tf.control_dependencies([lambda: v.assign(7.0)]):
        assert v.numpy() == 7.0
    with tf.control_dependencies(None):
        pass
    assert tf.group(v.assign_add(1.0), tf.no_op()) is None
    assert tf.tuple([v.read_value(), None])[1] is None


def test_init_scope_pauses_every_tape():
    x = tf.Variable(2.0)
    with tf.GradientTape() as outer, tf.GradientTape() as tape:
        with tf.init_scope():
            y = x * x
        z = y + 3.0 * x
    assert tape.gradient(z, x).numpy() == 3.0
    assert outer.gradient(z, x).numpy() == 3.0


def test_assert():
    assert tf.Assert(tf.constant([1.0])[0] > 0, ["fine"]) is None
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"to be true. Summarized data: "):
        tf.Assert(False, ["x is", tf.range(5)])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"0, 1, \.\.\.$"):
        tf.debugging.Assert(False, [tf.range(5)], summarize=2)


def test_static_values_and_shapes():
    np.testing.assert_array_equal(tf.get_static_value(tf.constant([1, 2])), [1, 2])
    assert tf.get_static_value(tf.Variable(1.0)) is None
    assert tf.get_static_value(3) == 3
    if not AGAINST_TENSORFLOW:  # which says so of inputs of Keras 2 only
        assert tf.get_static_value(tf.keras.Input([2])) is None
    first, second = tf.shape_n([tf.zeros([2, 3]), tf.zeros([])], out_type=tf.int64)
    assert first.numpy().tolist() == [2, 3]
    assert second.shape == [0]
    assert first.dtype == tf.int64


@pytest.mark.parametrize(
    ("x", "y", "both"),
    [
        ([2, 1], [3], [2, 3]),
        ([], [2], [2]),
        ([None, 1], [None, 3], [None, 3]),
        ([None], [1], [None]),
        ([None], [4], [4]),
        ([1, 4], [3, 1], [3, 4]),
    ],
)
def test_broadcast_static_shape(x, y, both):
    assert tf.broadcast_static_shape(tf.TensorShape(x), tf.TensorShape(y)).as_list() == both
    assert tf.broadcast_static_shape(tf.TensorShape(y), tf.TensorShape(x)).as_list() == both
    unknown = tf.TensorShape(None)
    assert tf.broadcast_static_shape(tf.TensorShape(x), unknown).rank is None


def test_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match=r"Incompatible shapes for broadcasting.*\(2, 1\) and \(3"):
        tf.broadcast_static_shape(tf.TensorShape([2, 1]), tf.TensorShape([3, 4]))


def test_numeric_tensors():
    numeric = tf.debugging.is_numeric_tensor
    yes = [tf.constant(1), tf.constant(1.0), tf.constant(1j)]
    no = [1, tf.constant("a"), tf.constant(True), tf.Variable(1.0), None]
    assert [numeric(x) for x in [*yes, *no]] == [True] * len(yes) + [False] * len(no)


def test_functions_need_no_conversion(capsys):
    def absolute(x):
        return x if x > 0 else -x

    assert tf.autograph.to_graph(absolute)(tf.constant(-2.0)).numpy() == 2.0
    assert "absolute" in tf.autograph.to_code(absolute)
    assert tf.autograph.experimental.do_not_convert(absolute)(tf.constant(-2.0)).numpy() == 2.0

    @tf.autograph.experimental.do_not_convert()
    def double(x):
        tf.autograph.experimental.set_loop_options(maximum_iterations=3)
        return 2 * x

    assert double(3) == 6
    assert tf.autograph.experimental.Feature.ALL.name == "ALL"


def test_text_and_bytes():
    assert tf.compat.as_bytes("é") == "é".encode()
    assert tf.compat.as_text("é".encode()) == tf.compat.as_str("é") == "é"
    assert tf.compat.as_str_any(b"x") == "x"
    assert tf.compat.as_str_any(3) == "3"
    for convert in (tf.compat.as_bytes, tf.compat.as_text):
        with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
            convert(3)
    assert tf.compat.dimension_value(tf.zeros([2, 3]).shape[1]) == 3


def test_time_and_versions():
    now = tf.timestamp()
    assert now.dtype == tf.float64
    assert now.shape == []
    assert tf.__version__ == tf.version.VERSION
    assert tf.version.GIT_VERSION.startswith("v")
    assert tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER == 0


def test_a_block_for_a_device_knows_its_name():
    assert tf.device("/CPU:0")._device_name == "/CPU:0"
