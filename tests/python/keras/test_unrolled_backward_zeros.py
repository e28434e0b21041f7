"""Unrolled layers that go backwards and return zeros where a mask hides a step.

Keras puts the zeros in when all outputs are there, by the mask in the order of its steps, while the
outputs are in the reverse order.
"""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
KINDS = [layers.SimpleRNN, layers.GRU, layers.LSTM]
X = np.array([[[1.0], [2.0], [0.0], [0.0]]], dtype="float32")
SEEN = np.array([True, True, False, False])


def outputs(kind, **options):
    layer = kind(2, return_sequences=True, go_backwards=True, bias_initializer="ones", **options)
    layer.build((None, 4, 1))
    layer.set_weights([np.full(w.shape, 0.5) for w in layer.get_weights()])
    return layer(layers.Masking()(X))[0].numpy()


@pytest.mark.parametrize("kind", KINDS)
def test_zeros_stand_where_the_mask_is_false_in_its_own_order(kind):
    before = outputs(kind, unroll=True)
    found = outputs(kind, unroll=True, zero_output_for_mask=True)
    np.testing.assert_allclose(found, np.where(SEEN[:, None], before, 0.0))
    assert np.all(found[2:] == 0)
    assert np.any(before[2:] != 0)


@pytest.mark.parametrize("kind", KINDS)
def test_loops_put_them_in_step_by_step(kind):
    before = outputs(kind)
    found = outputs(kind, zero_output_for_mask=True)
    np.testing.assert_allclose(found, np.where(SEEN[::-1, None], before, 0.0), rtol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_bidirectional_layers_have_the_second_half_so(kind):
    both = layers.Bidirectional(kind(2, return_sequences=True, unroll=True))
    backward = both(layers.Masking()(X))[0, :, 2:].numpy()
    assert np.all(backward[:2] == 0)


def test_gradients_go_by_the_same_way():
    layer = layers.SimpleRNN(
        1, return_sequences=True, go_backwards=True, unroll=True, zero_output_for_mask=True,
        kernel_initializer="ones", recurrent_initializer="zeros", activation=None,
    )  # fmt: skip
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = tf.reduce_sum(layer(layers.Masking()(x)))
    # All steps that count come out behind those that the mask leaves.
    assert tape.gradient(total, x).numpy().ravel().tolist() == [0.0, 0.0, 0.0, 0.0]
