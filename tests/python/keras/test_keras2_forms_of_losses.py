"""Keras 2: what losses, regularizers and optimizers tell of themselves, and its own arguments."""

import copy

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
layers = keras.layers


def test_the_reduction_that_nobody_has_said_is_auto():
    class Own(keras.losses.Loss):
        def call(self, y_true, y_pred):
            return tf.reduce_mean(tf.abs(y_true - y_pred), axis=-1)

    assert keras.losses.MeanSquaredError().reduction == "auto"
    assert Own().get_config() == {"reduction": "auto", "name": None}
    assert Own("none", "own").get_config() == {"reduction": "none", "name": "own"}
    assert float(Own()(tf.zeros([2, 2]), tf.constant([[1.0, 2.0], [3.0, 4.0]]))) == 2.5


def test_a_loss_tells_its_function_and_is_made_again_without_it():
    config = keras.losses.Huber(delta=2.0).get_config()
    assert list(config.items()) == [
        *(("reduction", "auto"), ("name", "huber_loss"), ("delta", 2.0), ("fn", "huber"))
    ]
    form = keras.losses.serialize(keras.losses.BinaryCrossentropy(from_logits=True))
    again = keras.losses.deserialize(copy.deepcopy(form))
    assert again.get_config() == form["config"]
    assert keras.losses.Huber.from_config(dict(config)).get_config() == config


def test_reductions_are_told_and_checked():
    assert keras.losses.Reduction.all() == ("auto", "none", "sum", "sum_over_batch_size")
    keras.losses.Reduction.validate("sum")
    with pytest.raises(ValueError, match="Invalid Reduction Key: half"):
        keras.losses.MeanSquaredError(reduction="half")


def test_masked_outputs_are_averaged_over_what_they_show():
    y_pred = layers.Masking()(tf.constant([[[1.0], [0.0]], [[3.0], [5.0]]]))
    loss = keras.losses.MeanSquaredError()(tf.zeros([2, 2, 1]), y_pred)
    assert float(loss) == pytest.approx((1 + 9 + 25) / 3)


def test_factors_of_regularizers_and_rates_have_the_precision_of_layers():
    assert keras.regularizers.L1L2(0.1, 0.2).get_config() == {
        "l1": float(np.float32(0.1)),
        "l2": float(np.float32(0.2)),
    }
    rate = keras.optimizers.SGD(0.1).get_config()["learning_rate"]
    assert isinstance(rate, np.float32)
    assert rate == np.float32(0.1)


def test_metrics_take_the_aggregation_in_its_place():
    metric = keras.metrics.Mean()
    weight = metric.add_weight("count", (2,), tf.VariableAggregation.SUM, initializer="ones")
    assert weight.numpy().tolist() == [1.0, 1.0]


def test_contrast_takes_the_seed_in_its_place():
    assert layers.RandomContrast(0.2, 3).seed == 3


def test_inputs_like_something():
    entry = layers.Input(tensor=tf.ones([2, 3], tf.int32))
    assert (entry.shape.as_list(), entry.dtype) == ([2, 3], tf.int32)
    entry = layers.Input(type_spec=tf.TensorSpec([None, 4], tf.float64))
    assert (entry.shape.as_list(), entry.dtype) == ([None, 4], tf.float64)


def test_printed_tensors_are_cut_short(capfd):
    keras.backend.print_tensor(tf.range(9), "all:", 1)
    assert "all:" in capfd.readouterr().out


def test_older_optimizers_tell_numbers_as_their_variables_do():
    optimizer = keras.optimizers.legacy.SGD(0.1, momentum=0.9, decay=0.5)
    assert type(optimizer.get_config()["momentum"]) is float
    optimizer.apply_gradients([(tf.ones([2]), tf.Variable([1.0, 2.0]))])
    config = optimizer.get_config()
    kinds = {name: type(value) for name, value in config.items()}
    assert (kinds["learning_rate"], kinds["momentum"]) == (np.float32, np.float32)
    assert kinds["decay"] is float
    assert type(optimizer).from_config(config).get_config()["momentum"] == np.float32(0.9)


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file:UserWarning")
def test_an_older_optimizer_is_written_to_a_file(tmp_path):
    model = keras.Sequential([layers.Dense(1, input_shape=(2,))])
    model.compile(keras.optimizers.legacy.RMSprop(0.01, rho=0.8), "mse")
    model.fit(np.ones((2, 2)), np.ones((2, 1)), verbose=0)
    model.save(tmp_path / "model.h5")
    again = keras.models.load_model(tmp_path / "model.h5")
    assert again.optimizer.get_config()["rho"] == pytest.approx(0.8)
