"""The losses that weigh examples by how hard they are, and those of overlaps and embeddings."""

import numpy as np
import pytest
from checks import assert_close, gradients
from library import AGAINST_TENSORFLOW, tf

losses = tf.keras.losses
draws = np.random.RandomState(3)
ONE_HOT = np.eye(3, dtype="float32")[[0, 2, 1, 1]]
LABELS = np.array([0, 2, 1, 1])
BINARY = draws.randint(0, 2, (4, 3)).astype("float32")
PREDICTED = draws.uniform(0.05, 1, (4, 3)).astype("float32").round(3)
LOGITS = draws.normal(size=(4, 3)).astype("float32").round(3)
UNIT = (LOGITS / np.linalg.norm(LOGITS, axis=1, keepdims=True)).astype("float32")

CASES = {
    "BinaryFocalCrossentropy": (BINARY, PREDICTED, {}),
    "BinaryFocalCrossentropy balanced": (
        BINARY,
        LOGITS,
        {"apply_class_balancing": True, "alpha": 0.3, "gamma": 1.5, "from_logits": True},
    ),
    "BinaryFocalCrossentropy smoothed": (BINARY, PREDICTED, {"label_smoothing": 0.2}),
    "CategoricalFocalCrossentropy": (ONE_HOT, PREDICTED, {}),
    "CategoricalFocalCrossentropy by class": (
        ONE_HOT,
        LOGITS,
        {"alpha": [0.1, 0.5, 0.9], "from_logits": True, "label_smoothing": 0.1},
    ),
    "CategoricalGeneralizedCrossEntropy": (LABELS, PREDICTED, {"q": 0.7}),
    "Dice": (BINARY, PREDICTED, {}),
    "Dice of rows": (BINARY, PREDICTED, {"axis": (1,)}),
    "Tversky": (BINARY, PREDICTED, {"alpha": 0.3, "beta": 0.7}),
    "Circle": (LABELS, UNIT, {"gamma": 4.0}),
    "Circle with diagonal": (LABELS, UNIT, {"remove_diagonal": False, "margin": 0.25}),
}


@pytest.mark.parametrize("name", CASES)
def test_values_and_gradients(name, recorded):
    y_true, y_pred, options = CASES[name]
    y_true = tf.constant(y_true)
    loss = getattr(losses, name.split()[0])(**options)
    none = getattr(losses, name.split()[0])(reduction="none", **options)
    slopes = gradients(lambda p: loss(y_true, p), y_pred)[0]
    recorded(
        {"mean": loss(y_true, tf.constant(y_pred)), "each": none(y_true, y_pred), "g": slopes},
        rtol=1e-4,
    )


# A class that Keras does not find by its name.
NOT_FOUND = {"CategoricalGeneralizedCrossEntropy"} if AGAINST_TENSORFLOW else set()


@pytest.mark.parametrize("name", [name for name in CASES if name not in NOT_FOUND])
def test_a_configuration_makes_an_equal_loss(name):
    y_true, y_pred, options = CASES[name]
    loss = getattr(losses, name.split()[0])(**options)
    y_pred = tf.constant(y_pred)
    expected = loss(y_true, y_pred)
    assert_close(type(loss).from_config(loss.get_config())(y_true, y_pred), expected)
    assert_close(losses.deserialize(losses.serialize(loss))(y_true, y_pred), expected)


def test_what_is_refused():
    with pytest.raises(ValueError, match="interval"):
        losses.CategoricalGeneralizedCrossEntropy(q=1.0)


def test_circle_with_other_embeddings(recorded):
    recorded(losses.circle(LABELS, UNIT, LABELS[:2], UNIT[:2], remove_diagonal=False, gamma=4))
