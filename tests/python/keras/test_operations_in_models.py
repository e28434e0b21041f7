"""Operators on symbolic tensors in models: what they are called, and where they are found."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


@pytest.fixture
def model():
    inputs = keras.Input([4], name="inputs")
    hidden = keras.layers.Dense(4, name="hidden")(inputs)
    outputs = keras.layers.Dense(2, name="outputs")((inputs + hidden) * 0.5)
    return keras.Model(inputs, outputs)


def test_they_are_no_layers_of_a_model(model):
    assert [layer.name for layer in model.layers] == ["inputs", "hidden", "outputs"]
    assert model.layers[-2].name == "hidden"
    with pytest.raises(ValueError, match="No such layer: multiply"):
        model.get_layer("multiply")
    cloned = keras.models.clone_model(model)
    assert [layer.name for layer in cloned.layers] == ["inputs", "hidden", "outputs"]


def test_tables_show_them_by_the_classes_of_keras(model, capsys):
    x, y = keras.Input([4]), keras.Input([4])
    found = abs(-(((x - y) / 2.0) ** 2.0) // 3.0 % 5.0)[:, 1:]
    keras.Model([x, y], found).summary(line_length=120)
    shown = capsys.readouterr().out
    for name in ("Subtract", "TrueDivide", "Power", "Negative", "FloorDivide", "Mod", "GetItem"):
        assert f"({name})" in shown
    assert "absolute" in shown


def test_models_with_them_are_saved(model, tmp_path):
    path = str(tmp_path / "model.keras")
    model.save(path)
    again = keras.models.load_model(path)
    x = np.ones([1, 4], "float32")
    np.testing.assert_allclose(again(x), model(x), rtol=1e-6)
    assert [layer.name for layer in again.layers] == ["inputs", "hidden", "outputs"]


def test_frozen_models_have_no_weights_to_train(model):
    assert len(model.trainable_weights) == 4
    model.trainable = False
    assert model.trainable_weights == []
