"""Models of classes that a wrapper, as those for scikit-learn, has registered as they are."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.linspace(-1, 1, 8, dtype="float32").reshape(4, 2)


def network():
    entry = keras.Input([2])
    return keras.Model(entry, keras.layers.Dense(1)(keras.layers.Dense(3, "tanh")(entry)))


def stack():
    return keras.Sequential([keras.Input([2]), keras.layers.Dense(1)])


@pytest.mark.parametrize("make", [network, stack])
def test_they_come_back_from_files(make, tmp_path):
    model = make()
    model.compile("adam", "mse")
    model.fit(X, X[:, :1], verbose=0)
    cls = type(model)
    keras.utils.register_keras_serializable("", cls.__name__)(cls)
    path = str(tmp_path / "m.keras")
    model.save(path)
    again = keras.models.load_model(path)
    same = keras.models.model_from_json(model.to_json())
    clone = cls.from_config(model.get_config())
    np.testing.assert_allclose(again(X), model(X), rtol=1e-6)
    assert [w.shape for w in same.weights] == [w.shape for w in clone.weights]
