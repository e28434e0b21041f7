"""Losses between symbolic tensors, as models with `add_loss` have them."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
layers = keras.layers
X = np.random.RandomState(0).rand(6, 4).astype("float32")
CLASSES = np.arange(6) % 4


def inputs_and_sigmoid():
    keras.utils.set_random_seed(1)
    i = keras.Input((4,))
    return i, layers.Dense(4, activation="sigmoid")(i)


def near(found, wanted):
    np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_a_categorical_cross_entropy_sees_the_logits_of_a_layer():
    i, h = inputs_and_sigmoid()
    found = keras.Model(i, keras.losses.categorical_crossentropy(i, h))(X)
    p = keras.Model(i, h)(X).numpy()
    logits = np.log(p / (1 - p))
    near(found, -(X * (logits - np.log(np.exp(logits).sum(-1, keepdims=True)))).sum(-1))
    near(found, keras.losses.categorical_crossentropy(X, keras.Model(i, h)(X)))


def test_a_sparse_cross_entropy_sees_them_too():
    i, h = inputs_and_sigmoid()
    classes = keras.Input((), dtype="int32")
    loss = keras.losses.sparse_categorical_crossentropy(classes, h)
    found = keras.Model([i, classes], loss)([X, CLASSES])
    near(found, keras.losses.sparse_categorical_crossentropy(CLASSES, keras.Model(i, h)(X)))


def test_a_binary_cross_entropy_far_from_the_middle():
    t, i = keras.Input((1,)), keras.Input((1,))
    loss = keras.losses.binary_crossentropy(t, layers.Activation("sigmoid")(i))
    found = keras.Model([t, i], loss)([np.ones((3, 1)), np.full((3, 1), -50.0)])
    near(found, [50.0] * 3)


def test_what_comes_between_hides_them():
    i, h = inputs_and_sigmoid()
    flat = keras.Model(i, keras.losses.categorical_crossentropy(i, layers.Reshape((4,))(h)))(X)
    p = keras.Model(i, h)(X).numpy()
    near(flat, -(X * np.log(p / p.sum(-1, keepdims=True))).sum(-1))


@ours("Keras 3 refuses the first two, which Keras 2 takes")
@pytest.mark.parametrize("name", ["hinge", "squared_hinge", "categorical_hinge"])
@pytest.mark.parametrize("targets", [[0.0, 1.0], [-1.0, 1.0]])
def test_hinges(name, targets):
    wanted = np.array([targets] * 3, "float32")
    loss = keras.losses.get(name)
    t, p = keras.Input((2,)), keras.Input((2,))
    near(keras.Model([t, p], loss(t, p))([wanted, X[:3, :2]]), loss(wanted, X[:3, :2]))


def test_weights_of_what_stands_beside_a_loss():
    i = keras.Input((4,))
    a = layers.Dense(3, name="a")(i)
    b, c = layers.Dense(4, name="b")(a), layers.Dense(2, name="c")(a)
    extra = layers.Lambda(lambda t: tf.reduce_mean(t, -1), output_shape=())(c)
    model = keras.Model(i, [b, layers.Add()([keras.losses.get("mse")(i, b), extra])])
    assert [layer.name for layer in model.layers if len(layer.name) == 1] == ["a", "b", "c"]


@pytest.mark.keras_2
@pytest.mark.parametrize("reduction", ["auto", "sum_over_batch_size", "sum", "none"])
def test_a_loss_between_symbols_is_reduced_as_between_values(reduction):
    a, b = keras.Input((4,)), keras.Input((4,))
    loss = keras.losses.MeanSquaredError(reduction=reduction)
    found = keras.Model([a, b], loss(a, b))([X, 2.0 * X])
    near(found, loss(X, 2.0 * X))
    weighted = keras.Model([a, b], loss(a, b, sample_weight=tf.constant(3.0)))([X, 2.0 * X])
    near(weighted, 3.0 * loss(X, 2.0 * X))
