"""What is set in place of a layer's weight: it counts, and the weight does no more, as in Keras 2.

Programs of meta-learning call a copy of a model whose kernels are tensors, steps from another's.
"""

import pytest
from checks import assert_close
from library import tf

layers = tf.keras.layers
X = tf.constant([[1.0, 2.0, 3.0]])
pytestmark = pytest.mark.ours("Keras 3 keeps the weights, and sets no kernels")


def built(**options):
    dense = layers.Dense(2, **options)
    dense(X)
    return dense


def test_a_tensor_in_place_of_a_kernel_has_gradients():
    dense, source = built(), tf.Variable(tf.ones([3, 2]))
    with tf.GradientTape() as tape:
        dense.kernel = source * 2.0
        value = tf.reduce_sum(dense(X))
    assert_close(tape.gradient(value, source), [[2.0, 2.0], [4.0, 4.0], [6.0, 6.0]])
    assert [w.shape for w in dense.trainable_weights] == [[2]]
    dense.kernel = source
    assert len(dense.weights) == 2


def test_a_variable_takes_the_place():
    dense = built()
    dense.kernel = tf.Variable(tf.ones([3, 2]), name="mine")
    assert [w.shape for w in dense.trainable_weights] == [[3, 2], [2]]
    dense.kernel = tf.Variable(tf.ones([3, 2]), trainable=False)
    assert (len(dense.trainable_weights), len(dense.non_trainable_weights)) == (1, 1)


def test_what_is_taken_away_is_no_weight():
    dense, other = built(), built()
    dense.bias = None
    del other.bias
    for layer in (dense, other):
        assert [w.shape for w in layer.weights] == [[3, 2]]


def test_statistics_may_be_replaced():
    norm = layers.BatchNormalization()
    norm(X)
    norm.gamma, norm.moving_mean = tf.zeros([3]), tf.zeros([3])
    assert (len(norm.trainable_weights), len(norm.non_trainable_weights)) == (1, 1)


def test_a_weight_with_two_names_stays_while_one_is_left():
    class Twice(layers.Layer):
        def build(self, shape):
            self.first = self.add_weight(name="w", shape=[2])
            self.second = self.first

    layer = Twice()
    layer.build([1, 3])
    layer.first = None
    assert len(layer.weights) == 1
    layer.second = None
    assert layer.weights == []
