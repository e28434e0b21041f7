"""What symbolic tensors and variables of Keras are called, say and can do."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


class RowSums(keras.layers.Layer):
    def call(self, inputs):
        return tf.reduce_sum(inputs, -1)

    def compute_output_spec(self, inputs):
        return keras.KerasTensor(inputs.shape[:-1], dtype=inputs.dtype)


def test_a_symbolic_tensor_tells_its_shape_dtype_and_name():
    about = "dtype=int32, sparse=False, ragged=False"
    told = repr(keras.KerasTensor((2, None), dtype="int32", name="a"))
    assert told == f"<KerasTensor shape=(2, None), {about}, name=a>"
    assert repr(keras.Input((3,), name="b", dtype="int32")) == (
        f"<KerasTensor shape=(None, 3), {about}, name=b>"
    )


def test_symbolic_tensors_are_numbered():
    keras.backend.clear_session()
    inputs = keras.Input((3,))
    hidden = keras.layers.Dense(2)(inputs)
    assert [inputs.name, hidden.name, (hidden + 1.0).name] == [
        "keras_tensor",
        "keras_tensor_1",
        "keras_tensor_2",
    ]


def test_a_layer_of_ones_own_says_what_it_returns():
    inputs = keras.Input((3,))
    model = keras.Model(inputs, RowSums()(inputs))
    assert model(np.ones([2, 3], "float32")).numpy().tolist() == [3.0, 3.0]
    spec = RowSums().compute_output_spec(keras.KerasTensor((2, 3)))
    assert tuple(spec.shape) == (2,)


@pytest.mark.parametrize("convert", [float, int])
def test_a_symbolic_tensor_is_no_number(convert):
    with pytest.raises(ValueError, match="doesn't have any actual numerical value"):
        convert(keras.KerasTensor(()))


def test_methods_of_symbolic_tensors():
    symbol = keras.KerasTensor((2, 1, 3))
    assert tuple(symbol.reshape((3, 2)).shape) == (3, 2)
    assert tuple(symbol.squeeze(1).shape) == (2, 3)


def test_variables_of_keras():
    variable = keras.Variable([1, 2], trainable=False, name="steps")
    assert (tf.as_dtype(variable.dtype), variable.trainable) == (tf.int32, False)
    assert isinstance(variable, keras.Variable)
    variable.assign_add([1, 1])
    assert keras.ops.convert_to_numpy(variable).tolist() == [2, 3]
    assert tf.as_dtype(keras.Variable(np.zeros(2, "int64")).dtype) == tf.int64
    ones = keras.Variable("ones", shape=(2,), dtype="float16")
    assert keras.ops.convert_to_numpy(ones).tolist() == [1.0, 1.0]
    with pytest.raises(ValueError, match="the `shape` argument should be specified"):
        keras.Variable(keras.initializers.Zeros())


def test_the_weights_of_a_layer_are_variables_of_keras():
    class Scaled(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.scale = keras.Variable(2.0)

        def call(self, inputs):
            return inputs * self.scale

    layer = Scaled()
    with keras.device("cpu:0"), keras.name_scope("double"):
        assert keras.ops.convert_to_numpy(layer(np.ones([1], "float32"))).tolist() == [2.0]
    assert layer.weights[0] is layer.scale
    dense = keras.layers.Dense(1)
    dense.build((None, 1))
    assert isinstance(dense.kernel, keras.Variable)
