"""Weights in files that Keras 3 and tf_keras wrote, read through h5py."""

import importlib.util
import json
import shutil
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from library import ours, tf

pytest.importorskip("h5py")
pytestmark = ours("in TensorFlow each Keras reads its own")
THEIRS = Path(__file__).parent / "written_by_keras"
spec = importlib.util.spec_from_file_location("written_by_keras", THEIRS / "write.py")
programs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(programs)
MAKERS = [programs.functional, programs.sequential, programs.subclassed]
KINDS = ["keras3_{}.weights.h5", "keras2_{}.weights.h5", "keras2_{}.h5"]


def made(make):
    model = make(tf.keras)
    if not model.built:
        model(np.zeros((1, 2), "float32"))
    return model


def same(model, other):
    return all(np.allclose(a, b) for a, b in zip(model.get_weights(), other.get_weights()))


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("kind", KINDS)
def test_weights_find_their_places(make, kind):
    expected, model = programs.fill(made(make)), made(make)
    assert not same(model, expected)
    model.load_weights(THEIRS / kind.format(make.__name__))
    assert same(model, expected)


@pytest.mark.parametrize("keras", ["keras2", "keras3"])
def test_weights_in_a_saved_model(keras):
    model = made(programs.functional)
    model.load_weights(THEIRS / f"{keras}_functional.keras")
    assert same(model, programs.fill(made(programs.functional)))


@pytest.mark.parametrize("kind", ["keras2_functional.keras", "keras3_functional.keras"])
def test_a_whole_model(kind):
    model = tf.keras.models.load_model(THEIRS / kind)
    expected = programs.fill(made(programs.functional))
    x = np.linspace(-1, 1, 32).reshape(2, 4, 4, 1).astype("float32")
    np.testing.assert_allclose(model(x), expected(x), rtol=1e-5)
    assert model.layers[1].name == "first"


@pytest.mark.parametrize("suffix", ["keras", "h5"])
@pytest.mark.parametrize("keras", ["keras2", "keras3"])
def test_training_goes_on(keras, suffix):
    path = THEIRS / f"{keras}_compiled.{suffix}"
    model = tf.keras.models.load_model(path)
    assert int(model.optimizer.iterations) == 2
    found = model.fit(*programs.DATA, epochs=3, verbose=0).history
    expected = json.loads((THEIRS / f"{keras}_compiled.json").read_text())
    np.testing.assert_allclose(found["loss"], expected, rtol=1e-4)
    assert "mae" in found
    assert tf.keras.models.load_model(path, compile=False).optimizer is None


def test_lookups_know_what_they_have_learned():
    model = tf.keras.models.load_model(THEIRS / "keras3_texts.keras")
    found = model([tf.constant(part) for part in programs.TEXTS])
    expected = json.loads((THEIRS / "keras3_texts.json").read_text())
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    words = next(layer for layer in model.layers if layer.name == "text_vectorization")
    assert words.get_vocabulary() == ["", "[UNK]", "b", "a", "d", "c"]


def test_lookups_that_a_model_of_ones_own_makes_know_it_too(tmp_path):
    class Texts(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.words = tf.keras.layers.TextVectorization(output_mode="count")
            self.dense = tf.keras.layers.Dense(2)

        def call(self, x):
            return self.dense(tf.cast(self.words(x), tf.float32))

        def get_config(self):
            return {}

    entry = {"class_name": "Texts", "config": {}, "build_config": {"input_shape": [None]}}
    weights = h5py_file(tmp_path / "model.weights.h5", np.full((3, 2), 0.5), np.zeros(2))
    path = tmp_path / "own.keras"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("config.json", json.dumps({**entry, "registered_name": "Texts"}))
        archive.write(weights, "model.weights.h5")
        archive.writestr("assets/layers/text_vectorization/vocabulary.txt", "[UNK]\nb\na")
    model = tf.keras.models.load_model(path, custom_objects={"Texts": Texts})
    np.testing.assert_allclose(model(tf.constant(["a b zz", "b"])), [[1.5, 1.5], [0.5, 0.5]])


def h5py_file(path, *values):
    """A file with the weights of the attribute `dense` of a model."""
    import h5py

    with h5py.File(path, "w") as file:
        for place, value in enumerate(values):
            file[f"dense/vars/{place}"] = value.astype("float32")
    return path


def test_a_file_of_weights_is_no_model():
    with pytest.raises(ValueError, match="no model"):
        tf.keras.models.load_model(THEIRS / "keras2_functional.weights.h5")


def test_layers_by_their_name():
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [tf.keras.Input((18,)), layers.Dense(2, name="dense"), layers.Dense(7, name="other")]
    )
    before = model.get_weights()
    model.load_weights(THEIRS / "keras2_functional.h5", by_name=True)
    assert np.allclose(model.get_weights()[0], np.linspace(-1, 1, 36).reshape(18, 2) * 0.5 + 0.3)
    assert (model.get_weights()[2] == before[2]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_weights_that_do_not_fit(kind):
    inputs = tf.keras.Input((5,))
    for units in ((1,), (1, 2, 3, 4, 5)):
        x = inputs
        for size in units:
            x = tf.keras.layers.Dense(size)(x)
        model = tf.keras.Model(inputs, x)
        before = model.get_weights()
        with pytest.raises(ValueError, match="file"):
            model.load_weights(THEIRS / kind.format("functional"))
        assert all((a == b).all() for a, b in zip(before, model.get_weights()))
        model.load_weights(THEIRS / kind.format("functional"), skip_mismatch=True)


def test_damaged_files(tmp_path):
    for name in ("keras3_functional.weights.h5", "keras3_functional.keras"):
        shutil.copy(THEIRS / name, tmp_path)
        path = tmp_path / name
        path.write_bytes(path.read_bytes()[:3000])
        with pytest.raises(tf.errors.DataLossError):
            made(programs.functional).load_weights(path)


def test_without_h5py(monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(ImportError, match=r"pip install 'gradtape\[keras-files\]'"):
        made(programs.functional).load_weights(THEIRS / "keras3_functional.weights.h5")
