"""What a `build` of a program's own draws, prints and lists under `TF_USE_LEGACY_KERAS=1`.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X = np.ones((4, 3), "float32")


class Own(layers.Layer):
    def build(self, shape):
        print("build")
        self.drawn = tf.Variable(tf.random_normal_initializer()((2,)))
        super().build(shape)

    def call(self, x):
        return x[:, :2] * self.drawn


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.one, self.two = Own(), Own()

    def call(self, x):
        return self.two(tf.tile(self.one(x), [1, 2]))


def fitted(model):
    model.compile(tf.keras.optimizers.SGD(0.0), "mse")
    model.fit(X, X[:, :2], verbose=0)


WAYS = {
    "call": lambda model: model(X),
    "build": lambda model: model.build((None, 3)),
    "fit": fitted,
    "function": lambda model: tf.function(model)(tf.constant(X)),
    "symbol": lambda model: model(tf.keras.Input((3,))),
}


@pytest.mark.parametrize("way", WAYS)
def test_it_draws_as_eager_code_does(way):
    tf.random.set_seed(1)
    expected = [tf.random_normal_initializer()((2,)).numpy().tolist() for _ in range(2)]
    after = tf.random.uniform([]).numpy()
    tf.random.set_seed(1)
    model = Model()
    WAYS[way](model)
    assert [w.tolist() for w in model.get_weights()] == expected
    assert tf.random.uniform([]).numpy() == after


def test_it_prints_once_though_a_step_is_traced_twice(capsys):
    fitted(Model())
    assert capsys.readouterr().out == "build\n" * 2


class Mixed(layers.Layer):
    def build(self, shape):
        self.a = tf.Variable(tf.zeros([1]))
        self.b = self.add_weight(name="b", shape=(2,))
        self.c = [tf.Variable(tf.zeros([3])), tf.Variable(tf.zeros([4]), trainable=False)]
        self.d = self.add_weight(name="d", shape=(5,), trainable=False)
        self.e = self.add_weight(name="e", shape=(6,))
        self.f = tf.Variable(tf.zeros([7]), trainable=False)
        self.inner = layers.Dense(8)

    def call(self, x):
        return self.inner(x)


def test_weights_are_listed_as_they_came():
    layer = Mixed()
    layer(X)
    sizes = [w.shape[-1] for w in layer.trainable_weights]
    assert sizes == [1, 2, 3, 6, 8, 8]
    assert [w.shape[0] for w in layer.non_trainable_weights] == [4, 5, 7]
    assert [w.shape[-1] for w in layer.weights] == [*sizes, 4, 5, 7]


def test_a_variable_in_place_of_another_comes_where_it_stood():
    layer = Mixed()
    layer(X)
    layer.b = tf.Variable(tf.zeros([9]))
    assert 9 in [w.shape[-1] for w in layer.trainable_weights]
    assert 2 not in [w.shape[-1] for w in layer.trainable_weights]


@pytest.mark.parametrize("options", [{}, {"dropout": 0.5}])
def test_queries_that_see_nothing_get_the_mean_of_all(options):
    x = tf.constant(np.random.default_rng(0).normal(size=(1, 3, 4)), tf.float32)
    mask = tf.constant([[[True, True, False], [True, False, False], [False, False, False]]])
    attention = layers.MultiHeadAttention(num_heads=2, key_dim=2, **options)
    _, weights = attention(x, x, attention_mask=mask, return_attention_scores=True)
    np.testing.assert_allclose(weights[0, :, 2], np.full((2, 3), 1 / 3), rtol=1e-6)
    np.testing.assert_allclose(weights[0, :, 1], [[1, 0, 0]] * 2)


def test_softmax_layers_too():
    scores = tf.constant([[1.0, 1.0, 1.0], [3.0, 5.0, 5.0]])
    mask = tf.constant([[False, False, False], [True, False, False]])
    found = layers.Softmax()(scores, mask)
    np.testing.assert_allclose(found, [[1 / 3] * 3, [1, 0, 0]], rtol=1e-6)
