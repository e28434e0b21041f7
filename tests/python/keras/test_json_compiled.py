"""`to_json` of a compiled model: `model_from_json` compiles the model that it makes."""

import json

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.ones((4, 2), "float32")


def stack():
    return keras.Sequential([keras.Input((2,)), keras.layers.Dense(2, name="d")])


def test_a_model_of_json_is_compiled_as_the_one_it_tells_of():
    model = stack()
    model.compile(keras.optimizers.SGD(0.25, momentum=0.5), "mse", metrics=["mae"])
    again = keras.models.model_from_json(model.to_json())
    assert isinstance(again.optimizer, keras.optimizers.SGD)
    assert float(again.optimizer.learning_rate) == 0.25
    again.set_weights(model.get_weights())
    expected = model.evaluate(X, X, verbose=0)
    assert again.evaluate(X, X, verbose=0) == pytest.approx(expected, rel=1e-6)
    assert sorted(again.fit(X, X, verbose=0).history) == ["loss", "mae"]


def test_json_tells_the_arguments_of_compile():
    model = stack()
    assert json.loads(model.to_json())["compile_config"] == {}
    model.compile("adam", keras.losses.MeanSquaredError(name="l"), metrics=["mae"])
    told = json.loads(model.to_json())["compile_config"]
    assert told["optimizer"]["class_name"] == "Adam"
    assert told["loss"]["config"]["name"] == "l"
    assert told["metrics"] == ["mae"]


def test_a_model_that_was_not_compiled_is_not():
    with pytest.raises((RuntimeError, ValueError), match="compile"):
        keras.models.model_from_json(stack().to_json()).fit(X, X, verbose=0)
