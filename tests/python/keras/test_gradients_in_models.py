"""Gradients between symbolic tensors, as programs for graphs have them."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
K = keras.backend
X = np.array([[1.0, 2.0], [3.0, -1.0]], "float32")
pytestmark = pytest.mark.ours("Keras 3 has no gradients between symbolic tensors; Keras 2 has")


class Slope(keras.layers.Layer):
    def call(self, inputs):
        return tf.gradients(inputs[0], inputs[1])[0]


def cubed():
    x = keras.Input((2,))
    scale = keras.layers.Dense(2, use_bias=False, kernel_initializer="identity")
    y = scale(x) ** 3
    return x, y, scale


def test_a_layer_takes_the_slope_of_what_came_before_it():
    x, y, scale = cubed()
    model = keras.Model(x, keras.layers.Concatenate()([y, Slope()([y, x])]))
    assert model.output_shape == (None, 4)
    expected = np.concatenate([X**3, 3.0 * X**2], axis=1)
    np.testing.assert_allclose(model.predict(X, verbose=0), expected)
    np.testing.assert_allclose(tf.function(model)(X), expected)
    model.compile(keras.optimizers.SGD(1e-5), "mse")
    before = scale.kernel.numpy()
    history = model.fit(X, expected * 0.9, epochs=2, verbose=0).history["loss"]
    assert history[1] < history[0]
    assert np.all(np.diag(scale.kernel) < np.diag(before))
    with pytest.raises(RuntimeError, match=r"Use tf\.GradientTape instead"):
        model(X)


@pytest.mark.parametrize("gradients", [K.gradients, tf.gradients, tf.compat.v1.gradients])
def test_gradients_between_symbolic_tensors_are_parts_of_models(gradients):
    x, y, scale = cubed()
    slopes = gradients(y, [x, scale.output])
    second = gradients(slopes[0][:, 0], x)[0]
    found = K.function([x], [*slopes, second])([X])
    for one in found[:2]:
        np.testing.assert_allclose(one, 3.0 * X**2)
    np.testing.assert_allclose(found[2], [[6.0, 0.0], [18.0, 0.0]])
    model = keras.Model(x, slopes[0])
    np.testing.assert_allclose(model.predict(X, verbose=0), 3.0 * X**2)


def test_an_activation_map_by_gradients():
    inputs = keras.Input((4, 4, 1))
    maps = keras.layers.Conv2D(2, 1, use_bias=False, name="maps")(inputs)
    score = keras.layers.Dense(1, kernel_initializer="ones")(keras.layers.Flatten()(maps))
    model = keras.Model(inputs, score)
    pooled = K.mean(K.gradients(model.output[:, 0], maps)[0], axis=(0, 1, 2))
    weights, found = K.function([model.input], [pooled, maps[0]])([np.ones([1, 4, 4, 1])])
    assert weights.tolist() == [1.0, 1.0]
    assert found.shape == (4, 4, 2)


def test_gradients_within_a_function():
    @tf.function
    def slope(x):
        return K.gradients(x**2, [x])[0]

    np.testing.assert_allclose(slope(tf.constant([1.0, 2.0])), [2.0, 4.0])


def test_what_does_not_depend_on_it_has_none():
    x, other = keras.Input((2,)), keras.Input((2,))
    y = x * 2.0
    assert K.gradients(y, other) == [None]


@pytest.mark.parametrize("name", ["disable_eager_execution", "disable_v2_behavior"])
def test_programs_for_graphs_go_on_eagerly(name):
    with pytest.warns(UserWarning, match="always executes eagerly"):
        getattr(tf.compat.v1, name)()
    assert tf.executing_eagerly()
