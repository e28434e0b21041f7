"""What the last line of a `Progbar` shows: in Keras 3 what came last, in Keras 2 the means."""

import numpy as np
import pytest
from library import tf


def line(capsys, **options):
    bar = tf.keras.utils.Progbar(3, verbose=2, **options)
    for step, loss in enumerate([4.0, 2.0, 0.5]):
        bar.update(step + 1, [("loss", loss)])
    return capsys.readouterr().out


@pytest.mark.keras_3
def test_what_came_last(capsys):
    assert "loss: 0.5000" in line(capsys)
    assert "loss: 0.5000" in line(capsys, stateless_metrics=["loss"])


@pytest.mark.keras_2
def test_means(capsys):
    assert "loss: 2.1667" in line(capsys)


def test_numbers_as_they_are(capsys):
    assert "loss: 0.5000" in line(capsys, stateful_metrics=["loss"])


def test_a_target_of_numpy(capsys):
    bar = tf.keras.utils.Progbar(np.int64(2), verbose=1)
    bar.update(1, [("loss", 1.0)])
    bar.update(2, [("loss", 3.0)])
    assert "loss: 3.0000\n" in capsys.readouterr().out
