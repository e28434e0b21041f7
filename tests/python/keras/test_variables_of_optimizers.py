"""Which variables optimizers and metrics list, in Keras 3's order."""

import numpy as np
import pytest
from library import tf

keras = tf.keras

pytestmark = pytest.mark.keras_3


def listed(optimizer):
    variables = [tf.Variable(np.ones((2, 3), "float32")), tf.Variable(np.ones(3, "float32"))]
    optimizer.build(variables)
    return [tuple(variable.shape) for variable in optimizer.variables[2:]]


M, V = (2, 3), (3,)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: keras.optimizers.Adam(amsgrad=True), [M, M, V, V, M, V]),
        (lambda: keras.optimizers.AdamW(amsgrad=True), [M, M, V, V, M, V]),
        (lambda: keras.optimizers.RMSprop(momentum=0.5, centered=True), [M, V, M, V, M, V]),
        (lambda: keras.optimizers.RMSprop(momentum=0.5), [M, V, M, V]),
        (lambda: keras.optimizers.Nadam(), [M, M, V, V, ()]),
        (lambda: keras.optimizers.Nadam(use_ema=True), [M, V, M, M, V, V, ()]),
        (lambda: keras.optimizers.Adafactor(), [(2,), (3,), M, (), (), V]),
        (
            lambda: keras.optimizers.LossScaleOptimizer(keras.optimizers.Adam()),
            [(), (), (), (), M, M, V, V],
        ),
    ],
)
def test_kinds_of_slots_come_as_they_are_made(make, expected):
    assert listed(make()) == expected


def test_nadam_tells_what_it_has_multiplied():
    optimizer, variable = keras.optimizers.Nadam(0.1), tf.Variable([1.0])
    optimizer.build([variable])
    assert float(optimizer.variables[-1]) == 1.0
    optimizer.apply_gradients([(tf.constant([1.0]), variable)])
    assert float(optimizer.variables[-1]) == pytest.approx(0.9 * (1 - 0.5 * 0.96))


def test_variables_go_from_one_optimizer_to_another():
    first, second = keras.optimizers.Nadam(0.1), keras.optimizers.Nadam(0.1)
    one, other = tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0])
    first.apply_gradients([(tf.constant([0.5, 1.0]), one)])
    second.build([other])
    store = {}
    first.save_own_variables(store)
    second.load_own_variables(store)
    other.assign(one)
    for optimizer, variable in ((first, one), (second, other)):
        optimizer.apply_gradients([(tf.constant([1.0, 0.25]), variable)])
    np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=1e-6)


@pytest.mark.parametrize(
    "make",
    [
        lambda: keras.optimizers.Adafactor(0.1),
        lambda: keras.optimizers.Nadam(0.1),
        lambda: keras.optimizers.Adam(0.1, amsgrad=True),
    ],
)
def test_models_that_are_read_again_train_on(make, tmp_path):
    keras.utils.set_random_seed(0)
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2), keras.layers.Dense(1)])
    model.compile(make(), "mse")
    x, y = np.linspace(-1, 1, 12).reshape(4, 3), np.ones((4, 1))
    model.fit(x, y, epochs=2, verbose=0)
    path = str(tmp_path / "model.keras")
    model.save(path)
    again = keras.models.load_model(path)
    expected = model.fit(x, y, epochs=2, verbose=0).history["loss"]
    np.testing.assert_allclose(again.fit(x, y, epochs=2, verbose=0).history["loss"], expected, 1e-5)


def names(metric):
    return [variable.path.partition("/")[2] for variable in metric.variables]


def test_metrics_list_theirs_in_the_order_of_keras_3():
    expected = ["true_positives", "false_positives", "true_negatives", "false_negatives"]
    assert names(keras.metrics.AUC()) == expected
    assert names(keras.metrics.PrecisionAtRecall(0.5)) == expected
    counts = keras.metrics.TruePositives(thresholds=[0.25, 0.5])
    assert names(counts) == ["accumulator"]
    counts.update_state([1, 1, 0], [0.3, 0.6, 0.2])
    assert counts.accumulator.numpy().tolist() == [2.0, 1.0]
    score = keras.metrics.R2Score()
    score.update_state([[1.0], [2.0]], [[1.5], [2.0]])
    assert names(score) == ["num_samples", "squared_sum", "sum", "residual", "count"]
    assert score.total_mse.numpy().tolist() == [0.25]


@pytest.mark.keras_3
def test_means_of_rows_and_columns_go_by_the_names_of_weights_in_their_layers():
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, name="d")], name="s")
    optimizer = keras.optimizers.Adafactor(name="a")
    model.compile(optimizer, "mse")
    model.fit(np.ones((2, 3)), np.ones((2, 2)), verbose=0)
    slots = [variable.path for variable in optimizer.variables[2:]]
    kernel = ["a/kernel", "a/kernel", "a/s_d_kernel_velocity"]
    assert slots == [*kernel, "a/bias", "a/bias", "a/s_d_bias_velocity"]
    built = keras.optimizers.Adafactor(name="b")
    built.build(model.trainable_variables)
    assert [variable.path for variable in built.variables[5:7]] == ["bias", "bias"]
