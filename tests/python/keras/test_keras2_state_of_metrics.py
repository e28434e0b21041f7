"""In Keras 2 a metric's own `tf.Variable` is state, and counts are told as whole numbers."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X, Y = np.ones([10, 3], np.float32), np.ones([10, 1], np.float32)


class Seen(tf.keras.metrics.Metric):
    def __init__(self, dtype=tf.int32, **kwargs):
        super().__init__(**kwargs)
        self.count = tf.Variable(tf.zeros([], dtype))

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.count.assign_add(tf.cast(tf.shape(y_true)[0], self.count.dtype))

    def result(self):
        return tf.identity(self.count)


def fitted(metric, **options):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse", metrics=[metric])
    return model, model.fit(X, Y, batch_size=4, verbose=0, **options).history


def test_epochs_begin_anew():
    model, history = fitted(Seen(name="seen"), epochs=3, validation_data=(X[:6], Y[:6]))
    assert history["seen"] == [10, 10, 10]
    assert history["val_seen"] == [6, 6, 6]
    assert model.evaluate(X, Y, verbose=0, return_dict=True)["seen"] == 10


def test_state_and_reset():
    metric = Seen()
    metric.update_state(Y, Y)
    assert metric.variables[0] is metric.count
    assert int(metric.result()) == 10
    metric.reset_state()
    assert int(metric.count) == 0


@pytest.mark.parametrize(("dtype", "kind"), [(tf.int32, int), (tf.int64, int), (tf.float32, float)])
def test_numbers_keep_their_kind(dtype, kind):
    all_logs = []
    told = tf.keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: all_logs.append(logs))
    model, history = fitted(Seen(dtype, name="seen"), callbacks=[told])
    assert {type(one["seen"]) for one in all_logs} == {kind} == {type(history["seen"][0])}
    assert type(model.train_on_batch(X, Y)[1]) is kind
    assert type(model.evaluate(X, Y, verbose=0)[1]) is kind
