"""All metrics: what Keras answers after two updates, with and without weights; what is refused."""

import numpy as np
import pytest
from checks import as_array, assert_close
from library import AGAINST_TENSORFLOW, ours, tf

metrics = tf.keras.metrics
draws = np.random.RandomState(7)
BINARY = (draws.randint(0, 2, 40), draws.uniform(size=40).astype("float32").round(2))
COLUMNS = (draws.randint(0, 2, (12, 3)), draws.uniform(size=(12, 3)).astype("float32").round(2))
ONE_HOT = (np.eye(3, dtype="float32")[draws.randint(0, 3, 12)], COLUMNS[1])
NUMBERS = (draws.randint(0, 3, 12), COLUMNS[1])
CLASSES = (draws.randint(0, 3, 20), draws.randint(0, 3, 20))
REAL = (draws.normal(size=(10, 2)).astype("float32"), draws.normal(size=(10, 2)).astype("float32"))
POSITIVE = (np.abs(REAL[0]), np.abs(REAL[1]))

CASES = {
    "TruePositives": (BINARY, {}),
    "TrueNegatives": (BINARY, {"thresholds": [0.7, 0.2]}),
    "FalsePositives": (BINARY, {"thresholds": 0.3}),
    "FalseNegatives": (BINARY, {"thresholds": [0.1, 0.5, 0.9]}),
    "Precision": (BINARY, {}),
    "Precision at thresholds": (BINARY, {"thresholds": [0.6, 0.2]}),
    "Precision of two largest": (COLUMNS, {"top_k": 2}),
    "Precision of a class": (COLUMNS, {"class_id": 1}),
    "Precision of a class among the largest": (COLUMNS, {"class_id": 2, "top_k": 1}),
    "Recall": (BINARY, {}),
    "Recall of the largest": (COLUMNS, {"top_k": 1}),
    "Recall of a class": (COLUMNS, {"class_id": 0, "thresholds": 0.4}),
    "AUC": (BINARY, {}),
    "AUC of columns together": (COLUMNS, {}),
    "AUC PR": (BINARY, {"curve": "PR"}),
    "AUC PRGAIN": (BINARY, {"curve": "PRGAIN"}),
    "AUC minoring": (BINARY, {"summation_method": "minoring", "num_thresholds": 11}),
    "AUC majoring": (BINARY, {"summation_method": "majoring", "curve": "PR"}),
    "AUC at thresholds": (BINARY, {"thresholds": [0.8, 0.3, 0.5]}),
    "AUC multi_label": (COLUMNS, {"multi_label": True}),
    "AUC multi_label PR": (COLUMNS, {"multi_label": True, "num_labels": 3, "curve": "PR"}),
    "AUC label_weights": (COLUMNS, {"multi_label": True, "label_weights": [0.2, 0.5, 0.3]}),
    "AUC from_logits": (COLUMNS, {"from_logits": True}),
    "PrecisionAtRecall": (BINARY, {"recall": 0.6}),
    "RecallAtPrecision": (BINARY, {"precision": 0.5, "num_thresholds": 50}),
    "SensitivityAtSpecificity": (BINARY, {"specificity": 0.4}),
    "SpecificityAtSensitivity": (COLUMNS, {"sensitivity": 0.7, "class_id": 1}),
    "F1Score": (ONE_HOT, {}),
    "F1Score micro": (ONE_HOT, {"average": "micro"}),
    "F1Score macro": (ONE_HOT, {"average": "macro", "threshold": 0.4}),
    "FBetaScore": (ONE_HOT, {"average": "weighted", "beta": 2.0}),
    "IoU": (CLASSES, {"num_classes": 3, "target_class_ids": [0, 2]}),
    "IoU without a class": (
        CLASSES,
        {"num_classes": 3, "target_class_ids": [0, 2], "ignore_class": 1},
    ),
    "BinaryIoU": (BINARY, {"threshold": 0.4}),
    "BinaryIoU of one": (BINARY, {"target_class_ids": [1]}),
    "MeanIoU": (CLASSES, {"num_classes": 3}),
    "MeanIoU of more classes": (CLASSES, {"num_classes": 5}),
    "MeanIoU dense": (ONE_HOT, {"num_classes": 3, "sparse_y_true": False, "sparse_y_pred": False}),
    "OneHotIoU": (ONE_HOT, {"num_classes": 3, "target_class_ids": [1]}),
    "OneHotMeanIoU": (ONE_HOT, {"num_classes": 3}),
    "TopKCategoricalAccuracy": (ONE_HOT, {"k": 2}),
    "SparseTopKCategoricalAccuracy": (NUMBERS, {"k": 2}),
    "CosineSimilarity": (REAL, {}),
    "KLDivergence": (POSITIVE, {}),
    "Hinge": (COLUMNS, {}),
    "SquaredHinge": (COLUMNS, {}),
    "CategoricalHinge": (ONE_HOT, {}),
    "LogCoshError": (REAL, {}),
    "Poisson": (POSITIVE, {}),
    "MeanAbsoluteError": (REAL, {}),
    "MeanAbsolutePercentageError": (REAL, {}),
    "MeanSquaredError": (REAL, {}),
    "MeanSquaredLogarithmicError": (POSITIVE, {}),
    "RootMeanSquaredError": (REAL, {}),
    "R2Score": (REAL, {}),
    "R2Score of each": (REAL, {"class_aggregation": None}),
    "R2Score by variance": (REAL, {"class_aggregation": "variance_weighted_average"}),
    "R2Score adjusted": (REAL, {"num_regressors": 3}),
    "PearsonCorrelation": ((COLUMNS[1], COLUMNS[1][::-1]), {}),
    "PearsonCorrelation along examples": (REAL, {"axis": 0}),
    "ConcordanceCorrelation": (REAL, {"axis": 0}),
    "BinaryAccuracy": (COLUMNS, {"threshold": 0.3}),
    "BinaryCrossentropy": (COLUMNS, {"label_smoothing": 0.1}),
    "CategoricalCrossentropy": (ONE_HOT, {"from_logits": True}),
    "SparseCategoricalCrossentropy": (NUMBERS, {}),
    "SparseCategoricalAccuracy": (NUMBERS, {}),
}


