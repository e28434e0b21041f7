"""State trees and operations of models, callbacks of functions by place, refusals of optimizers."""

import numpy as np
import pytest
from library import tf

keras, layers = tf.keras, tf.keras.layers
pytestmark = pytest.mark.keras_3


def trained():
    made = [keras.Input((2,)), layers.Dense(1, name="line"), layers.Dropout(0.5, seed=1)]
    model = keras.Sequential(made, name="chain")
    model.compile(keras.optimizers.Adam(name="steps"), "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0)
    return model


def test_a_tree_has_all_values_by_path():
    tree = trained().get_state_tree("numpy_array")
    assert sorted(tree["trainable_variables"]["chain"]["line"]) == ["bias", "kernel"]
    (seeds,) = tree["non_trainable_variables"].values()
    assert seeds["seed_generator_state"].tolist() == [1, 1]
    assert int(tree["optimizer_variables"]["steps"]["iteration"]) == 1
    assert sorted(tree["metrics_variables"]["loss"]) == ["count", "total"]


def test_a_tree_is_assigned():
    model, other = trained(), trained()
    tree = model.get_state_tree()
    kernel = np.float32([[3.0], [4.0]])
    tree["trainable_variables"]["chain"]["line"]["kernel"] = kernel
    other.set_state_tree(tree)
    np.testing.assert_array_equal(other.layers[0].kernel, kernel)
    with pytest.raises(ValueError, match="Unknown variable name"):
        other.set_state_tree({"others": {}})
    with pytest.raises(ValueError, match="Invalid `value_format`"):
        model.get_state_tree("words")


def test_paths_that_are_there_twice():
    class Twice(keras.Model):
        def __init__(self):
            super().__init__()
            self.parts = [layers.Dense(1, name="same"), layers.Dense(1, name="same")]

        def call(self, inputs):
            return self.parts[0](inputs) + self.parts[1](inputs)

    model = Twice()
    model.compile("sgd", "mse")
    model(np.ones((1, 2)))
    with pytest.raises(ValueError, match="found twice"):
        model.get_state_tree()


def test_operations_of_a_network():
    inputs = keras.Input((2,))
    model = keras.Model(inputs, layers.Dense(1)(inputs) * 2.0)
    kinds = [type(one).__name__ for one in model.operations]
    assert kinds[:2] == ["InputLayer", "Dense"]
    assert len(kinds) == 3


def test_callbacks_of_functions_by_place():
    seen = []
    callback = keras.callbacks.LambdaCallback(
        lambda epoch, logs: seen.append(("begin", epoch)),
        lambda epoch, logs: seen.append(("end", epoch)),
    )
    callback.on_epoch_begin(0, {})
    callback.on_epoch_end(0, {})
    assert seen == [("begin", 0), ("end", 0)]


@pytest.mark.parametrize(
    ("option", "value"), [("clipnorm", 1.0), ("use_ema", True), ("gradient_accumulation_steps", 2)]
)
def test_options_of_the_inner_optimizer(option, value):
    with pytest.raises(ValueError, match=f"does not support `{option}`"):
        keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.1), **{option: value})
    scaled = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.1)).scale_loss(2.0)
    assert float(scaled) == 65536.0
