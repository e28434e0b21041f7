"""`ctc_beam_search_decoder` with narrow beams finds what TensorFlow's search finds."""

import numpy as np
import pytest
from library import tf


def _searched(frames, classes, width, top, scale):
    logits = (np.random.RandomState(0).randn(frames, 2, classes) * scale).astype("float32")
    paths, logs = tf.nn.ctc_beam_search_decoder(logits, [frames, frames - 2], width, top)
    rows = [tf.sparse.to_dense(path, -1).numpy() for path in paths]
    told = [[[int(label) for label in row if label >= 0] for row in one] for one in rows]
    return told, np.round(logs.numpy(), 3).tolist()


WIDE = [[4, 3, 4, 5, 7, 4, 1, 2, 3], [6, 7, 2, 7, 3, 1, 0, 8]]
NEXT = [[4, 3, 4, 5, 7, 4, 1, 3], [6, 7, 2, 7, 3, 1, 2, 8]]
LONG = [[3, 1, 1, 3, 1, 2, 1, 0, 3, 1, 1, 0], [1, 3, 1, 2, 0, 2, 0, 2, 0, 2, 1, 3, 0]]


@pytest.mark.parametrize(
    ("sizes", "paths", "scores"),
    [
        ((12, 10, 20, 2, 1.0), [WIDE, NEXT], [[-12.439, -12.487], [-12.111, -12.175]]),
        (
            (6, 4, 3, 2, 0.5),
            [[[2, 0], [0, 2]], [[0, 2], [0, 2, 0]]],
            [[-3.167, -3.344], [-2.829, -2.837]],
        ),
        ((20, 5, 10, 1, 2.0), [LONG], [[-6.538], [-8.165]]),
    ],
)
def test_narrow_beams(sizes, paths, scores):
    found, logs = _searched(*sizes)
    assert found == paths
    np.testing.assert_allclose(logs, scores, atol=2e-3)


def test_a_greedy_score_of_zero_has_no_sign():
    _, scores = tf.nn.ctc_greedy_decoder(np.zeros((3, 1, 4), "float32"), [3])
    assert not np.signbit(scores.numpy()).any()
