"""Checkpoints whose prefix ends in a slash: files without a name of their own in that folder.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import os
from pathlib import Path

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


def names(folder):
    return {path.name for path in Path(folder).iterdir()}


def chain():
    return tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])


def test_weights_lie_in_the_folder(tmp_path):
    prefix = os.path.join(tmp_path, "checkpoint", "")  # noqa: PTH118  keeps the slash
    model = chain()
    model.save_weights(prefix)
    assert names(tmp_path) == {"checkpoint"}
    assert {".index", "checkpoint"} <= names(prefix)
    before = model.get_weights()
    model.set_weights([value + 1 for value in before])
    model.load_weights(prefix)
    for value, other in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(value, other)


def test_a_callback_writes_there(tmp_path):
    prefix = os.path.join(tmp_path, "new", "checkpoint", "")  # noqa: PTH118
    saving = tf.keras.callbacks.ModelCheckpoint(prefix, save_weights_only=True)
    model = chain()
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 3)), np.ones((4, 2)), epochs=2, verbose=0, callbacks=[saving])
    model.load_weights(prefix)
    assert "checkpoint" in names(prefix)


def test_the_latest_is_the_folder(tmp_path):
    prefix = os.path.join(tmp_path, "ck", "")  # noqa: PTH118
    chain().save_weights(prefix)
    assert tf.train.latest_checkpoint(tmp_path / "ck") == os.path.join(prefix, ".")  # noqa: PTH118
    assert tf.train.latest_checkpoint(tmp_path) is None


def test_a_counted_one_is_named_by_its_number(tmp_path):
    prefix = os.path.join(tmp_path, "s", "")  # noqa: PTH118
    assert tf.train.Checkpoint(v=tf.Variable(1.0)).save(prefix) == prefix + "-1"
    assert {"-1.index", "checkpoint"} <= names(prefix)
