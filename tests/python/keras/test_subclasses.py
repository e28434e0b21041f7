"""Classes of a program's own that derive from Keras's losses, metrics, optimizers and the like."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
LOSSES = [
    "SparseCategoricalCrossentropy",
    "BinaryCrossentropy",
    "CategoricalCrossentropy",
    "MeanSquaredError",
    "Huber",
    "CosineSimilarity",
    "KLDivergence",
    "Dice",
]
METRICS = ["MeanSquaredError", "BinaryAccuracy", "CategoricalAccuracy", "AUC", "Precision"]


def data(name):
    y = [[1], [0]] if name.startswith("Sparse") else [[1.0, 0.0], [0.0, 1.0]]
    return tf.constant(y), tf.constant([[0.3, 0.7], [0.4, 0.6]])


@pytest.mark.parametrize("name", LOSSES)
def test_losses(name):
    base = getattr(keras.losses, name)

    class Tripled(base):
        def call(self, y_true, y_pred):
            return 3.0 * super().call(y_true, y_pred)

    class Scaled(base):
        def __init__(self, scale=2.0, **options):
            super().__init__(**options)
            self.scale = scale

        def call(self, y_true, y_pred):
            return self.scale * super().call(y_true, y_pred)

        def get_config(self):
            return {**super().get_config(), "scale": self.scale}

    once = base()(*data(name))
    np.testing.assert_allclose(Tripled()(*data(name)), 3.0 * once, rtol=1e-6)
    assert Tripled().name == base().name
    scaled = Scaled.from_config(Scaled(5.0, name="mine").get_config())
    assert (scaled.name, scaled.scale) == ("mine", 5.0)
    np.testing.assert_allclose(scaled(*data(name)), 5.0 * once, rtol=1e-6)


@pytest.mark.parametrize("name", METRICS)
def test_metrics(name):
    class Doubled(getattr(keras.metrics, name)):
        def __init__(self, name="doubled", **options):
            super().__init__(name=name, **options)

        def result(self):
            return super().result() * 2.0

    plain, doubled = getattr(keras.metrics, name)(), Doubled()
    for metric in (plain, doubled):
        metric.update_state(*data(name))
    assert doubled.name == "doubled"
    np.testing.assert_allclose(doubled.result(), 2.0 * np.asarray(plain.result()))


def test_a_metric_that_only_has_another_class():
    class Own(keras.metrics.SparseCategoricalAccuracy):
        pass

    assert Own().name == "sparse_categorical_accuracy"
    assert float(Own()([1], [[0.3, 0.7]])) == 1.0


def test_schedules_and_regularizers():
    class Doubled(keras.optimizers.schedules.ExponentialDecay):
        def __call__(self, step):
            return super().__call__(step) * 2.0

    class Tripled(keras.regularizers.L2):
        def __call__(self, x):
            return super().__call__(x) * 3.0

    v = tf.Variable(1.0)
    keras.optimizers.SGD(Doubled(0.1, 10, 0.5)).apply_gradients([(tf.constant(1.0), v)])
    np.testing.assert_allclose(v.numpy(), 0.8, rtol=1e-6)
    np.testing.assert_allclose(Tripled(0.1)(tf.ones([2])), 0.6, rtol=1e-6)
