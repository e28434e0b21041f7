"""In Keras 2 a mean counts values, not examples: batches of longer rows count by more."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
SHORT, LONG = np.zeros([2, 3, 1], np.float32), np.ones([2, 5, 1], np.float32)


def numbers(metric):
    return [float(variable) for variable in metric.variables]


def test_of_values():
    metric = tf.keras.metrics.Mean()
    metric.update_state(np.arange(6.0).reshape([2, 3]))
    assert numbers(metric) == [15.0, 6.0]
    metric.update_state(np.ones([1, 2, 2]), sample_weight=np.full([1, 2, 2], 2.0))
    assert numbers(metric) == [23.0, 14.0]


def test_weights_of_whole_examples():
    metric = tf.keras.metrics.Mean()
    metric.update_state(np.arange(6.0).reshape([2, 3]), sample_weight=[1.0, 2.0])
    assert numbers(metric) == [27.0, 9.0]
    metric.reset_state()
    metric.update_state(np.arange(8.0).reshape([2, 2, 2]), sample_weight=[1.0, 2.0])
    assert numbers(metric) == [12.5, 3.0]


def test_one_weight_for_all():
    metric = tf.keras.metrics.Mean()
    metric.update_state([1.0, 2.0, 3.0], sample_weight=2.0)
    assert numbers(metric) == [12.0, 6.0]


def test_of_outputs_with_weights_for_each_step():
    metric = tf.keras.metrics.MeanSquaredError()
    metric.update_state(SHORT, SHORT + 1.0, sample_weight=np.full([2, 3], 0.5))
    metric.update_state(LONG, LONG)
    assert numbers(metric) == [3.0, 13.0]


def evaluated(model, *batches):
    def generate():
        yield from batches

    spec = tf.TensorSpec([2, None, 1])
    data = tf.data.Dataset.from_generator(generate, output_signature=(spec, spec, spec))
    return model.evaluate(data, verbose=0)


def test_batches_of_other_lengths_with_masks():
    entry = tf.keras.Input([None, 1])
    hidden = tf.keras.layers.Masking(mask_value=-1.0)(entry)
    model = tf.keras.Model(entry, tf.keras.layers.Activation("linear")(hidden))
    model.compile("sgd", "mse", metrics=["mae"], weighted_metrics=["mse"])
    cut = SHORT.copy()
    cut[0, 1:] = -1.0
    first = cut, SHORT + 2.0, np.ones_like(SHORT)
    second = LONG, LONG + 1.0, np.full_like(LONG, 3.0)
    _, absolute, squared = evaluated(model, first, second)
    np.testing.assert_allclose(absolute, (4 * 2 + 10 * 1) / 14, rtol=1e-6)
    np.testing.assert_allclose(squared, (4 * 4 + 30 * 1) / 34, rtol=1e-6)
    assert evaluated(model, second, first) == pytest.approx(evaluated(model, first, second))
