"""Names that Keras 3 does not know are free for what a program's layers and metrics keep."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_3

keras = tf.keras
NAMES = ["weights", "trainable_weights", "non_trainable_variables", "losses", "updates"]


class Counted(keras.metrics.Metric):
    """A metric that keeps something under a name of Keras 2's layers."""

    def __init__(self, kept):
        super().__init__(name="counted")
        self.total = self.add_weight(name="total", shape=(2, 2), initializer="zeros")
        setattr(self, kept, "quadratic")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.total.assign_add(tf.ones([2, 2]))

    def result(self):
        return tf.reduce_sum(self.total)


@pytest.mark.parametrize("kept", [*NAMES, "compute_dtype", "variable_dtype"])
def test_metrics_may_keep_what_they_like_under_names_of_layers(kept):
    metric = Counted(kept)
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[metric])
    history = model.fit(np.ones((4, 2)), np.ones((4, 1)), batch_size=2, verbose=0)
    assert history.history["counted"] == [8.0]
    assert getattr(metric, kept) == "quadratic"
    assert len(metric.variables) == 1
    metric.reset_state()
    assert float(metric.result()) == 0.0


@pytest.mark.parametrize("base", [keras.layers.Layer, keras.Model])
@pytest.mark.parametrize("kept", ["submodules", "name_scope", "operations"])
def test_layers_may_keep_parts_under_names_of_modules(base, kept):
    class Own(base):
        def __init__(self):
            super().__init__()
            setattr(self, kept, [keras.layers.Dense(1)])

        def call(self, inputs):
            return getattr(self, kept)[0](inputs)

    own = Own()
    own(np.ones((1, 2), "float32"))
    assert len(own.trainable_variables) == 2
