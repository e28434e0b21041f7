"""Variables that a layer holds without `add_weight` are none of the weights that are counted."""

import pytest
from library import tf

pytestmark = [
    pytest.mark.usefixtures("in_tensorflows_place"),
    pytest.mark.filterwarnings("ignore:.*not among its weights"),
]


class Holds(tf.keras.layers.Layer):
    def build(self, shape):
        self.token = tf.Variable(tf.ones([1, shape[-1]]))

    def call(self, x):
        return x + self.token


@pytest.mark.keras_3
def test_a_summary_counts_weights_of_keras_alone():
    inputs = tf.keras.Input((3,))
    lines = []
    tf.keras.Model(inputs, Holds()(inputs)).summary(print_fn=lines.append)
    assert "Total params: 0" in "\n".join(lines)


@pytest.mark.keras_3
def test_a_layer_counts_weights_of_keras_alone():
    layer = Holds()
    layer(tf.ones([2, 3]))
    assert layer.count_params() == 0
    joined = tf.keras.Sequential([layer, tf.keras.layers.Dense(2)])
    joined(tf.ones([2, 3]))
    assert joined.count_params() == 8


@pytest.mark.keras_3
def test_a_softmax_of_its_own_is_not_asked_by_fused_attention():
    class Flat(tf.keras.layers.MultiHeadAttention):
        asked = False

        def _masked_softmax(self, attention_scores, attention_mask=None):
            self.asked = True
            return super()._masked_softmax(attention_scores, attention_mask)

    layer, x = Flat(1, 2), tf.ones([1, 3, 4])
    layer(x, x)
    assert not layer.asked
    layer(x, x, return_attention_scores=True)
    assert layer.asked
