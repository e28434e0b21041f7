"""Which layers of Keras 3 penalize what comes out of them, and how often; Keras 2 does it once."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

layers = tf.keras.layers
X = np.ones([2, 3, 4], "float32")
OPTIONS = {"activity_regularizer": "l2"}
PENALTIES = {  # by Keras 3 and by Keras 2
    "simple": (lambda: layers.SimpleRNN(2, **OPTIONS), 0, 1),
    "gated": (lambda: layers.LSTM(2, **OPTIONS), 1, 1),
    "both ways": (lambda: layers.Bidirectional(layers.SimpleRNN(2, **OPTIONS)), 0, 2),
    "each step": (lambda: layers.TimeDistributed(layers.Dense(2, **OPTIONS)), 0, 1),
    "steps": (lambda: layers.TimeDistributed(layers.Dense(2), **OPTIONS), 1, 1),
    "heads": (lambda: layers.MultiHeadAttention(1, 2, **OPTIONS), 4, 1),
}


@pytest.mark.parametrize("name", PENALTIES)
@pytest.mark.parametrize("keras", [3, 2])
def test_how_many_penalties_a_call_adds(name, keras, monkeypatch):
    if keras == 2:
        if AGAINST_TENSORFLOW:
            pytest.skip("Keras 3 is what TensorFlow runs here")
        monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    make, of_3, of_2 = PENALTIES[name]
    layer = make()
    arguments = (X, X) if name == "heads" else (X,)
    layer(*arguments)
    assert len(layer.losses) == (of_3 if keras == 3 else of_2)
