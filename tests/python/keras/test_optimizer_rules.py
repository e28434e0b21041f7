"""Ten steps of every rule on a matrix and a vector, and the options that all optimizers take."""

import numpy as np
import pytest
from checks import as_array, assert_close
from library import AGAINST_TENSORFLOW, ours, tf

optimizers = tf.keras.optimizers

CASES = {
    "Adamax": {},
    "Nadam": {"beta_1": 0.8},
    "Lamb": {},
    "Lion": {"weight_decay": 0.1},
    "Adadelta": {"learning_rate": 1.0},
    "Adafactor": {},
    "Adafactor absolute": {"relative_step": False, "clip_threshold": 0.5},
    "Ftrl": {},
    "Ftrl regularized": {
        "l1_regularization_strength": 0.05,
        "l2_regularization_strength": 0.1,
        "l2_shrinkage_regularization_strength": 0.2,
        "learning_rate_power": -0.7,
        "beta": 0.3,
    },
    "Muon": {},
    "Muon plain": {"nesterov": False, "rms_rate": None, "exclude_layers": ["vector"]},
    "ScheduleFreeAdamW": {},
    "ScheduleFreeAdamW warm": {"warmup_steps": 4, "beta_1": 0.8, "weight_decay": 0.05},
    "Adam with EMA": {"use_ema": True, "ema_momentum": 0.8, "ema_overwrite_frequency": 3},
    "SGD with accumulation": {"gradient_accumulation_steps": 3, "momentum": 0.5},
    "Adam with accumulation": {"gradient_accumulation_steps": 2, "clipnorm": 0.3},
    "RMSprop with EMA": {"use_ema": True},
    "Nadam with weight decay": {"weight_decay": 0.02, "global_clipnorm": 0.5},
    "SGD with a loss scale": {"loss_scale_factor": 4.0},
}


def made(name):
    options = {"learning_rate": 0.1, **CASES[name]}
    return getattr(optimizers, name.split()[0])(**options)


def variables():
    draws = np.random.RandomState(1)
    matrix = draws.normal(size=(3, 2)).astype("float32")
    made = tf.keras.Variable if AGAINST_TENSORFLOW else tf.Variable  # Muon asks for its path
    return [made(matrix, name="matrix"), made(np.array([1.0, -2.0], "float32"), name="vector")]


def steps(optimizer, trained, count, seed=2):
    """Where the variables go in `count` steps with gradients that are drawn."""
    draws = np.random.RandomState(seed)
    for _ in range(count):
        grads = [draws.normal(size=v.shape).astype("float32") for v in trained]
        optimizer.apply_gradients(zip(map(tf.constant, grads), trained, strict=True))
    return [as_array(variable) for variable in trained]


@pytest.mark.parametrize("name", CASES)
def test_ten_steps(name, recorded):
    optimizer, trained = made(name), variables()
    values = steps(optimizer, trained, 10)
    recorded({"w": values, "iterations": int(optimizer.iterations)}, rtol=1e-4, atol=2e-6)


NOT_FOUND = {"Lamb"} if AGAINST_TENSORFLOW else set()  # by its name


@pytest.mark.parametrize("name", CASES)
def test_a_configuration_makes_an_equal_optimizer(name):
    optimizer = made(name)
    others = [type(optimizer).from_config(optimizer.get_config())]
    if name not in NOT_FOUND:
        others.append(optimizers.deserialize(optimizers.serialize(optimizer)))
    expected = steps(optimizer, variables(), 3)
    for other in others:
        for one, two in zip(steps(other, variables(), 3), expected):
            assert_close(one, two)


@ours("Keras 3 keeps some states of these outside of `variables`")
@pytest.mark.parametrize("name", CASES)
def test_a_checkpoint_goes_on_where_it_was(name, tmp_path):
    optimizer, trained = made(name), variables()
    steps(optimizer, trained, 4)
    path = tf.train.Checkpoint(o=optimizer, v=trained).save(str(tmp_path / "c"))
    expected = steps(optimizer, trained, 3, seed=5)
    other, others = made(name), variables()
    other.build(others)
    tf.train.Checkpoint(o=other, v=others).restore(path)
    for one, two in zip(steps(other, others, 3, seed=5), expected):
        assert_close(one, two)


