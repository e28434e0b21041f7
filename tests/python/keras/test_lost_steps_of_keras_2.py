"""The step without data behind an epoch of unknown length, in Keras 2: what optimizers do of it."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
RULES = {
    "Adam": lambda: keras.optimizers.Adam(0.1),
    "Adamax": lambda: keras.optimizers.Adamax(0.1),
    "RMSprop": lambda: keras.optimizers.RMSprop(0.1, momentum=0.5),
    "SGD": lambda: keras.optimizers.SGD(0.1, momentum=0.9),
    "legacy Adam": lambda: keras.optimizers.legacy.Adam(0.1),
    "legacy RMSprop": lambda: keras.optimizers.legacy.RMSprop(0.1),
    "legacy Adamax": lambda: keras.optimizers.legacy.Adamax(0.1),
}


def batches(known):
    data = tf.data.Dataset.from_tensor_slices(([[0, 1], [2, 1], [1, 1]], [[1.0], [-1.0], [2.0]]))
    return (data if known else data.filter(lambda x, y: True)).batch(1)


def trained(rule, known):
    """The optimizer, and the sum of the sizes of what it has trained for two epochs."""
    ones = keras.initializers.Constant(0.5)
    model = keras.Sequential(
        [
            keras.layers.Embedding(4, 1, embeddings_initializer=ones),
            keras.layers.GlobalAveragePooling1D(),
        ]
    )
    model.compile(RULES[rule](), "mse")
    model.fit(batches(known), epochs=2, verbose=0)
    return model.optimizer, float(np.abs(model.get_weights()[0]).sum())


@pytest.mark.parametrize("rule", RULES)
def test_slots_of_rows_forget_their_share(rule):
    expected = {
        "Adam": 2.245022,
        "Adamax": 2.217849,
        "RMSprop": 2.970487,
        "SGD": 2.854410,
        "legacy Adam": 2.248932,
        "legacy RMSprop": 2.377483,
        "legacy Adamax": 2.185506,
    }
    assert trained(rule, known=False)[1] == pytest.approx(expected[rule], rel=1e-4)


@pytest.mark.parametrize("rule", ["Adam", "legacy Adam"])
def test_optimizers_count_it_but_not_the_legacy_ones(rule):
    lost = 0 if rule.startswith("legacy") else 1  # the length of the second epoch is known
    assert int(trained(rule, known=False)[0].iterations) == 6 + lost
    assert int(trained(rule, known=True)[0].iterations) == 6
