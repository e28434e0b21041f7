"""Logits are known in the graph that made probabilities; eagerly behind Keras's activations."""

import numpy as np
import pytest
from library import tf

_losses = tf.keras.losses
_X = tf.constant([[40.0, 0.0]])
_CUT = 16.1181  # -log(1e-7)
_FAR = 40.0


def _layer(activation):
    identity = tf.keras.initializers.Identity()
    return tf.keras.layers.Dense(2, activation=activation, kernel_initializer=identity)


def _of_classes(probabilities):
    return float(_losses.SparseCategoricalCrossentropy()(tf.constant([1]), probabilities))


@pytest.mark.parametrize(
    ("activation", "expected"),
    [(tf.nn.softmax, _CUT), ("softmax", _FAR), (tf.keras.activations.softmax, _FAR)],
)
def test_which_activations_of_a_layer_leave_their_logits_eagerly(activation, expected):
    assert _of_classes(_layer(activation)(_X)) == pytest.approx(expected, rel=0.02)


def test_a_binary_loss_of_a_softmax_counts_its_probabilities():
    loss = _losses.BinaryCrossentropy()
    targets = tf.constant([[0.0, 1.0]])
    given = tf.constant([[1.0, 2.0]])
    layer = _layer(tf.nn.softmax)
    assert float(loss(targets, layer(given))) == pytest.approx(0.313262, abs=1e-5)
    assert float(tf.function(lambda x: loss(targets, layer(x)))(given)) == pytest.approx(
        0.313262, abs=1e-5
    )
    kept = _layer("softmax")  # whose logits are taken for those of a sigmoid
    assert float(loss(targets, kept(given))) == pytest.approx(0.720095, abs=1e-5)


@pytest.mark.parametrize("activation", [tf.nn.softmax, "softmax"])
def test_what_a_function_returns_has_none(activation):
    layer = _layer(activation)
    layer.build((1, 2))
    function = tf.function(layer)
    for _ in range(3):
        assert _of_classes(function(_X)) == pytest.approx(_CUT, rel=0.02)
    outer = tf.function(
        lambda x: _losses.SparseCategoricalCrossentropy()(tf.constant([1]), function(x))
    )
    assert float(outer(_X)) == pytest.approx(_CUT, rel=0.02)


def test_what_a_function_is_given_has_none():
    loss = tf.function(lambda p: _losses.SparseCategoricalCrossentropy()(tf.constant([1]), p))
    probabilities = tf.keras.activations.softmax(_X)
    assert float(loss(probabilities)) == pytest.approx(_CUT, rel=0.02)
    assert _of_classes(probabilities) == pytest.approx(_FAR), "they are still there outside"


class Decorated(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.last = _layer(tf.keras.activations.softmax)

    @tf.function
    def call(self, x):
        return self.last(x)


@pytest.mark.keras_2  # Keras 3 finds no variables there
def test_a_model_whose_call_is_a_function_is_trained_on_probabilities():
    model = Decorated()
    model.compile("sgd", "sparse_categorical_crossentropy")
    history = model.fit(_X.numpy(), np.array([1]), verbose=0).history
    assert history["loss"] == [pytest.approx(_CUT, rel=0.02)]


@pytest.mark.parametrize(("activation", "expected"), [("sigmoid", 40.0), (tf.nn.sigmoid, 15.4)])
def test_the_focal_loss_sees_logits_behind_a_sigmoid(activation, expected):
    probabilities = _layer(activation)(tf.constant([[-40.0, -40.0]]))
    loss = _losses.BinaryFocalCrossentropy()(tf.constant([[1.0, 1.0]]), probabilities)
    assert float(loss) == pytest.approx(expected, rel=0.06)


@pytest.mark.keras_2
def test_keras_2s_focal_loss_of_classes_takes_them_for_those_of_a_softmax():
    probabilities = tf.keras.activations.sigmoid(tf.constant([[1.0, 2.0]]))
    loss = _losses.CategoricalFocalCrossentropy()(tf.constant([[0.0, 1.0]]), probabilities)
    chosen = np.exp(2.0) / (np.exp(1.0) + np.exp(2.0))
    assert float(loss) == pytest.approx(-0.25 * (1 - chosen) ** 2 * np.log(chosen), rel=1e-4)


def _through_dropout(probabilities):
    return float(_of_classes(tf.keras.layers.Dropout(0.5)(probabilities, training=False)))


@pytest.mark.keras_3
def test_keras_3s_dropout_hands_on_what_it_does_not_drop():
    assert _through_dropout(tf.keras.activations.softmax(_X)) == pytest.approx(_FAR)


@pytest.mark.keras_2
def test_keras_2s_dropout_gives_another_tensor():
    assert _through_dropout(tf.keras.activations.softmax(_X)) == pytest.approx(_CUT, rel=0.02)
