"""Files that go to Keras on another backend and come back: `.keras` and `.weights.h5`.

The other backend runs in a process of its own, with the interpreter of the tests where it is
installed there, or with the one that KERAS_OTHERS names.
"""

import functools
import os
import subprocess
import sys

import keras
import numpy as np
import pytest

WORDS = np.arange(24).reshape(4, 6) % 11
PICTURES = np.linspace(-1, 1, 4 * 36, dtype="float32").reshape(4, 6, 6, 1)
INPUTS = {"words": WORDS, "pictures": PICTURES}
CLASSES = np.arange(4) % 3

# Reads what gradtape wrote, notes what it predicts, trains on, and writes both files anew.
OTHER = """
import sys, keras, numpy as np
folder, backend = sys.argv[1:]
assert keras.backend.backend() == backend
given = np.load(folder + "/inputs.npz")
inputs = {"words": given["words"], "pictures": given["pictures"]}
model = keras.saving.load_model(folder + "/ours.keras")
whole = model.predict(inputs, verbose=0)
model.set_weights([np.zeros(weight.shape) for weight in model.weights])
model.load_weights(folder + "/ours.weights.h5")
weights = model.predict(inputs, verbose=0)
before = int(model.optimizer.iterations)
model.fit(inputs, given["classes"], batch_size=2, shuffle=False, verbose=0)
model.save(folder + "/theirs.keras")
model.save_weights(folder + "/theirs.weights.h5")
after = model.predict(inputs, verbose=0)
np.savez(folder + "/seen.npz", whole=whole, weights=weights, before=before, after=after)
"""


def model():
    """One layer of each kind that keeps something of its own."""
    layers = keras.layers
    words, pictures = keras.Input((6,), name="words"), keras.Input((6, 6, 1), name="pictures")
    x = layers.Embedding(11, 8)(words)
    x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 4)(x, x))
    x = layers.Concatenate()([layers.LSTM(5)(x), layers.Bidirectional(layers.GRU(3))(x)])
    y = layers.BatchNormalization()(layers.Conv2D(4, 3, activation="relu")(pictures))
    y = layers.GlobalAveragePooling2D()(y)
    outputs = layers.Dense(3, activation="softmax")(layers.Concatenate()([x, y]))
    whole = keras.Model({"words": words, "pictures": pictures}, outputs)
    # Not Adam: it makes steps of the noise in the gradient of a bias that normalization removes.
    whole.compile(keras.optimizers.SGD(0.1, momentum=0.9), "sparse_categorical_crossentropy")
    return whole


@functools.cache
def interpreter(backend):
    """Where Keras runs on `backend`, None if nowhere."""
    name = {"tensorflow": "tensorflow", "jax": "jax", "torch": "torch"}[backend]
    question = f"import importlib.util as u, sys; sys.exit(not u.find_spec({name!r}))"
    for python in (sys.executable, os.environ.get("KERAS_OTHERS")):
        if python and subprocess.run([python, "-c", question]).returncode == 0:
            return python
    return None


def visit(backend, python, folder):
    """What the other backend made of the files in `folder`."""
    environment = os.environ | {"KERAS_BACKEND": backend, "PYTHONPATH": ""}
    command = [python, "-c", OTHER, str(folder), backend]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return np.load(folder / "seen.npz")


@pytest.mark.parametrize("backend", ["tensorflow", "jax", "torch"])
def test_a_model_goes_there_and_comes_back(backend, tmp_path):
    python = interpreter(backend)
    if python is None:
        pytest.skip(f"{backend} is not installed; KERAS_OTHERS may name an interpreter that has it")
    keras.utils.set_random_seed(0)
    ours = model()
    ours.fit(INPUTS, CLASSES, batch_size=2, verbose=0)
    ours.save(tmp_path / "ours.keras")
    ours.save_weights(tmp_path / "ours.weights.h5")
    np.savez(tmp_path / "inputs.npz", classes=CLASSES, **INPUTS)
    seen = visit(backend, python, tmp_path)

    predicted = ours.predict(INPUTS, verbose=0)
    np.testing.assert_allclose(seen["whole"], predicted, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(seen["weights"], predicted, rtol=1e-4, atol=1e-6)
    assert seen["before"] == 2

    again = keras.saving.load_model(tmp_path / "theirs.keras")
    np.testing.assert_allclose(
        again.predict(INPUTS, verbose=0), seen["after"], rtol=1e-4, atol=1e-6
    )
    assert int(again.optimizer.iterations) == 4
    again.set_weights([np.zeros(weight.shape) for weight in again.weights])
    again.load_weights(tmp_path / "theirs.weights.h5")
    np.testing.assert_allclose(
        again.predict(INPUTS, verbose=0), seen["after"], rtol=1e-4, atol=1e-6
    )
    assert np.abs(seen["after"] - predicted).max() > 1e-3
    # The same steps from the same state, optimizer and all, lead to the same model.
    ours.fit(INPUTS, CLASSES, batch_size=2, shuffle=False, verbose=0)
    np.testing.assert_allclose(ours.predict(INPUTS, verbose=0), seen["after"], rtol=1e-3, atol=1e-5)
