"""With TF_USE_LEGACY_KERAS lists of numbers, and sparse and ragged tensors, begin with every epoch.

Lists come in one order in all epochs then, and composite tensors in those of a shuffled dataset.
The orders are TensorFlow's with the global seed 1.
"""

import numpy as np
import pytest
from library import ours, tf

pytestmark = [pytest.mark.keras_2, ours("Keras 2 by the environment")]
keras = tf.keras

ORDER = [[1, 0, 4, 6], [3, 5, 2]]
COUNT = 7


class Seeing(keras.Model):
    """Remembers the first numbers of the rows that its steps get."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def train_step(self, data):
        rows = data[0]
        if isinstance(rows, tf.SparseTensor):
            rows = tf.sparse.to_dense(rows)
        elif isinstance(rows, tf.RaggedTensor):
            rows = rows.to_tensor()
        self.seen.append(np.reshape(rows, (len(rows), -1))[:, 0].astype(int).tolist())
        return {"loss": tf.constant(1.0)}


def orders_of(x, y, epochs, **options):
    tf.random.set_seed(1)
    model = Seeing()
    model.compile("sgd", "mse", run_eagerly=True)
    model.fit(x, y, batch_size=4, epochs=epochs, verbose=0, **options)
    return model.seen


def test_lists_come_in_one_order_in_all_epochs():
    numbers, targets = list(range(COUNT)), [0.0] * COUNT
    assert orders_of(numbers, targets, 3) == ORDER * 3
    assert orders_of([[number] for number in numbers], targets, 2) == ORDER * 2
    assert orders_of(numbers, targets, 2, steps_per_epoch=2) == ORDER * 2
    assert orders_of(numbers, targets, 3, steps_per_epoch=1) == ORDER[:1] * 3


def test_arrays_come_in_another_order_in_each_epoch():
    seen = orders_of(np.arange(COUNT), np.zeros(COUNT), 2)
    assert seen == [*ORDER, [6, 4, 1, 5], [2, 3, 0]]


def test_sparse_tensors_come_as_a_shuffled_dataset():
    rows = tf.sparse.from_dense(np.arange(1, COUNT + 1)[:, None])
    expected = [[6, 7, 2, 1], [5, 4, 3], [5, 7, 3, 4], [2, 6, 1]]
    assert orders_of(rows, np.zeros(COUNT), 2) == expected
    assert orders_of(rows, np.zeros(COUNT), 2, steps_per_epoch=2) == expected


def test_ragged_tensors_begin_anew_however_many_steps_an_epoch_has():
    rows = tf.ragged.constant([[number] * (number % 3 + 1) for number in range(9)])
    seen = orders_of(rows, np.zeros(9), 3, steps_per_epoch=2)
    assert seen == [
        [5, 8, 2, 7],
        [6, 3, 0, 1],
        [1, 2, 5, 3],
        [8, 7, 0, 6],
        [4, 1, 7, 3],
        [6, 2, 8, 5],
    ]
    seen = orders_of(rows, np.zeros(9), 2, steps_per_epoch=2, shuffle=False)
    assert seen == [[0, 1, 2, 3], [4, 5, 6, 7]] * 2


def test_lists_cannot_be_split():
    with pytest.raises(ValueError, match="`validation_split` is only supported for Tensors"):
        orders_of(list(range(COUNT)), [0.0] * COUNT, 1, validation_split=0.3)
