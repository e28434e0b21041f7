"""A model with a `compile` of its own comes out of a file, or is cloned, without being compiled."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.filterwarnings("default")


@keras.utils.register_keras_serializable("own_compile")
class Pretrained(keras.Model):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = keras.layers.Dense(1)

    def compile(self, contrastive, **kwargs):
        super().compile(**kwargs)
        self.contrastive = contrastive

    def call(self, x):
        return self.dense(x)


@keras.utils.register_keras_serializable("own_compile")
class SaysHow(Pretrained):
    def get_compile_config(self):
        return {"contrastive": 3}

    def compile_from_config(self, config):
        self.compile(config["contrastive"], optimizer="sgd", loss="mse")


def _saved(kind, path):
    model = kind()
    model.compile(3, optimizer="sgd", loss="mse")
    model.fit(np.ones((2, 2)), np.ones((2, 1)), verbose=0)
    model.save(path)
    return model


def test_it_is_loaded_with_a_warning(tmp_path):
    path = str(tmp_path / "model.keras")
    model = _saved(Pretrained, path)
    with pytest.warns(UserWarning, match="`compile\\(\\)` was not called as part of model loading"):
        loaded = keras.models.load_model(path)
    x = np.ones((1, 2), "float32")
    np.testing.assert_allclose(loaded(x), model(x))
    assert not hasattr(loaded, "contrastive")


def test_one_that_says_how_is_compiled(tmp_path):
    path = str(tmp_path / "model.keras")
    _saved(SaysHow, path)
    loaded = keras.models.load_model(path)
    assert loaded.contrastive == 3
    loaded.fit(np.ones((2, 2)), np.ones((2, 1)), verbose=0)
