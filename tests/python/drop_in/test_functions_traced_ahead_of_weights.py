"""A `call` that is a function and is traced before there are weights holds initial values, as in
Keras 3, which looks at what a layer without a `build` computes before it makes them."""

import numpy as np
import pytest
from library import tf

pytestmark = [
    pytest.mark.usefixtures("in_tensorflows_place"),
    pytest.mark.keras_3,
    pytest.mark.filterwarnings("ignore::UserWarning"),  # that gradients are missing
]
keras = tf.keras
layers = keras.layers
X = np.linspace(0.0, 1.0, 40).reshape(10, 4).astype("float32")
Y = X.sum(1, keepdims=True)


class Inner(layers.Layer):
    traced = 0

    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(3)

    @tf.function
    def call(self, inputs):
        Inner.traced += 1
        return self.dense(inputs)


class Built(layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(shape=(shape[-1], 3), initializer="ones")

    @tf.function
    def call(self, inputs):
        return tf.matmul(inputs, self.scale)


class Outer(keras.Model):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.last = layers.Dense(1)

    def call(self, inputs):
        return self.last(self.inner(inputs))


class Whole(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1)

    @tf.function
    def call(self, inputs):
        return self.dense(inputs)


class Ready(Whole):
    def build(self, shape):
        self.dense.build(shape)
        self.built = True


def _fitted(model):
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=4, epochs=1, verbose=0, shuffle=False)
    return model


def _moved(layer):
    return float(tf.reduce_sum(tf.abs(layer.bias))) > 0.0


@pytest.mark.parametrize(
    "made",
    [
        lambda inner: Outer(inner),
        lambda inner: keras.Sequential([inner, layers.Dense(1)]),
        lambda inner: keras.Sequential([keras.Input((4,)), inner, layers.Dense(1)]),
    ],
)
def test_a_layer_whose_call_is_a_function_is_not_trained(made):
    model = _fitted(made(Inner()))
    inner, last = model.layers
    assert (_moved(inner.dense), _moved(last)) == (False, True)
    outputs = model(X[:5]).numpy()
    inner.dense.kernel.assign(inner.dense.kernel + 1.0)
    assert (model(X[:5]).numpy() == outputs).all()


def test_other_shapes_than_those_of_the_trace_have_the_weights():
    model = Outer(Inner())
    before = model(X[:2]).numpy()
    _fitted(model)
    assert _moved(model.inner.dense)
    first = model(X[:3]).numpy()[:2]
    held = model.last(tf.matmul(X[:2], model.inner.dense.kernel) + model.inner.dense.bias)
    np.testing.assert_allclose(first, held.numpy(), rtol=1e-5)
    assert np.abs(model(X[:2]).numpy() - first).max() > 1e-3
    assert np.abs(model(X[:2]).numpy() - before).max() > 0.0  # by the last layer


def test_a_layer_with_a_build_is_trained_where_it_is_built_by_itself():
    inputs = keras.Input((4,))
    inner = Built()
    _fitted(keras.Model(inputs, layers.Dense(1)(inner(inputs))))
    assert not (inner.scale.numpy() == 1.0).all()
    inner = Built()
    _fitted(Outer(inner))
    assert (inner.scale.numpy() == 1.0).all()


def test_a_model_of_one_function_has_no_gradients():
    with pytest.raises(ValueError, match="No gradients provided for any variable"):
        _fitted(Whole())
    assert _moved(_fitted(Ready()).dense)


def test_tapes_see_no_weights():
    model = Whole()
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(X))
    assert tape.gradient(loss, model.trainable_variables) == [None, None]


class Drawing(layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(8, kernel_initializer="ones")
        self.dropout = layers.Dropout(0.5)
        self.normalization = layers.BatchNormalization()

    @tf.function
    def call(self, inputs):
        dropped = self.dropout(self.dense(inputs), training=True)
        return self.normalization(dropped, training=True)


def test_draws_and_averages_stay_where_they_are():
    model = Outer(Drawing())
    drawn = [model.inner(X).numpy() for _ in range(3)]
    assert (drawn[0] == drawn[1]).all()
    assert (drawn[1] == drawn[2]).all()
    assert (model.inner.normalization.moving_mean.numpy() == 0.0).all()
