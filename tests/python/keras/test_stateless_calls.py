"""`stateless_call`: layers and models run on given values of their variables."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
X = tf.constant(np.random.default_rng(0).normal(size=(5, 4)), tf.float32)


def others_of(layer):
    """The values of what is not trained, without the states of random numbers that Keras lists."""
    return [tf.convert_to_tensor(v) for v in layer.non_trainable_variables]


def network():
    return tf.keras.Sequential(
        [
            tf.keras.Input((4,)),
            layers.Dense(3, activation="tanh", kernel_regularizer="l2"),
            layers.BatchNormalization(),
            layers.Dense(2, activity_regularizer="l2"),
        ]
    )


def test_outputs_and_gradients_are_those_of_the_given_values():
    model, same = network(), network()
    values = [tf.convert_to_tensor(v) + 0.5 for v in model.trainable_variables]
    for variable, value in zip(same.trainable_variables, values, strict=True):
        variable.assign(value)
    before = model.get_weights()
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(values)
        found, _ = model.stateless_call(values, others_of(model), X)
        expected = same(X)
        found_loss, loss = tf.reduce_sum(found**2), tf.reduce_sum(expected**2)
    np.testing.assert_array_equal(found, expected)
    gradients = tape.gradient(found_loss, values)
    for one, other in zip(gradients, tape.gradient(loss, same.trainable_variables), strict=True):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_training_changes_is_returned_and_not_kept():
    model = network()
    values = [tf.convert_to_tensor(v) for v in model.trainable_variables]
    others = others_of(model)
    _, after = model.stateless_call(values, others, X, training=True)
    assert len(after) == len(others)
    assert np.any(np.not_equal(after[0], others[0]))
    for one, other in zip(others, others_of(model), strict=True):
        np.testing.assert_array_equal(one, other)
    model(X, training=True)
    for one, other in zip(after, others_of(model), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_losses_are_returned_where_they_are_asked_for():
    model = network()
    values = [tf.convert_to_tensor(v) for v in model.trainable_variables]
    with tf.GradientTape() as tape:
        tape.watch(values)
        _, _, losses = model.stateless_call(values, others_of(model), X, return_losses=True)
        total = tf.add_n(losses)
    assert len(losses) == 2
    assert all(g is not None for g in tape.gradient(total, values[:2]))


@pytest.mark.parametrize(
    ("make", "shape"),
    [
        (lambda: layers.Conv2D(2, 3), (1, 5, 5, 2)),
        (lambda: layers.LSTM(3), (1, 5, 2)),
        (lambda: layers.PReLU(), (2, 3)),
        (lambda: layers.LayerNormalization(), (2, 3)),
    ],
)
def test_layers(make, shape):
    layer, x = make(), tf.ones(shape)
    layer(x)
    values = [tf.convert_to_tensor(v) * 2.0 + 0.1 for v in layer.trainable_variables]
    with tf.GradientTape() as tape:
        tape.watch(values)
        found, _ = layer.stateless_call(values, others_of(layer), x)
    assert all(g is not None for g in tape.gradient(found, values))
    layer.set_weights([v.numpy() for v in values])
    np.testing.assert_allclose(found, layer(x), rtol=1e-6)


def test_a_step_of_a_program_that_holds_the_values_itself():
    model = network()
    optimizer = tf.keras.optimizers.SGD(0.1)
    optimizer.build(model.trainable_variables)
    values = [tf.convert_to_tensor(v) for v in model.trainable_variables]
    with tf.GradientTape() as tape:
        tape.watch(values)
        y, _ = model.stateless_call(values, others_of(model), X, training=True)
        loss = tf.reduce_mean(y**2)
    gradients = tape.gradient(loss, values)
    stepped = [v - 0.1 * g for v, g in zip(values, gradients, strict=True)]
    y, _ = model.stateless_call(stepped, others_of(model), X, training=True)
    assert tf.reduce_mean(y**2) < loss


def test_errors():
    with pytest.raises(ValueError, match="To call stateless_call, Dense must be built"):
        layers.Dense(2).stateless_call([], [], X)
    layer = layers.Dense(2)
    layer(X)
    with pytest.raises(ValueError, match="length 0, but expected 2 variables"):
        layer.stateless_call([], [], X)
    values = layer.get_weights()
    with pytest.raises(ValueError, match=r"Argument `non_trainable_variables` must be a list"):
        layer.stateless_call(values, values, X)
    assert [type(v) for v in layer.weights] == [type(layer.kernel)] * 2


def test_values_that_are_none_leave_the_weights_as_they_were():
    layer = layers.Dense(2)
    layer(X)
    kernel, before = layer.get_weights()[0], layer(X).numpy()
    with pytest.raises((ValueError, TypeError, tf.errors.OpError)):
        layer.stateless_call([kernel + 1.0, "no number"], [], X)
    np.testing.assert_array_equal(layer(X), before)
