"""What a step of a program's own is given of a dict without targets: Keras 3 gives it the dict."""

import numpy as np
import pytest
from library import tf

ROWS = np.ones((4, 2), "float32")


class Told(tf.keras.Model):
    """A model that keeps what its steps are given."""

    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(1.0)
        self.told = {}

    def train_step(self, *args):
        self.told["train"] = type(args[0])
        return {"loss": 0.0}

    def test_step(self, data):
        self.told["test"] = type(data)
        return {"loss": 0.0}


def told_of(data):
    model = Told()
    model.compile("sgd")
    model.fit(data, verbose=0)
    model.evaluate(data, verbose=0)
    return set(model.told.values())


@pytest.mark.keras_3
def test_a_dict_stays_a_dict():
    assert told_of({"x": ROWS}) == {dict}


@pytest.mark.keras_2
def test_keras_2_puts_a_dict_into_a_tuple():
    assert told_of({"x": ROWS}) == {tuple}


def test_a_list_is_the_first_of_a_tuple():
    assert told_of([ROWS, ROWS]) == {tuple}
