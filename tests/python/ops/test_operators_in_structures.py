"""Linear operators as parts of structures: they are taken apart into tensors and put together."""

import numpy as np
import pytest
from library import tf

L = tf.linalg
MATRIX = [[1.0, 0.0], [2.0, 3.0]]


def diagonal(**hints):
    return L.LinearOperatorDiag([1.0, 2.0], **hints)


# What doubles each tensor makes of an operator's dense matrix, and how many tensors there are.
OPERATORS = {
    "diagonal": (diagonal, 1, [[2, 0], [0, 4]]),
    "identity": (lambda: L.LinearOperatorIdentity(2), 0, [[1, 0], [0, 1]]),
    "multiple": (lambda: L.LinearOperatorScaledIdentity(2, 3.0), 1, [[6, 0], [0, 6]]),
    "triangle": (lambda: L.LinearOperatorLowerTriangular(MATRIX), 1, [[2, 0], [4, 6]]),
    "matrix": (lambda: L.LinearOperatorFullMatrix(MATRIX), 1, [[2, 0], [4, 6]]),
    "composition": (
        lambda: L.LinearOperatorComposition([diagonal(), L.LinearOperatorFullMatrix(MATRIX)]),
        2,
        [[4, 0], [16, 24]],
    ),
    "adjoint": (lambda: L.LinearOperatorLowerTriangular(MATRIX).adjoint(), 1, [[2, 4], [0, 6]]),
    "inverse": (lambda: L.LinearOperatorInversion(diagonal()), 1, [[0.5, 0], [0, 0.25]]),
    "update": (
        lambda: L.LinearOperatorLowRankUpdate(diagonal(), [[1.0], [0.0]], [3.0]),
        4,
        [[26, 0], [0, 4]],
    ),
    "bands": (
        lambda: L.LinearOperatorTridiag(
            ([1.0, 0.0], [3.0, 4.0], [0.0, 6.0]), diagonals_format="sequence"
        ),
        3,
        [[6, 2], [12, 8]],
    ),
}


@pytest.mark.parametrize("kind", OPERATORS)
def test_it_is_made_anew_of_other_tensors(kind):
    make, count, expected = OPERATORS[kind]
    operator = make()
    parts = tf.nest.flatten({"a": operator, "b": 1.0}, expand_composites=True)
    assert len(parts) == count + 1
    assert all(tf.is_tensor(part) for part in parts[:-1])
    doubled = tf.nest.map_structure(lambda x: x * 2, operator, expand_composites=True)
    assert type(doubled) is type(operator)
    np.testing.assert_allclose(doubled.to_dense(), expected, rtol=1e-6)


def test_it_is_a_leaf_otherwise_and_equal_specs_describe_it():
    operator = diagonal(is_positive_definite=True)
    assert tf.nest.flatten([operator]) == [operator]
    assert operator._type_spec == diagonal(is_positive_definite=True)._type_spec
    assert operator._type_spec != diagonal(is_positive_definite=False)._type_spec
    packed = tf.nest.pack_sequence_as(operator._type_spec, [[5.0, 6.0]], expand_composites=True)
    assert packed.is_positive_definite
    np.testing.assert_allclose(packed.matvec(tf.constant([1.0, 1.0])), [5, 6])


def test_loops_and_functions_take_it():
    _, after = tf.while_loop(
        lambda i, operator: i < 3,
        lambda i, operator: (i + 1, L.LinearOperatorDiag(operator.diag * 2.0)),
        (0, diagonal()),
    )
    np.testing.assert_allclose(after.diag, [8, 16])
    value = tf.Variable([1.0, 2.0])
    operator = L.LinearOperatorDiag(value)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.function(lambda given: given.to_dense())(operator) * 3.0)
    np.testing.assert_allclose(tape.gradient(y, value), [3, 3])
    assert [v is value for v in operator.trainable_variables] == [True]
