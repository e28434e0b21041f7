"""Recurrent layers over sequences in several tensors, whose cell returns several outputs."""

import collections

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.ours("Keras 2's guide; Keras 3 wants one output of one length")

Sequence = collections.namedtuple("Sequence", ["rows", "tables"])
rng = np.random.default_rng(0)
ROWS = rng.normal(size=[2, 5, 3]).astype("float32")
TABLES = rng.normal(size=[2, 5, 3, 4]).astype("float32")


class Sums(tf.keras.layers.Layer):
    """Adds up what comes in both tensors, the first one times a weight."""

    state_size = output_size = (tf.TensorShape([3]), tf.TensorShape([3, 4]))

    def build(self, input_shapes):
        listed = input_shapes.values() if isinstance(input_shapes, dict) else input_shapes
        self.shapes = [list(shape) for shape in listed]
        self.factor = self.add_weight(shape=(input_shapes[0][1],), initializer="ones")

    def call(self, inputs, states):
        row, table = tf.nest.flatten(inputs)
        sums = (states[0] + row * self.factor, states[1] + table)
        return sums, sums


def over(**options):
    return tf.keras.layers.RNN(Sums(), **options)


def test_a_tuple_is_one_sequence():
    layer = over()
    rows, tables = layer((ROWS, TABLES))
    np.testing.assert_allclose(rows, ROWS.sum(1), rtol=1e-5)
    np.testing.assert_allclose(tables, TABLES.sum(1), rtol=1e-5)
    assert [shape[1:] for shape in layer.cell.shapes] == [[3], [3, 4]]


@pytest.mark.parametrize("pack", [Sequence, lambda rows, tables: {"a": rows, "b": tables}])
def test_so_are_named_tuples_and_dicts(pack):
    class Plain(Sums):
        def build(self, input_shapes):
            self.factor = self.add_weight(shape=(3,), initializer="ones")

    rows, tables = tf.keras.layers.RNN(Plain(), return_sequences=True)(pack(ROWS, TABLES))
    np.testing.assert_allclose(rows, ROWS.cumsum(1), rtol=1e-5)
    np.testing.assert_allclose(tables, TABLES.cumsum(1), rtol=1e-5)


def test_states_follow_the_outputs():
    outputs, *states = over(return_state=True)((ROWS, TABLES))
    assert [one.shape for one in (*outputs, *states)] == [[2, 3], [2, 3, 4]] * 2


def test_backwards_and_with_the_steps_first():
    turned = [np.swapaxes(one, 0, 1) for one in (ROWS, TABLES)]
    layer = over(go_backwards=True, return_sequences=True, time_major=True)
    rows, _ = layer(tuple(turned))
    np.testing.assert_allclose(rows[0], ROWS[:, -1], rtol=1e-5)


def test_a_mask_keeps_every_tensor_as_it_was():
    mask = tf.constant([[True, True, True, False, False]] * 2)
    rows, tables = over()((ROWS, TABLES), mask=(mask, None))
    np.testing.assert_allclose(rows, ROWS[:, :3].sum(1), rtol=1e-5)
    np.testing.assert_allclose(tables, TABLES[:, :3].sum(1), rtol=1e-5)


def test_a_model_of_them_is_trained():
    inputs = tf.keras.Input([None, 3]), tf.keras.Input([None, 3, 4])
    model = tf.keras.Model(list(inputs), over()(inputs))
    assert list(model.output_shape) == [(None, 3), (None, 3, 4)]
    model.compile("sgd", "mse")
    losses = model.fit([ROWS, TABLES], [ROWS[:, 0], TABLES[:, 0]], epochs=3, verbose=0).history
    assert losses["loss"][2] < losses["loss"][0]


def test_gradients_reach_both_tensors():
    rows, tables = tf.constant(ROWS), tf.constant(TABLES)
    with tf.GradientTape() as tape:
        tape.watch([rows, tables])
        first, second = over()((rows, tables))
        target = tf.reduce_sum(first) + 2.0 * tf.reduce_sum(second)
    by_rows, by_tables = tape.gradient(target, [rows, tables])
    assert (by_rows.numpy() == 1.0).all()
    assert (by_tables.numpy() == 2.0).all()


def test_a_list_still_has_states_behind_the_sequence():
    state = tf.fill([2, 4], 2.0)
    layer = tf.keras.layers.GRU(4)
    assert (layer([ROWS, state]).numpy() == layer((ROWS, state)).numpy()).all()


class Joined(tf.keras.layers.GRUCell):
    """A cell there is, over both tensors side by side."""

    def build(self, input_shapes):
        super().build(tf.TensorShape([None, sum(shape[-1] for shape in input_shapes)]))

    def call(self, inputs, states, **options):
        return super().call(tf.concat(tf.nest.flatten(inputs), -1), states, **options)


@pytest.mark.parametrize("stacked", [False, True])
def test_a_cell_there_is_may_have_a_step_of_its_own(stacked):
    cell = Joined(2)
    cells = [cell, tf.keras.layers.GRUCell(3)] if stacked else cell
    layer = tf.keras.layers.RNN(cells, return_sequences=True)
    found = layer((ROWS, 2.0 * ROWS))
    plain = [tf.keras.layers.GRUCell(2), *cells[1:]] if stacked else tf.keras.layers.GRUCell(2)
    plain = tf.keras.layers.RNN(plain, return_sequences=True)
    both = tf.concat([ROWS, 2.0 * ROWS], -1)
    plain(both)
    plain.set_weights(layer.get_weights())
    np.testing.assert_allclose(found, plain(both), rtol=1e-5, atol=1e-6)


def test_the_shapes_of_a_named_tuple_are_one():
    class Named(Sums):
        def build(self, input_shapes):
            self.shapes = input_shapes
            self.factor = self.add_weight(shape=(input_shapes.rows[1],), initializer="ones")

    layer = tf.keras.layers.RNN(Named())
    rows, _ = layer(Sequence(ROWS, TABLES))
    np.testing.assert_allclose(rows, ROWS.sum(1), rtol=1e-5)
    assert layer.cell.shapes.tables[1:].as_list() == [3, 4]
