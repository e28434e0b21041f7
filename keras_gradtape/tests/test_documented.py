"""What Keras documents: precision, functions without effects, files, data, callbacks."""

import os
import subprocess
import sys
from pathlib import Path

import keras
import numpy as np
import pytest
from keras import ops

import gradtape as tf

FILES = Path(__file__).with_name("files")


def data(rows=64):
    generator = np.random.default_rng(0)
    x = generator.normal(size=(rows, 4)).astype("float32")
    return x, (x @ np.float32([1, -2, 0.5, 3]) + 1)[:, None]


def compiled(optimizer="sgd", **options):
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1, **options)])
    model.compile(optimizer, "mse")
    return model


# --- Precision, functions without effects ---------------------------------------------------------


def test_mixed_precision_trains_weights_of_full_precision():
    keras.config.set_dtype_policy("mixed_float16")
    try:
        model = compiled(keras.optimizers.SGD(0.05))
    finally:
        keras.config.set_dtype_policy("float32")
    x, y = data()
    assert model.optimizer.name == "loss_scale_optimizer"
    losses = model.fit(x, y, batch_size=16, epochs=12, verbose=0).history["loss"]
    assert losses[-1] < 0.5 * losses[0]
    assert [weight.dtype for weight in model.weights] == ["float32"] * 2
    assert model(x).dtype == tf.float16


