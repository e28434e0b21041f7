"""Gradients that are put aside begin at zero, whatever an optimizer's own state begins with."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_3
OPTIMIZERS = ["SGD", "RMSprop", "Adam", "Adadelta", "Adagrad", "Adamax", "Nadam", "Ftrl", "Lion"]
FIRST, SECOND = np.array([0.5, -1.0], "float32"), np.array([1.5, 3.0], "float32")


def stepped(name, gradients, **options):
    variable = tf.Variable([1.0, 2.0])
    optimizer = getattr(tf.keras.optimizers, name)(0.1, **options)
    for gradient in gradients:
        optimizer.apply_gradients([(tf.constant(gradient), variable)])
    return variable.numpy()


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_first_step_is_that_of_the_mean(name):
    found = stepped(name, [FIRST, SECOND], gradient_accumulation_steps=2)
    np.testing.assert_allclose(found, stepped(name, [(FIRST + SECOND) / 2]), rtol=1e-6)


def test_what_adagrad_adds_up_still_begins_with_its_value():
    found = stepped("Adagrad", [FIRST, SECOND], gradient_accumulation_steps=2)
    mean = (FIRST + SECOND) / 2
    expected = np.array([1.0, 2.0]) - 0.1 * mean / np.sqrt(0.1 + mean * mean + 1e-7)
    np.testing.assert_allclose(found, expected, rtol=1e-6)
