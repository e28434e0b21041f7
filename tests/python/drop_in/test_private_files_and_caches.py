"""What programs import from the files of Keras 2: caches of cells, indices of directories."""

import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def test_values_by_contexts():
    from tf_keras.src import backend

    cache = backend.ContextValueCache(lambda start=1: [start])
    assert cache.setdefault(kwargs={"start": 3}) == [3]
    assert cache[None] is cache.setdefault() is cache.setdefault(default=[4])


def test_ragged_inputs_of_cells():
    import tensorflow as tf
    from tf_keras.src import backend

    filled, lengths = backend.convert_inputs_if_ragged(tf.ragged.constant([[1, 2], [3]]))
    assert filled.numpy().tolist() == [[1, 2], [3, 0]]
    assert lengths.numpy().tolist() == [2, 1]
    made = backend.maybe_convert_to_ragged(True, filled, lengths)
    assert made.to_list() == [[1, 2], [3]]
    assert backend.convert_inputs_if_ragged(filled) == (filled, None)
    assert backend.maybe_convert_to_ragged(False, filled, None) is filled


def test_files_of_a_directory(tmp_path, capsys):
    from tf_keras.src.utils import dataset_utils, image_utils

    for name in ("a/1.png", "a/2.txt", "b/3.png", "b/c/4.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    paths, labels, names = dataset_utils.index_directory(
        str(tmp_path), "inferred", formats=(".png",), shuffle=False
    )
    assert [path[len(str(tmp_path)) + 1 :] for path in paths] == ["a/1.png", "b/3.png", "b/c/4.png"]
    assert (labels.tolist(), list(names)) == ([0, 1, 1], ["a", "b"])
    shuffled = dataset_utils.index_directory(str(tmp_path), "inferred", (".png",), seed=1)
    order = np.random.RandomState(1).permutation(3)
    assert shuffled[0] == [paths[place] for place in order]
    assert shuffled[1].tolist() == labels[order].tolist()
    split = dataset_utils.get_training_or_validation_split(paths, labels, 0.4, "validation")
    assert (split[0], split[1].tolist()) == (paths[2:], [1])
    assert "Found 3 files belonging to 2 classes." in capsys.readouterr().out
    targets = dataset_utils.labels_to_dataset([0, 1], "categorical", 2)
    assert [one.numpy().tolist() for one in targets] == [[1.0, 0.0], [0.0, 1.0]]
    targets = dataset_utils.labels_to_dataset([0, 1], "binary", 2)
    assert [one.numpy().tolist() for one in targets] == [[0.0], [1.0]]
    with pytest.raises(ValueError, match="seed"):
        dataset_utils.check_validation_split_arg(0.2, "training", True, None)
    with pytest.raises(ValueError, match="inversely"):
        dataset_utils.check_validation_split_arg(None, "training", True, None)
    assert image_utils.get_interpolation("NEAREST") == "nearest"
    with pytest.raises(NotImplementedError, match="interpolation"):
        image_utils.get_interpolation("pie")