def test_finalizing_assigns_the_averages(recorded):
    optimizer, trained = made("RMSprop with EMA"), variables()
    steps(optimizer, trained, 4)
    optimizer.finalize_variable_values(trained)
    recorded([as_array(variable) for variable in trained], rtol=1e-4)


REFUSED = {
    "Lion": {"beta_1": 0.0},
    "Ftrl": {"learning_rate_power": 0.5},
    "Ftrl strength": {"l1_regularization_strength": -1.0},
    "SGD": {"use_ema": True, "ema_momentum": 2.0},
    "SGD frequency": {"use_ema": True, "ema_overwrite_frequency": -1},
    "SGD accumulation": {"gradient_accumulation_steps": 1},
    "SGD unknown": {"use_emma": True},
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    with pytest.raises(ValueError, match=r"."):
        getattr(optimizers, name.split()[0])(**REFUSED[name])


def test_no_variable_changes_where_a_gradient_does_not_fit():
    trained = variables()
    before = [as_array(variable) for variable in trained]
    optimizer = optimizers.Adamax(0.1)
    good, bad = tf.ones([3, 2]), tf.ones([5])
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        optimizer.apply_gradients([(good, trained[0]), (bad, trained[1])])
    if not AGAINST_TENSORFLOW:  # which has changed the first by then
        for variable, value in zip(trained, before):
            assert_close(variable, value)
        assert int(optimizer.iterations) == 0


@pytest.mark.parametrize("name", ["Adamax", "Ftrl", "Nadam", "Adadelta"])
def test_keras_2_has_them_in_legacy(name):
    if AGAINST_TENSORFLOW:
        pytest.skip("tf.keras is Keras 3 there")
    rule = getattr(optimizers.legacy, name)(lr=0.1)
    assert_close(rule.learning_rate, 0.1)


# --- Loss scales ----------------------------------------------------------------------------------


def test_a_scaled_loss_trains_as_the_loss_does():
    w = tf.Variable([3.0, 1.0])
    optimizer = optimizers.LossScaleOptimizer(optimizers.SGD(0.5), dynamic_growth_steps=2)
    optimizer.build([w])
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = optimizer.scale_loss(tf.reduce_sum(w * w) / 2.0)
        optimizer.apply(tape.gradient(loss, [w]), [w])
    assert_close(w, [0.75, 0.25])
    assert_close(optimizer.dynamic_scale, 65536.0)


def test_a_step_that_overflows_is_left_out():
    w = tf.Variable(1.0)
    optimizer = optimizers.LossScaleOptimizer(optimizers.SGD(0.5), initial_scale=8.0)
    optimizer.build([w])
    optimizer.apply([tf.constant(float("inf"))], [w])
    assert_close(w, 1.0)
    assert_close(optimizer.dynamic_scale, 4.0)


@ours("Keras 3 has dropped these methods")
def test_the_loss_scale_of_keras_2():
    w = tf.Variable(2.0)
    optimizer = optimizers.LossScaleOptimizer(optimizers.SGD(0.5))
    with tf.GradientTape() as tape:
        loss = optimizer.get_scaled_loss(w * w / 2.0)
    grads = optimizer.get_unscaled_gradients(tape.gradient(loss, [w]))
    assert_close(grads[0], 2.0)
    optimizer.apply_gradients(zip(grads, [w]))
    assert_close(w, 1.0)
    assert_close(optimizer.loss_scale, 2.0**15)


def test_a_loss_scale_in_fit():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    inner = optimizers.SGD(0.1)
    model.compile(optimizers.LossScaleOptimizer(inner), "mse")
    model.fit(np.ones((4, 2)), np.zeros((4, 1)), epochs=1, verbose=0)
    assert_close(model.layers[0].kernel, [[0.6], [0.6]])
    again = optimizers.deserialize(optimizers.serialize(model.optimizer))
    assert type(again.inner_optimizer).__name__ == "SGD"


@pytest.mark.parametrize("beta", [0.0, 0.1])
def test_ftrl_at_a_rate_of_zero_makes_nan_of_weights(beta):
    weight = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.Ftrl(0.0, beta=beta)
    optimizer.apply_gradients([(tf.constant([0.5, 0.0]), weight)])
    assert np.isnan(weight.numpy()).all()
