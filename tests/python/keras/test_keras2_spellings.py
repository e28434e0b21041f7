"""What Keras 2 wrote otherwise: names of the numbers of training, and options; both work."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
keras2 = pytest.mark.ours("Keras 3 has another manner")
layers = keras.layers
X, Y = np.linspace(0, 1, 8, dtype="float32").reshape(4, 2), np.array([[0.0], [1], [1], [0]])


def fitted(metrics, **options):
    model = keras.Sequential([layers.Dense(1, activation="sigmoid")])
    model.compile("sgd", "mse", metrics=metrics)
    return model.fit(X, Y, epochs=2, verbose=0, validation_data=(X, Y), **options).history


@pytest.mark.parametrize("name", ["AUC", "Precision", "MeanSquaredError", "Accuracy", "acc", "mae"])
def test_a_metric_given_by_a_name_has_that_name(name):
    assert set(fitted([name])) == {"loss", name, "val_loss", f"val_{name}"}


@keras2
@pytest.mark.parametrize(
    ("given", "name"),
    [("AUC", "auc"), ("MeanSquaredError", "mean_squared_error"), ("Recall", "recall")],
)
def test_its_name_in_keras_2_finds_it_too(given, name):
    history = fitted([given])
    assert history[name] == history[given]
    assert history[f"val_{name}"] == history[f"val_{given}"]
    assert name in history
    assert "accuracy" not in history
    with pytest.raises(KeyError, match="accuracy"):
        history["accuracy"]


@keras2
def test_the_rate_is_found_as_lr():
    schedule = keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1))
    seen = []
    told = keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append(logs["lr"]))
    history = fitted([], callbacks=[schedule, told])
    np.testing.assert_allclose(history["lr"], [0.1, 0.05])
    assert history["lr"] == history["learning_rate"] == seen
    assert "lr" not in list(history)


@keras2
def test_callbacks_watch_a_number_by_either_name():
    stopping = keras.callbacks.EarlyStopping(monitor="val_auc", patience=0, min_delta=1.0)
    assert len(fitted(["AUC"], callbacks=[stopping])["val_AUC"]) == 2


@keras2
@pytest.mark.parametrize("kind", [layers.SimpleRNN, layers.GRU, layers.LSTM])
@pytest.mark.parametrize("whole", [False, True])
def test_steps_may_be_the_first_axis(kind, whole):
    plain = kind(3, return_sequences=whole, return_state=True)
    x, mask = tf.random.normal([2, 5, 4]), tf.constant([[True] * 3 + [False] * 2, [True] * 5])
    expected = plain(x, mask=mask)
    turned = kind(3, return_sequences=whole, return_state=True, time_major=True)
    turned.build(tf.TensorShape([5, 2, 4]))
    turned.set_weights(plain.get_weights())
    found = turned(tf.transpose(x, [1, 0, 2]), mask=tf.transpose(mask))
    first = tf.transpose(found[0], [1, 0, 2]) if whole else found[0]
    for one, other in zip([first, *found[1:]], expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)
    assert kind.from_config(turned.get_config()).time_major
    assert "time_major" not in plain.get_config()


@keras2
def test_slopes_have_the_name_of_keras_2():
    x = tf.constant([-2.0, 3.0])
    activations = tf.keras.activations
    assert activations.relu(x, alpha=0.5).numpy().tolist() == [-1.0, 3.0]
    assert activations.relu(x, alpha=0.5, max_value=2.0).numpy().tolist() == [-1.0, 2.0]
    assert activations.leaky_relu(x, alpha=0.5).numpy().tolist() == [-1.0, 3.0]
