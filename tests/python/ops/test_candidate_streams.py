"""Samplers of candidates read TensorFlow's streams: its samples for its seeds, however many tries
they take."""

import numpy as np
import pytest
from library import tf

CLASSES = np.arange(6).reshape(6, 1)
# By TensorFlow 2.21, with the global seed 1.
LOG_UNIFORM = [
    [8, 36, 2, 4, 10, 16, 43, 9],
    [22, 11, 4, 0, 1, 18, 10, 2],
    [0, 5, 12, 16, 1, 27, 7, 19],
]
UNIFORM = {
    "power of two": (8, True, 64, [30, 14, 61, 2, 6, 56, 4, 52]),
    "nearly all": (45, True, 50, [10, 44, 9, 12, 24, 32, 18, 37, 48, 35]),
    "with repetitions": (10, False, 9, [8, 7, 0, 8, 7, 2, 7, 7, 6, 7]),
}
LOSSES = [89.4352, 79.6102, 98.462]


def drawn(sampler, *args, **options):
    return sampler(CLASSES, 1, *args, **options)[0].numpy().tolist()


def test_a_log_uniform_sampler_goes_on_with_a_seed():
    tf.random.set_seed(1)
    found = [drawn(tf.random.log_uniform_candidate_sampler, 8, True, 50, seed=5) for _ in range(3)]
    assert found == LOG_UNIFORM


@pytest.mark.parametrize("case", ["power of two", "nearly all", "with repetitions"])
def test_a_uniform_sampler(case):
    count, unique, classes, expected = UNIFORM[case]
    tf.random.set_seed(1)
    sampler = tf.random.uniform_candidate_sampler
    assert drawn(sampler, count, unique, classes, seed=5)[:10] == expected


def test_samples_of_losses_follow_the_global_seed():
    tf.random.set_seed(1)
    values = np.random.RandomState(0)
    w = tf.constant(values.randn(50, 4), tf.float32)
    b = tf.constant(values.randn(50), tf.float32)
    x = tf.constant(values.randn(6, 4), tf.float32)
    found = [float(tf.reduce_sum(tf.nn.nce_loss(w, b, CLASSES, x, 8, 50))) for _ in range(3)]
    np.testing.assert_allclose(found, LOSSES, rtol=1e-5)


def test_tensors_and_variables_are_no_containers():
    from collections.abc import Container

    tensor = tf.constant([1.0, 2.0])
    assert not isinstance(tensor, Container)
    assert not isinstance(tf.Variable([1.0]), Container)
    assert 2.0 in tensor
    assert 3.0 not in tensor
    assert 1.0 in tf.Variable([1.0])


def test_operations_that_draw_nothing_take_a_seed():
    weights = tf.reshape(tf.range(40.0), [20, 2]) / 40
    labels = tf.constant([[1], [2]], tf.int64)
    tf.random.set_seed(1)
    softmax = tf.nn.sampled_softmax_loss(
        weights, tf.zeros([20]), labels, weights[3:5], 9, 20, seed=3
    )
    # Looking for accidental hits took one, which is not that of the sampler.
    contrast = tf.nn.nce_loss(weights, tf.zeros([20]), labels, weights[3:5], 6, 20)
    np.testing.assert_allclose(softmax, [2.8574257, 2.7955770], rtol=1e-6)
    np.testing.assert_allclose(contrast, [7.160512, 7.179609], rtol=1e-6)
