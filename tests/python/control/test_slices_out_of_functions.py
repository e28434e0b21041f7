"""What a function returns of gathered rows: `IndexedSlices` stay what they are."""

import numpy as np
from library import tf

TABLE = np.arange(10, dtype="f").reshape(5, 2)


def test_gradients_of_tables_come_out_as_slices():
    table, dense = tf.Variable(TABLE), tf.Variable(2.0)

    @tf.function
    def gradients(rows):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(dense * tf.gather(table, rows) ** 2)
        return tape.gradient(loss, [table, dense])

    of_table, of_dense = gradients(tf.constant([0, 3, 0]))
    assert isinstance(of_table, tf.IndexedSlices)
    assert of_table.indices.numpy().tolist() == [0, 3, 0]
    np.testing.assert_allclose(of_table.values.numpy(), 4 * TABLE[[0, 3, 0]])
    tf.keras.optimizers.SGD(0.1).apply_gradients([(of_table, table), (of_dense, dense)])
    np.testing.assert_allclose(table.numpy()[0], TABLE[0] * 0.2, rtol=1e-5)