def made(name):
    return getattr(metrics, name.split()[0])(**CASES[name][1])


@pytest.mark.parametrize("name", CASES)
def test_results_of_two_updates(name, recorded):
    y_true, y_pred = CASES[name][0]
    metric, half = made(name), len(y_true) // 2
    metric.update_state(y_true[:half], y_pred[:half])
    first = as_array(metric.result()).copy()  # Keras's may be the variable itself
    metric.update_state(y_true[half:], y_pred[half:])
    recorded({"first": first, "both": metric.result()})
    metric.reset_state()
    metric.update_state(y_true[:half], y_pred[:half])
    assert_close(metric.result(), first)


# Those of single columns, of classes, and means take a weight for each example.
ONE_COLUMN = [name for name in CASES if CASES[name][0] is BINARY or CASES[name][0] is CLASSES]
ONE_WEIGHT_EACH = [
    *ONE_COLUMN,
    *("F1Score", "F1Score micro", "FBetaScore", "TopKCategoricalAccuracy", "CosineSimilarity"),
    *("SparseTopKCategoricalAccuracy", "KLDivergence", "Hinge", "LogCoshError", "R2Score"),
    *("R2Score by variance", "Poisson", "MeanSquaredLogarithmicError"),
    *("PearsonCorrelation", "OneHotIoU"),
]


@pytest.mark.parametrize("name", ONE_WEIGHT_EACH)
def test_results_with_weights(name, recorded):
    y_true, y_pred = CASES[name][0]
    weights = np.linspace(0.1, 2.0, len(y_true), dtype="float32").round(3)
    weights = np.ceil(weights).astype("int32") if "IoU" in name else weights
    metric = made(name)
    metric.update_state(y_true, y_pred, sample_weight=weights)
    recorded(metric.result())


# Keras keeps those as a tensor that `from_config` refuses.
CONFIGURED = [name for name in CASES if not (AGAINST_TENSORFLOW and "label_weights" in name)]


