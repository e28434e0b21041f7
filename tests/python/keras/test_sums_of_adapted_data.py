"""How `Normalization` adds data up in Keras 3: an array at once in its own precision, batches one
after another in the layer's; what it learned counts in the precision of what it computes."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_3

keras = tf.keras
ROWS = (np.random.RandomState(0).randn(300, 7, 3) * 50 + 1000).astype("float32")


def learned(data, **options):
    layer = keras.layers.Normalization(**options)
    layer.adapt(data)
    return [np.array(weight) for weight in layer.get_weights()[:2]]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_an_array_has_the_sums_of_numpy(dtype):
    rows = ROWS.astype(dtype)
    mean, variance = learned(rows)
    np.testing.assert_array_equal(mean, rows.mean(axis=(0, 1)).astype("float32"))
    np.testing.assert_array_equal(variance, rows.var(axis=(0, 1)).astype("float32"))


def together(batches):
    """The mean and variance of batches, each by its share of what was seen."""
    count, mean, variance = 0, np.zeros(3, "float32"), np.zeros(3, "float32")
    for batch in batches:
        count += batch.shape[0]
        share = batch.shape[0] / count
        of_batch = tf.reduce_mean(batch, [0, 1]), tf.math.reduce_variance(batch, [0, 1])
        moved = mean * (1.0 - share) + of_batch[0] * share
        before = (variance + (mean - moved) ** 2) * (1.0 - share)
        variance = before + (of_batch[1] + (of_batch[0] - moved) ** 2) * share
        mean = moved
    return np.array(mean), np.array(variance)


@pytest.mark.parametrize("kind", ["dataset", "generator"])
def test_batches_are_put_together_one_after_another(kind):
    batches = [ROWS[start : start + 64] for start in range(0, 300, 64)]
    rows = tf.data.Dataset.from_tensor_slices(ROWS).batch(64)
    mean, variance = learned(rows if kind == "dataset" else iter(batches))
    expected = together(batches)
    np.testing.assert_allclose(mean, expected[0], rtol=1e-7)
    np.testing.assert_allclose(variance, expected[1], rtol=1e-7)


def test_all_rows_of_an_array_are_what_the_layer_is_built_for():
    layer = keras.layers.Normalization()
    layer.adapt(ROWS)
    lines = []
    keras.Sequential([layer]).summary(print_fn=lambda line, **_: lines.append(line))
    assert "(300, 7, 3)" in "".join(lines)


def test_narrow_layers_round_what_they_learned():
    layer = keras.layers.Normalization(dtype="mixed_float16")
    layer.adapt(np.float32([[1.0], [1.0005]]))
    assert np.array(layer.mean).dtype == np.float16
    assert np.ravel(layer(np.float16([[1.0]])))[0] == 0.0
