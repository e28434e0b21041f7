"""Sets along the last axis, the edit distance of rows, and the specs of composites."""

import pytest
from answers import assert_answer
from library import tf

S = tf.sparse.from_dense
errors = tf.errors
sets = tf.sets

CASES = [
    (
        lambda: sets.intersection([[1, 2, 3], [4, 5, 6]], [[3, 1, 9], [7, 8, 9]]),
        ("sparse", [[0, 0], [0, 1]], ("int32", [1, 3]), [2, 2]),
    ),
    (
        lambda: sets.union(S([[1, 2, 0], [0, 0, 0]]), S([[2, 5, 0], [0, 0, 7]])),
        ("sparse", [[0, 0], [0, 1], [0, 2], [1, 0]], ("int32", [1, 2, 5, 7]), [2, 3]),
    ),
    (
        lambda: sets.difference([["a", "b"]], [["b", "c"]]),
        ("sparse", [[0, 0]], ("string", [b"a"]), [1, 1]),
    ),
    (lambda: sets.difference([[1, 2]], [[2, 2]], aminusb=False).dense_shape, ("int64", [1, 0])),
    (lambda: sets.size(S([[1, 1, 2], [0, 0, 4]])), ("int32", [2, 1])),
    (lambda: sets.size([[1]]), TypeError),
    (lambda: sets.union([[1.0, 2.0]], [[1.0, 3.0]]), TypeError),
    (lambda: sets.union([1, 2], [2, 3]), errors.InvalidArgumentError),
    (lambda: sets.union([[1, 2]], [[2, 3], [1, 1]]), errors.InvalidArgumentError),
    (lambda: sets.union([[1, 2]], tf.constant([[2, 3]], tf.int64)), TypeError),
    (
        lambda: tf.edit_distance(S([[1, 2, 3], [0, 0, 0]]), S([[1, 3, 0], [4, 5, 0]])),
        ("float32", [0.5, 1.0]),
    ),
    (
        lambda: tf.edit_distance(S([[1, 2, 3], [1, 0, 0]]), S([[1, 3, 0], [0, 0, 0]])),
        ("float32", [0.5, float("inf")]),
    ),
    (
        lambda: tf.edit_distance(S([[1, 2, 3]]), S([[1, 3, 0], [4, 5, 0]]), normalize=False),
        ("float32", [1.0, 2.0]),
    ),
    (lambda: tf.edit_distance(S([["a", "b"]]), S([["b", "b"]])), ("float32", [0.5])),
    (lambda: tf.edit_distance([[1]], [[1]]), TypeError),
    (lambda: tf.edit_distance(S([[1, 2, 3]]), S([1, 2])), errors.InvalidArgumentError),
]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_rows_are_compared(case):
    assert_answer(*CASES[case])


def test_a_spec_tells_a_ragged_tensor():
    spec = tf.RaggedTensorSpec([2, None], tf.int32)
    assert repr(spec) == "RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)"
    value = tf.ragged.constant([[1], [2, 3]])
    assert spec.is_compatible_with(value)
    assert not spec.is_compatible_with(tf.ragged.constant([[1], [2], [3]]))
    assert tf.RaggedTensorSpec.from_value(value) == spec
    assert hash(spec) == hash(tf.RaggedTensorSpec([2, None], tf.int32))
    assert spec != tf.RaggedTensorSpec([3, None], tf.int32)
    assert spec.value_type is tf.RaggedTensor


def test_a_spec_tells_a_sparse_tensor():
    spec = tf.SparseTensorSpec.from_value(S([[1]]))
    assert repr(spec) == "SparseTensorSpec(TensorShape([1, 1]), tf.int32)"
    assert spec.is_compatible_with(S([[7]]))
    assert not spec.is_compatible_with(S([[7.0]]))


def test_a_spec_needs_a_rank():
    with pytest.raises(ValueError, match="ragged_rank"):
        tf.RaggedTensorSpec(dtype=tf.int32)
    with pytest.raises(ValueError, match="must be less than rank"):
        tf.RaggedTensorSpec([2, None], tf.int32, ragged_rank=2)
