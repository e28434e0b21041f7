"""What a `build` assigns and draws: Keras 3 forgets it where it only traces the build.

A layer without a `build` of its own runs once for symbols before its first call.
"""

from __future__ import annotations

import numpy as np
import pytest
from library import tf

pytestmark = [
    pytest.mark.usefixtures("in_tensorflows_place"),
    pytest.mark.filterwarnings("ignore:.*is not among its weights"),
]


class Assigning(tf.keras.layers.Layer):
    """Assigns to its weights, to a variable of its own, and draws, when it is built."""

    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 2), initializer="ones")
        self.noise = self.add_weight(shape=(2,), initializer="zeros", trainable=False)
        self.own = tf.Variable(1.0)
        self.kernel.assign(self.kernel * 2.0)
        self.noise.assign(5.0 + tf.random.uniform([2]))
        self.noise.assign_add(tf.ones([2]))
        self.own.assign(3.0)

    def call(self, inputs):
        return tf.matmul(inputs, self.kernel) + self.noise

    def keeps_all(self):
        """True if it holds what was assigned, False if what it was made with."""
        kept = [float(tf.reduce_min(self.noise)) > 5.0, float(self.own) == 3.0]
        kept.append(float(tf.reduce_sum(self.kernel)) == 4.0 * self.kernel.shape[0])
        assert all(kept) or not any(kept)
        return kept[0]


class Outer(tf.keras.layers.Layer):
    """Has no `build`."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, inputs):
        return self.inner(inputs)


class Building(Outer):
    """Has one that makes no weights of the layer in it."""

    def build(self, shape):
        self.scale = self.add_weight(shape=(), initializer="ones")


X = np.ones((4, 3), np.float32)


def by_a_model(inner):
    inputs = tf.keras.Input((3,))
    tf.keras.Model(inputs, inner(inputs))(X)


def by_a_model_around(inner):
    inputs = tf.keras.Input((3,))
    tf.keras.Model(inputs, Outer(inner)(inputs))(X)


def by_fit(inner):
    model = tf.keras.Sequential([Outer(inner)])
    model.compile("sgd", "mse")
    model.fit(X, np.zeros((4, 2)), verbose=0)


KEEPING = {
    "alone": lambda inner: inner(X),
    "in a layer with a build": lambda inner: Building(inner)(X),
    "in a sequential model": lambda inner: tf.keras.Sequential([inner])(X),
    "in a functional model": by_a_model,
}
FORGETTING = {
    "in a layer": lambda inner: Outer(inner)(X),
    "two layers deep": lambda inner: Outer(Outer(inner))(X),
    "in a layer with a build in another": lambda inner: Outer(Building(inner))(X),
    "in a sequential model in a layer": lambda inner: Outer(tf.keras.Sequential([inner]))(X),
    "in a layer of a functional model": by_a_model_around,
    "in a function": lambda inner: tf.function(lambda x: inner(x))(X),
    "in fit": by_fit,
}


@pytest.mark.parametrize("built", KEEPING.values(), ids=KEEPING)
def test_what_a_build_assigns_stays(built):
    inner = Assigning()
    built(inner)
    assert inner.keeps_all()


@pytest.mark.keras_3
@pytest.mark.parametrize("built", FORGETTING.values(), ids=FORGETTING)
def test_what_a_traced_build_assigns_is_forgotten(built):
    inner = Assigning()
    built(inner)
    assert not inner.keeps_all()


@pytest.mark.keras_2
@pytest.mark.parametrize(
    "name", ["in a layer", "two layers deep", "in a layer of a functional model"]
)
def test_builds_of_keras_2_are_not_traced(name):
    inner = Assigning()
    FORGETTING[name](inner)
    assert inner.keeps_all()


@pytest.mark.keras_3
def test_draws_of_a_traced_build_do_not_count():
    tf.random.set_seed(7)
    expected = tf.random.normal([3]).numpy()
    tf.random.set_seed(7)
    Outer(Assigning())(X)
    np.testing.assert_array_equal(tf.random.normal([3]).numpy(), expected)


@pytest.mark.keras_3
def test_weights_set_in_a_build_are_forgotten_too():
    class Embeds(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.table = tf.keras.layers.Embedding(5, 2, embeddings_initializer="zeros")

        def build(self, shape):
            self.table.build(shape)
            self.table.set_weights([np.ones((5, 2))])

        def call(self, inputs):
            return self.table(inputs)

    alone, inner = Embeds(), Embeds()
    alone(np.array([[1]]))
    Outer(inner)(np.array([[1]]))
    assert [float(np.sum(one.table.get_weights()[0])) for one in (alone, inner)] == [10.0, 0.0]


@pytest.mark.keras_3
def test_a_build_that_reads_values_cannot_be_traced():
    class Reads(tf.keras.layers.Layer):
        def build(self, shape):
            self.kernel = self.add_weight(shape=(3, 2), initializer="ones")
            self.kernel.assign(2.0 * self.kernel.numpy())

        def call(self, inputs):
            return tf.matmul(inputs, self.kernel)

    inner = Reads()
    Outer(inner)(X)
    assert float(np.sum(inner.kernel.numpy())) == 12.0
