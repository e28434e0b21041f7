"""What averages are divided by in the first steps, with the digits of float32 that Keras has."""

import pytest
from library import tf

SECOND_STEPS = {
    "Nadam": [-0.05215800, -0.01779502],
    "Adamax": [-0.07375794, 0.03424475],
    "Lamb": [-0.01263066, 0.00636110],
}


@pytest.mark.parametrize("name", SECOND_STEPS)
def test_second_steps(name):
    w = tf.Variable([0.0, 0.0])
    optimizer = getattr(tf.keras.optimizers, name)(0.1)
    for gradient in ([1.0, -1.0], [0.5, 0.25]):
        before = w.numpy()
        optimizer.apply_gradients([(tf.constant(gradient), w)])
    assert (w.numpy() - before).tolist() == pytest.approx(SECOND_STEPS[name], rel=1.2e-6)
