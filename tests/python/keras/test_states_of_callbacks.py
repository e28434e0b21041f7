"""What callbacks say of their state, which programs read and subclasses use."""

import numpy as np
from library import tf

callbacks = tf.keras.callbacks
ONES = np.ones((4, 1), "float32")


def flat_model():
    """A model whose loss is always one."""
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", lambda y, found: tf.reduce_mean(y) + 0.0 * tf.reduce_mean(found))
    return model


def test_a_stop_says_before_training_that_nothing_was():
    stop = callbacks.EarlyStopping("loss")
    assert (stop.wait, stop.stopped_epoch, stop.best_weights) == (0, 0, None)


def test_a_subclass_asks_whether_an_epoch_counts():
    said = []

    class Slower(callbacks.ReduceLROnPlateau):
        def on_epoch_end(self, epoch, logs=None):
            super().on_epoch_end(epoch, logs)
            said.append((self.wait, self.cooldown_counter, self.in_cooldown()))

    slower = Slower("loss", patience=1, cooldown=2)
    assert (slower.wait, slower.cooldown_counter, slower.in_cooldown()) == (0, 0, False)
    flat_model().fit(ONES, ONES, epochs=4, verbose=0, callbacks=[slower])
    assert said == [(0, 0, False), (0, 2, True), (0, 1, True), (0, 2, True)]


def test_a_table_says_what_it_writes(tmp_path):
    table = callbacks.CSVLogger(str(tmp_path / "log.csv"))
    assert (table.writer, table.keys, table.csv_file, table.append_header) == (
        None, None, None, True,
    )  # fmt: skip
    flat_model().fit(ONES, ONES, verbose=0, callbacks=[table])
    assert table.keys == ["loss", "val_loss"]
    assert table.writer is None
    assert table.csv_file.closed
