"""Keras 2 knows the metrics of a model that it has read before a batch comes, but of archives."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.linspace(0.0, 1.0, 32).reshape(8, 4).astype("float32")
Y = X.sum(1, keepdims=True)


def two_outputs(**compiled):
    inputs = keras.Input((4,))
    outputs = [keras.layers.Dense(1, name=name)(inputs) for name in ("a", "b")]
    model = keras.Model(inputs, outputs)
    model.compile("sgd", "mse", **compiled)
    return model


def classes(loss, **options):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, **options)])
    model.compile("sgd", loss, metrics=["accuracy"])
    return model


@pytest.mark.parametrize("suffix", [".h5", ""])
@pytest.mark.parametrize(
    ("compiled", "names"),
    [
        ({}, []),
        ({"metrics": ["mae", "mse"]}, ["a_mae", "a_mse", "b_mae", "b_mse"]),
        ({"metrics": {"a": ["mae"], "b": "mse"}}, ["a_mae", "b_mse"]),
        ({"weighted_metrics": [["mae"], ["mse"]]}, ["a_mae", "b_mse"]),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_names_before_the_first_batch(tmp_path, suffix, compiled, names):
    pytest.importorskip("h5py")
    model = two_outputs(**compiled)
    model.evaluate(X, [Y, Y], verbose=0)
    path = str(tmp_path / f"model{suffix}")
    model.save(path)
    again = keras.models.load_model(path)
    assert again.metrics_names == ["loss", "a_loss", "b_loss", *names]
    found = dict(zip(again.metrics_names, again.evaluate(X, [Y, Y], verbose=0), strict=True))
    assert found == again.evaluate(X, [Y, Y], verbose=0, return_dict=True)
    np.testing.assert_allclose(list(found.values()), model.evaluate(X, [Y, Y], verbose=0))


@pytest.mark.parametrize(
    ("loss", "targets"),
    [
        ("sparse_categorical_crossentropy", np.array([0, 1, 2, 0, 1, 2, 0, 1])),
        ("categorical_crossentropy", np.eye(3)[[0, 1, 2, 0, 1, 2, 0, 1]]),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_the_kind_of_accuracy_is_that_of_the_targets(tmp_path, loss, targets):
    pytest.importorskip("h5py")
    model = classes(loss, activation="softmax")
    model.fit(X, targets, verbose=0)
    model.save(str(tmp_path / "model.h5"))
    again = keras.models.load_model(str(tmp_path / "model.h5"))
    assert again.metrics_names == ["loss", "accuracy"]
    assert again.evaluate(X, targets, verbose=0) == model.evaluate(X, targets, verbose=0)


@pytest.mark.filterwarnings("ignore")
def test_those_of_an_archive_come_with_a_batch(tmp_path):
    pytest.importorskip("h5py")
    two_outputs(metrics=["mae"]).save(str(tmp_path / "model.keras"))
    again = keras.models.load_model(str(tmp_path / "model.keras"))
    assert again.metrics_names == []
    again.evaluate(X, [Y, Y], verbose=0)
    assert again.metrics_names == ["loss", "a_loss", "b_loss", "a_mae", "b_mae"]
