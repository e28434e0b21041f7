"""In TensorFlow's place a chain of Keras 3 has no ends before it knows its shape."""

import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]


@pytest.mark.parametrize("end", ["inputs", "outputs"])
def test_ends_come_with_the_shape(end):
    model = keras.Sequential([keras.layers.Dense(2)])
    assert not hasattr(model, end)
    model.build([None, 3])
    assert len(getattr(model, end)) == 1
