"""Files of a folder that has no classes: all of them count, those beside the folders too."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
texts = keras.utils.text_dataset_from_directory

FILES = ["a/x1.txt", "b/y1.txt", "b/sub/y2.txt", "z1.txt", ".hidden/h.txt"]


@pytest.fixture
def folder(tmp_path):
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return str(tmp_path)


def contents(dataset):
    return [text.decode() for batch in dataset for text in np.asarray(batch).tolist()]


@pytest.mark.parametrize("options", [{"label_mode": None}, {"labels": None}])
def test_all_files_count_where_there_are_no_labels(folder, options):
    dataset = texts(folder, shuffle=False, **options)
    assert contents(dataset)[0] == "z1.txt"
    assert {"z1.txt", "a/x1.txt", "b/y1.txt", "b/sub/y2.txt"} <= set(contents(dataset))


def test_hidden_folders_are_no_classes(folder):
    assert texts(folder, shuffle=False).class_names == ["a", "b"]


@pytest.mark.keras_3
def test_there_are_no_names_of_classes(folder):
    assert texts(folder, label_mode=None).class_names is None
    with pytest.raises(ValueError, match="class_names"):
        texts(folder, labels=None, class_names=["a", "b"])


@pytest.mark.keras_2
def test_all_is_one_class_in_keras_2(folder, capfd):
    assert texts(folder, label_mode=None).class_names == [""]
    assert "belonging to 1 classes" in capfd.readouterr().out
    with pytest.raises(ValueError, match="class_names"):
        texts(folder, class_names=["a"])
