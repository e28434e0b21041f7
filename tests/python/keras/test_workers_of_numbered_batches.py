"""Batches by numbers hear of no epoch where a program goes through them; workers read on."""

from __future__ import annotations

import itertools
import random
import time

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras


class Numbers(keras.utils.Sequence):
    def __init__(self, count):
        super().__init__()
        self.count, self.ends = count, 0

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return np.full((1, 1), index, "float32"), np.zeros((1, 1), "float32")

    def on_epoch_begin(self):
        raise AssertionError

    def on_epoch_end(self):
        self.ends += 1


class Heard(Numbers):
    def on_epoch_begin(self):
        pass


class Noting(keras.Model):
    def __init__(self):
        super().__init__()
        self.seen = []

    def train_step(self, data):
        self.seen.append(int(data[0][0, 0]))
        return {"loss": 0.0}

    def test_step(self, data):
        return {"loss": 0.0}


class Slow(keras.callbacks.Callback):
    def on_test_begin(self, logs=None):
        time.sleep(0.4)


def fit(count, **options):
    model = Noting()
    model.compile(run_eagerly=True)
    data = Heard(count)
    random.seed(0)
    model.fit(data, verbose=0, validation_data=Heard(1), callbacks=[Slow()], **options)
    return data, model.seen


def test_a_program_that_goes_through_them_ends_no_epoch():
    data = Numbers(3)
    assert [int(x[0, 0]) for x, _ in data] == [0, 1, 2] == [int(x[0, 0]) for x, _ in data]
    assert data.ends == 0


@pytest.mark.keras_3
def test_without_a_number_there_is_no_end():
    class Endless(keras.utils.PyDataset):
        def __getitem__(self, index):
            return index

    class Counted(Endless):
        num_batches = 2

    assert list(itertools.islice(Endless(), 4)) == [0, 1, 2, 3]
    assert list(Counted()) == [0, 1]


def orders(count, number):
    """Those of a list that is shuffled anew, and of one that is shuffled a second time."""
    random.seed(0)
    found = []
    for _ in range(number):
        order = list(range(count))
        random.shuffle(order)
        found.append(order[:])
        stand = random.getstate()
        random.shuffle(order)
        found[-1] = (found[-1], order)
        random.setstate(stand)
    return found


@pytest.mark.keras_2
@pytest.mark.parametrize("threads", [{"workers": 2}, {"use_multiprocessing": True}])
def test_workers_begin_another_epoch_while_others_are_evaluated(threads):
    data, seen = fit(6, epochs=3, **threads)
    (first, _), _, (second, _), _, (third, _) = orders(6, 5)
    assert seen == first + second + third
    assert data.ends == 6


@pytest.mark.keras_2
def test_one_worker_waits():
    data, seen = fit(6, epochs=2, workers=1)
    (first, _), (second, _) = orders(6, 2)
    assert (seen, data.ends) == (first + second, 2)


@pytest.mark.keras_2
def test_workers_who_have_batches_of_this_epoch_left_go_no_further():
    data, seen = fit(12, epochs=2, steps_per_epoch=3, workers=2)
    (first, _), (second, _) = orders(12, 2)
    assert (seen, data.ends) == (first[:3] + second[:3], 2)


@pytest.mark.keras_2
def test_workers_go_on_behind_the_last_batch():
    data, seen = fit(6, epochs=1, steps_per_epoch=8, workers=2)
    ((first, again),) = orders(6, 1)
    assert seen == first + again[:2]
    assert data.ends >= 2


@pytest.mark.keras_3
def test_workers_draw_an_order_with_each_epoch():
    class Given(Heard):
        def __init__(self, count):
            super().__init__(count)
            self.workers = 2

    model = Noting()
    model.compile(run_eagerly=True)
    random.seed(0)
    model.fit(Given(4), epochs=4, steps_per_epoch=2, verbose=0)
    (first, _), (second, _), (third, _) = orders(4, 3)
    assert model.seen[:4] == first
    late = [second] if AGAINST_TENSORFLOW else []  # whose threads may be late
    assert model.seen[4:] in [third, *late]
