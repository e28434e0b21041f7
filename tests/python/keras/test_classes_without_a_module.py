"""Classes that a program has written where there is no module: in `exec` and in examples."""

import numpy as np
from library import tf


def test_classes_without_a_module_are_called_trained_and_saved_like_others():
    code = """
class Doubled(tf.keras.layers.Layer):
    def call(self, x):
        return 2.0 * x
class Squares(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.square(y_true - y_pred)
class Own(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layer = Doubled()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
    def call(self, x):
        return self.dense(self.layer(x))
    def compile(self, *args, **kwargs):
        super().compile(*args, **kwargs)
    def train_step(self, data):
        return super().train_step(data)
"""
    names = {"tf": tf, "__name__": None}
    exec(code, names)
    assert names["Doubled"].call.__module__ is None
    model = names["Own"]()
    model.compile("sgd", names["Squares"]())
    history = model.fit(np.ones([2, 1], "f"), np.ones([2, 1], "f"), verbose=0).history
    assert history["loss"] == [1.0]
