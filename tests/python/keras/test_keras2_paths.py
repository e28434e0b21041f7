"""Names and options that Keras 2 has for layers, schedules and optimizers, and Keras 3 has not."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.ours("Keras 3 has dropped these")
optimizers = tf.keras.optimizers


def test_schedules_under_experimental():
    schedules = optimizers.schedules
    assert tf.keras.experimental.CosineDecay is schedules.CosineDecay
    assert tf.keras.experimental.CosineDecayRestarts is schedules.CosineDecayRestarts
    line = tf.keras.experimental.LinearCosineDecay(0.5, 10, num_periods=1.0, alpha=0.25, beta=0.5)
    share = np.array([0.0, 0.3, 1.0])
    cosine = 0.5 * (1 + np.cos(2 * np.pi * share))
    expected = 0.5 * ((0.25 + 1 - share) * cosine + 0.5)
    found = [float(line(step)) for step in (0, 3, 25)]
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    again = type(line).from_config(line.get_config())
    assert float(again(3)) == found[1]


def test_noise_on_a_schedule_falls_with_the_steps():
    schedule = tf.keras.experimental.NoisyLinearCosineDecay(1.0, 100, initial_variance=4.0)
    first = np.std([float(schedule(1)) for _ in range(200)])
    later = np.std([float(schedule(60)) for _ in range(200)])
    assert first > 2 * later > 0


def test_fused_normalization_is_normalization():
    x = tf.constant(np.random.default_rng(0).normal(size=[4, 3, 3, 2]), tf.float32)
    plain, fused = (tf.keras.layers.BatchNormalization(**k) for k in ({}, {"fused": True}))
    np.testing.assert_array_equal(plain(x, training=True), fused(x, training=True))
    with pytest.raises(ValueError, match="fuse"):
        tf.keras.layers.BatchNormalization(fuse=True)


def test_updates_happen_when_they_are_written():
    class Counting(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.count = self.add_weight("count", [], initializer="zeros", trainable=False)

        def call(self, inputs):
            self.add_update(self.count.assign_add(1.0))
            self.add_update(lambda: self.count.assign_add(10.0))
            return inputs

    layer = Counting()
    layer(tf.zeros([1, 1]))
    assert float(layer.count) == 11.0
    assert layer.updates == []


def test_a_wrapper_tracks_the_layer_that_it_wraps():
    class Around(tf.keras.layers.Wrapper):
        def __init__(self, layer, **kwargs):
            super().__init__(layer, **kwargs)
            self._track_trackable(layer, name="layer")

        def call(self, inputs):
            return self.layer(inputs)

    around = Around(tf.keras.layers.Dense(2))
    around(tf.zeros([1, 3]))
    assert len(around.trainable_weights) == 2


def test_configurations_of_optimizers_name_objects_of_ones_own():
    class Halves(optimizers.schedules.LearningRateSchedule):
        def __init__(self, start):
            self.start = start

        def __call__(self, step):
            return self.start * 0.5 ** tf.cast(step, tf.float32)

        def get_config(self):
            return {"start": self.start}

    config = optimizers.SGD(Halves(1.0)).get_config()
    again = optimizers.SGD.from_config(config, custom_objects={"Halves": Halves})
    w = tf.Variable(0.0)
    for _ in range(2):
        again.apply_gradients([(tf.constant(1.0), w)])
    assert float(w) == -1.5


def test_scopes_of_operations_that_may_run_later():
    with tf.experimental.async_scope():
        x = tf.constant(1.0) + 1.0
    tf.experimental.async_clear_error()
    assert float(x) == 2.0


def test_the_number_of_filters_may_be_set_later():
    class Gate(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.expand = tf.keras.layers.Conv2D(None, 1)

        def build(self, input_shape):
            self.expand.filters = input_shape[-1]
            super().build(input_shape)

        def call(self, inputs):
            return inputs * tf.sigmoid(self.expand(inputs))

    assert Gate()(tf.ones([1, 2, 2, 3])).shape == (1, 2, 2, 3)


def test_a_function_as_metric_may_want_targets_as_floats():
    K = tf.keras.backend

    def accuracy(y_true, y_pred):
        found = K.cast(K.argmax(y_pred, axis=-1), K.floatx())
        return K.cast(K.equal(y_true, found), K.floatx())

    model = tf.keras.Sequential([tf.keras.layers.Activation("softmax")])
    model.compile(loss="sparse_categorical_crossentropy", metrics=[accuracy])
    x = np.array([[1.0, 2.0], [2.0, 1.0], [0.0, 3.0], [3.0, 0.0]])
    _, found = model.evaluate(x, np.array([1, 0, 1, 1]), verbose=0)
    assert found == 0.75


def test_an_object_as_metric_has_the_name_of_its_class():
    class MeanGap:
        def __call__(self, y_true, y_pred):
            return tf.reduce_mean(y_true - y_pred)

    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[MeanGap()])
    assert "mean_gap" in model.fit(np.ones([2, 1]), np.ones([2, 1]), verbose=0).history
