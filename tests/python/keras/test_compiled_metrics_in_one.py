"""`Model.metrics`, in which those of `compile` are one in Keras 3, and `metrics_names`."""

import numpy as np
from library import ours, tf

keras = tf.keras
X = np.linspace(-1.0, 1.0, 24).reshape(8, 3).astype("float32")
Y = (X[:, :1] > 0).astype("float32")


def network(**arguments):
    model = keras.Sequential([keras.Input([3]), keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", **arguments)
    return model


def names(model):
    return [metric.name for metric in model.metrics]


def test_names_before_and_behind_the_first_batch():
    assert names(keras.Sequential([keras.Input([3]), keras.layers.Dense(1)])) == []
    assert names(network()) == ["loss"]
    for arguments in ({"metrics": ["mae"]}, {"weighted_metrics": ["mae", "mse"]}):
        model = network(**arguments)
        for _ in range(2):
            assert names(model) == ["loss", "compile_metrics"]
            model.evaluate(X, Y, verbose=0)


@ours("Keras 3 says `compile_metrics` for all; programs look for metrics by these names")
def test_metrics_names_are_those_of_what_evaluate_returns():
    model = network(metrics=["mae", "mse"])
    results = model.evaluate(X, Y, verbose=0)
    found = dict(zip(model.metrics_names, results, strict=True))
    assert found == {"loss": results[0], "mae": results[1], "mse": results[2]}


def test_it_has_the_metrics_once_a_batch_has_shown_the_outputs():
    model = network(metrics=["mae", keras.metrics.MeanSquaredError(name="square")])
    together = model.metrics[1]
    assert list(together.metrics) == []
    model.evaluate(X, Y, verbose=0)
    assert model.metrics[1] is together
    assert [metric.name for metric in together.metrics] == ["mae", "square"]
    results = {name: float(value) for name, value in together.result().items()}
    errors = Y - X.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(results["mae"], np.abs(errors).mean(), rtol=1e-5)
    np.testing.assert_allclose(results["square"], (errors**2).mean(), rtol=1e-5)
    assert len(together.variables) == 4
    model.reset_metrics()
    assert float(together.result()["mae"]) == 0.0


def test_losses_of_several_outputs_and_own_metrics_come_behind_it():
    inputs = keras.Input([3])
    outputs = [keras.layers.Dense(1, name=name)(inputs) for name in "ab"]

    class Own(keras.Model):
        def __init__(self, *arguments, **named):
            super().__init__(*arguments, **named)
            self.seen = keras.metrics.Mean(name="seen")

    model = Own(inputs, outputs)
    model.compile("sgd", ["mse", "mae"], metrics=[["mae"], ["mse"]])
    model.evaluate(X, [Y, Y], verbose=0)
    assert names(model) == ["loss", "compile_metrics", "a_loss", "b_loss", "seen"]


def test_a_program_may_say_itself_what_they_are():
    class Tracked(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense, self.mean = keras.layers.Dense(1), keras.metrics.Mean(name="mean")

        def call(self, inputs):
            return self.dense(inputs)

        def train_step(self, data):
            self.mean.update_state(tf.reduce_mean(data[0]))
            return {"mean": self.mean.result()}

        @property
        def metrics(self):
            return [self.mean]

    model = Tracked()
    model.compile("sgd", "mse", metrics=["mae"])
    assert model.metrics_names == ["mean"]
    history = model.fit(X[:4], Y[:4], epochs=2, verbose=0).history
    np.testing.assert_allclose(history["mean"], [X[:4].mean()] * 2, rtol=1e-5)