@pytest.mark.parametrize("name", CONFIGURED)
def test_a_configuration_makes_an_equal_metric(name):
    y_true, y_pred = CASES[name][0]
    metric = made(name)
    again = type(metric).from_config(metric.get_config())
    others = [again, metrics.deserialize(metrics.serialize(metric))]
    for other in others:
        assert other.name == metric.name
        assert_close(other(y_true, y_pred), metric(y_true, y_pred))
        metric.reset_state()


REFUSED = {
    "Precision": {"thresholds": 1.5},
    "AUC": {"num_thresholds": 1},
    "AUC num_labels": {"num_labels": 3},
    "PrecisionAtRecall": {"recall": 1.5},
    "FBetaScore": {"average": "mean"},
    "FBetaScore beta": {"beta": -1.0},
    "F1Score": {"threshold": 2.0},
    "R2Score": {"class_aggregation": "sum"},
    "R2Score regressors": {"num_regressors": -1},
    "IoU": {"num_classes": 2, "target_class_ids": [2]},
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    with pytest.raises(ValueError, match=r"."):
        getattr(metrics, name.split()[0])(**REFUSED[name])


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError), match=r"[Ii]ncompatible"):
        metrics.Precision()([[1, 0]], [[0.1, 0.2, 0.3]])
    with pytest.raises(ValueError, match="2D inputs"):
        metrics.F1Score()([1.0], [1.0])
    with pytest.raises(ValueError, match="2D inputs"):
        metrics.R2Score()([1.0], [1.0])


@pytest.mark.parametrize(
    "name",
    [
        *("top_k_categorical_accuracy", "categorical_hinge", "pearson_correlation"),
        *("concordance_correlation", "binary_focal_crossentropy", "mse", "kld", "logcosh"),
    ],
)
def test_functions_of_the_namespace(name, recorded):
    recorded(getattr(metrics, name)(*ONE_HOT))


@ours("Keras 3 has dropped MeanTensor and MeanRelativeError")
def test_metrics_of_keras_2():
    metric = metrics.MeanTensor(shape=[2])
    metric.update_state([1.0, 2.0], sample_weight=3.0)
    metric.update_state([3.0, 6.0])
    assert_close(metric.result(), [1.5, 3.0])
    assert metric.get_config()["shape"] == [2]
    with pytest.raises(ValueError, match="same shape"):
        metric.update_state([1.0])
    relative = metrics.MeanRelativeError([1.0, 0.0])
    assert_close(relative([1.0, 2.0], [3.0, 4.0]), 1.0)
    assert relative.get_config()["normalizer"] == [1.0, 0.0]


def test_names_in_compile():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid")])
    chosen = ["AUC", "Precision", metrics.Recall(name="found")]
    model.compile("sgd", "binary_crossentropy", metrics=chosen)
    logs = model.fit(np.ones((8, 2)), np.ones((8, 1)), verbose=0).history
    assert "found" in logs
    assert len(logs) == 4


@ours("TensorFlow's buckets have no place for it")
def test_nan_exceeds_no_threshold():
    counts = metrics.TruePositives(thresholds=[0.0, 0.5])([1, 1], [np.nan, 0.7])
    assert_close(counts, [1.0, 1.0])


@ours("Keras 3 cuts weights down to whole numbers in these metrics")
def test_iou_with_weights_that_are_not_whole():
    metric = metrics.BinaryIoU(target_class_ids=[1])
    assert_close(metric([1, 1], [0.9, 0.1], sample_weight=[0.5, 1.5]), 0.25)


@ours("Keras 2's manner; Keras 3 wants a shape")
def test_a_state_without_a_shape_is_a_number():
    class Count(tf.keras.metrics.Metric):
        def __init__(self):
            super().__init__()
            self.count = self.add_weight("count", shape=None, initializer="zeros")

        def update_state(self, values, sample_weight=None):
            self.count.assign_add(tf.reduce_sum(values))

        def result(self):
            return self.count

    metric = Count()
    metric.update_state([1.0, 2.0])
    assert metric.result().numpy() == 3.0
