"""Datasets of directories: parts that are not shuffled, whole pixels, hidden folders, classes."""

import numpy as np
import pytest
from library import tf

utils = tf.keras.utils


@pytest.fixture
def texts(tmp_path):
    for name in ("a", "b", ".hidden"):
        (tmp_path / name).mkdir()
        for number in range(5):
            (tmp_path / name / f"{number}.txt").write_text(f"{name}{number}")
    return tmp_path


def read(dataset):
    return [(text.decode(), int(label)) for text, label in dataset.unbatch().as_numpy_iterator()]


def test_of_both_parts_one_stays_in_order(texts):
    options = {"batch_size": 3, "seed": 3, "validation_split": 0.4}
    training, held_out = utils.text_dataset_from_directory(texts, subset="both", **options)
    assert read(held_out) == [("b2", 1), ("a0", 0), ("a3", 0), ("b3", 1)]
    assert read(held_out) == read(held_out)
    assert sorted(read(training)) == [
        ("a1", 0),
        ("a2", 0),
        ("a4", 0),
        ("b0", 1),
        ("b1", 1),
        ("b4", 1),
    ]


def test_hidden_folders_are_no_classes(texts):
    dataset = utils.text_dataset_from_directory(texts, shuffle=False)
    assert dataset.class_names == ["a", "b"]
    assert len(read(dataset)) == 10


@pytest.mark.keras_2
def test_names_of_classes_change_numbers_alone(texts):
    dataset = utils.text_dataset_from_directory(texts, class_names=["b", "a"], shuffle=False)
    assert read(dataset)[0] == ("a0", 1)
    assert read(dataset)[-1] == ("b4", 0)


@pytest.mark.parametrize("cut", [False, True])
def test_pixels_of_the_nearest_are_whole(tmp_path, cut):
    (tmp_path / "a").mkdir()
    pixels = np.arange(6 * 4 * 3, dtype="uint8").reshape(6, 4, 3)
    tf.io.write_file(str(tmp_path / "a" / "0.png"), tf.io.encode_png(pixels))
    options = {"image_size": (2, 2), "crop_to_aspect_ratio": cut}
    images, _ = next(
        iter(utils.image_dataset_from_directory(tmp_path, interpolation="nearest", **options))
    )
    assert images.dtype == tf.uint8
    images, _ = next(iter(utils.image_dataset_from_directory(tmp_path, **options)))
    assert images.dtype == tf.float32


def test_texts_that_are_not_split_keep_their_shape():
    layer = tf.keras.layers.TextVectorization(split=None)
    layer.adapt(["a b", "c"])
    assert layer(["c", "z"]).numpy().tolist() == [2, 1]
    assert layer([["c"], ["z"]]).numpy().tolist() == [[2], [1]]
    assert int(layer("c")) == 2
    layer = tf.keras.layers.TextVectorization(split=None, output_mode="multi_hot")
    layer.adapt(["a b", "c"])
    assert layer(["c", "z"]).numpy().tolist() == [1, 1, 0]
    assert layer([["c"], ["z"]]).shape == (2, 3)


def test_a_part_of_nothing_is_no_part(texts):
    whole = utils.text_dataset_from_directory(texts, validation_split=0.0, seed=1)
    assert len(read(whole)) == 10
    with pytest.raises(ValueError, match="subset"):
        utils.text_dataset_from_directory(texts, validation_split=0.0, subset="training", seed=1)
