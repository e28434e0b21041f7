"""In TensorFlow's place a chain that begins with `Embedding(input_length=...)` is built by its
first call, as in Keras 3; what only Keras 2 answers before is answered as there."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras

pytestmark = [
    pytest.mark.keras_3,
    pytest.mark.filterwarnings("ignore:Argument `input_length`"),
]


@pytest.fixture
def chain(in_tensorflows_place):
    embedding = keras.layers.Embedding(5, 2, input_length=3)
    return keras.Sequential([embedding, keras.layers.Flatten()])


def test_it_has_no_weights_before(chain):
    assert not chain.built
    assert chain.weights == []
    chain(np.zeros((1, 3)))
    assert chain.weights[0].shape == (5, 2)
    assert chain.output_shape == (1, 6) if AGAINST_TENSORFLOW else (None, 6)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="ours: Keras 3 refuses what is for Keras 2")
def test_a_program_for_keras_2_may_ask_for_its_shape_or_give_weights(chain):
    other = keras.layers.Embedding(5, 2, input_length=3)
    other.set_weights([np.ones((5, 2))])
    assert other.built
    assert chain.output_shape == (None, 6)
    assert chain.built
