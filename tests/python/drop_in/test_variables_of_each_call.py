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


def test_a_later_trace_makes_no_variables():
    kept, count = [], tf.Variable(0)

    @tf.function
    def scaled(x):
        count.assign_add(1)
        if x.dtype == tf.float64:
            kept.append(tf.Variable(x))
        return x * 2

    scaled(tf.constant(1.0))
    with pytest.raises(ValueError, match=ONCE):
        scaled(tf.constant(1.0, tf.float64))
    assert not kept
    assert int(count) == 1


def test_a_second_optimizer_of_a_function_is_refused():
    weight = tf.Variable(1.0)

    @tf.function
    def step(optimizer):
        optimizer.apply_gradients([(tf.constant(1.0), weight)])

    step(tf.keras.optimizers.SGD(0.5, momentum=0.9))
    with pytest.raises(ValueError, match=ONCE):
        step(tf.keras.optimizers.SGD(0.5, momentum=0.9))
    assert float(weight) == 0.5


@pytest.mark.parametrize("keras", [pytest.param(2, marks=pytest.mark.keras_2), 3])
def test_an_optimizer_of_every_call_is_refused(keras):
    weight = tf.Variable(1.0)

    @tf.function
    def step():
        tf.keras.optimizers.Adam(0.5).apply_gradients([(tf.constant(1.0), weight)])

    with pytest.raises(ValueError, match=ONCE):
        step()
    assert float(weight) == 1.0


def test_a_function_within_a_later_trace_has_a_first_call_of_its_own():
    kept = []

    @tf.function
    def inner(x):
        if not kept:
            kept.append(tf.Variable(3.0))
        return kept[0] * tf.cast(x, tf.float32)

    @tf.function
    def outer(x):
        return inner(x) if x.dtype == tf.float64 else x

    assert float(outer(tf.constant(1.0))) == 1.0
    assert float(outer(tf.constant(2.0, tf.float64))) == 6.0
