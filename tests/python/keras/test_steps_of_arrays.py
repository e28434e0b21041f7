"""Arrays that are asked for in a number of steps, and what `fit` prints of its steps."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
X = np.arange(12.0, dtype="float32")[:, None]


class Shown(keras.Model):
    """Notes the rows that reach its steps; those of validation are 100 and more."""

    def __init__(self):
        super().__init__()
        self.rows = []
        self.compile(run_eagerly=True)

    def train_step(self, data):
        self.rows.append(np.ravel(data).astype(int).tolist())
        return {"size": -float(len(data))}

    test_step = train_step

    def predict_step(self, data):
        self.rows.append(np.ravel(data).astype(int).tolist())
        return data


@pytest.mark.parametrize("steps", [2, 3, 5])
def test_as_many_batches_as_steps_where_no_size_is_given(steps):
    whole = X.ravel().astype(int).tolist()
    size = -(-12 // steps)
    found = [whole[at : at + size] for at in range(0, 12, size)]
    for data in (X, tf.constant(X)):
        model = Shown()
        model.fit(data, steps_per_epoch=steps, shuffle=False, verbose=0)
        assert model.rows == found
    model = Shown()
    model.evaluate(X, steps=steps, verbose=0)
    assert model.rows == found
    model = Shown()
    assert len(model.predict(X, steps=steps, verbose=0)) == 12
    assert model.rows == found


def test_each_epoch_goes_through_all_of_the_arrays():
    model = Shown()
    held = (X + 100.0,)
    model.fit(X, epochs=2, steps_per_epoch=2, validation_data=held, validation_steps=3, verbose=0)
    trained = [rows for rows in model.rows if rows[0] < 100]
    assert [len(rows) for rows in trained] == [6] * 4
    assert sorted(trained[2] + trained[3]) == X.ravel().astype(int).tolist()
    assert [len(rows) for rows in model.rows if rows[0] >= 100] == [4] * 6


def test_a_size_that_is_given_counts():
    model = Shown()
    model.fit(X, batch_size=3, steps_per_epoch=2, shuffle=False, verbose=0)
    assert model.rows == [[0, 1, 2], [3, 4, 5]]


def test_an_epoch_that_ends_early_is_shown_as_whole(capsys):
    Shown().fit(X, batch_size=6, steps_per_epoch=4, verbose=2)
    line = capsys.readouterr().out
    assert line.startswith("4/4 - ")


def test_negative_numbers_of_short_lines(capsys):
    Shown().fit(X, verbose=2)
    assert capsys.readouterr().out.endswith(" - size: -1.2000e+01\n")
    bar = keras.utils.Progbar(1, verbose=2)
    bar.update(1, [("some", -2.0), ("more", 2.0)])
    assert capsys.readouterr().out.endswith(" - some: -2.0000e+00 - more: 2.0000\n")


def test_totals_of_a_model_that_was_not_called(capsys):
    class Pair(keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])

    Pair().summary()
    found = capsys.readouterr().out
    assert " Total params: 8 (32.00 B)" in found
    assert " Trainable params: 8 (32.00 B)" in found
