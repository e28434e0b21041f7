"""With TF_USE_LEGACY_KERAS `fit` looks at a `Sequence` once, and metrics have Keras 2's names."""

import random

import numpy as np
import pytest
from library import ours, tf

pytestmark = [pytest.mark.keras_2, ours("Keras 2 by the environment")]
keras = tf.keras


class Numbers(keras.utils.Sequence):
    """Remembers which batches it was asked for, and where epochs ended."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def __len__(self):
        return 3

    def __getitem__(self, index):
        self.asked.append(index)
        return np.ones([2, 1]), np.ones([2, 1])

    def on_epoch_end(self):
        self.asked.append("end")


def line(**options):
    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1, activation="sigmoid")])
    model.compile("sgd", "binary_crossentropy", **options)
    return model


def test_a_sequence_is_asked_for_its_first_batch_first():
    numbers, model = Numbers(), line()
    random.seed(0)
    model.fit(numbers, epochs=2, verbose=0)
    random.seed(0)
    orders = [[0, 1, 2], [0, 1, 2]]
    for order in orders:
        random.shuffle(order)
    assert numbers.asked == [0, *orders[0], "end", *orders[1], "end"]
    numbers.asked.clear()
    model.evaluate(numbers, verbose=0)
    assert numbers.asked == [0, 0, 1, 2, "end"]


class Telling(keras.callbacks.Callback):
    """Notes in a list when epochs end, and stops behind the second."""

    def __init__(self, told):
        super().__init__()
        self.told = told

    def on_epoch_end(self, epoch, logs=None):
        self.told.append("callback")
        self.model.stop_training = epoch == 1


def test_a_sequence_hears_of_the_end_when_the_next_epoch_is_asked_for():
    numbers, model = Numbers(), line()
    measured = Numbers()
    measured.asked = numbers.asked  # one list, in which the order of both shows
    told = [Telling(numbers.asked)]
    model.fit(numbers, epochs=5, shuffle=False, callbacks=told, validation_data=measured, verbose=0)
    validation, train = [0, 1, 2, "end"], [0, 1, 2]
    first = [0, *train, 0, *validation, "callback", "end"]
    assert numbers.asked == [*first, *train, *validation, "callback"]


def test_each_epoch_of_a_sequence_begins_at_its_first_batch():
    numbers, model = Numbers(), line()
    model.fit(numbers, epochs=2, steps_per_epoch=2, shuffle=False, verbose=0)
    epochs = [int(one) for one in "".join(map(str, numbers.asked)).replace("end", "9")]
    assert [one for one in epochs if one != 2] == [0, 0, 1, 9, 0, 1, 9]
    assert len(model.predict(numbers, verbose=0)) == 6
    assert numbers.asked[-1] == "end"


def test_the_rate_is_reported_as_a_number_of_numpy():
    model, schedule = line(), keras.callbacks.LearningRateScheduler(lambda epoch: 0.5 / (epoch + 1))
    x = np.ones([2, 1])
    history = model.fit(x, x, epochs=2, callbacks=[schedule], verbose=0).history
    assert history["lr"] == [0.5, 0.25]
    assert type(history["lr"][0]) is np.float32


@pytest.mark.parametrize(("mode", "first"), [("min", "inf"), ("max", "-inf")])
def test_a_first_loss_is_better_than_an_infinite_one(mode, first, tmp_path, capsys):
    keep = keras.callbacks.ModelCheckpoint(
        str(tmp_path / "m.h5"), monitor="loss", save_best_only=True, mode=mode, verbose=1
    )
    line().fit(np.ones([2, 1]), np.ones([2, 1]), callbacks=[keep], verbose=0)
    assert f"Epoch 1: loss improved from {first} to " in capsys.readouterr().out


def test_bounds_of_double_draws_are_doubles():
    glorot = keras.initializers.GlorotUniform(seed=1)((3, 4), dtype="float64")
    assert glorot.numpy()[0, 0] == pytest.approx(-0.87414816700826, abs=1e-13)


def test_metrics_by_the_name_of_a_class_have_a_name_of_their_own():
    model = line(metrics=["AUC", "MeanAbsoluteError", "mse", "acc"])
    history = model.fit(np.ones([2, 1]), np.ones([2, 1]), verbose=0).history
    assert list(history) == ["loss", "auc", "mean_absolute_error", "mse", "acc"]


def test_losses_of_outputs_are_means_over_examples():
    entry = keras.Input((1,))
    outputs = [
        keras.layers.Rescaling(scale, name=name)(entry) for scale, name in [(1, "a"), (2, "b")]
    ]
    model = keras.Model(entry, outputs)
    model.compile(loss="mae")
    x = np.array([[1.0], [2.0], [6.0]])
    report = model.evaluate(x, [0.0 * x, 0.0 * x], batch_size=2, verbose=0, return_dict=True)
    assert report == pytest.approx({"loss": 9.0, "a_loss": 3.0, "b_loss": 6.0})


class Told(keras.Model):
    """Reports the number of the step, which is no metric."""

    def __init__(self):
        super().__init__()
        self.number = tf.Variable(0.0, trainable=False)

    def train_step(self, data):
        return {"number": self.number.assign_add(1.0).value()}


@pytest.mark.parametrize(("verbose", "shown"), [(1, 2.25), (2, 3.0)])
def test_lines_show_means_of_what_is_no_metric(verbose, shown, capsys):
    model = Told()
    model.compile("sgd")
    history = model.fit(np.ones([3, 1]), batch_size=1, verbose=verbose).history
    assert f"number: {shown:.4f}" in capsys.readouterr().out
    assert history["number"] == [3.0]


@pytest.mark.parametrize(("steps", "passes"), [(None, 2), (3, 2), (1, 1)])
def test_adapting_to_all_data_makes_an_iterator_more(steps, passes):
    def shuffled():
        tf.random.set_seed(3)
        return tf.data.Dataset.from_tensor_slices(np.arange(40.0, dtype="float32")).shuffle(40)

    batches = shuffled().batch(16)
    orders = [next(iter(batches)).numpy().tolist() for _ in range(4)]
    batches = shuffled().batch(16)
    keras.layers.Normalization(axis=None).adapt(batches, steps=steps)
    assert orders.index(next(iter(batches)).numpy().tolist()) == passes
