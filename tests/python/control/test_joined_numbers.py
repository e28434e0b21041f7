"""Numbers of one sum or product in functions: they are joined first, as graphs do, where nothing
else reads what lies between.

What is expected is hand-worked: each number is rounded to the type before it joins the next.
"""

import numpy as np
import pytest
from library import tf

F = np.float32
NEAR_ONE = tf.constant([0.5, 1 - 2**-24, 3.7])


def in_function(f, *arguments):
    return tf.function(f)(*arguments).numpy()


def assert_same(found, expected):
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("written", "joined"),
    [
        (lambda x: (x + 0.1) + 0.7, lambda x: x + (F(0.1) + F(0.7))),
        (lambda x: 0.7 + (0.1 + x), lambda x: x + (F(0.1) + F(0.7))),
        (lambda x: (x - 0.1) + 0.7, lambda x: x + (F(0.7) - F(0.1))),
        (lambda x: 0.7 - (x - 0.1), lambda x: (F(0.7) + F(0.1)) - x),
        (lambda x: (1 - x) + 1e-6, lambda x: (F(1) + F(1e-6)) - x),
        (lambda x: 1e-6 - (1 - x), lambda x: x + (F(1e-6) - F(1))),
        (lambda x: 0.7 - (0.1 + x), lambda x: (F(0.7) - F(0.1)) - x),
        (lambda x: -(0.1 - x) + 0.7, lambda x: x + (F(0.7) - F(0.1))),
        (lambda x: (x - 0.1) * 1 - 0.7, lambda x: x + (-F(0.1) - F(0.7))),
        (lambda x: x - np.float32(0.1) - np.float64(0.7), lambda x: x - (F(0.1) + F(0.7))),
        (lambda x: x * 0.1 * 0.7, lambda x: x * (F(0.1) * F(0.7))),
        (lambda x: 0.7 * (x / 0.3), lambda x: x * (F(1) / F(0.3) * F(0.7))),
        (lambda x: x / 0.3 / 0.7, lambda x: x * (F(1) / F(0.3) * (F(1) / F(0.7)))),
        (lambda x: x + 1e9 - 1e9 + 0.25, lambda x: x + F(0.25)),
    ],
)
def test_numbers_are_joined(written, joined):
    assert_same(in_function(written, NEAR_ONE), joined(NEAR_ONE.numpy()))


@pytest.mark.parametrize(
    "written",
    [
        lambda x: (x + 0.1) * 0.7,
        lambda x: (x * 0.1) + 0.7,
        lambda x: 0.7 / (x / 0.1),
        lambda x: (0.1 / x) * 0.7,
        lambda x: tf.square(0.1 - x) + 0.7,
        lambda x: -(x * 0.1) * 0.7 + 0.0,
    ],
)
def test_sums_and_products_are_not(written):
    assert_same(in_function(written, NEAR_ONE), written(NEAR_ONE).numpy())


def test_what_something_else_reads_stays_as_it_is():
    def both(x):
        between = 1 - x
        return tf.stack([between + 1e-8, between])

    assert_same(in_function(both, NEAR_ONE), both(NEAR_ONE).numpy())


def test_eager_code_computes_what_is_written():
    x = NEAR_ONE.numpy()
    in_function(lambda x: 1 - x, NEAR_ONE)
    assert_same((1 - NEAR_ONE + 1e-6).numpy(), (F(1) - x) + F(1e-6))


@pytest.mark.parametrize(("dtype", "tiny"), [("float16", 2.0**-12), ("bfloat16", 2.0**-9)])
def test_half_precision_joins_sums_and_products_alone(dtype, tiny):
    x = tf.constant([1.0, 0.3, 7.0], dtype)

    def round_(value):
        return tf.constant(value, dtype)

    assert_same(in_function(lambda x: (x + 1.0) + tiny, x), (x + (round_(1.0) + tiny)).numpy())
    assert_same(
        in_function(lambda x: x / 3.0 / 7.0, x), (x * (1 / round_(3.0) * (1 / round_(7.0)))).numpy()
    )
    for differences in (
        lambda x: (1.0 - x) + tiny,
        lambda x: (x + tiny) - 1.0,
        lambda x: -(x - 1.0) + tiny,
    ):
        assert_same(in_function(differences, x), differences(x).numpy())


def test_double_precision():
    x = tf.constant([1.0, 0.3], "float64")
    assert in_function(lambda x: (1 - x) + 1e-17, x)[0] == 0.0
    assert_same(in_function(lambda x: x / 3.0, x), x.numpy() * (1 / 3.0))


def test_integers_and_their_overflow():
    x = tf.constant([2**31 - 1, 5])
    assert in_function(lambda x: (x + 7) - 9, x).tolist() == [2**31 - 3, 3]


def test_variables_and_sizes():
    v = tf.Variable([1 - 2**-24] * 3)
    assert_same(in_function(lambda: (1 - v) + 1e-6), F(1 + 1e-6) - v.numpy())
    large = tf.fill([1 << 17], F(0.3))
    assert_same(in_function(lambda x: (x + 0.1) + 0.7, large), large.numpy() + (F(0.1) + F(0.7)))


def test_gradients_and_what_is_recorded():
    v = tf.Variable([0.5, 3.0, 9.0])

    @tf.function
    def correction():
        with tf.GradientTape(persistent=True) as tape:
            y = tf.math.log(1 - tf.tanh(v) ** 2 + 1e-6)
            z = v / 3.0 * 7.0 - 1.0
        return y, tape.gradient(y, v), tape.gradient(z, v)

    y, dy, dz = correction()
    t = tf.tanh(v).numpy()
    within = (F(1) + F(1e-6)) - t * t
    np.testing.assert_allclose(y, np.log(within), rtol=1e-6)
    np.testing.assert_allclose(dy, -2 * t * (1 - t * t) / within, rtol=1e-5)
    np.testing.assert_allclose(dz, [7 / 3] * 3, rtol=2e-7)


def test_steps_of_models_join_too():
    class Model(tf.keras.Model):
        def train_step(self, data):
            return {"sum": tf.reduce_sum((1 - data) + 1e-6)}

    model = Model()
    model.compile()
    x = np.full([4, 1], 1 - 2**-24, "float32")
    assert model.fit(x, batch_size=4, verbose=0).history["sum"] == [
        float(4 * (F(1 + 1e-6) - x[0, 0]))
    ]
