"""What a program calls things within its models, and what they are made of goes by other names."""

from __future__ import annotations

import numpy as np
import pytest
from library import tf

keras = tf.keras


class Named(keras.Model):
    """Has a layer under each of these names."""

    NAMES = ("_flatten", "_run_epoch", "_one_batch", "_check_loss", "_all_metrics", "_ends")

    def __init__(self) -> None:
        super().__init__()
        for name in self.NAMES:
            setattr(self, name, keras.layers.Dense(2))

    def call(self, x: tf.Tensor) -> tf.Tensor:
        for name in self.NAMES:
            x = getattr(self, name)(x)
        return x


@pytest.mark.parametrize(
    "manners",
    [
        pytest.param("of 2", marks=pytest.mark.keras_2),
        pytest.param("of 3", marks=pytest.mark.keras_3),
    ],
)
def test_layers_may_have_any_name(manners: str) -> None:
    model = Named()
    model.compile("sgd", "mse", metrics=["mae"])
    x = np.ones((4, 2), np.float32)
    model.fit(x, x, epochs=2, batch_size=2, validation_data=(x, x), verbose=0)
    model.evaluate(x, x, verbose=0)
    model.train_on_batch(x, x)
    assert model.predict(x, verbose=0).shape == (4, 2)
    known = len(Named.NAMES) - (manners == "of 2")  # TensorFlow's modules have a `_flatten`
    assert len(model.layers) == known
    assert len(model.trainable_variables) == 2 * known


class NamedChain(keras.Sequential):
    """Has layers besides those of the chain."""

    def __init__(self) -> None:
        super().__init__()
        self._chain = "of the program"
        self.add(keras.layers.Dense(2))


def test_chains_may_hold_a_chain() -> None:
    model = NamedChain()
    assert model(tf.ones((3, 4))).shape == (3, 2)
    assert model._chain == "of the program"
