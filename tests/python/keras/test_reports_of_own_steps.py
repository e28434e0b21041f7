"""What `fit` and `evaluate` report where a step of the program's own returns numbers.

Metrics of the same names are reported in their place; over data of unknown length means that are
told a number with each step count one step more, whatever the sizes of the batches are.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of data that end
keras = tf.keras
X = np.arange(12, dtype="float32").reshape(6, 2)
PARTS = [X[:2], X[2:4], X[4:]]
RAW = [float(part.sum(1).mean()) for part in PARTS]


class Summing(keras.Model):
    """Its loss is the mean sum of the rows, which its step returns as it is."""

    is_told = True

    def __init__(self, name="loss"):
        super().__init__()
        self.scale = self.add_weight(shape=(), initializer="ones")
        self.tracker = keras.metrics.Mean(name=name)

    def call(self, x):
        return self.scale * tf.reduce_sum(x, axis=1)

    def train_step(self, x):
        loss = tf.reduce_mean(self(x))
        if self.is_told:
            self.tracker.update_state(loss)
        return {"loss": loss}

    test_step = train_step


class Listing(Summing):
    @property
    def metrics(self):
        return [self.tracker]


def untold(model):
    model.is_told = False
    return model


def unknown():
    signature = tf.TensorSpec((None, 2), tf.float32)
    return tf.data.Dataset.from_generator(lambda: iter(PARTS), output_signature=signature)


def reports(model, data):
    model.compile(keras.optimizers.SGD(0.1))
    sizes = {"batch_size": 2} if data is X else {}
    history = model.fit(data, verbose=0, **({"shuffle": False} | sizes if sizes else {})).history
    found = model.evaluate(data, verbose=0, return_dict=True, **sizes)
    assert history["loss"] == pytest.approx([found["loss"]])
    return found["loss"]


@pytest.mark.parametrize("make", [Summing, Listing])
def test_the_mean_is_reported_in_place_of_the_last_number(make):
    assert reports(make(), X) == pytest.approx(np.mean(RAW))


@pytest.mark.parametrize("make", [Summing, Listing])
def test_means_of_numbers_count_the_lost_step(make):
    assert reports(make(), unknown()) == pytest.approx(sum(RAW) / 4)


@pytest.mark.parametrize("data", [X, None])
def test_a_mean_that_was_told_nothing_is_0(data):
    assert reports(untold(Listing()), unknown() if data is None else data) == 0


@pytest.mark.parametrize("data", [X, None])
def test_other_names_leave_the_last_number(data):
    assert reports(Summing("total"), unknown() if data is None else data) == pytest.approx(RAW[-1])
