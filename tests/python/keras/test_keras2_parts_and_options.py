"""What layers of programs meet in Keras 2 where Keras 3 differs: masks that attention leaves on
tensors, its output's sizes, calls of its own; what configurations say; steps of no variables.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import json

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


def test_attention_leaves_masks_on_what_it_is_given():
    query = keras.layers.Embedding(4, 6, mask_zero=True)(np.array([[1, 2, 0], [3, 0, 0]]))
    output = keras.layers.MultiHeadAttention(2, 2)(query, tf.ones([2, 3, 4]))
    assert query._keras_mask.numpy().tolist() == [[True, True, False], [True, False, False]]
    assert output._keras_mask.numpy().tolist() == query._keras_mask.numpy().tolist()


def test_sizes_of_attentions_output_are_a_list():
    class Widened(keras.layers.MultiHeadAttention):
        def _build_from_signature(self, query, value, key=None):
            super()._build_from_signature(query, value, key)
            self.whole = [None] + self._output_shape  # noqa: RUF005

    layer = Widened(2, 2, output_shape=[5])
    assert layer(tf.ones([1, 3, 4]), tf.ones([1, 3, 4])).shape == [1, 3, 5]
    assert layer.whole == [None, 5]


def test_a_step_without_variables_is_none():
    optimizer = keras.optimizers.Adam()
    optimizer.apply_gradients(zip([], [], strict=True))
    assert int(optimizer.iterations) == 0


class Streams(keras.layers.MultiHeadAttention):
    """Attention whose call has arguments of its own, and no query."""

    def call(self, stream, others):
        if not self._built_from_signature:
            self._build_from_signature(query=stream, value=others)
        return self._query_dense(stream)


def test_a_call_of_ones_own_builds_the_projections_itself():
    layer = Streams(2, 3)
    assert layer(stream=tf.ones([1, 4, 6]), others=tf.ones([1, 5, 6])).shape == [1, 4, 2, 3]
    assert layer.get_config()["value_dim"] == 3


def test_inputs_of_a_batch_by_its_older_name():
    assert keras.Input(batch_input_shape=(2, None)).shape.as_list() == [2, None]


def test_configurations_say_the_shape_that_was_given():
    assert keras.layers.Dense(3, input_shape=(4,)).get_config()["batch_input_shape"] == (None, 4)
    model = keras.Sequential([keras.layers.Dense(3, input_dim=4), keras.layers.Dense(2)])
    layers = [entry["config"] for entry in model.get_config()["layers"]]
    assert [config.get("batch_input_shape") for config in layers] == [(None, 4), (None, 4), None]
    again = keras.Sequential.from_config(model.get_config())
    assert [w.shape for w in again.get_weights()] == [(4, 3), (3,), (3, 2), (2,)]


class Started(keras.layers.Dense):
    def get_config(self):
        start = keras.initializers.TruncatedNormal(stddev=0.5)
        return {**super().get_config(), "kernel_initializer": start}


def test_objects_in_configurations_are_written_as_json():
    inputs = keras.Input((3,))
    text = keras.Model(inputs, Started(2)(inputs)).to_json()
    start = json.loads(text)["config"]["layers"][1]["config"]["kernel_initializer"]
    assert start["class_name"] == "TruncatedNormal"
    assert start["config"]["stddev"] == 0.5


class Counted(keras.layers.Layer):
    def __init__(self, count=2, **kwargs):
        super().__init__(**kwargs)
        self.count = count

    def get_config(self):
        return {**super().get_config(), "count": self.count}


def test_a_layer_is_cloned_by_its_configuration():
    clone = keras.models.clone_model(Counted(5, name="five"))
    assert (clone.count, clone.name) == (5, "five")


@pytest.mark.parametrize("kind", ["SeparableConv2D", "DepthwiseConv2D", "SeparableConv1D"])
def test_convolutions_take_options_of_a_kernel_that_they_do_not_have(kind):
    first = (3,) if kind == "DepthwiseConv2D" else (4, 3)
    layer = getattr(keras.layers, kind)(
        *first, kernel_initializer="he_normal", kernel_regularizer="l2", groups=1
    )
    rank = 3 if kind.endswith("1D") else 4
    assert layer(tf.ones([1, *[5] * (rank - 2), 2])).shape[0] == 1
    assert not layer.losses
    with pytest.raises(TypeError, match="kernel_initialiser"):
        getattr(keras.layers, kind)(*first, kernel_initialiser="ones")


@pytest.mark.parametrize("kind", [keras.layers.LSTM, keras.layers.SimpleRNN])
def test_recurrent_layers_are_told_the_sizes_of_sequences(kind):
    assert keras.Sequential([kind(3, input_dim=4)]).input_shape == (None, None, 4)
    assert keras.Sequential([kind(3, input_dim=4, input_length=5)]).input_shape == (None, 5, 4)
