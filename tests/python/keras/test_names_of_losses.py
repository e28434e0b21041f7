"""Names of losses that are made without one."""

import os

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.skipif(
    "TF_USE_LEGACY_KERAS" in os.environ, reason="a loss of Keras 2 has none"
)


class LossWithoutName(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return y_true - y_pred


def test_those_of_a_class_are_numbered():
    keras.utils.clear_session()
    losses = [LossWithoutName(), LossWithoutName(name="own"), LossWithoutName()]
    assert [loss.name for loss in losses] == ["loss_without_name", "own", "loss_without_name_1"]
    assert losses[2].get_config()["name"] == "loss_without_name_1"
    keras.utils.clear_session()
    assert LossWithoutName().name == "loss_without_name"


def test_those_that_have_one_by_default_are_not():
    for _ in range(2):
        assert keras.losses.MeanSquaredError().name == "mean_squared_error"
        assert type("Derived", (keras.losses.MeanSquaredError,), {})().name == "mean_squared_error"
