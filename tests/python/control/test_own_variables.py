"""Variables that functions make: once, or else TensorFlow's error."""

import pytest
from library import tf

ONCE = "only supports singleton tf.Variables created on the first call"


def test_a_variable_that_is_made_at_every_call_is_refused():
    @tf.function
    def local(x):
        v = tf.Variable(1.0)
        v.assign_add(x)
        return v

    @tf.function
    def returned(x):
        return {"v": tf.Variable(x)}

    for function in (local, returned):
        with pytest.raises(ValueError, match=ONCE):
            function(tf.constant(1.0))


def test_variables_that_are_kept_are_made_once():
    class Count(tf.Module):
        def __init__(self):
            super().__init__()
            self.count = None

        @tf.function
        def __call__(self):
            if self.count is None:
                self.count = tf.Variable(0)
            return self.count.assign_add(1)

    one, other = Count(), Count()
    assert [int(one()), int(one()), int(other())] == [1, 2, 1]

    kept = []

    @tf.function
    def scaled(x):
        if not kept:
            kept.append(tf.Variable(3.0))
        return kept[0] * x

    assert [float(scaled(tf.constant(2.0))), float(scaled(tf.constant(1.0)))] == [6.0, 3.0]


def test_layers_make_their_weights_in_functions():
    dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
    run = tf.function(lambda x: dense(x))
    assert run(tf.ones([1, 3])).numpy().tolist() == [[3.0, 3.0]]


def test_functions_that_run_eagerly_may_make_variables():
    tf.config.run_functions_eagerly(True)
    try:
        assert float(tf.function(lambda x: tf.Variable(x) + 1.0)(2.0)) == 3.0
    finally:
        tf.config.run_functions_eagerly(False)


def test_nothing_is_done_where_a_variable_is_made_to_be_dropped():
    kept = tf.Variable(1.0)

    @tf.function
    def changed(x):
        kept.assign_add(x)
        return tf.Variable(x) + kept

    with pytest.raises(ValueError, match=ONCE):
        changed(tf.constant(1.0))
    assert float(kept) == 1.0
