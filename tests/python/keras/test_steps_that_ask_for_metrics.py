"""Steps of a program's own that ask a model what it was compiled with, as guides of Keras 3 do."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
X = np.linspace(-1.0, 1.0, 24).reshape(8, 3).astype("float32")
Y = (X[:, :1] > 0).astype("float32")


class OwnLoss(keras.Model):
    """Its loss is no concern of `compile`; the metrics are."""

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            outputs = self(x, training=True)
            loss = tf.reduce_mean((y - outputs) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return self.measured(y, outputs, loss)

    def test_step(self, data):
        x, y = data
        outputs = self(x, training=False)
        return self.measured(y, outputs, tf.reduce_mean((y - outputs) ** 2))

    def measured(self, y, outputs, loss):
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, outputs)
        return {metric.name: metric.result() for metric in self.metrics}


def compiled(model=OwnLoss, **arguments):
    inputs = keras.Input([3])
    outputs = keras.layers.Dense(1, activation="sigmoid", kernel_initializer="ones")(inputs)
    model = model(inputs, outputs)
    model.compile("sgd", **arguments)
    return model


def test_all_compiled_metrics_are_found_before_any_is_made():
    model = compiled(metrics=["mae", "acc", keras.metrics.AUC(name="auc")])
    history = model.fit(X, Y, batch_size=4, epochs=2, shuffle=False, verbose=0).history
    assert sorted(history) == ["acc", "auc", "loss", "mae"]
    errors = np.abs(Y - 1 / (1 + np.exp(-X.sum(axis=1, keepdims=True))))
    np.testing.assert_allclose(history["mae"][0], errors.mean(), rtol=2e-2)
    assert history["loss"][0] > history["loss"][1]


def test_so_they_are_where_a_model_is_evaluated_first():
    model = compiled(metrics=["mae"])
    found = model.evaluate(X, Y, batch_size=4, verbose=0, return_dict=True)
    errors = np.abs(Y - 1 / (1 + np.exp(-X.sum(axis=1, keepdims=True))))
    assert sorted(found) == ["loss", "mae"]
    np.testing.assert_allclose(found["mae"], errors.mean(), rtol=1e-5)


def test_results_within_results_stand_beside_them():
    class Nested(keras.Model):
        def train_step(self, data):
            return {"one": {"two": tf.constant(2.0), "three": 3.0}, "four": 4.0}

    history = compiled(Nested).fit(X, Y, batch_size=8, verbose=0).history
    assert history == {"four": [4.0], "three": [3.0], "two": [2.0]}


def compiled_with_weights(model, **arguments):
    made = compiled(model, loss="mse", metrics=["mae", "mse"], **arguments)
    made.fit(X, Y, sample_weight=np.arange(8.0), batch_size=4, shuffle=False, verbose=0)
    return made


class Asking(keras.Model):
    """Goes through `metrics` with the weights of the batch."""

    def train_step(self, data):
        x, y, weights = data
        with tf.GradientTape() as tape:
            outputs = self(x, training=True)
            loss = self.compute_loss(y=y, y_pred=outputs, sample_weight=weights)
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.found = [type(metric).__name__ for metric in self.metrics]
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, outputs, sample_weight=weights)
        self.parts = [metric.name for metric in self.metrics[1].metrics]
        return {metric.name: metric.result() for metric in self.metrics}


def test_weights_that_a_step_passes_on_count_in_weighted_metrics_alone():
    plain, weighted = (
        compiled_with_weights(model, weighted_metrics=["mae"]).history.history
        for model in (keras.Model, Asking)
    )
    for name in ("mae", "mse", "weighted_mae"):
        np.testing.assert_allclose(plain[name], weighted[name], rtol=1e-5)
    assert plain["mae"] != plain["weighted_mae"]


def test_what_a_step_finds_is_all_metrics_in_one():
    model = compiled_with_weights(Asking)
    assert model.found == ["Mean", "CompileMetrics"]
    assert model.parts == ["mae", "mse"]


def test_several_outputs_are_measured_by_one_call():
    class TwoOutputs(OwnLoss):
        def train_step(self, data):
            x, y = data
            return self.measured(y, self(x, training=True), tf.constant(1.0))

    inputs = keras.Input([3])
    heads = [keras.layers.Dense(1, name=name)(inputs) for name in ("first", "second")]
    model = TwoOutputs(inputs, heads)
    model.compile("sgd", metrics={"first": "mae", "second": "mse"})
    history = model.fit(X, [Y, Y], batch_size=4, epochs=2, verbose=0).history
    assert sorted(history) == ["first_mae", "loss", "second_mse"]
    assert history["second_mse"][0] == pytest.approx(history["second_mse"][1], rel=1e-5)


def test_results_within_results_are_reported_in_the_place_of_their_name():
    shown = []

    class Shown(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            shown.append(list(logs))

        def on_epoch_end(self, epoch, logs=None):
            shown.append(list(logs))

    model = compiled(Asking, loss="mse", metrics=["mse", "mae"])
    data = X, Y, np.ones(8)
    model.fit(
        *data[:2], sample_weight=data[2], validation_data=data, verbose=0, callbacks=[Shown()]
    )
    assert shown == [
        ["mae", "mse", "loss"],
        ["mae", "mse", "loss", "val_loss", "val_mae", "val_mse"],
    ]


def test_a_loss_that_serves_as_a_metric_has_its_own_name():
    class Margin(keras.losses.Loss):
        def call(self, y_true, y_pred):
            return tf.reduce_mean(y_true * y_pred, axis=-1)

    class Distance:
        name = "how_far"

        def __call__(self, y_true, y_pred):
            return tf.abs(y_true - y_pred)

    metrics = [Margin(name="KR"), Margin(), Distance()]
    model = compiled(keras.Model, loss="mse", metrics=metrics)
    history = model.fit(X, Y, batch_size=8, verbose=0).history
    assert sorted(history) == ["KR", "how_far", "loss", "margin"]


def test_a_model_holds_what_it_was_compiled_with():
    optimizer = keras.optimizers.Adam(0.01)
    model = compiled(keras.Model, loss="mse")
    model.compile(optimizer, loss="mae")
    assert vars(model)["optimizer"] is optimizer
    assert vars(model)["loss"] == "mae"
    model.compile("sgd")
    assert type(vars(model)["optimizer"]).__name__ == "SGD"


def test_the_loss_and_its_mean_by_the_names_of_keras_3():
    model = compiled(keras.Model, loss="mse")
    found = model._compile_loss(tf.constant([[1.0], [3.0]]), tf.constant([[1.0], [1.0]]))
    assert float(found) == 2.0
    assert float(model._loss_tracker.result()) == 0.0
    model._loss_tracker.update_state(5.0)
    assert float(model.metrics[0].result()) == 5.0


# --- Whether a layer is trained -------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [None, "dense", 1])
def test_trainable_is_a_truth_value(wrong):
    with pytest.raises(ValueError, match="Expected `trainable` to be a boolean"):
        keras.layers.Dense(2, trainable=wrong)


@ours("Keras 3 has `trainable` in this place, and refuses it")
@pytest.mark.parametrize("name", [None, "of_two"])
def test_the_name_of_a_sequential_model_in_its_place_of_keras_2(name):
    class Stack(keras.Sequential):
        def __init__(self, layers=None, name=None):
            super().__init__(layers, name)

    model = Stack([keras.layers.Dense(2), keras.layers.Dense(1)], name)
    model(X)
    assert model.name == name or model.name.startswith("stack")
    assert len(model.trainable_variables) == 4
