"""Keras 2: lines of progress in files, and which numbers callbacks take larger for better."""

import re

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.linspace(-1.0, 1.0, 8).reshape(8, 1).astype("float32")
BAR = r"2/2 \[={30}\] - \d+s \d+(s|ms|us)/step"


@pytest.fixture
def model():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(1,), kernel_initializer="ones")])
    model.compile("sgd", "mse")
    return model


def last_line(capsys):
    return re.split("[\r\n\b]+", capsys.readouterr().out.strip())[-1].strip()


@pytest.mark.parametrize("verbose", ["auto", 1])
def test_a_line_has_a_bar(model, verbose, capsys):
    model.fit(X, X, batch_size=4, verbose=verbose)
    assert re.fullmatch(BAR + r" - loss: 0\.0000e\+00", last_line(capsys))
    model.evaluate(X, X, batch_size=4, verbose=verbose)
    assert re.fullmatch(BAR + r" - loss: 0\.0000e\+00", last_line(capsys))


@pytest.mark.parametrize("verbose", ["auto", 1])
def test_predictions_have_a_line(model, verbose, capsys):
    model.predict(X, batch_size=4, verbose=verbose)
    assert re.fullmatch(BAR, last_line(capsys))


def test_and_a_short_one(model, capsys):
    model.predict(X, batch_size=4, verbose=2)
    time = r"\d+(s|ms|us)"
    assert re.fullmatch(rf"2/2 - \d+s - {time}/epoch - {time}/step", last_line(capsys))


def batches():
    while True:
        yield X[:4], X[:4]


@pytest.mark.filterwarnings("ignore")
def test_generators_are_silent(model, capsys):
    model.predict(X, verbose=0)
    model.evaluate_generator(batches(), steps=2)
    model.predict_generator(batches(), steps=2)
    assert capsys.readouterr().out == ""


LARGER = {"val_acc", "accuracy", "val_auc"}
NAMES = ["val_loss", "val_precision", "recall", "f1_score", "cosine_similarity", *sorted(LARGER)]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_better_for_the_one_that_stops(name):
    stopping = keras.callbacks.EarlyStopping(name)
    assert stopping.monitor_op is (np.greater if name in LARGER else np.less)


@pytest.mark.parametrize("name", [*NAMES, "my_acc_of_all"])
def test_what_is_better_for_the_one_that_saves(name):
    saving = keras.callbacks.ModelCheckpoint("file.h5", name)
    assert saving.monitor_op is (np.greater if "acc" in name else np.less)


def test_it_does_not_go_by_the_kind_of_metric(model):
    model.compile("sgd", "mse", metrics=[keras.metrics.AUC(name="area")])
    stopping = keras.callbacks.EarlyStopping("area", patience=1)
    model.fit(X, (X > 0) * 1.0, verbose=0, epochs=3, callbacks=[stopping])
    assert stopping.monitor_op is np.less


def test_callbacks_of_a_list(model):
    told = keras.callbacks.CallbackList(
        [], add_history=True, add_progbar=True, model=model, epochs=2, verbose=0, steps=3
    )
    assert [type(one).__name__ for one in told.callbacks] == ["History", "ProgbarLogger"]
    assert told.params == {"epochs": 2, "verbose": 0, "steps": 3}


def test_a_metric_is_printed_with_its_arguments():
    assert str(keras.metrics.Mean("mine")) == "Mean(name=mine,dtype=float32)"
    shown = str(keras.metrics.BinaryAccuracy(threshold=0.25))
    assert shown == "BinaryAccuracy(name=binary_accuracy,dtype=float32,threshold=0.25)"
