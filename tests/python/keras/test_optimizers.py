"""Optimizers: the first steps of each rule, schedules, clipping, and what is refused."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

optimizers = tf.keras.optimizers
IAE = tf.errors.InvalidArgumentError

# Where w = [1, 2] goes in three steps with the gradient [0.5, -1] and a learning rate of 0.1.
TRAJECTORIES = {
    "SGD": ({}, [[0.95, 2.1], [0.9, 2.2], [0.85, 2.3]]),
    "SGD with momentum": (
        {"momentum": 0.9},
        [[0.95, 2.1], [0.855, 2.29], [0.7195, 2.561]],
    ),
    "SGD with Nesterov momentum": (
        {"momentum": 0.9, "nesterov": True},
        [[0.905, 2.19], [0.7695, 2.461], [0.59755, 2.8049]],
    ),
    "SGD with weight decay": (
        {"weight_decay": 0.1},
        [[0.94, 2.08], [0.8806, 2.1592], [0.821794, 2.237608]],
    ),
    "SGD with clipnorm": (
        {"clipnorm": 0.5},
        [[0.9776393, 2.0447214], [0.9552786, 2.0894427], [0.932918, 2.1341641]],
    ),
    "SGD with clipvalue": ({"clipvalue": 0.3}, [[0.97, 2.03], [0.94, 2.06], [0.91, 2.09]]),
    "SGD with global_clipnorm": (
        {"global_clipnorm": 0.5},
        [[0.9776393, 2.0447214], [0.9552786, 2.0894427], [0.932918, 2.1341641]],
    ),
    "Adam": (
        {},
        [[0.9000013, 2.099999], [0.8000028, 2.1999977], [0.7000035, 2.2999971]],
    ),
    "Adam with amsgrad": (
        {"amsgrad": True},
        [[0.9000013, 2.099999], [0.8000028, 2.1999977], [0.7000035, 2.2999971]],
    ),
    "AdamW": (
        {},
        [[0.8996013, 2.0991991], [0.7992429, 2.1983581], [0.6989239, 2.2974782]],
    ),
    "RMSprop": (
        {},
        [[0.6837729, 2.3162277], [0.4543574, 2.5456433], [0.2622628, 2.7377379]],
    ),
    "RMSprop with momentum": (
        {"momentum": 0.9},
        [[0.6837729, 2.3162277], [0.1697529, 2.8302481], [-0.4849597, 3.4849613]],
    ),
    "RMSprop centered": (
        {"centered": True},
        [[0.6666674, 2.3333333], [0.4117613, 2.5882397], [0.1867776, 2.8132236]],
    ),
    "Adagrad": (
        {},
        [[0.9154846, 2.0953462], [0.8509349, 2.1643527], [0.7967023, 2.2211483]],
    ),
}


@pytest.mark.parametrize("name", TRAJECTORIES)
def test_the_first_three_steps(name):
    options, expected = TRAJECTORIES[name]
    optimizer = getattr(optimizers, name.split()[0])(0.1, **options)
    w = tf.Variable([1.0, 2.0])
    for step in expected:
        optimizer.apply_gradients([(tf.constant([0.5, -1.0]), w)])
        assert_close(w, step)


@pytest.mark.parametrize(
    ("name", "rate"), [("SGD", 0.01), ("Adam", 0.001), ("RMSprop", 0.001), ("Adagrad", 0.001)]
)
def test_the_default_learning_rate(name, rate):
    assert_close(getattr(optimizers, name)().learning_rate, rate)


@pytest.mark.parametrize("name", ["SGD", "Adam", "RMSprop"])
@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_other_dtypes(name, dtype):
    w = tf.Variable([1.0, 2.0], dtype=dtype)
    getattr(optimizers, name)(0.1).apply_gradients([(tf.constant([0.5, -1.0], dtype), w)])
    assert w.dtype == dtype
    assert_close(w, TRAJECTORIES[name][1][0], rtol=5e-3 if dtype == "float16" else 1e-5)


def test_several_variables_of_any_shape():
    v = [tf.Variable(1.0), tf.Variable([[1.0, 2.0]]), tf.Variable(tf.zeros([0]))]
    g = [tf.constant(2.0), tf.constant([[1.0, -1.0]]), tf.zeros([0])]
    optimizers.SGD(0.5).apply_gradients(zip(g, v, strict=True))
    assert_close(v[0], 0.0)
    assert_close(v[1], [[0.5, 2.5]])


@pytest.mark.parametrize(
    "gradient", [[1.0, 1.0], np.array([1.0, 1.0]), tf.constant([1.0, 1.0]), tf.Variable([1.0, 1.0])]
)
def test_gradients_of_many_kinds(gradient):
    w = tf.Variable([1.0, 2.0])
    optimizers.SGD(0.1).apply_gradients([(gradient, w)])
    assert_close(w, [0.9, 1.9])


def test_clipping_is_by_variable_or_by_all():
    v = [tf.Variable(0.0), tf.Variable(0.0)]
    g = [tf.constant(3.0), tf.constant(4.0)]
    optimizers.SGD(1.0, clipnorm=1.0).apply_gradients(zip(g, v, strict=True))
    assert_close(tf.stack(v), [-1.0, -1.0])
    v = [tf.Variable(0.0), tf.Variable(0.0)]
    optimizers.SGD(1.0, global_clipnorm=1.0).apply_gradients(zip(g, v, strict=True))
    assert_close(tf.stack(v), [-0.6, -0.8])


# --- counting and learning rates ------------------------------------------------------------------


def test_iterations_are_counted():
    optimizer, w = optimizers.SGD(0.1), tf.Variable(1.0)
    assert int(optimizer.iterations) == 0
    for _ in range(3):
        optimizer.apply_gradients([(tf.constant(1.0), w)])
    assert int(optimizer.iterations) == 3


def test_the_learning_rate_may_be_set_and_assigned():
    optimizer, w = optimizers.SGD(0.1), tf.Variable(1.0)
    optimizer.learning_rate = 0.5
    optimizer.apply_gradients([(tf.constant(1.0), w)])
    assert_close(w, 0.5)
    optimizer.learning_rate.assign(0.25)
    optimizer.apply_gradients([(tf.constant(1.0), w)])
    assert_close(w, 0.25)


@pytest.mark.parametrize(
    ("schedule", "step", "rate"),
    [
        (lambda s: s.ExponentialDecay(0.1, 10, 0.5), 5, 0.0707107),
        (lambda s: s.ExponentialDecay(0.1, 10, 0.5, staircase=True), 5, 0.1),
        (lambda s: s.ExponentialDecay(0.1, 10, 0.5), 20, 0.025),
        (lambda s: s.PiecewiseConstantDecay([2, 4], [1.0, 0.5, 0.1]), 3, 0.5),
        (lambda s: s.PiecewiseConstantDecay([2, 4], [1.0, 0.5, 0.1]), 2, 1.0),
        (lambda s: s.CosineDecay(0.1, 10), 5, 0.05),
        (lambda s: s.PolynomialDecay(0.1, 10), 5, 0.05005),
        (lambda s: s.InverseTimeDecay(0.1, 10, 0.5), 5, 0.08),
    ],
)
def test_schedules(schedule, step, rate):
    assert_close(schedule(optimizers.schedules)(step), rate)


def test_an_optimizer_follows_its_schedule():
    optimizer = optimizers.SGD(optimizers.schedules.ExponentialDecay(0.1, 10, 0.5))
    w = tf.Variable([1.0, 2.0])
    for expected in ([0.95, 2.1], [0.9033483, 2.1933031]):
        optimizer.apply_gradients([(tf.constant([0.5, -1.0]), w)])
        assert_close(w, expected)
    assert_close(optimizer.learning_rate, 0.1 * 0.5**0.2)


@pytest.mark.parametrize("name", ["sgd", "SGD", "adam", "rmsprop"])
def test_optimizers_have_names(name):
    assert type(optimizers.get(name)).__name__.lower() == name.lower()
    with pytest.raises(ValueError, match="foo"):
        optimizers.get("foo")


# --- what is refused ------------------------------------------------------------------------------


def test_gradients_of_none_are_skipped_with_a_warning():
    v, w = tf.Variable(1.0, name="v"), tf.Variable(1.0)
    optimizer = optimizers.SGD(0.1)
    with pytest.warns(UserWarning, match=r"Gradients do not exist for variables \['v:0'\]"):
        optimizer.apply_gradients([(None, v), (tf.constant(1.0), w)])
    assert v.numpy() == 1.0
    assert_close(w, 0.9)


def test_no_gradient_at_all_is_an_error():
    with pytest.raises(ValueError, match="No gradients provided for any variable"):
        optimizers.SGD(0.1).apply_gradients([(None, tf.Variable(1.0))])
    with pytest.raises(ValueError):
        optimizers.SGD(0.1).apply_gradients([])


@ours("as Keras 2 until 2.10; Keras 3 refuses it")
@pytest.mark.parametrize("options", [{}, {"use_ema": True}, {"gradient_accumulation_steps": 2}])
def test_a_new_variable_starts_with_slots_of_its_own(options):
    optimizer = optimizers.Adam(0.1, **options)
    first, second = tf.Variable(1.0), tf.Variable([[2.0, 3.0]])
    one, two = (tf.constant(1.0), first), (tf.constant([[0.5, 0.5]]), second)
    for pairs in [[one], [one], [two], [one, two]]:
        optimizer.apply_gradients(pairs)
    assert first.numpy() < 1.0
    assert optimizer.get_slot(second, "v").shape == [1, 2]
    assert second.numpy()[0, 0] < 2.0
    optimizer.finalize_variable_values([first, second])
    assert 1.0 < second.numpy()[0, 0] <= 2.0


@ours("as Keras 2 until 2.10; Keras 3 refuses it")
def test_two_models_share_an_optimizer_and_its_count():
    optimizer = tf.keras.optimizers.legacy.Adam(0.1)
    a, b, c = tf.Variable([1.0, 2.0]), tf.Variable(3.0), tf.Variable([[4.0]])
    for _ in range(4):
        optimizer.minimize(lambda: tf.reduce_sum(a**2), [a])
        optimizer.minimize(lambda: b**2 + tf.reduce_sum(c**3), [b, [c]])
        optimizer.minimize(lambda: b**2 + tf.reduce_sum(a**3), [b, a])
    optimizer.minimize(lambda: b**2, b)
    assert optimizer.iterations.numpy() == 13
    assert_close(a, [0.2989308, 1.3213191])  # what TensorFlow 2.21 has with Keras 2
    assert_close(b, 2.1973703)
    assert_close(c, [[3.692526]])


def test_a_rule_of_ones_own_knows_the_variables_of_its_first_step():
    class Halves(optimizers.Optimizer):
        def update_step(self, gradient, variable, learning_rate):
            self.assign_sub(variable, 0.5 * gradient)

    optimizer = Halves(0.1)
    optimizer.apply_gradients([(tf.constant(1.0), tf.Variable(1.0))])
    with pytest.raises(ValueError, match="Unknown variable"):
        optimizer.apply_gradients([(tf.constant(1.0), tf.Variable(2.0))])


@pytest.mark.parametrize("gradient", [[1.0, 2.0, 3.0], 1.0, [[1.0, 2.0]]])
def test_a_gradient_has_the_shape_of_its_variable(gradient):
    w = tf.Variable([1.0, 2.0])
    with pytest.raises((IAE, ValueError)):
        optimizers.SGD(0.1).apply_gradients([(tf.constant(gradient), w)])
    assert_close(w, [1.0, 2.0])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"learning_rate": "a"}, "learning_rate"),
        ({"momentum": 2.0}, "momentum"),
        ({"foo": 1}, "foo"),
        ({"clipnorm": 1.0, "clipvalue": 1.0}, "[Oo]nly one of"),
    ],
)
def test_options_are_checked(options, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        optimizers.SGD(**options)


def test_what_is_no_pair():
    for bad in (None, 3):
        with pytest.raises(TypeError):
            optimizers.SGD(0.1).apply_gradients(bad)


@ours("minimize exists, as in Keras 2; Keras 3 has none")
def test_minimize():
    w = tf.Variable(3.0)
    optimizer = optimizers.SGD(0.1)
    for _ in range(60):
        optimizer.minimize(lambda: (w - 1.0) ** 2, [w])
    assert_close(w, 1.0, rtol=1e-4)
    with tf.GradientTape() as tape:
        loss = (w - 2.0) ** 2
    optimizer.minimize(loss, [w], tape=tape)
    assert_close(w, 1.2, rtol=1e-3)


@pytest.mark.parametrize("name", ["SGD", "Adam", "RMSprop", "Adagrad", "AdamW"])
def test_every_optimizer_fits_a_line(name):
    x = tf.linspace(-1.0, 1.0, 50)
    y = 3.0 * x + 2.0
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    optimizer = getattr(optimizers, name)(0.5 if name == "Adagrad" else 0.1)
    for _ in range(300):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((w * x + b - y) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, [w, b]), [w, b], strict=True))
    assert float(loss) < 2e-2


@pytest.mark.parametrize("name", ["SGD", "Adam", "RMSprop", "Adagrad"])
def test_a_variable_that_is_listed_twice_makes_two_steps_with_one_state(name):
    variable, once = tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0])
    twice = getattr(optimizers, name)(0.1)
    for _ in range(3):
        twice.apply_gradients([(2.0 * variable, variable)] * 2)
    expected = {
        "SGD": [0.216, 0.432],
        "Adam": [0.301401, 1.288578],
        "RMSprop": [0.128606, 0.932227],
        "Adagrad": [0.663764, 1.648721],
    }
    assert_close(variable, expected[name], rtol=1e-4)
    optimizer = getattr(optimizers, name)(0.1)
    optimizer.apply_gradients([(2.0 * once, once)])
    assert float(once[0]) > float(variable[0])
