"""`compile` once more: what Keras 3 keeps of what a model was compiled with before."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.random.RandomState(0).rand(8, 3).astype("float32")
Y = (X[:, :1] > 0.5).astype("float32")


@pytest.fixture
def model():
    """A model that was compiled and fitted with two metrics."""
    i = keras.Input((3,))
    made = keras.Model(i, keras.layers.Dense(1, activation="sigmoid")(i))
    made.compile("sgd", "binary_crossentropy", metrics=["accuracy", "AUC"])
    made.fit(X, Y, verbose=0)
    return made


def reported(model):
    return sorted(model.fit(X, Y, verbose=0).history)


def test_metrics_stay_where_none_are_given(model):
    model.compile("adam", "mse")
    assert reported(model) == ["AUC", "accuracy", "loss"]
    assert sorted(model.evaluate(X, Y, verbose=0, return_dict=True)) == ["AUC", "accuracy", "loss"]
    assert model.get_compile_config()["metrics"] is None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"metrics": ["mae"]}, ["loss", "mae"]),
        ({"weighted_metrics": ["mse"]}, ["loss", "mse"]),
        ({"metrics": []}, ["loss"]),
    ],
)
def test_metrics_that_are_given_take_the_place_of_all(model, given, expected):
    model.compile("sgd", "mse", **given)
    assert reported(model) == expected


def test_the_loss_stays_where_none_is_given(model):
    before = model.evaluate(X, Y, verbose=0)[0]
    model.compile("sgd", metrics=["mae"])
    assert model.loss == "binary_crossentropy"
    assert model.evaluate(X, Y, verbose=0)[0] == pytest.approx(before, rel=1e-5)
    model.compile("sgd", "mse")
    assert model.evaluate(X, Y, verbose=0)[0] == pytest.approx(
        float(np.mean((model(X) - Y) ** 2)), rel=1e-5
    )


def test_weights_of_a_loss_stay_with_it(model):
    model.compile("sgd", "mse", loss_weights=[2.0], metrics=[])
    twice = model.evaluate(X, Y, verbose=0)
    model.compile("sgd", loss_weights=[5.0])
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(twice, rel=1e-5)
    model.compile("sgd", "mse")
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(twice / 2, rel=1e-5)


def test_metrics_stay_before_the_first_batch_and_in_classes_of_ones_own():
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)

        def call(self, x):
            return self.dense(x)

    own = Own()
    own.compile("sgd", "mse", metrics=["mae"])
    own.compile("sgd", "mse")
    assert reported(own) == ["loss", "mae"]
    own.compile("sgd", "mae")
    assert reported(own) == ["loss", "mae"]


def test_metrics_of_several_outputs_stay():
    i = keras.Input((3,))
    outputs = [keras.layers.Dense(1, name=name)(i) for name in "ab"]
    two = keras.Model(i, outputs)
    two.compile("sgd", ["mse", "mae"], metrics=[["mae"], ["mse"]])
    names = ["a_loss", "a_mae", "b_loss", "b_mse", "loss"]
    assert sorted(two.fit(X, [Y, Y], verbose=0).history) == names
    two.compile("sgd", ["mse", "mse"])
    assert sorted(two.fit(X, [Y, Y], verbose=0).history) == names
