"""As a stand-in for TensorFlow with Keras 3: the policy of new layers is fixed by the first of
them, and forgotten with the session, as is one that was set."""

import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]


@pytest.fixture(autouse=True)
def _new_session():
    keras.backend.clear_session()
    yield
    keras.backend.set_floatx("float32")
    keras.backend.clear_session()


def test_a_default_that_changes_behind_the_first_layer_waits_for_the_session():
    keras.layers.Dense(1)
    keras.backend.set_floatx("float64")
    assert keras.layers.Dense(1).dtype == "float32"
    assert keras.metrics.Mean().dtype == "float64"
    keras.backend.clear_session()
    assert keras.layers.Dense(1).dtype == "float64"


def test_one_that_is_set_before_counts():
    keras.losses.MeanSquaredError()
    keras.optimizers.Adam()
    keras.backend.set_floatx("float64")
    assert keras.layers.Dense(1)(tf.ones([1, 2])).dtype == tf.float64


def test_so_it_is_within_a_model():
    class Model(keras.Model):
        def __init__(self):
            super().__init__()
            keras.backend.set_floatx("float64")
            self.dense = keras.layers.Dense(1)

        def call(self, inputs):
            return self.dense(inputs)

    assert Model()(tf.ones([1, 2])).dtype == tf.float32


def test_a_policy_that_was_set_is_forgotten():
    keras.mixed_precision.set_global_policy("mixed_bfloat16")
    assert keras.layers.Dense(1).compute_dtype == "bfloat16"
    keras.utils.clear_session()
    assert keras.layers.Dense(1).compute_dtype == "float32"
