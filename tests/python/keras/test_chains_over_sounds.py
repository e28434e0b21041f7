"""Sequential models of windows and strides along an axis of unknown length."""

import pytest
from library import tf

layers = tf.keras.layers


def chain(strides):
    parts = [layers.Conv1D(4, 10, strides=strides[0], input_shape=(None, 1))]
    parts += [layers.Conv1D(4, 3, strides=stride) for stride in strides[1:]]
    return tf.keras.Sequential(parts)


@pytest.mark.filterwarnings("ignore::UserWarning")  # about `input_shape`
@pytest.mark.parametrize("strides", [(5, 2, 2, 2, 2, 2, 2), (8, 4, 4, 4)])
def test_layers_are_built_however_long_their_windows_are_together(strides):
    model = chain(strides)
    assert model.count_params() == 44 + (len(strides) - 1) * 52
    assert tuple(model.output_shape) == (None, None, 4)
    assert model(tf.zeros([2, 2000, 1])).shape[-1] == 4


def test_so_they_are_by_build():
    model = tf.keras.Sequential([layers.Conv1D(2, 9, strides=9) for _ in range(3)])
    model.build([None, None, 1])
    assert [tuple(w.shape) for w in model.weights[::2]] == [(9, 1, 2), (9, 2, 2), (9, 2, 2)]
