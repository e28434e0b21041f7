"""`ImageDataGenerator.flow_from_dataframe`, and arguments of its kin by place."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

image = tf.keras.preprocessing.image
if AGAINST_TENSORFLOW:
    pytest.importorskip("scipy")
FILES = ["0.png", "1.png", "2.png", "3.png"]


def frame(**columns):
    """A table of pandas; where that is not there, a dict does as well."""
    columns = {"f": FILES, **columns}
    if not AGAINST_TENSORFLOW:
        return columns
    return pytest.importorskip("pandas").DataFrame(columns)


@pytest.fixture(autouse=True)
def pictures(tmp_path, monkeypatch):
    pytest.importorskip("PIL.Image")
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(FILES):
        tf.keras.utils.save_img(name, np.full((4, 4, 3), 10.0 * number), scale=False)


def flow(table, y_col="y", generator=None, **options):
    options = {"target_size": (2, 2), "shuffle": False, **options}
    return (generator or image.ImageDataGenerator()).flow_from_dataframe(
        table, ".", "f", y_col, **options
    )


def test_labels_are_texts_or_lists_of_them(capsys):
    found = flow(frame(y=["b", "a", "b", "c"]))
    assert "Found 4 validated image filenames belonging to 3 classes." in capsys.readouterr().out
    assert found.class_indices == {"a": 0, "b": 1, "c": 2}
    assert found.classes == found.labels == [1, 0, 1, 2]
    assert found.filepaths == ["./0.png", "./1.png", "./2.png", "./3.png"]
    several = flow(frame(y=[["b"], ["a", "b"], ["c"], ["a"]]))
    assert next(several)[1].tolist() == [[0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize("mode", ["sparse", "binary"])
def test_numbers_of_classes(mode):
    found = next(flow(frame(y=["q", "p", "q", "q"]), class_mode=mode))[1]
    assert found.tolist() == [1.0, 0.0, 1.0, 1.0]


def test_columns_as_they_are(capsys):
    table = frame(y=[0.5, 1.5, 2.5, 3.5], n=[1, 2, 3, 4])
    found = flow(table, class_mode="raw")
    assert next(found)[1].tolist() == [0.5, 1.5, 2.5, 3.5]
    assert "Found 4 validated image filenames." in capsys.readouterr().out
    assert not hasattr(found, "class_indices")
    y, n = next(flow(table, ["y", "n"], class_mode="multi_output"))[1]
    assert (y.tolist(), n.tolist()) == ([0.5, 1.5, 2.5, 3.5], [1, 2, 3, 4])


def test_weights():
    table = frame(y=["a", "b", "a", "b"], w=[1.0, 2.0, 3.0, 4.0])
    _, _, weights = next(flow(table, weight_col="w"))
    assert weights.tolist() == [1.0, 2.0, 3.0, 4.0]


def test_files_that_are_not_there():
    table = frame(y=["a", "b", "a", "b"], f=["0.png", "none.png", "2.png", "3.txt"])
    with pytest.warns(UserWarning, match="Found 2 invalid image filename"):
        found = flow(table)
    assert found.filenames == ["0.png", "2.png"]
    assert found.class_indices == {"a": 0}
    assert len(flow(table, validate_filenames=False).filenames) == 4


def test_classes_that_are_given():
    found = flow(frame(y=["a", "b", "a", "c"]), classes=["c", "a"])
    assert (found.filenames, found.classes) == (["0.png", "2.png", "3.png"], [1, 1, 0])


def test_parts_are_counted_among_the_files_that_are_there():
    generator = image.ImageDataGenerator(validation_split=0.5)
    table = frame(y=["a", "b", "a", "b"])
    held_out = flow(table, generator=generator, subset="validation")
    assert held_out.filenames == ["0.png", "1.png"]
    assert flow(table, generator=generator, subset="training").filenames == ["2.png", "3.png"]


REFUSED = [
    (TypeError, "column values must be type string, list or tuple", {"y": [1, 2, 3, 4]}, {}),
    (TypeError, "column values must be strings", {"y": [1, 2, 3, 4]}, {"class_mode": "sparse"}),
    (ValueError, "Found 3 classes", {"y": list("abca")}, {"class_mode": "binary"}),
    (TypeError, "y_col must be a list", {"y": list("abca")}, {"class_mode": "multi_output"}),
    (ValueError, "Invalid class_mode", {"y": list("abca")}, {"class_mode": "many"}),
    (TypeError, "must be numeric", {"y": list("abca"), "w": list("abca")}, {"weight_col": "w"}),
]


@pytest.mark.parametrize(("kind", "text", "columns", "options"), REFUSED)
def test_what_is_refused(kind, text, columns, options):
    with pytest.raises(kind, match=text):
        flow(frame(**columns), **options)


def test_arguments_by_place():
    x, y = np.arange(96.0).reshape(2, 4, 4, 3), np.arange(2)
    found = image.ImageDataGenerator().flow(x, y, 2, False, np.array([0.5, 2.0]))
    assert [part.tolist() for part in next(found)[1:]] == [[0, 1], [0.5, 2.0]]
    found = image.ImageDataGenerator().flow_from_directory(".", (3, 2), "grayscale", ["."], None, 3)
    assert next(found).shape == (3, 3, 2, 1)


def test_a_split_that_parts_the_classes():
    generator = image.ImageDataGenerator(validation_split=0.5)
    with pytest.raises(ValueError, match="different number of classes after the split"):
        generator.flow(np.zeros((2, 4, 4, 3)), np.arange(2), subset="training")
