"""Older words for what layers of tokens give, and datasets of files that are read ahead."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


@pytest.mark.parametrize(("older", "mode"), [("binary", "multi_hot"), ("tf-idf", "tf_idf")])
@pytest.mark.parametrize("kind", ["TextVectorization", "StringLookup", "IntegerLookup"])
def test_older_words(kind, older, mode):
    data = {
        "TextVectorization": ["a b c", "a a d"],
        "StringLookup": [["a", "b"], ["c", "a"]],
        "IntegerLookup": [[1, 2], [4, 5]],
    }[kind]
    found = []
    for word in (older, mode):
        layer = getattr(layers, kind)(output_mode=word)
        layer.adapt(np.array(data))
        assert layer.get_config()["output_mode"] == mode
        found.append(layer(tf.constant(data)).numpy())
    np.testing.assert_array_equal(*found)


def test_categories():
    layer = layers.CategoryEncoding(num_tokens=4, output_mode="binary")
    assert layer.get_config()["output_mode"] == "multi_hot"
    assert layer(tf.constant([[1, 2], [1, 1]])).numpy().tolist() == [[0, 1, 1, 0], [0, 1, 0, 0]]


def test_files_are_read_ahead(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(name)
    made = tf.keras.utils.text_dataset_from_directory(str(tmp_path), verbose=False)
    assert repr(made).startswith("<_PrefetchDataset element_spec=(TensorSpec(shape=(None,)")
    assert made.class_names == ["one", "two"]
