"""What programs import from TensorFlow's private modules does what it does there.

The bodies run against TensorFlow too, which has all of it under the same paths.
"""

import importlib
import pickle

import numpy as np
import pytest
from library import ours, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def private(path):
    return importlib.import_module(f"tensorflow.{path}")


def test_a_branch_on_a_known_condition():
    smart = private("python.framework.smart_cond")
    assert smart.smart_cond(True, lambda: 1, lambda: 2) == 1
    assert (
        int(smart.smart_cond(tf.constant(False), lambda: tf.constant(1), lambda: tf.constant(2)))
        == 2
    )
    assert smart.smart_constant_value(tf.constant(True)) in (True, None)
    with pytest.raises(TypeError, match="must be a Tensor, or a Python bool"):
        smart.smart_cond("yes", lambda: 1, lambda: 2)


def test_arguments_of_functions_are_inspected():
    inspect = private("python.util.tf_inspect")
    assert inspect.getfullargspec(lambda x, training=None: x).args == ["x", "training"]
    assert list(inspect.signature(lambda a, *b: a).parameters) == ["a", "b"]
    assert inspect.isclass(dict)


def test_decorators_leave_what_they_decorate():
    tf_export = private("python.util.tf_export").tf_export
    deprecation = private("python.util.deprecation")
    decorator = private("python.util.tf_decorator")

    @deprecation.deprecated(None, "Use another.")
    def double(x):
        """Twice."""
        return 2 * x

    assert double(3) == 6
    assert callable(tf_export)
    target = decorator.make_decorator(double, lambda x: double(x) + 1)
    assert (target(3), target.__name__) == (7, "double")
    assert decorator.unwrap(len)[1] is len


def test_sets_and_dicts_by_identity():
    identity = private("python.util.object_identity")
    first, second = np.zeros(2), np.zeros(2)
    found = identity.ObjectIdentitySet([first])
    found.add(first)
    assert (len(found), first in found, second in found) == (1, True, False)
    table = identity.ObjectIdentityDictionary()
    table[first] = "one"
    assert table[first] == "one"
    assert table.get(second) is None


def test_values_of_replicas_are_none_of_a_process():
    values = private("python.distribute.values")
    assert not isinstance(tf.constant(1), values.PerReplica)
    held = values.PerReplica([tf.constant(1), tf.constant(2)])
    assert [int(value) for value in held.values] == [1, 2]
    assert isinstance(held, values.DistributedValues)


@pytest.mark.parametrize("padding", ["valid", "same", "full"])
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_sizes_of_windows(padding, stride):
    windows = private("python.keras.utils.conv_utils")
    size = windows.conv_output_length(11, 3, padding, stride)
    expected = {"valid": [9, 5, 3], "same": [11, 6, 4], "full": [13, 7, 5]}
    assert size == expected[padding][stride - 1]
    longer = windows.deconv_output_length(5, 3, padding, stride=stride)
    expected = {"valid": [7, 11, 15], "same": [5, 10, 15], "full": [3, 7, 11]}
    assert longer == expected[padding][stride - 1]
    assert windows.deconv_output_length(5, 3, "same", output_padding=0, stride=2) == 9


def test_arguments_of_windows():
    windows = private("python.keras.utils.conv_utils")
    assert windows.normalize_tuple(2, 2, "strides") == (2, 2)
    assert windows.normalize_tuple([1, 2], 2, "strides") == (1, 2)
    assert windows.normalize_padding("SAME") == "same"
    assert windows.normalize_data_format(None) == "channels_last"
    assert windows.convert_data_format("channels_last", 4) == "NHWC"
    for wrong in ([1, 2, 3], "ab"):
        with pytest.raises(ValueError, match=r"`strides`? argument must be a tuple of 2 integers"):
            windows.normalize_tuple(wrong, 2, "strides")


def test_shapes_come_as_tuples():
    convert = private("python.keras.utils.tf_utils")

    class Mine:
        @convert.shape_type_conversion
        def compute_output_shape(self, input_shape):
            assert input_shape == (None, 4)
            return (*input_shape[:-1], 7)

    found = Mine().compute_output_shape(tf.TensorShape([None, 4]))
    assert isinstance(found, tf.TensorShape)
    assert found.as_list() == [None, 7]


