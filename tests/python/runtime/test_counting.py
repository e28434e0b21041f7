"""Counting whole numbers: no number is so large that counting it writes elsewhere."""

import re
from pathlib import Path

import pytest
from library import ours, tf

LARGE = 2**63 - 1
pytestmark = ours("TensorFlow's own counting is not looked at here")


def sparse(row):
    return tf.SparseTensor([[row, 0]], [1.0], [2, 3])


# np.bincount([2**63 - 1]) adds one to what lies in front of its result.
CALLS = {
    "rows of values": lambda n: tf.RaggedTensor.from_value_rowids([1.0], [n], nrows=2),
    "a ragged tensor of a sparse one": lambda n: tf.RaggedTensor.from_sparse(sparse(n)),
    "empty rows": lambda n: tf.sparse.fill_empty_rows(sparse(n), 0.0),
    "classes that were drawn": lambda n: tf.random.learned_unigram_candidate_sampler(
        [[n]], 1, 1, False, 2
    ),
}


@pytest.mark.parametrize("number", [LARGE, -1, 2])
@pytest.mark.parametrize("call", CALLS)
def test_a_number_outside_is_refused(call, number):
    with pytest.raises(tf.errors.InvalidArgumentError):
        CALLS[call](number)


def test_what_does_not_fit_is_refused():
    with pytest.raises(tf.errors.ResourceExhaustedError, match="OOM when allocating"):
        tf.RaggedTensor.from_value_rowids([1.0], [2**58])


def test_numpy_counts_in_one_place():
    package = Path(tf.__file__).parent
    calling = [f for f in package.rglob("*.py") if re.search(r"np\.bincount\(", f.read_text())]
    assert [f.name for f in calling] == ["occurrences.py"]
