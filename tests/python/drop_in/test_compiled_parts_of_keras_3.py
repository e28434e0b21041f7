"""`compiled_loss` and `compiled_metrics` in steps of a program's own, as Keras 3 still has them."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [
    pytest.mark.keras_3,
    pytest.mark.usefixtures("in_tensorflows_place"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # that they are deprecated
]
X = np.linspace(0.0, 1.0, 24).reshape(8, 3).astype("float32")
Y = (X.sum(1) > 1.5).astype("int64")
PREDICTED = X.sum(1).mean()  # before and, as both columns move apart, after any step


class Own(keras.Model):
    def __init__(self, tracker=None, compiled=True):
        super().__init__()
        self.dense = keras.layers.Dense(2, kernel_initializer="ones", kernel_regularizer="l2")
        self.compiled = compiled
        if tracker is not None:
            self.tracker = tracker

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            outputs = self(x, training=True)
            if self.compiled:
                self.seen = self.compiled_loss(y, outputs, regularization_losses=[1000.0])
            loss = keras.losses.sparse_categorical_crossentropy(y, outputs, from_logits=True)
            loss = tf.reduce_mean(loss)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))
        self.compiled_metrics.update_state(y, outputs)
        return {metric.name: metric.result() for metric in self.metrics}


def fitted(model, **options):
    model.compile(keras.optimizers.SGD(0.1), **options)
    history = model.fit(X, Y, batch_size=4, verbose=0).history
    return {name: values[-1] for name, values in history.items()}


def cross_entropy():
    return keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def test_the_mean_loss_is_that_of_the_predictions():
    assert fitted(Own(compiled=False)) == {"loss": pytest.approx(PREDICTED, rel=1e-5)}
    found = fitted(Own(), loss=cross_entropy(), metrics=["accuracy"])
    assert found["loss"] == pytest.approx(PREDICTED, rel=1e-5)
    assert 0.0 <= found["accuracy"] <= 1.0


def test_means_of_the_models_own_are_too():
    found = fitted(Own(keras.metrics.Mean("mine")), loss=cross_entropy())
    assert found["mine"] == pytest.approx(PREDICTED, rel=1e-5)


def test_other_metrics_get_targets_and_predictions():
    counts = keras.metrics.MeanIoU(2, name="overlap", sparse_y_pred=False)
    found = fitted(Own(counts), loss=cross_entropy())
    assert float(np.sum(counts.total_cm)) == 8.0
    assert set(found) == {"loss", "overlap"}


def test_the_compiled_loss_is_that_of_compute_loss():
    class Counting(Own):
        calls = 0

        def compute_loss(self, *args, **kwargs):
            Counting.calls += 1
            return super().compute_loss(*args, **kwargs)

    model = Counting()
    fitted(model, loss=cross_entropy(), run_eagerly=True)
    assert Counting.calls == 2
    assert float(model.seen) < 10.0  # with the model's own losses, and no others


def test_without_a_loss_there_is_none_to_compute():
    model = Own()
    model.dense.kernel_regularizer = None
    with pytest.raises(ValueError, match="No loss to compute"):
        fitted(model)


def test_those_that_were_compiled_have_one_name():
    model = keras.Sequential([keras.layers.Dense(2, activation="softmax")])
    model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.evaluate(X, Y, verbose=0)
    assert model.metrics_names == ["loss", "compile_metrics"]


def test_an_empty_list_of_them_is_one_too_and_stays():
    model = keras.Sequential([keras.layers.Dense(2, activation="softmax")])
    for given, names in ((None, ["loss"]), ([], ["loss", "compile_metrics"])):
        model.compile("sgd", "sparse_categorical_crossentropy", metrics=given)
        assert isinstance(model.evaluate(X, Y, verbose=0), float)
        assert model.metrics_names == names
    model.compile("sgd", "sparse_categorical_crossentropy")
    assert model.metrics_names == ["loss", "compile_metrics"]


def test_metrics_of_an_earlier_compile_begin_anew_with_each_evaluation():
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", metrics=["mae"])
    model.evaluate(X, X[:, :1], verbose=0)
    model.compile("sgd", "mse")
    found = [model.evaluate(X, factor * X[:, :1], verbose=0)[1] for factor in (0.0, 1.0, 0.0)]
    assert found[0] == found[2] != found[1]
