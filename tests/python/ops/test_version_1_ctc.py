"""`compat.v1.nn.ctc_loss`: labels are sparse, and the last class is the blank."""

import numpy as np
import pytest
from library import tf

LABELS = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 1, 0], tf.int32), [2, 2])
FRAMES = tf.constant(np.random.RandomState(0).randn(4, 2, 3), tf.float32)
ctc_loss = tf.compat.v1.nn.ctc_loss


@pytest.mark.parametrize(
    "how",
    [
        {"inputs": FRAMES},
        {"logits": FRAMES},
        {"inputs": tf.transpose(FRAMES, [1, 0, 2]), "time_major": False},
    ],
)
def test_logits_by_either_name_and_in_either_order(how):
    found = ctc_loss(labels=LABELS, sequence_length=[4, 3], **how)
    np.testing.assert_allclose(found, [4.5792336, 2.4090154], rtol=1e-5)


@pytest.mark.parametrize("ignored", [False, True])
def test_labels_that_do_not_fit_are_infinite(ignored):
    found = ctc_loss(LABELS, FRAMES, [2, 3], ignore_longer_outputs_than_inputs=ignored)
    np.testing.assert_allclose(found, [np.inf, 2.4090154], rtol=1e-5)
