"""Functions of the backend: beams of `ctc_decode`, `switch` over rows, the states of `rnn`."""

import numpy as np
import pytest
from library import tf

backend = tf.keras.backend
# Frames that say 0, blank, 0, then 1.
PROBABLE = np.eye(3)[[[0, 2, 0, 1]]] * 0.9 + 0.03


def test_beams_merge_labels_that_repeat():
    labels, _ = backend.ctc_decode(
        tf.constant(PROBABLE, tf.float32), tf.constant([4]), greedy=False, beam_width=4
    )
    assert labels[0].numpy().tolist() == [[0, 1, -1, -1]]


def test_greedy_paths_do_not():
    labels, _ = backend.ctc_decode(tf.constant(PROBABLE, tf.float32), tf.constant([4]))
    assert labels[0].numpy().tolist() == [[0, 0, 1, -1]]


@pytest.mark.parametrize(("merged", "expected"), [(True, [0, 1]), (False, [0, 0, 1])])
def test_version_1s_search(merged, expected):
    logits = tf.math.log(tf.constant(PROBABLE.transpose(1, 0, 2), tf.float32))
    search = tf.compat.v1.nn.ctc_beam_search_decoder
    paths, _ = search(logits, tf.constant([4]), beam_width=4, merge_repeated=merged)
    assert paths[0].values.numpy().tolist() == expected


def test_a_condition_of_one_axis_is_about_the_last():
    one, other = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[5.0, 6.0], [7.0, 8.0]])
    chosen = backend.switch(tf.constant([True, False]), one, other)
    assert chosen.numpy().tolist() == [[1.0, 6.0], [3.0, 8.0]]


def test_one_of_two_axes_lacks_the_last():
    one, other = tf.ones((2, 1, 3)), tf.zeros((2, 1, 3))
    chosen = backend.switch(tf.constant([[True], [False]]), one, other)
    assert chosen.numpy().sum(axis=(1, 2)).tolist() == [3.0, 0.0]


@pytest.mark.parametrize(("unroll", "kind"), [(False, tuple), (True, list)])
def test_states_of_rnn(unroll, kind):
    def step(x, states):
        return x + states[0], [x + states[0]]

    _, _, states = backend.rnn(step, tf.ones((1, 3, 2)), [tf.zeros((1, 2))], unroll=unroll)
    assert type(states) is kind
    assert states[0].numpy().tolist() == [[3.0, 3.0]]
