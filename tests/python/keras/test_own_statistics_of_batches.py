"""Classes derived from `BatchNormalization` that compute or follow statistics in their own way."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
ROWS = tf.constant([[1.0, -2.0], [3.0, 4.0], [5.0, 1.0]])
IMAGES = tf.reshape(tf.range(48.0), [2, 4, 3, 2])


class Shifted(layers.BatchNormalization):
    def _moments(self, inputs, mask):
        mean, variance = super()._moments(inputs, mask)
        return mean + 1.0, variance


class Widened(layers.BatchNormalization):
    def _calculate_mean_and_var(self, inputs, reduction_axes, keep_dims, mask=None):
        mean, variance = super()._calculate_mean_and_var(inputs, reduction_axes, keep_dims, mask)
        return mean, variance + 3.0


@pytest.mark.parametrize(("inputs", "axis"), [(ROWS, -1), (IMAGES, -1), (IMAGES, 1)])
def test_own_moments_count(inputs, axis):
    plain, own = layers.BatchNormalization(axis), Shifted(axis)
    expected, found = plain(inputs, training=True), own(inputs, training=True)
    assert float(tf.reduce_mean(expected)) == pytest.approx(0.0, abs=1e-5)
    shift = expected - found  # the same in each channel, since only means moved
    rest = [at for at in range(inputs.shape.rank) if at != axis % inputs.shape.rank]
    np.testing.assert_allclose(tf.math.reduce_std(shift, rest), 0.0, atol=1e-5)
    assert float(tf.reduce_min(shift)) > 0.0
    np.testing.assert_allclose(own.moving_mean, plain.moving_mean + 0.01, rtol=1e-5)


def test_own_moments_are_told_the_mask():
    values, mask = tf.reshape(ROWS, [1, 3, 2]), tf.constant([[True, True, False]])
    own = Shifted()
    own(values, training=True, mask=mask)
    np.testing.assert_allclose(own.moving_mean, [0.03, 0.02], rtol=1e-4)


def test_the_inner_name_is_of_keras_2_alone():
    np.testing.assert_array_equal(
        Widened()(ROWS, training=True), layers.BatchNormalization()(ROWS, training=True)
    )


@pytest.mark.keras_2
def test_own_variances_in_keras_2():
    own = Widened()
    variance = np.var(ROWS, 0) + 3.0
    expected = (ROWS - np.mean(ROWS, 0)) / np.sqrt(variance + 1e-3)
    np.testing.assert_allclose(own(ROWS, training=True), expected, rtol=1e-5)
    np.testing.assert_allclose(own.moving_variance, 0.99 + 0.01 * variance, rtol=1e-6)


@pytest.mark.keras_2
def test_one_operation_asks_no_statistics():
    joined, apart = Widened(), Widened(fused=False)
    plain = layers.BatchNormalization()(IMAGES, training=True)
    np.testing.assert_array_equal(joined(IMAGES, training=True), plain)
    assert float(tf.reduce_max(tf.abs(apart(IMAGES, training=True) - plain))) > 0.003


@pytest.mark.keras_2
def test_averages_that_a_class_moves_by_itself():
    class Quick(layers.BatchNormalization):
        def _assign_moving_average(self, variable, value, momentum, inputs_size):
            return variable.assign(value)

    own = Quick()
    own(ROWS, training=True)
    np.testing.assert_allclose(own.moving_mean, [3.0, 1.0], rtol=1e-6)


@pytest.mark.keras_2
def test_a_call_of_ones_own_from_the_parts():
    class Own(layers.BatchNormalization):
        def call(self, inputs, training=None):
            if not self._get_training_value(training):
                return inputs - self.moving_mean
            mean, _ = self._calculate_mean_and_var(inputs, [0], keep_dims=False)
            self.add_update(self._assign_moving_average(self.moving_mean, mean, 0.5, None))
            self._assign_new_value(self.moving_variance, self.moving_variance * 4)
            return inputs - mean

    own = Own()
    np.testing.assert_allclose(own(ROWS, training=True), ROWS - [3.0, 1.0])
    np.testing.assert_allclose(own(ROWS), ROWS - [1.5, 0.5])
    np.testing.assert_allclose(own.moving_variance, [4.0, 4.0])
    assert own._param_dtype == "float32"
    own.trainable = False
    np.testing.assert_allclose(own(ROWS, training=True), ROWS - [1.5, 0.5])


@pytest.mark.keras_2
def test_penalties_on_variables_of_ones_own():
    class Gate(layers.Layer):
        def build(self, input_shape):
            self.gate = self.add_weight(name="gate", shape=(), initializer="ones")
            self._handle_weight_regularization("gate", self.gate, lambda gate: 0.5 * gate)

        def call(self, inputs):
            return inputs * self.gate

    gate = Gate()
    gate(ROWS)
    gate.gate.assign(3.0)
    assert [float(loss) for loss in gate.losses] == [1.5]


@pytest.mark.keras_2
def test_names_that_a_layer_takes_late():
    class Late(layers.Layer):
        def __init__(self, name=None):
            super().__init__()
            self._init_set_name(name)

    assert Late("one").name == "one"
    assert Late().name.startswith("late")
    assert Late("two")._name_scope() == Late("two").name_scope() == "two/"


def test_channels_that_share_their_fate_as_a_class_says():
    class Steps(layers.SpatialDropout1D):
        def _get_noise_shape(self, inputs):
            return [*inputs.shape[:2], 1]

    kept = np.asarray(Steps(0.5)(tf.ones([4, 9, 3]), training=True))
    assert set(kept.ravel()) == {0.0, 2.0}
    assert (kept == kept[..., :1]).all()


def test_a_callback_that_keeps_its_model_as_keras_3():
    found = []

    class Keeps(tf.keras.callbacks.Callback):
        def set_model(self, model):
            self._model = model

        def on_train_end(self, logs=None):
            found.append(self.model)

    model = tf.keras.Sequential([layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(ROWS, ROWS[:, :1], verbose=0, callbacks=[Keeps()])
    assert len(found) == 1
    assert found[0] is model
