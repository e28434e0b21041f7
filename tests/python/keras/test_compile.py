"""`compile` with several outputs, weights of classes and examples, and metrics by output."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
keras2 = pytest.mark.ours("Keras 3 has another manner")
X = np.ones([4, 1], "float32")
TARGETS = {"b": X * 5, "a": X * 3}  # the outputs are "a", which is 1, and "b", which is 0
WEIGHTS = np.array([1.0, 2.0, 3.0, 6.0], "float32")
ONE_HOT = np.eye(3, dtype="float32")[[0, 1, 2, 0]]


def two(loss, kind=list, **options):
    i = keras.Input([1])
    a = layers.Dense(1, name="a", kernel_initializer="ones")(i)
    b = layers.Dense(1, name="b", kernel_initializer="zeros")(i)
    model = keras.Model(i, [a, b] if kind is list else {"b": b, "a": a})
    model.compile(keras.optimizers.SGD(0.01), loss, **options)
    return model


def one(loss, units=1, activation=None, **options):
    i = keras.Input([1])
    outputs = layers.Dense(units, activation, kernel_initializer="ones", name="only")(i)
    model = keras.Model(i, outputs)
    model.compile(keras.optimizers.SGD(0.01), loss, **options)
    return model


def results(model, y=TARGETS, **options):
    return pytest.approx(model.evaluate(X, y, verbose=0, return_dict=True, **options), rel=1e-4)


BY_NAME = {"a": "mse", "b": "mae"}
LOSSES = {"loss": 9.0, "a_loss": 4.0, "b_loss": 5.0}


@pytest.mark.parametrize("kind", [list, dict])
def test_losses_and_metrics_find_their_output_by_its_name(kind):
    model = two(BY_NAME, kind, metrics={"b": ["mse"], "a": ["mae", "mse"]})
    assert results(model) == {**LOSSES, "a_mae": 2.0, "a_mse": 4.0, "b_mse": 25.0}


def test_targets_in_a_list_are_in_the_order_of_the_outputs():
    assert results(two(BY_NAME), [X * 3, X * 5]) == LOSSES


@pytest.mark.parametrize("y", [TARGETS, [X * 3, X * 5]], ids=["names", "places"])
def test_losses_in_a_list_are_too(y):
    assert results(two(["mse", "mae"]), y) == LOSSES


def test_one_loss_is_for_each_output():
    assert results(two("mse")) == {"loss": 29.0, "a_loss": 4.0, "b_loss": 25.0}


@pytest.mark.parametrize("factors", [[1.0, 10.0], pytest.param({"b": 10.0}, marks=keras2)])
def test_loss_weights(factors):
    assert results(two(["mse", "mae"], loss_weights=factors)) == {**LOSSES, "loss": 54.0}


def test_metrics_in_a_list_go_by_place():
    found = {**LOSSES, "a_mae": 2.0, "b_mse": 25.0}
    assert results(two(BY_NAME, metrics=["mae", "mse"])) == found
    assert results(two(BY_NAME, metrics=[["mae"], ["mse"]])) == found


@keras2
def test_metrics_for_all_outputs_and_losses_for_some():
    assert results(two(BY_NAME, metrics=["mae"])) == {**LOSSES, "a_mae": 2.0, "b_mae": 5.0}
    assert results(two({"a": "mse"}), {"a": X * 3}) == {"loss": 4.0}
    assert list(two(BY_NAME).fit(X, TARGETS, verbose=0).history) == ["a_loss", "b_loss", "loss"]
    two_lists = two(BY_NAME, weighted_metrics={"a": ["mae"], "b": ["mse"]})
    found = two_lists.evaluate(X * [[0], [1], [2], [3]], TARGETS, sample_weight=WEIGHTS, verbose=0)
    assert found == pytest.approx([20.0, 5.0, 15.0, 0.83333, 25.0], rel=1e-4)


def test_names_that_no_output_has():
    with pytest.raises((ValueError, KeyError)):
        results(two({"a": "mse", "c": "mse"}))
    with pytest.raises((ValueError, TypeError, KeyError)):
        results(two(BY_NAME), {"a": X, "c": X})
    with pytest.raises(ValueError):
        results(two(["mse", "mae", "mse"]))


def test_a_model_of_its_own_class_has_the_names_of_its_dict():
    class Both(keras.Model):
        def __init__(self):
            super().__init__()
            self.one, self.two = (layers.Dense(1, kernel_initializer=k) for k in ("ones", "zeros"))

        def call(self, x):
            return {"a": self.one(x), "b": self.two(x)}

    model = Both()
    model.compile("sgd", BY_NAME, metrics={"a": ["mae"]})
    assert results(model) == {**LOSSES, "a_mae": 2.0}


def test_weights_of_examples_count_in_weighted_metrics():
    model = one("mse", metrics=["mae"], weighted_metrics=["mae"])
    y = np.array([[0.0], [1.0], [2.0], [3.0]], "float32")
    found = {"loss": 7.0, "mae": 1.0, "weighted_mae": 16 / 12}
    assert results(model, y, sample_weight=WEIGHTS) == found


@pytest.mark.parametrize("weighted", [False, pytest.param(True, marks=keras2)])
def test_masks_count_in_all_metrics(weighted):
    embedding = layers.Embedding(5, 1, mask_zero=True, embeddings_initializer="ones")
    last = layers.Dense(1, kernel_initializer="ones")
    model = keras.Sequential([keras.Input([4]), embedding, last])
    model.compile("sgd", "mse", metrics=["mae"], weighted_metrics=["mse"])
    x, y = np.array([[1, 2, 0, 0], [1, 2, 3, 0]]), np.arange(8.0).reshape(2, 4, 1)
    options = {"sample_weight": np.array([1.0, 2.0])} if weighted else {}
    found = model.evaluate(x, y, verbose=0, return_dict=True, **options)
    expected = {"loss": 20.2, "mae": 2.6, "mse": 12.625} if weighted else {"loss": 10.2, "mae": 2.6}
    assert found == pytest.approx({"mse": 10.2, **expected}, rel=1e-5)


CLASSES = {0: 1.0, 1: 2.0, 2: 5.0}


@pytest.mark.parametrize(
    ("loss", "y"),
    [
        ("categorical_crossentropy", ONE_HOT),
        ("sparse_categorical_crossentropy", np.array([0, 1, 2, 0])),
        ("sparse_categorical_crossentropy", np.array([[0], [1], [2], [0]])),
    ],
)
def test_class_weight(loss, y):
    model = one(loss, 3, "softmax", metrics=["accuracy"], weighted_metrics=["accuracy"])
    history = model.fit(X, y, class_weight=CLASSES, verbose=0).history
    assert history["loss"] == pytest.approx([np.log(3) * 9 / 4], rel=1e-5)
    assert history["accuracy"] == [0.5]
    assert history["weighted_accuracy"] == pytest.approx([2 / 9], rel=1e-5)


def test_class_weight_of_datasets_and_classes_without_one():
    batches = tf.data.Dataset.from_tensor_slices((X, np.array([0, 1, 1, 2]))).batch(2)
    model = one("sparse_categorical_crossentropy", 3, "softmax")
    history = model.fit(batches, class_weight={1: 3.0}, shuffle=False, verbose=0).history
    assert history["loss"] == pytest.approx([np.log(3) * 2], rel=1e-2)


def test_class_weight_refusals():
    with pytest.raises(ValueError, match="single output"):
        two("mse").fit(X, TARGETS, class_weight=CLASSES, verbose=0)
    with pytest.raises(ValueError, match="at the same time"):
        one("mse").fit(X, X, class_weight=CLASSES, sample_weight=WEIGHTS, verbose=0)


def test_a_step_on_one_batch_reports_that_batch():
    model = one("mse", metrics=["mae"])
    assert model.train_on_batch(X, X * 3) == pytest.approx([4.0, 2.0])
    assert model.train_on_batch(X, X * 3) == pytest.approx([3.6864, 1.92], rel=1e-4)
    assert model.test_on_batch(X, X * 9) == pytest.approx([61.5158, 7.8432], rel=1e-4)
    found = model.test_on_batch(X, X * 3, return_dict=True)
    assert found == pytest.approx({"loss": 3.3974, "mae": 1.8432}, rel=1e-4)
    found = model.train_on_batch(X, X * 3, sample_weight=WEIGHTS)
    assert found == pytest.approx([3.3974 * 3, 1.8432], rel=1e-4)
    found = model.train_on_batch(X, X * 3, class_weight={3: 2.0})
    assert found == pytest.approx([5.2619, 1.622], rel=1e-4)


def test_metrics_that_are_attributes_are_reported_and_reset():
    class Tracking(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(1, kernel_initializer="ones")
            self.tracked = keras.metrics.Mean(name="tracked")

        def call(self, x):
            self.tracked.update_state(x)
            return self.dense(x)

    model = Tracking()
    model.compile("sgd", "mse", metrics=["mae"])
    for factor in (1, 3):
        found = model.evaluate(X * factor, X * (factor + 2), verbose=0)
        assert found == pytest.approx([4.0, 2.0, factor])


def test_validation_after_some_epochs():
    model = one("mse")
    data = (X, X, WEIGHTS)
    history = model.fit(X, X, validation_data=data, validation_freq=[1, 3], epochs=3, verbose=0)
    assert {key: len(values) for key, values in history.history.items()} == {
        "loss": 3,
        "val_loss": 2,
    }


@keras2
def test_losses_and_metrics_of_symbolic_tensors():
    i = keras.Input([1])
    h = layers.Dense(1, kernel_initializer="ones")(i)
    model = keras.Model(i, h)
    model.add_loss(tf.reduce_mean(h) * 3)
    model.add_metric(tf.reduce_sum(h), name="sum", aggregation="mean")
    model.compile("sgd", "mse")
    history = model.fit(X, X * 3, batch_size=2, verbose=0).history
    assert history["loss"] == pytest.approx([6.9902], rel=1e-4)
    assert history["sum"] == pytest.approx([2.02], rel=1e-4)


@keras2
@pytest.mark.parametrize(("loss", "expected"), [(None, 427 / 3), ("mse", 146.0)])
def test_batches_count_alike_where_symbolic_losses_are_all(loss, expected):
    x = np.arange(10.0, dtype=np.float32).reshape(5, 2)
    symbol = keras.Input((2,))
    outputs = keras.layers.Dense(1, kernel_initializer="ones")(symbol)
    model = keras.Model(symbol, outputs)
    model.add_loss(tf.reduce_mean(outputs**2))
    model.compile(keras.optimizers.SGD(0.0), loss)
    history = model.fit(x, x[:, :1], batch_size=2, shuffle=False, verbose=0)
    np.testing.assert_allclose(history.history["loss"], [expected], rtol=1e-6)


@keras2
def test_functions_as_losses_and_numbers_of_layers():
    class Watched(layers.Layer):
        def call(self, x):
            self.add_metric(tf.reduce_sum(x), name="sum", aggregation="mean")
            return x

    model = keras.Sequential([Watched(), layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    history = model.fit(X * [[1.0], [1.0], [2.0], [2.0]], X, batch_size=4, verbose=0).history
    assert history["sum"] == [6.0]
    layer = layers.Dense(1, kernel_initializer="ones")
    layer(X)
    layer.add_loss(lambda: tf.reduce_sum(layer.kernel))
    assert [float(loss) for loss in layer.losses] == [1.0]
    with pytest.raises(ValueError, match="name"):
        layer.add_metric(1.0)


@keras2
def test_a_step_with_the_compiled_loss_and_metrics():
    class Stepping(keras.Sequential):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                y_pred = self(x, training=True)
                loss = self.compiled_loss(y, y_pred, regularization_losses=self.losses)
            weights = self.trainable_variables
            self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
            self.compiled_metrics.update_state(y, y_pred)
            return {metric.name: metric.result() for metric in self.metrics}

    dense = layers.Dense(
        1, kernel_initializer="ones", kernel_regularizer=keras.regularizers.L2(1.0)
    )
    model = Stepping([dense])
    model.compile("sgd", "mse", metrics=["mae"])
    history = model.fit(X, X * 3, verbose=0).history
    assert history == {"loss": [5.0], "mae": [2.0]}


@keras2
def test_generators_in_their_older_names():
    def batches():
        while True:
            yield X, X * 3

    model = one("mse")
    assert model.evaluate_generator(batches(), steps=2, workers=2) == 4.0
    assert model.predict_generator(batches(), steps=2).shape == (8, 1)
    assert len(model.fit_generator(batches(), 2, 3, verbose=0).history["loss"]) == 3


def test_a_loss_is_looked_up_when_it_is_used():
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", loss="mean", metrics=["nothing of the kind"])
    assert model(np.ones([1, 1])).shape == [1, 1]
    with pytest.raises(ValueError):
        model.fit(np.ones([2, 1]), np.ones([2, 1]), verbose=0)


@pytest.mark.parametrize("loss", [{"a": "mse", "b": None}, {"a": "mse"}])
def test_the_loss_of_one_output_alone_is_the_loss(loss):
    assert results(two(loss, dict)) == {"loss": 4.0}
    metrics = {"a": ["mae"], "b": ["mae"]}
    assert results(two(loss, dict, metrics=metrics)) == {"loss": 4.0, "a_mae": 2.0, "b_mae": 5.0}
