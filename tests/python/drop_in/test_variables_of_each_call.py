"""As a stand-in for TensorFlow, a function that makes a variable at every call is refused."""

import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place")]
ONCE = "only supports singleton tf.Variables created on the first call"


def test_a_variable_of_every_call_is_refused():
    @tf.function
    def local(x):
        v = tf.Variable(1.0)
        v.assign_add(x)
        return v

    @tf.function
    def read(x):
        return tf.Variable(1.0) + x

    for function in (local, read):
        with pytest.raises(ValueError, match=ONCE):
            function(1)


def test_one_that_is_kept_is_made_once():
    kept = []

    @tf.function
    def scaled(x):
        if not kept:
            kept.append(tf.Variable(3.0))
        return kept[0] * x

    assert [float(scaled(tf.constant(2.0))), float(scaled(tf.constant(1.0)))] == [6.0, 3.0]


def test_layers_make_their_weights():
    dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
    assert tf.function(lambda x: dense(x))(tf.ones([1, 3])).numpy().tolist() == [[3.0, 3.0]]
