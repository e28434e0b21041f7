"""Classes of a program's own that are called like the library's: files bring back the program's."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X, Y = np.ones([4, 2], "float32"), np.ones([4, 1], "float32")


class RootMeanSquaredError(keras.metrics.Metric):
    def __init__(self, name="own", **kwargs):
        super().__init__(name=name, **kwargs)
        self.number = self.add_weight(name="number", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.number.assign(42.0)

    def result(self):
        return self.number


class MeanSquaredError(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return 0.0 * tf.reduce_mean(y_pred) + 3.0


class SGD(keras.optimizers.SGD):
    mine = True


OWN = {kind.__name__: kind for kind in (RootMeanSquaredError, MeanSquaredError, SGD)}


def compiled(optimizer, loss, metric):
    model = keras.Sequential([keras.Input([2]), keras.layers.Dense(1)])
    model.compile(optimizer, loss, metrics=[metric])
    model.fit(X, Y, verbose=0)
    return model


@pytest.mark.parametrize("scoped", [False, True])
def test_custom_objects_come_before_the_library(tmp_path, scoped):
    path = str(tmp_path / "m.keras")
    compiled(SGD(0.1), MeanSquaredError(), RootMeanSquaredError()).save(path)
    if scoped:
        with keras.utils.custom_object_scope(OWN):
            again = keras.models.load_model(path)
    else:
        again = keras.models.load_model(path, custom_objects=OWN)
    assert again.evaluate(X, Y, verbose=0) == [3.0, 42.0]
    assert again.optimizer.mine


def test_a_registered_class_leaves_the_librarys_alone(tmp_path):
    @keras.utils.register_keras_serializable("own_names")
    class MeanAbsoluteError(RootMeanSquaredError):
        pass

    path = str(tmp_path / "m.keras")
    compiled("sgd", "mse", MeanAbsoluteError()).save(path)
    assert keras.models.load_model(path).evaluate(X, Y, verbose=0)[1] == 42.0
    compiled("sgd", "mse", keras.metrics.MeanAbsoluteError()).save(path)
    assert keras.models.load_model(path).evaluate(X, Y, verbose=0)[1] < 42.0