def test_numbers_for_scalars():
    plain = private("python.keras.utils.tf_utils").sync_to_numpy_or_python_type
    found = plain({"a": tf.constant(1.5), "b": [tf.ones([2]), np.float32(2), "x"]})
    assert type(found["a"]) is type(found["b"][1]) is float
    assert (found["a"], found["b"][1:]) == (1.5, [2.0, "x"])
    assert isinstance(found["b"][0], np.ndarray)
    sparse = tf.sparse.from_dense([[0.0, 1.0]])
    assert plain([sparse])[0] is sparse


def test_small_things_of_layers():
    generic = private("python.keras.utils.generic_utils")
    assert generic.to_list(3) == [3]
    assert generic.has_arg(lambda x, mask=None: x, "mask")
    assert not generic.has_arg(lambda x, **rest: x, "mask")
    assert generic.has_arg(lambda x, **rest: x, "mask", accept_all=True)
    assert generic.to_snake_case("BatchNorm2D") == "batch_norm2d"
    count = private("python.keras.utils.layer_utils").count_params
    v = tf.Variable(np.zeros([2, 3]))
    assert count([v, v, tf.Variable(1.0)]) == 7


def test_losses_with_weights():
    losses = private("python.keras.utils.losses_utils")
    found = losses.compute_weighted_loss([1.0, 3.0], [1.0, 0.5])
    assert float(found) == 1.25
    assert losses.compute_weighted_loss([1.0, 3.0], reduction="none").numpy().tolist() == [1.0, 3.0]
    labels, outputs = losses.remove_squeezable_dimensions(tf.zeros([4]), tf.zeros([4, 1]))
    assert (labels.shape, outputs.shape) == ((4,), (4,))


def test_a_loss_of_a_function():
    wrapper = private("python.keras.losses").LossFunctionWrapper
    loss = wrapper(lambda y, p, power: tf.abs(y - p) ** power, power=2.0)
    assert float(loss(tf.zeros([2, 1]), tf.constant([[1.0], [3.0]]))) == 5.0
    assert loss.get_config()["power"] == 2.0


def test_batches_are_taken_apart():
    adapter = private("python.keras.engine.data_adapter")
    assert adapter.unpack_x_y_sample_weight((1, 2)) == (1, 2, None)
    assert adapter.expand_1d((tf.zeros([3]),))[0].shape == (3, 1)
    first, rest = adapter.train_validation_split((np.arange(5), None), 0.4)
    assert (first[0].tolist(), rest[0].tolist()) == ([0, 1, 2], [3, 4])


def test_structures_up_to_another():
    nest = private("python.util.nest")
    assert nest.flatten_up_to([0, [0]], [[1, 2], [3]]) == [[1, 2], 3]
    assert nest.map_structure_up_to([0, 0], sum, [[1, 2], [3]]) == [3, 3]
    assert nest.flatten_with_joined_string_paths({"b": 1, "a": [2]}) == [("a/0", 2), ("b", 1)]
    found = nest.map_structure_with_tuple_paths(lambda path, x: (len(path), x), {"a": [5]})
    assert found == {"a": [(2, 5)]}


def test_a_moving_average_is_assigned():
    averages = private("python.training.moving_averages")
    v = tf.Variable([1.0, 2.0])
    averages.assign_moving_average(v, tf.constant([3.0, 2.0]), 0.75, zero_debias=False)
    assert v.numpy().tolist() == [1.5, 2.0]


def test_files_by_their_older_names(tmp_path):
    file_io = private("python.lib.io.file_io")
    path = str(tmp_path / "note.txt")
    file_io.write_string_to_file(path, "written")
    assert file_io.file_exists(path)
    assert file_io.read_file_to_string(path) == "written"
    with file_io.FileIO(path, "r") as file:
        assert file.read() == "written"
    assert file_io.list_directory(str(tmp_path)) == ["note.txt"]


def test_iterators_are_told_by_their_private_class():
    iterators = private("python.data.ops.iterator_ops")
    iterator = iter(tf.data.Dataset.range(2))
    assert isinstance(iterator, iterators.OwnedIterator)
    assert isinstance(iterator, tf.data.Iterator)


def test_operations_by_their_short_names():
    math_ops = private("python.ops.math_ops")
    x, y = tf.constant([3.0, 4.0]), tf.constant([1.0, 2.0])
    found = [math_ops.sub(x, y), math_ops.mul(x, y), math_ops.neg(x)]
    assert [one.numpy().tolist() for one in found] == [[2.0, 2.0], [3.0, 8.0], [-3.0, -4.0]]


