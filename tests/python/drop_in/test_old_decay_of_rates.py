"""`decay` of optimizers in TensorFlow's place: Keras 3 ignores it, programs for Keras 2 have it."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras

pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]


def steps_of(optimizer):
    variable = tf.Variable([1.0])
    taken = []
    for _ in range(3):
        before = variable.numpy()
        optimizer.apply_gradients([(tf.constant([1.0]), variable)])
        taken.append(float(before[0] - variable.numpy()[0]))
    return taken


@pytest.mark.parametrize("kind", ["SGD", "Adam", "RMSprop", "Adagrad", "Nadam", "Adamax"])
def test_it_is_ignored_with_a_warning(kind):
    with pytest.warns(UserWarning, match="`decay` is no longer supported and will be ignored"):
        decayed = getattr(keras.optimizers, kind)(learning_rate=0.1, decay=0.5)
    plain = getattr(keras.optimizers, kind)(learning_rate=0.1)
    np.testing.assert_allclose(steps_of(decayed), steps_of(plain), rtol=1e-6)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="ours: Keras 3 refuses lr")
def test_a_program_for_keras_2_has_it():
    steps = steps_of(keras.optimizers.SGD(lr=0.1, decay=1.0))
    np.testing.assert_allclose(steps, [0.1, 0.05, 0.1 / 3], rtol=1e-5)
    steps = steps_of(keras.optimizers.legacy.SGD(learning_rate=0.1, decay=1.0))
    np.testing.assert_allclose(steps, [0.1, 0.05, 0.1 / 3], rtol=1e-5)
