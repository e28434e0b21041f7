"""In functions and steps of models losses see what `tf.nn.softmax` and `tf.sigmoid` were given."""

import numpy as np
import pytest
from library import tf

_losses = tf.keras.losses
_LOGITS = tf.constant([[40.0, 0.0]])
_CUT = 16.1181  # -log(1e-7)


def _softmax(logits):
    return _losses.SparseCategoricalCrossentropy()(tf.constant([1]), tf.nn.softmax(logits))


def _sigmoid(logits):
    return _losses.BinaryCrossentropy()(tf.constant([[1.0]]), tf.sigmoid(-logits[:, :1]))


@pytest.mark.parametrize("loss", [_softmax, _sigmoid])
def test_only_in_functions(loss):
    assert float(loss(_LOGITS)) == pytest.approx(_CUT, rel=0.02)
    assert float(tf.function(loss)(_LOGITS)) == pytest.approx(40.0)


def _in_function(make):
    @tf.function
    def function(logits):
        return _losses.SparseCategoricalCrossentropy()(tf.constant([1]), make(logits))

    return float(function(_LOGITS))


@tf.function
def _inner(logits):
    return tf.nn.softmax(logits)


@pytest.mark.parametrize(
    "make",
    [
        _inner,
        lambda logits: tf.identity(tf.nn.softmax(logits)),
        lambda logits: tf.nn.softmax(logits) * 1.0,
        lambda logits: tf.reshape(tf.nn.softmax(logits), [1, 2]),
        lambda logits: tf.transpose(tf.nn.softmax(tf.transpose(logits), axis=0)),
    ],
    ids=["function", "identity", "product", "reshape", "axis"],
)
def test_not_what_another_operation_made(make):
    assert _in_function(make) == pytest.approx(_CUT, rel=0.02)


@pytest.mark.parametrize(
    "make",
    [
        lambda logits: tf.nn.softmax(logits, axis=1),
        lambda logits: tf.nn.softmax(logits=logits),
        lambda logits: tf.cast(tf.nn.softmax(logits), tf.float32),
        lambda logits: tf.convert_to_tensor(tf.math.softmax(logits)),
    ],
    ids=["axis", "keyword", "cast", "convert"],
)
def test_what_returns_its_argument_hides_nothing(make):
    assert _in_function(make) == pytest.approx(40.0)


def test_a_loss_looks_for_its_own_operation():
    @tf.function
    def function(logits):
        return _losses.BinaryCrossentropy()(tf.constant([[0.0, 1.0]]), tf.nn.softmax(logits))

    assert float(function(_LOGITS)) == pytest.approx(_CUT, rel=0.02)


def test_what_a_function_returned_is_a_probability():
    loss = _losses.SparseCategoricalCrossentropy()(tf.constant([1]), _inner(_LOGITS))
    assert float(loss) == pytest.approx(_CUT, rel=0.02)


class Classifier(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")

    def call(self, x):
        return tf.nn.softmax(self.dense(x) * [1.0, 0.0])


def _lambda():
    dense = tf.keras.layers.Dense(
        2, kernel_initializer=tf.keras.initializers.Constant([[1.0, 0.0]])
    )
    last = tf.keras.layers.Lambda(tf.nn.softmax)
    return tf.keras.Sequential([tf.keras.Input((1,)), dense, last])


@pytest.mark.parametrize("make", [Classifier, _lambda])
def test_models_train_where_probabilities_are_0(make):
    model = make()
    model.compile("sgd", "sparse_categorical_crossentropy")
    x, y = np.full((4, 1), 40.0, "float32"), np.ones(4, "int32")
    assert model.evaluate(x, y, verbose=0) == pytest.approx(40.0)
    assert model.fit(x, y, verbose=0).history["loss"] == [pytest.approx(40.0)]
    assert model.evaluate(x, y, verbose=0) < 30.0


def test_eager_models_have_probabilities():
    model = Classifier()
    model.compile("sgd", "sparse_categorical_crossentropy", run_eagerly=True)
    x, y = np.full((4, 1), 40.0, "float32"), np.ones(4, "int32")
    assert model.evaluate(x, y, verbose=0) == pytest.approx(_CUT, rel=0.02)
