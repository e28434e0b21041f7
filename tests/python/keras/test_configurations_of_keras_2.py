"""With TF_USE_LEGACY_KERAS the configuration of a layer has its dtype by name."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2


class Own(tf.keras.layers.Layer):
    def __init__(self, factor=2, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


def test_a_dtype_is_said_by_its_name():
    layer = Own(3, name="own")
    assert layer.get_config() == {
        "name": "own",
        "trainable": True,
        "dtype": "float32",
        "factor": 3,
    }
    assert tf.keras.layers.Dense(2, dtype="float64").get_config()["dtype"] == "float64"
    assert tf.keras.layers.Dense(2, dtype=tf.float16).get_config()["dtype"] == "float16"


def test_a_mixed_policy_is_described():
    config = tf.keras.layers.Dense(2, dtype="mixed_float16").get_config()
    assert config["dtype"]["class_name"] == "Policy"
    assert config["dtype"]["config"] == {"name": "mixed_float16"}
    again = tf.keras.layers.Dense.from_config(config)
    assert (again.compute_dtype, again.variable_dtype) == ("float16", "float32")


def test_models_are_made_again():
    keras = tf.keras
    model = keras.Sequential([keras.Input([3]), keras.layers.Dense(2, dtype="float64", name="d")])
    again = keras.Sequential.from_config(model.get_config())
    assert again.get_layer("d").dtype == "float64"
    x = keras.Input([3])
    model = keras.Model(
        x, keras.layers.Bidirectional(keras.layers.LSTM(2))(keras.layers.Reshape([3, 1])(x))
    )
    again = keras.Model.from_config(model.get_config())
    assert again(tf.ones([1, 3])).shape == [1, 4]


def test_gates_of_convolutional_lstms_are_lines():
    made = tf.keras.layers.ConvLSTM2D(1, 2)
    assert made.get_config()["recurrent_activation"] == "hard_sigmoid"
    asked = tf.keras.layers.ConvLSTM2D(1, 2, recurrent_activation="sigmoid")
    assert asked.get_config()["recurrent_activation"] == "sigmoid"


def test_an_optimizer_says_what_keras_2_has_in_its_order():
    config = tf.keras.optimizers.SGD(0.5, momentum=0.25, clipnorm=1.0).get_config()
    assert list(config) == [
        *("name", "weight_decay", "clipnorm", "global_clipnorm", "clipvalue", "use_ema"),
        *("ema_momentum", "ema_overwrite_frequency", "jit_compile", "is_legacy_optimizer"),
        *("learning_rate", "momentum", "nesterov"),
    ]
