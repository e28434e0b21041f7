"""What is no configuration of a model is a `ValueError` that says so."""

import json
import zipfile

import pytest
from library import ours, tf

NO_MODELS = ["{}", "[]", "null", "3", '"a"']


@ours("Keras returns what it has read")
@pytest.mark.parametrize("text", NO_MODELS)
def test_text_that_is_no_model(text):
    with pytest.raises(ValueError, match="no configuration of a model"):
        tf.keras.models.model_from_json(text)


@ours("Keras fails at what it misses first")
@pytest.mark.parametrize("text", NO_MODELS)
def test_a_file_that_holds_none(text, tmp_path):
    path = tmp_path / "model.keras"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("config.json", text)
        file.writestr("metadata.json", json.dumps({}))
    with pytest.raises(ValueError, match="no configuration of a model"):
        tf.keras.models.load_model(path)
