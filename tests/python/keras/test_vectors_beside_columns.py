"""A vector of targets beside a column of outputs in Keras 3: objects compare two columns, and some
functions broadcast."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_3
losses = tf.keras.losses
TRUE = np.array([0.0, 1.0, 1.0], "float32")
GUESSED = np.array([[0.25], [0.5], [0.75]], "float32")


@pytest.mark.parametrize("name", ["Hinge", "SquaredHinge", "Poisson", "KLDivergence"])
def test_losses_compare_columns(name):
    loss = getattr(losses, name)(reduction="none")
    of_columns = loss(TRUE[:, None], GUESSED)
    assert of_columns.shape == (3,)
    np.testing.assert_allclose(loss(TRUE, GUESSED), of_columns)
    np.testing.assert_allclose(loss(tf.constant(TRUE), tf.constant(GUESSED)), of_columns)


@pytest.mark.parametrize("name", ["hinge", "squared_hinge", "categorical_hinge", "poisson"])
def test_these_functions_broadcast(name):
    function = getattr(losses, name)
    of_matrix = function(np.tile(TRUE, (3, 1)), np.tile(GUESSED, (1, 3)))
    np.testing.assert_allclose(function(TRUE, GUESSED), of_matrix, rtol=1e-6)


def test_others_do_not():
    squares = losses.huber(TRUE, GUESSED)
    np.testing.assert_allclose(squares, (TRUE - GUESSED[:, 0]) ** 2 / 2)
