"""Keras 2: names of symbolic tensors, which are those of operations, and how they are printed."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
layers = keras.layers


@pytest.fixture(autouse=True)
def begun_anew():
    keras.backend.clear_session()


def vector():
    return keras.Input((4,))


def steps():
    return keras.Input((5, 4))


def picture():
    return keras.Input((8, 8, 3))


ONE = {
    "dense/BiasAdd": (lambda: layers.Dense(3), vector),
    "dense/MatMul": (lambda: layers.Dense(3, use_bias=False), vector),
    "dense/Softmax": (lambda: layers.Dense(3, activation="softmax"), vector),
    "dense/Gelu/mul_2": (lambda: layers.Dense(3, activation="gelu"), vector),
    "activation/Tanh": (lambda: layers.Activation("tanh"), vector),
    "conv2d/Relu": (lambda: layers.Conv2D(2, 3, activation="relu"), picture),
    "conv2d/Conv2D": (lambda: layers.Conv2D(2, 3, use_bias=False), picture),
    "max_pooling2d/MaxPool": (lambda: layers.MaxPooling2D(), picture),
    "global_average_pooling2d/Mean": (lambda: layers.GlobalAveragePooling2D(), picture),
    "flatten/Reshape": (lambda: layers.Flatten(), picture),
    "repeat_vector/Tile": (lambda: layers.RepeatVector(2), vector),
    "batch_normalization/FusedBatchNormV3": (lambda: layers.BatchNormalization(), picture),
    "batch_normalization/batchnorm/add_1": (lambda: layers.BatchNormalization(), vector),
    "dropout/Identity": (lambda: layers.Dropout(0.5), vector),
    "lstm/PartitionedCall": (lambda: layers.LSTM(2), steps),
    "bidirectional/concat": (lambda: layers.Bidirectional(layers.GRU(2)), steps),
    "time_distributed/Reshape_1": (lambda: layers.TimeDistributed(layers.Dense(2)), steps),
    "up_sampling2d/resize/ResizeNearestNeighbor": (lambda: layers.UpSampling2D(), picture),
    "re_lu/Relu6": (lambda: layers.ReLU(6.0), vector),
    "p_re_lu/add": (lambda: layers.PReLU(), vector),
    "lambda/mul": (lambda: layers.Lambda(lambda x: x * 2.0), vector),
    "named/add": (lambda: layers.Lambda(lambda x: x * x + tf.sqrt(x), name="named"), vector),
}


@pytest.mark.parametrize("name", ONE)
def test_of_a_layer(name):
    layer, entry = ONE[name]
    assert layer()(entry()).name == f"{name}:0"


def test_of_several_outputs():
    last = layers.LSTM(3, return_sequences=True, return_state=True)(steps())
    assert [one.name for one in last] == [f"lstm/PartitionedCall:{n}" for n in (1, 2, 3)]


def test_of_merged_ones():
    i, j = vector(), vector()
    assert layers.add([i, j]).name == "add/add:0"
    assert layers.add([i, j, i]).name == "add_1/add_1:0"
    assert layers.concatenate([i, j]).name == "concatenate/concat:0"


FUNCTIONS = {
    "tf.math.multiply/Mul:0": lambda i: i * 2.0,
    "tf.math.reduce_sum/Sum:0": lambda i: tf.reduce_sum(i, 1),
    "tf.nn.relu/Relu:0": lambda i: tf.nn.relu(i),
    "tf.__operators__.getitem/strided_slice:0": lambda i: i[:, 0],
    "tf.split/split:1": lambda i: tf.split(i, 2, 1)[1],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_of_functions(name):
    assert FUNCTIONS[name](vector()).name == name


def test_of_models_within():
    inner = keras.Sequential([layers.Dense(3, input_shape=(4,)), layers.ReLU()], name="inner")
    i = vector()
    assert inner.output.name == "re_lu/Relu:0"
    assert inner(i).name == "inner/re_lu/Relu:0"
    assert keras.Model(i, inner(i), name="outer")(vector()).name == "outer/inner/re_lu/Relu:0"


class Own(layers.Layer):
    def __init__(self):
        super().__init__()
        self.first, self.second = layers.Dense(2, activation="relu"), layers.Dense(2)

    def call(self, x):
        return self.second(self.first(x)), tf.nn.relu(x) + tf.reduce_sum(x), x


def test_of_a_layer_of_a_programs_own():
    names = [one.name for one in Own()(vector())]
    assert names == ["own/dense_1/BiasAdd:0", "own/add:0", "Placeholder:0"]


def test_printed():
    i = keras.Input((4,), name="entry")
    come = "description=\"created by layer 'entry'\""
    spec = "TensorSpec(shape=(None, 4), dtype=tf.float32, name='entry')"
    assert str(i) == f"KerasTensor(type_spec={spec}, name='entry', {come})"
    come = "description=\"created by layer 'dense'\""
    spec = "TensorSpec(shape=(None, 2), dtype=tf.float32, name=None)"
    told = str(layers.Dense(2)(i))
    assert told == f"KerasTensor(type_spec={spec}, name='dense/BiasAdd:0', {come})"


def test_a_shape_is_known_in_part():
    shape = tf.shape(vector())
    assert "inferred_value=[None, 4], name=" in str(shape)
    assert "dtype=int32 inferred_value=[None, 4] (created" in repr(shape)


def test_a_penalty_that_counts_nothing_takes_no_name():
    x = keras.Input([3])
    keras.regularizers.L1L2(0.0, 0.0)(x)
    keras.regularizers.L1L2(0.1, 0.0)(x)
    assert tf.reduce_sum(x).name == "tf.math.reduce_sum_1/Sum:0"
