"""Generators and numbered batches are read ahead: what they draw is drawn before its turn."""

import time

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.filterwarnings(
    "ignore::UserWarning"
)  # of Keras 3: generators are not shuffled


class Counts(tf.keras.callbacks.Callback):
    """How often batches were asked for, seen when threads have come to rest."""

    def __init__(self, asked):
        super().__init__()
        self.asked, self.seen = asked, []

    def _see(self, *_, **__):
        time.sleep(0.1)
        self.seen.append(tuple(self.asked))

    on_train_begin = on_train_batch_end = on_test_begin = on_test_batch_end = _see


def batches(asked, which=0, count=None):
    number = 0
    while number != count:
        asked[which] += 1
        number += 1
        yield np.ones((4, 3), "float32"), np.ones((4, 1), "float32")


class Numbered(tf.keras.utils.Sequence):
    def __init__(self, asked):
        super().__init__()
        self.asked = asked

    def __len__(self):
        return 9

    def __getitem__(self, index):
        self.asked[0] += 1
        return np.ones((4, 3), "float32"), np.ones((4, 1), "float32")


def model():
    made = tf.keras.Sequential([tf.keras.layers.Input((3,)), tf.keras.layers.Dense(1)])
    made.compile("sgd", "mse")
    return made


def seen_in_fit():
    asked = [0, 0]
    counts = Counts(asked)
    made = model()
    held_out = batches(asked, 1)
    made.fit(
        batches(asked),
        steps_per_epoch=3,
        epochs=2,
        validation_data=held_out,
        validation_steps=2,
        callbacks=[counts],
        verbose=0,
    )
    return counts.seen


@pytest.mark.keras_3
def test_keras_3_reads_one_batch_of_a_generator_ahead():
    first = [(2, 0), (2, 0), (3, 0), (4, 0), (4, 2), (4, 2), (4, 3)]
    second = [(5, 3), (6, 3), (7, 3), (7, 3), (7, 3), (7, 4)]
    assert seen_in_fit() == first + second


@pytest.mark.keras_2
def test_keras_2_reads_two_batches_of_a_generator_ahead():
    first = [(1, 0), (3, 0), (4, 0), (5, 0), (5, 1), (5, 3), (5, 4)]
    second = [(6, 4), (7, 4), (8, 4), (8, 4), (8, 7), (8, 8)]
    assert seen_in_fit() == first + second


@pytest.mark.keras_3
def test_keras_3_reads_one_numbered_batch_ahead():
    asked = [0]
    counts = Counts(asked)
    model().fit(Numbered(asked), steps_per_epoch=3, callbacks=[counts], verbose=0)
    assert counts.seen == [(2,), (4,), (5,), (6,)]


@pytest.mark.keras_2
def test_keras_2_reads_two_numbered_batches_ahead():
    asked = [0]
    counts = Counts(asked)
    model().fit(Numbered(asked), steps_per_epoch=3, callbacks=[counts], verbose=0)
    assert counts.seen == [(1,), (4,), (5,), (6,)]


def test_a_generator_that_ends_gives_all_its_batches():
    asked = [0]
    counts = Counts(asked)
    model().fit(batches(asked, count=5), callbacks=[counts], verbose=0)
    assert len(counts.seen) == 6
    assert counts.seen[-1] == (5,)


def test_what_a_generator_raises_behind_the_last_step_is_not_raised():
    def two():
        for _ in range(2):
            yield np.ones((4, 3), "float32"), np.ones((4, 1), "float32")
        raise ValueError("too far")

    history = model().fit(two(), steps_per_epoch=2, verbose=0)
    assert len(history.history["loss"]) == 1


def test_what_a_generator_raises_comes_in_its_turn():
    def three():
        for _ in range(3):
            yield np.ones((4, 3), "float32"), np.ones((4, 1), "float32")
        raise ValueError("too far")

    counts = Counts([0])
    with pytest.raises(Exception, match="too far"):
        model().fit(three(), steps_per_epoch=4, callbacks=[counts], verbose=0)
    assert len(counts.seen) == 4
