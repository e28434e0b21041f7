"""The only output of a model has all metrics, in whatever lists or dicts, in Keras 3."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_3


@pytest.mark.parametrize("how", ["metrics", "weighted_metrics"])
@pytest.mark.parametrize(
    ("told", "names"),
    [
        ([["mae"], ["mse"]], ["mae", "mse"]),
        ([["mae", "mse"]], ["mae", "mse"]),
        ({"no such output": "mae"}, ["mae"]),
        ({"b": ["mae", "mse"], "a": "mape"}, ["mape", "mae", "mse"]),
    ],
)
def test_all_of_them_are_reported(how, told, names):
    x, y = np.ones((4, 3), "float32"), np.ones((4, 1), "float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", **{how: told})
    model.build((None, 3))
    expected = {"mae": 2.0, "mse": 4.0, "mape": 200.0}
    np.testing.assert_allclose(
        model.evaluate(x, y, verbose=0), [4.0, *map(expected.get, names)], rtol=1e-6
    )