def test_a_function_with_its_gradient_is_called():
    module = private("python.ops.custom_gradient")
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = module._eager_mode_decorator(
            lambda x: (x * x, lambda upstream: upstream * 10.0), [x], {}
        )
    assert (float(y), float(tape.gradient(y, x))) == (9.0, 10.0)
    assert callable(module._graph_mode_decorator)


@pytest.mark.parametrize(
    ("module", "rule"),
    [
        ("adam_v2", "Adam"),
        ("gradient_descent_v2", "SGD"),
        ("rmsprop_v2", "RMSprop"),
        ("nadam_v2", "Nadam"),
    ],
)
def test_rules_in_modules_of_a_second_version(module, rule):
    optimizers = private("python.keras.optimizers")
    assert getattr(getattr(optimizers, module), rule).__name__ == rule


def test_trained_models_are_imported_beside_what_a_program_uses():
    from tensorflow.keras.applications import VGG16, resnet50
    from tensorflow.keras.applications.vgg19 import VGG19, preprocess_input

    star = {}
    exec("from tensorflow.keras.applications import *", star)
    assert {"DenseNet121", "EfficientNetB7", "EfficientNetV2B3", "ResNet101V2"} <= star.keys()
    assert all(map(callable, (VGG16, VGG19, preprocess_input, resnet50.ResNet50)))
    assert hasattr(importlib.import_module("tensorflow").keras, "applications")


@ours("its trained models are left out")
def test_trained_models_say_that_they_are_left_out():
    from tensorflow.keras.applications.vgg19 import VGG19

    with pytest.raises(NotImplementedError, match=r"VGG19 is left out; .*Keras 3"):
        VGG19(weights=None)


def test_layers_are_known_by_their_bases():
    from keras.src.layers.convolutional.base_conv import BaseConv
    from keras.src.layers.convolutional.base_conv_transpose import BaseConvTranspose
    from keras.src.layers.convolutional.base_depthwise_conv import BaseDepthwiseConv
    from keras.src.layers.convolutional.base_separable_conv import BaseSeparableConv
    from keras.src.layers.pooling.base_global_pooling import BaseGlobalPooling
    from keras.src.layers.pooling.base_pooling import BasePooling

    layers = tf.keras.layers
    assert isinstance(layers.Conv1D(2, 3), BaseConv)
    assert isinstance(layers.Conv2D(2, 3), BaseConv)
    assert not isinstance(layers.Dense(2), BaseConv)
    assert isinstance(layers.Conv2DTranspose(2, 3), BaseConvTranspose)
    assert isinstance(layers.DepthwiseConv2D(3), BaseDepthwiseConv)
    assert isinstance(layers.SeparableConv2D(2, 3), BaseSeparableConv)
    assert isinstance(layers.MaxPooling2D(2), BasePooling)
    assert isinstance(layers.GlobalMaxPooling1D(), BaseGlobalPooling)


@ours("paths of Keras 2")
def test_layers_are_known_by_their_bases_of_keras_2():
    from tensorflow.python.keras.layers.convolutional import Conv, Conv2D, DepthwiseConv
    from tensorflow.python.keras.layers.dense_attention import BaseDenseAttention

    layers = tf.keras.layers
    kinds = layers.Conv2D(2, 3), layers.Conv3DTranspose(2, 3), layers.SeparableConv1D(2, 3)
    assert all(isinstance(layer, Conv) for layer in kinds)
    assert isinstance(kinds[0], Conv2D)
    assert issubclass(Conv2D, layers.Conv2D)
    assert isinstance(layers.DepthwiseConv2D(3), DepthwiseConv)
    assert isinstance(layers.Attention(), BaseDenseAttention)


def test_tensors_and_variables_tell_whose_they_are():
    """As libraries for arrays of several kinds ask."""
    assert type(tf.constant(1.0)).__module__ == "tensorflow.python.framework.ops"
    assert str(type(tf.constant(1))).endswith("ops.EagerTensor'>")
    kind = type(tf.Variable(1.0))
    assert kind.__module__ == "tensorflow.python.ops.resource_variable_ops"
    assert pickle.loads(pickle.dumps(tf.constant([1, 2]))).numpy().tolist() == [1, 2]
