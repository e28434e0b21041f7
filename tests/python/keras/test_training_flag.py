"""How models are told that they train: `training` by keyword, by place, and to `call` itself."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
X = np.array([[1.0, 2.0], [3.0, 8.0]], "float32")
NORMALIZED = [[-1.0, -1.0], [1.0, 1.0]]


def models():
    norm = {"epsilon": 1e-9, "momentum": 1.0}  # which leaves the moving averages alone
    inputs = keras.Input((2,))
    yield keras.Model(inputs, layers.BatchNormalization(**norm)(inputs))
    yield keras.Sequential([keras.Input((2,)), layers.BatchNormalization(**norm)])
    yield keras.Sequential([layers.BatchNormalization(**norm)])


class Outer(keras.Model):
    def __init__(self, inner, how):
        super().__init__()
        self.inner, self.how = inner, how

    def call(self, x, training=None):
        return self.how(self.inner, x, training)


def trained(found):
    np.testing.assert_allclose(found, NORMALIZED, atol=1e-5)


def rested(found):
    np.testing.assert_allclose(found, X, atol=1e-5)


@pytest.mark.parametrize("index", range(3))
def test_call_itself_takes_training_and_a_mask(index):
    model = list(models())[index]
    rested(model(X))
    trained(model.call(tf.constant(X), training=True))
    trained(model.call(tf.constant(X), True))
    rested(model.call(tf.constant(X), False, None))
    rested(model.call(tf.constant(X)))


@pytest.mark.parametrize("index", range(3))
def test_an_outer_model_hands_it_on_to_call(index):
    model = Outer(list(models())[index], lambda inner, x, training: inner(x, training=training))
    trained(model(X, training=True))
    rested(model(X))
    other = Outer(list(models())[index], lambda inner, x, training: inner(x))
    trained(other(X, training=True))
    rested(other(X))


@pytest.mark.ours("Keras 3 wants the flag by keyword; Keras 2 took it by place")
@pytest.mark.parametrize("index", range(3))
def test_it_may_come_by_place(index):
    model = list(models())[index]
    rested(model(X, False))
    trained(model(X, True))
    rested(model(X, None))
    outer = Outer(model, lambda inner, x, training: inner(x, training))
    trained(outer(X, True))
    rested(outer(X))


@pytest.mark.filterwarnings("ignore:Layer '")
def test_a_mask_given_to_a_model_reaches_its_layers():
    class Counted(layers.Layer):
        def call(self, x, mask=None):
            return tf.reduce_sum(x if mask is None else tf.where(mask[..., None], x, 0.0), 1)

    inputs = keras.Input((3, 1))
    for model in (keras.Model(inputs, Counted()(inputs)), keras.Sequential([inputs, Counted()])):
        found = model(tf.ones([1, 3, 1]), mask=tf.constant([[True, False, True]]))
        assert found.numpy().tolist() == [[2.0]]
        assert model(tf.ones([1, 3, 1])).numpy().tolist() == [[3.0]]


class Flag(layers.Layer):
    """Adds one where its own default, or the flag that it is told, says that it trains."""

    def call(self, x, training=True):
        return x + 1.0 if training else x


class Inside(layers.Layer):
    def __init__(self, told):
        super().__init__()
        self.flag, self.told = Flag(), told

    def call(self, x, training=True):
        return self.flag(x, training=training) if self.told else self.flag(x)


class Without(layers.Layer):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, x):
        return self.inner(x, training=None)


@pytest.mark.parametrize(("told", "rests"), [(True, True), (False, False)])
def test_none_is_passed_on_and_the_default_is_for_who_is_not_told(told, rests):
    inside = Inside(told)
    for layer in (inside, Without(inside), Outer(inside, lambda f, x, t: f(x, training=t))):
        found = layer(X, training=None) if not isinstance(layer, Without) else layer(X)
        np.testing.assert_array_equal(found, X if rests else X + 1)
    np.testing.assert_array_equal(inside(X), X + 1)
    np.testing.assert_array_equal(inside(X, None), X if rests else X + 1)


def test_none_hides_the_flag_of_the_outer_call():
    norm = Without(layers.BatchNormalization(epsilon=1e-9, momentum=1.0))
    model = keras.Sequential([norm])
    rested(model(X, training=True))
