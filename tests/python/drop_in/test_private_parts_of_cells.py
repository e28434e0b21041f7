"""What cells of a program's own take from Keras 2's recurrent layers, by its private path."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X = np.random.RandomState(1).rand(16, 6, 2).astype("float32")


def cell_with(**shares):
    from tensorflow.python.keras.layers.recurrent import (
        DropoutRNNCellMixin,
        _caching_device,
        _generate_zero_filled_state_for_cell,
    )

    class Cell(DropoutRNNCellMixin, layers.Layer):
        def __init__(self):
            super().__init__()
            self.dropout, self.recurrent_dropout = shares.get("of"), shares.get("between", 0.0)
            self.state_size = self.output_size = 2

        def build(self, shape):
            self.kernel = self.add_weight(
                name="kernel", shape=(shape[-1], 2), caching_device=_caching_device(self)
            )
            self.built = True

        def call(self, x, states, training=None):
            mask = self.get_dropout_mask_for_cell(x, training)
            between = self.get_recurrent_dropout_mask_for_cell(states[0], training)
            self.masks = (mask, between)
            h = tf.matmul(x if mask is None else x * mask, self.kernel) + states[0]
            return h, [h]

        def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
            return _generate_zero_filled_state_for_cell(self, inputs, batch_size, dtype)

    return Cell()


def test_without_dropout():
    cell = cell_with(of=0.0)
    found = layers.RNN(cell)(X, training=True)
    np.testing.assert_allclose(found, X.sum(1) @ cell.kernel.numpy(), rtol=1e-5)
    assert cell.masks == (None, None)


def test_one_mask_for_all_steps_of_eager_code():
    cell = cell_with(of=0.5)
    found = layers.RNN(cell)(X, training=True)
    mask, _ = cell.masks
    assert set(np.unique(mask)) == {0.0, 2.0}
    expected = (X * mask.numpy()[:, None]).sum(1) @ cell.kernel.numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_others_in_each_step_of_a_functions_loop_but_not_where_it_is_unrolled():
    for unroll in (True, False):
        layer = layers.RNN(cell_with(of=0.5), return_sequences=True, unroll=unroll)
        ones = tf.ones((1, 40, 1))
        layer(ones)
        found = tf.function(lambda x, layer=layer: layer(x, training=True))(ones).numpy()[0, :, 0]
        steps = np.round(np.abs(np.diff(found)), 4)
        assert (len(set(steps.tolist())) == 1) is unroll


def test_in_eager_code_they_stay_until_they_are_reset():
    cell = cell_with(of=0.5, between=0.5)
    layer = layers.RNN(cell)
    layer(X, training=True)
    before = [one.numpy() for one in cell.masks]
    layer(X, training=True)
    assert all((one.numpy() == other).all() for one, other in zip(cell.masks, before, strict=True))
    cell.reset_dropout_mask()
    cell.reset_recurrent_dropout_mask()
    layer(X, training=True)
    assert all((one.numpy() != other).any() for one, other in zip(cell.masks, before, strict=True))