def test_steps_without_effects_are_those_of_fit():
    x, y = data()
    wanted, model = compiled("adam"), compiled("adam")
    wanted.fit(x, y, batch_size=16, shuffle=False, verbose=0)
    optimizer = keras.optimizers.Adam()
    optimizer.build(model.trainable_variables)
    weights = [variable.value for variable in model.trainable_variables]
    state = [variable.value for variable in optimizer.variables]
    for start in range(0, len(x), 16):
        rows = slice(start, start + 16)
        with tf.GradientTape() as tape:
            tape.watch(weights)
            outputs, _ = model.stateless_call(weights, [], x[rows])
            loss = ops.mean(ops.square(outputs - y[rows]))
        gradients = tape.gradient(loss, weights)
        weights, state = optimizer.stateless_apply(state, gradients, weights)
    for ours, theirs in zip(weights, wanted.trainable_variables, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)
    untouched = compiled().get_weights()
    for ours, theirs in zip(model.get_weights(), untouched, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_metrics_without_effects():
    metric = keras.metrics.Mean()
    state = metric.stateless_update_state(metric.stateless_reset_state(), [1.0, 2.0, 6.0])
    assert float(metric.stateless_result(state)) == 3.0
    assert float(metric.result()) == 0.0


# --- Files ----------------------------------------------------------------------------------------

# A convolution, a normalization, an LSTM and a softmax, trained for two epochs by Keras 3.15.1 on
# TensorFlow 2.21, and what that predicts.
FROM_TENSORFLOW = [
    [0.5183117985725403, 0.48168817162513733],
    [0.5144051313400269, 0.48559483885765076],
]
PICTURES = np.linspace(-1, 1, 8 * 36, dtype="float32").reshape(8, 6, 6, 1)


def test_a_model_that_tensorflow_wrote():
    model = keras.saving.load_model(FILES / "tensorflow.keras")
    np.testing.assert_allclose(model.predict(PICTURES[:2], verbose=0), FROM_TENSORFLOW, rtol=1e-5)
    assert int(model.optimizer.iterations) == 4
    model.fit(PICTURES, np.arange(8) % 2, verbose=0)
    assert int(model.optimizer.iterations) == 5


def test_weights_that_tensorflow_wrote():
    model = keras.saving.load_model(FILES / "tensorflow.keras")
    model.set_weights([np.zeros(weight.shape) for weight in model.weights])
    model.load_weights(FILES / "tensorflow.weights.h5")
    np.testing.assert_allclose(model.predict(PICTURES[:2], verbose=0), FROM_TENSORFLOW, rtol=1e-5)


def test_an_optimizer_that_pytorch_wrote():
    """Its files name a private class; see tests/test_exchange.py for whole files."""
    config = keras.saving.serialize_keras_object(keras.optimizers.SGD(0.25, momentum=0.5))
    config["module"] = "keras.src.backend.torch.optimizers.torch_sgd"
    config["registered_name"] = "SGD"
    found = keras.saving.deserialize_keras_object(config)
    assert type(found) is keras.optimizers.SGD
    assert (float(found.learning_rate), found.momentum) == (0.25, 0.5)


READER = """
import sys, keras, numpy
model = keras.saving.load_model(sys.argv[1])
assert keras.backend.backend() == "numpy"
numpy.save(sys.argv[2], model.predict(numpy.linspace(-1, 1, 24).reshape(6, 4), verbose=0))
"""


def test_another_backend_reads_what_this_one_writes(tmp_path):
    model = compiled(activation="tanh")
    model.save(tmp_path / "model.keras")
    environment = os.environ | {"KERAS_BACKEND": "numpy"}
    command = [sys.executable, "-c", READER, tmp_path / "model.keras", tmp_path / "out.npy"]
    subprocess.run(command, check=True, env=environment)
    wanted = model.predict(np.linspace(-1, 1, 24).reshape(6, 4), verbose=0)
    np.testing.assert_allclose(np.load(tmp_path / "out.npy"), wanted, rtol=1e-5)


def test_an_application_and_its_weights(tmp_path):
    options = {"weights": None, "input_shape": (32, 32, 3), "classes": 3, "alpha": 0.35}
    first, second = (keras.applications.MobileNetV2(**options) for _ in range(2))
    first.save_weights(tmp_path / "mobile.weights.h5")
    second.load_weights(tmp_path / "mobile.weights.h5")
    x = np.random.default_rng(0).normal(size=(2, 32, 32, 3)).astype("float32")
    found = second.predict(x, verbose=0)
    assert found.shape == (2, 3)
    np.testing.assert_array_equal(found, first.predict(x, verbose=0))


# --- Data -----------------------------------------------------------------------------------------


class Batches(keras.utils.PyDataset):
    """The rows of `data` in batches of 16."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        rows = slice(16 * index, 16 * index + 16)
        return data()[0][rows], data()[1][rows]


@pytest.mark.parametrize(
    "options", [{}, {"workers": 2}, {"workers": 2, "use_multiprocessing": True}]
)
def test_batches_of_a_class(options):
    by_array, by_class = compiled(), compiled()
    wanted = by_array.fit(*data(), batch_size=16, epochs=2, shuffle=False, verbose=0).history
    found = by_class.fit(Batches(**options), epochs=2, shuffle=False, verbose=0).history
    np.testing.assert_allclose(found["loss"], wanted["loss"], rtol=1e-5)
    assert by_class.predict(Batches(**options), verbose=0).shape == (64, 1)


def test_a_dataset_is_split():
    whole = tf.data.Dataset.range(10)
    left, right = keras.utils.split_dataset(whole, left_size=0.7)
    assert [int(x) for x in left] == list(range(7))
    assert [int(x) for x in right] == [7, 8, 9]


def test_batches_of_a_generator():
    model = compiled()
    history = model.fit(
        (Batches()[i % 4] for i in range(8)), steps_per_epoch=4, epochs=2, verbose=0
    )
    assert history.history["loss"][1] < history.history["loss"][0]
    assert model.evaluate((Batches()[i] for i in range(4)), verbose=0) > 0


# --- Callbacks and parts of the program's own -----------------------------------------------------


def test_callbacks(tmp_path):
    seen = []
    callbacks = [
        keras.callbacks.EarlyStopping("loss", patience=1, min_delta=1e9),
        keras.callbacks.ModelCheckpoint(tmp_path / "best.keras", monitor="loss"),
        keras.callbacks.CSVLogger(tmp_path / "log.csv"),
        keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1)),
        keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append(epoch)),
    ]
    model = compiled()
    model.fit(*data(), epochs=9, verbose=0, callbacks=callbacks)
    assert seen == [0, 1]
    assert float(model.optimizer.learning_rate) == pytest.approx(0.05)
    assert len((tmp_path / "log.csv").read_text().splitlines()) == 3
    assert keras.saving.load_model(tmp_path / "best.keras").count_params() == 5


@keras.saving.register_keras_serializable("tests")
class Scale(keras.layers.Layer):
    """A layer of a program's own."""

    def build(self, shape):
        self.factor = self.add_weight(shape=(shape[-1],), initializer="ones")

    def call(self, x):
        self.add_loss(ops.sum(self.factor) * 0.0)
        return x * self.factor


class Worst(keras.metrics.Metric):
    """The greatest distance of all batches."""

    def __init__(self, **options):
        super().__init__(**options)
        self.worst = self.add_variable((), initializer="zeros", name="worst")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.worst.assign(ops.maximum(self.worst, ops.max(ops.abs(y_true - y_pred))))

    def result(self):
        return self.worst.value


def test_a_layer_a_loss_and_a_metric_of_the_programs_own(tmp_path):
    x, y = data()
    model = keras.Sequential([keras.Input((4,)), Scale(), keras.layers.Dense(1)])
    model.compile("sgd", lambda a, b: ops.mean(ops.abs(a - b), axis=-1), metrics=[Worst()])
    history = model.fit(x, y, epochs=2, verbose=0).history
    assert history["loss"][1] < history["loss"][0]
    worst = model.evaluate(x, y, verbose=0)[1]
    np.testing.assert_allclose(worst, np.abs(model.predict(x, verbose=0) - y).max(), rtol=1e-5)
    model.save(tmp_path / "own.keras")
    again = keras.saving.load_model(tmp_path / "own.keras", compile=False)
    np.testing.assert_array_equal(again.predict(x, verbose=0), model.predict(x, verbose=0))


def test_a_small_model_of_keras_hub():
    hub = pytest.importorskip("keras_hub", exc_type=ImportError)
    backbone = hub.models.BertBackbone(50, 2, 2, 16, 32, max_sequence_length=12)
    model = hub.models.BertTextClassifier(backbone, num_classes=2, preprocessor=None)
    words = np.arange(16).reshape(2, 8)
    x = {"token_ids": words, "segment_ids": 0 * words, "padding_mask": np.ones_like(words)}
    losses = model.fit(x, np.array([0, 1]), epochs=8, verbose=0).history["loss"]
    assert losses[-1] < losses[0]
