"""Options that Keras 3 leaves out of configurations of losses: what is read has their defaults."""

import pytest
from library import ours, tf

pytestmark = pytest.mark.keras_3
losses = tf.keras.losses
CASES = [
    (lambda: losses.Huber(0.5), "delta"),
    (lambda: losses.CosineSimilarity(axis=0), "axis"),
    (lambda: losses.SparseCategoricalCrossentropy(axis=1), "axis"),
]


@pytest.mark.usefixtures("in_tensorflows_place")
@pytest.mark.parametrize(("make", "name"), CASES)
def test_they_are_not_told(make, name):
    assert name not in make().get_config()


@ours("what gradtape alone writes is read as it was")
@pytest.mark.parametrize(("make", "name"), CASES)
def test_elsewhere_they_are(make, name):
    assert name in make().get_config()
