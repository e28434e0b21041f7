"""Schedules, initializers, regularizers, constraints and activations: values and configurations."""

import numpy as np
import pytest
from checks import assert_close, value_and_gradients
from library import AGAINST_TENSORFLOW, tf

schedules = tf.keras.optimizers.schedules
initializers = tf.keras.initializers
regularizers = tf.keras.regularizers
constraints = tf.keras.constraints
activations = tf.keras.activations

SCHEDULES = {
    "CosineDecayRestarts": {"initial_learning_rate": 0.1, "first_decay_steps": 5},
    "CosineDecayRestarts scaled": {
        "initial_learning_rate": 0.1,
        "first_decay_steps": 3,
        "t_mul": 1.5,
        "m_mul": 0.8,
        "alpha": 0.1,
    },
    "CosineDecayRestarts of one length": {
        "initial_learning_rate": 0.1,
        "first_decay_steps": 4,
        "t_mul": 1.0,
        "m_mul": 0.9,
    },
    "CosineDecay": {
        "initial_learning_rate": 0.0,
        "decay_steps": 10,
        "warmup_target": 0.3,
        "warmup_steps": 4,
    },
    "ExponentialDecay": {
        "initial_learning_rate": 0.1,
        "decay_steps": 3,
        "decay_rate": 0.9,
        "staircase": True,
    },
    "InverseTimeDecay": {"initial_learning_rate": 0.1, "decay_steps": 3, "decay_rate": 0.5},
    "PolynomialDecay": {
        "initial_learning_rate": 0.1,
        "decay_steps": 5,
        "power": 2.0,
        "cycle": True,
    },
    "PiecewiseConstantDecay": {"boundaries": [2, 6], "values": [1.0, 0.5, 0.1]},
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_schedule(name, recorded):
    schedule = getattr(schedules, name.split()[0])(**SCHEDULES[name])
    rates = [float(schedule(step)) for step in (0, 1, 2, 3, 5, 8, 9, 14, 30)]
    recorded(rates, atol=1e-5)
    for other in (
        type(schedule).from_config(schedule.get_config()),
        schedules.deserialize(schedules.serialize(schedule)),
    ):
        assert_close(other(7), schedule(7))


def test_configurations_are_those_of_keras(recorded):
    made = [
        *(initializers.GlorotUniform(seed=1), initializers.RandomNormal(1.0, 0.2, seed=3)),
        *(initializers.Constant(2.0), initializers.Orthogonal(gain=2.0, seed=4)),
        *(initializers.TruncatedNormal(seed=5), constraints.NonNeg()),
        *(regularizers.L1L2(0.1, 0.2), regularizers.L1(0.3)),
        regularizers.OrthogonalRegularizer(0.5, "columns"),
        constraints.MaxNorm(3, axis=[0, 1]),
        *(constraints.MinMaxNorm(0.1, 0.5, 0.7, 1), constraints.UnitNorm(1)),
        schedules.PolynomialDecay(0.1, 7),
    ]
    axes = {"input_axes", "output_axes"}  # newer than what is here
    recorded([{k: v for k, v in one.get_config().items() if k not in axes} for one in made])


@pytest.mark.parametrize("kind", ["initializers", "regularizers", "constraints"])
def test_every_configuration_makes_an_equal_one(kind):
    space = getattr(tf.keras, kind)
    names = {
        "initializers": ["HeNormal", "LecunUniform", "VarianceScaling", "Zeros", "RandomUniform"],
        "regularizers": ["L1", "L2", "L1L2", "OrthogonalRegularizer"],
        "constraints": ["MaxNorm", "MinMaxNorm", "NonNeg", "UnitNorm"],
    }[kind]
    for name in names:
        one = getattr(space, name)()
        other = space.deserialize(space.serialize(one))
        assert type(other) is type(one)
        assert other.get_config().keys() == one.get_config().keys()
        assert type(space.get(name)) is type(one)


def test_names_with_small_letters():
    assert isinstance(initializers.he_normal(seed=1), initializers.HeNormal)
    assert isinstance(constraints.max_norm(2.0), constraints.MaxNorm)
    assert isinstance(regularizers.orthogonal_regularizer(), regularizers.OrthogonalRegularizer)


WEIGHTS = np.random.RandomState(4).normal(size=(4, 3)).astype("float32")


@pytest.mark.parametrize("mode", ["rows", "columns"])
def test_the_orthogonal_regularizer(mode, recorded):
    penalty = regularizers.OrthogonalRegularizer(0.3, mode)
    recorded(penalty(tf.constant(WEIGHTS)))
    with pytest.raises(ValueError, match="rank 2"):
        penalty(tf.ones([2]))
    with pytest.raises(ValueError, match="mode"):
        regularizers.OrthogonalRegularizer(mode="all")


@pytest.mark.parametrize("axis", [0, 1, (0, 1)])
def test_min_max_norm(axis, recorded):
    bound = constraints.MinMaxNorm(0.5, 1.0, 0.8, axis)
    recorded([bound(tf.constant(WEIGHTS)), bound(tf.constant(WEIGHTS * 0.1))])


POINTS = np.array([[-4.0, -1.0, -0.6, -0.2, 0.3, 0.9, 1.5, 3.5]], "float32")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((n, {}) for n in ("celu", "glu", "hard_silu", "hard_swish", "hard_tanh", "hard_shrink")),
        *((n, {}) for n in ("soft_shrink", "tanh_shrink", "log_sigmoid", "squareplus")),
        *((n, {}) for n in ("sparse_plus", "sparse_sigmoid", "sparsemax")),
        ("celu", {"alpha": 0.5}),
        ("threshold", {"threshold": 0.5, "default_value": -2.0}),
        ("soft_shrink", {"threshold": 1.0}),
    ],
)
def test_an_activation(name, options, recorded):
    function = getattr(activations, name)
    y, (slope,) = value_and_gradients(lambda x: function(x, **options), POINTS)
    recorded({"y": y, "g": slope}, rtol=1e-4)
    if not options and not (AGAINST_TENSORFLOW and name in {"hard_swish"}):
        assert_close(activations.deserialize(name)(tf.constant(POINTS)), y)


def test_the_gain_of_an_identity_is_kept():
    gain = initializers.Identity(3.0)
    assert_close(gain([2, 2]), [[3.0, 0.0], [0.0, 3.0]])
    if not AGAINST_TENSORFLOW:  # which forgets it
        assert initializers.deserialize(initializers.serialize(gain)).gain == 3.0
