"""What "accuracy" and "crossentropy" are follows from the shapes of targets and outputs: outputs of
one number are binary, targets of fewer axes or of one number are classes, and all others are
compared by their largest places, whatever the widths.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.random.RandomState(0).rand(8, 3).astype("float32")
CLASSES = np.random.RandomState(1).randint(0, 6, 8)
ONE_HOT = np.eye(6, dtype="float32")[CLASSES]
TRUTHS = (CLASSES > 2).astype("float32")
TWO = np.random.RandomState(2).rand(8, 2).astype("float32")


def mean(y_true, y_pred):
    return tf.reduce_mean(y_pred)


def evaluated(width, y, loss=mean):
    """The loss and the accuracy of a model of seeded weights, and what it says."""
    entry = keras.Input((3,))
    output = keras.layers.Dense(width, kernel_initializer=keras.initializers.GlorotNormal(3))(entry)
    if loss is not mean:
        output = keras.layers.Activation("sigmoid" if width == 1 else "softmax")(output)
    model = keras.Model(entry, output)
    model.compile("sgd", loss, metrics=["accuracy"])
    found = model.evaluate(X, y, verbose=0, batch_size=8)
    return found, model.predict(X, verbose=0)


def test_other_widths_are_compared_by_their_largest_places():
    (_, accuracy), said = evaluated(6, TWO)
    assert accuracy == pytest.approx(np.mean(TWO.argmax(-1) == said.argmax(-1)))


@pytest.mark.parametrize("y", [CLASSES, CLASSES[:, None], ONE_HOT])
def test_classes(y):
    (_, accuracy), said = evaluated(6, y)
    assert accuracy == pytest.approx(np.mean(said.argmax(-1) == CLASSES))


@pytest.mark.parametrize("y", [TRUTHS, TRUTHS[:, None]])
def test_one_number_is_binary(y):
    (_, accuracy), said = evaluated(1, y)
    assert accuracy == pytest.approx(np.mean((said[:, 0] > 0.5) == TRUTHS))


@pytest.mark.parametrize("name", ["ce", "crossentropy", "CE"])
@pytest.mark.parametrize(
    ("width", "y", "same"),
    [
        (6, CLASSES, "sparse_categorical_crossentropy"),
        (6, ONE_HOT, "categorical_crossentropy"),
        (1, TRUTHS[:, None], "binary_crossentropy"),
    ],
)
def test_the_loss_that_fits(name, width, y, same):
    np.testing.assert_allclose(evaluated(width, y, name)[0], evaluated(width, y, same)[0], 1e-5)
