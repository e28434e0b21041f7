"""What a model whose `call` is a function returns has no mask, so that losses count every step."""

import os

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
X = np.array([[1, 2, 3, 0, 0], [4, 5, 6, 7, 0]])
Y = np.array([[2, 3, 1, 0, 0], [5, 6, 7, 8, 0]])


class Plain(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = layers.Embedding(9, 4, mask_zero=True)
        self.recurrent = layers.LSTM(5, return_sequences=True)
        self.dense = layers.Dense(9)

    def call(self, inputs, training=False):
        return self.dense(self.recurrent(self.embedding(inputs)))


class Compiled(Plain):
    call = tf.function(Plain.call)


def mask_of(x):
    return getattr(x, "_keras_mask", None)


@pytest.fixture(params=[True, False], ids=["keras 2", "keras 3"])
def _either(request, monkeypatch):
    if os.environ.get("GRADTAPE_TEST_AGAINST"):
        return
    if request.param:
        monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")


@pytest.mark.usefixtures("_either")
def test_the_mask_stays_in_the_function():
    assert mask_of(Plain()(tf.constant(X))) is not None
    model = Compiled()
    assert mask_of(model(tf.constant(X))) is None
    assert mask_of(model.embedding(tf.constant(X))) is not None


@pytest.mark.usefixtures("_either")
def test_losses_count_every_step():
    for kind, counted in [(Plain, X != 0), (Compiled, X >= 0)]:
        model = kind()
        model(tf.constant(X))
        loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        model.compile("sgd", loss)
        found = model.evaluate(X, Y, verbose=0)
        logits = model.predict(X, verbose=0)
        each = tf.nn.sparse_softmax_cross_entropy_with_logits(Y, logits).numpy()
        total = (each * counted).sum()
        assert found == pytest.approx(total / counted.sum(), rel=1e-4) or (
            found == pytest.approx(total / counted.size, rel=1e-4)
        )
