"""What metrics of a program's own count with: `keras.utils.metrics_utils` of Keras 2."""

import importlib
import os

import numpy as np
import pytest
from library import tf

if os.environ.get("GRADTAPE_TEST_AGAINST") == "tensorflow":
    counting = importlib.import_module("tf_keras.src.utils.metrics_utils")
else:
    counting = importlib.import_module("gradtape._drop_in.private.metrics_utils")

Kind = counting.ConfusionMatrix
TRUE = np.array([[1, 0, 1], [0, 1, 1]], "float32")
FOUND = np.array([[0.9, 0.2, 0.4], [0.6, 0.7, 0.1]], "float32")


def counted(thresholds, shape=None, **options):
    shape = [len(thresholds)] if shape is None else shape
    variables = {kind: tf.Variable(tf.zeros(shape)) for kind in Kind}
    counting.update_confusion_matrix_variables(variables, TRUE, FOUND, thresholds, **options)
    return {kind.value: variables[kind].numpy().tolist() for kind in Kind}


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({}, {"tp": [3, 2], "fp": [1, 1], "tn": [1, 1], "fn": [1, 2]}),
        ({"top_k": 1}, {"tp": [2, 2], "fp": [0, 0], "tn": [2, 2], "fn": [2, 2]}),
        ({"class_id": 2}, {"tp": [1, 0], "fp": [0, 0], "tn": [0, 0], "fn": [1, 2]}),
        ({"sample_weight": [2.0, 1.0]}, {"tp": [5, 3], "fp": [1, 1], "tn": [2, 2], "fn": [1, 3]}),
        (
            {"label_weights": [1.0, 1.0, 0.0]},
            {"tp": [2, 2], "fp": [1, 1], "tn": [1, 1], "fn": [0, 0]},
        ),
    ],
)
def test_counts_at_each_threshold(options, answer):
    assert counted([0.3, 0.5], **options) == answer


def test_counts_of_each_label():
    found = counted([0.5], [1, 3], multi_label=True)
    assert found["tp"] == [[1, 1, 0]]
    assert found["fn"] == [[0, 0, 2]]


def test_keys_must_be_the_counts():
    with pytest.raises(ValueError, match="valid confusion matrix"):
        counting.update_confusion_matrix_variables({}, TRUE, FOUND, [0.5])


def test_thresholds():
    assert counting.parse_init_thresholds(None, 0.3) == [0.3]
    assert counting.parse_init_thresholds([0.1, 0.2]) == [0.1, 0.2]
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        counting.parse_init_thresholds([1.5])
    assert counting.is_evenly_distributed_thresholds([0.0, 0.5, 1.0])
    assert not counting.is_evenly_distributed_thresholds([0.0, 0.4, 1.0])


def test_names_of_curves():
    assert counting.AUCCurve.from_str("pr").name == "PR"
    assert counting.AUCSummationMethod.from_str("majoring").value == "majoring"
    with pytest.raises(ValueError, match="Invalid"):
        counting.AUCCurve.from_str("line")
