"""What layers, losses and optimizers of Keras 3 say of themselves, and few programs ask for."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


def test_layers_say_how_inputs_come():
    layer = keras.layers.Dense(2)
    assert (layer.autocast, layer.input_dtype, layer.supports_jit) == (True, "float32", True)
    assert (layer.quantization_mode, layer.metrics_variables) == (None, [])
    narrow = keras.layers.Dense(2, dtype="mixed_float16", autocast=False)
    assert (narrow.autocast, narrow.input_dtype) == (False, "float16")


def test_a_symbolic_call_may_be_asked_for():
    layer = keras.layers.Dense(2)
    layer.build((None, 3))
    assert layer.symbolic_call(keras.Input((3,))).shape == (None, 2)


def test_metrics_in_layers_have_variables():
    class Counts(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.seen = keras.metrics.Mean(name="seen")

    counts = Counts()
    assert [one.path for one in counts.metrics_variables] == ["seen/total", "seen/count"]


def test_losses_say_their_function_and_dtype():
    loss = keras.losses.MeanSquaredError()
    assert (loss.dtype, loss.fn.__name__) == ("float32", "mean_squared_error")


def test_initializers_say_how_they_scale():
    found = [
        (one.scale, one.mode, one.distribution)
        for one in (keras.initializers.GlorotUniform(), keras.initializers.HeNormal())
    ]
    assert found == [(1.0, "fan_avg", "uniform"), (2.0, "fan_in", "truncated_normal")]


def test_recurrent_layers_have_the_sizes_of_their_cells_states():
    assert keras.layers.GRU(3).state_size == [3]
    assert list(keras.layers.LSTM(3).state_size) == [3, 3]


def test_optimizers_say_how_they_average():
    rule = keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.9, ema_overwrite_frequency=4)
    assert (rule.ema_momentum, rule.ema_overwrite_frequency) == (0.9, 4)
    assert rule.gradient_accumulation_steps is None


def test_optimizers_put_their_variables_into_a_mapping():
    first, second = keras.optimizers.SGD(0.5), keras.optimizers.SGD(0.1)
    for rule in (first, second):
        rule.build([keras.Variable([1.0])])
    store = {}
    first.save_own_variables(store)
    assert list(store) == ["0", "1"]
    second.load_own_variables(store)
    np.testing.assert_allclose(second.learning_rate, 0.5)
    with pytest.warns(UserWarning, match="Skipping variable loading for optimizer"):
        second.load_own_variables({})


def test_own_rules_make_several_kinds_of_variables_at_once():
    class Own(keras.optimizers.Optimizer):
        def build(self, variables):
            super().build(variables)
            self.kept, self.other = self.add_optimizer_variables(variables, ["kept", "other"])

        def update_step(self, gradient, variable, learning_rate):
            self.assign_add(self.kept[0], gradient)

    rule = Own(0.1)
    weight = keras.Variable([1.0, 2.0])
    rule.apply_gradients([(tf.constant([3.0, 4.0]), weight)])
    np.testing.assert_allclose(rule.kept[0], [3, 4])
    np.testing.assert_allclose(rule.other[0], [0, 0])
    with pytest.raises(ValueError, match="stateless_apply is not supported with the TensorFlow"):
        rule.stateless_apply([], [], [])


def test_models_want_to_be_compiled_first_and_metrics_that_are_some():
    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])
    rows = np.ones((2, 1), "float32")
    with pytest.raises(ValueError, match="You must call `compile"):
        model.fit(rows, rows)
    model.compile("sgd", "mse", metrics=[None])
    with pytest.raises(ValueError, match="Expected metric, received `None`"):
        model.fit(rows, rows, verbose=0)
