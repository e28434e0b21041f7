"""Operators of models come back from JSON, configurations and `.keras` files."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.random.RandomState(0).randn(2, 4, 3).astype("float32")
OPERATORS = {
    "TrueDivide": lambda i: i / 255.0,
    "FloorDivide": lambda i: i // 2.0,
    "Mod": lambda i: i % 2.0,
    "Power": lambda i: 2.0**i,
    "Subtract": lambda i: 1.0 - i,
    "Negative": lambda i: -i,
    "Absolute": abs,
    "Less": lambda i: i < 0.0,
    "GetItem": lambda i: i[:, ::2, -1],
    "LogicalNot": lambda i: ~(i > 0.0),
}


@pytest.mark.parametrize("kind", OPERATORS)
def test_an_operator_comes_back(kind, tmp_path):
    inputs = keras.Input((4, 3))
    model = keras.Model(inputs, OPERATORS[kind](inputs))
    expected = model.predict(X, verbose=0)
    config, path = model.get_config(), str(tmp_path / "model.keras")
    assert config["layers"][-1]["class_name"] == kind
    model.save(path)
    found = {
        "json": keras.models.model_from_json(model.to_json()),
        "config": keras.Model.from_config(config),
        "file": keras.models.load_model(path),
        "clone": keras.models.clone_model(model),
    }
    for way, other in found.items():
        np.testing.assert_array_equal(other.predict(X, verbose=0), expected, err_msg=way)
