"""Operations on sparse tensors: values, gradients of first and second order, errors."""

import pytest
from answers import assert_answer, grad
from library import tf

errors = tf.errors

S = tf.SparseTensor
sp = tf.sparse
a = S([[0, 0], [1, 2]], [1.0, 2.0], [2, 3])
b = S([[0, 1], [1, 2]], [5.0, -2.0], [2, 3])
c = S([[0, 0, 1], [1, 0, 0], [1, 1, 1]], [1.0, 2.0, 3.0], [2, 2, 2])
i = S([[0, 0], [0, 1], [2, 0]], tf.constant([2, 0, 1], tf.int64), [3, 2])
w = S([[0, 0], [0, 1], [2, 0]], [0.5, 2.0, 3.0], [3, 2])
emb = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])


def va(f):
    return lambda x: f(S([[0, 0], [0, 2], [1, 2]], x, [2, 3]))


CASES = [
    (
        lambda: sp.from_dense([[1, 0], [0, 2]]),
        ("sparse", [[0, 0], [1, 1]], ("int32", [1, 2]), [2, 2]),
    ),
    (
        lambda: sp.from_dense([["a", ""], ["", "b"]]),
        ("sparse", [[0, 0], [1, 1]], ("string", [b"a", b"b"]), [2, 2]),
    ),
    (lambda: sp.from_dense([[True, False]]), ("sparse", [[0, 0]], ("bool", [True]), [1, 2])),
    (lambda: sp.from_dense([0.0, 0.0]), ("sparse", [], ("float32", []), [2])),
    (lambda: sp.from_dense(3.0), errors.InvalidArgumentError),
    (lambda: sp.to_dense(a), ("float32", [[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]])),
    (
        lambda: sp.to_dense(a, default_value=-1.0),
        ("float32", [[1.0, -1.0, -1.0], [-1.0, -1.0, 2.0]]),
    ),
    (
        lambda: sp.to_dense(S([[0, 1], [0, 0]], [1.0, 2.0], [2, 3]), validate_indices=False),
        ("float32", [[2.0, 1.0, 0.0], [0.0, 0.0, 0.0]]),
    ),
    (lambda: sp.to_dense(S([[0, 1]], ["x"], [2, 2])), ("string", [[b"", b"x"], [b"", b""]])),
    (
        lambda: sp.to_dense(S([[0, 1]], ["x"], [2, 2]), default_value="?"),
        ("string", [[b"?", b"x"], [b"?", b"?"]]),
    ),
    (
        lambda: sp.reorder(S([[1, 1], [0, 0], [1, 0]], [1.0, 2.0, 3.0], [2, 3])),
        ("sparse", [[0, 0], [1, 0], [1, 1]], ("float32", [2.0, 3.0, 1.0]), [2, 3]),
    ),
    (
        lambda: (sp.eye(3), sp.eye(2, 3, dtype=tf.int32)),
        [
            ("sparse", [[0, 0], [1, 1], [2, 2]], ("float32", [1.0, 1.0, 1.0]), [3, 3]),
            ("sparse", [[0, 0], [1, 1]], ("int32", [1, 1]), [2, 3]),
        ],
    ),
    (
        lambda: sp.to_indicator(i, 4),
        (
            "bool",
            [[True, False, True, False], [False, False, False, False], [False, True, False, False]],
        ),
    ),
    (
        lambda: (
            sp.add(a, b),
            sp.add(a, b, threshold=0.5),
            sp.add(a, tf.ones([2, 3])),
            sp.add(tf.ones([2, 3]), a),
        ),
        [
            ("sparse", [[0, 0], [0, 1], [1, 2]], ("float32", [1.0, 5.0, 0.0]), [2, 3]),
            ("sparse", [[0, 0], [0, 1]], ("float32", [1.0, 5.0]), [2, 3]),
            ("float32", [[2.0, 1.0, 1.0], [1.0, 1.0, 3.0]]),
            ("float32", [[2.0, 1.0, 1.0], [1.0, 1.0, 3.0]]),
        ],
    ),
    (lambda: sp.add(tf.ones(2), tf.ones(2)), TypeError),
    (lambda: sp.add(a, S([[0, 0]], [1.0], [2, 2])), errors.InvalidArgumentError),
    (
        lambda: (sp.maximum(a, b), sp.minimum(a, b)),
        [
            ("sparse", [[0, 0], [0, 1], [1, 2]], ("float32", [1.0, 5.0, 2.0]), [2, 3]),
            ("sparse", [[0, 0], [0, 1], [1, 2]], ("float32", [0.0, 0.0, -2.0]), [2, 3]),
        ],
    ),
    (
        lambda: sp.sparse_dense_matmul(a, tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])),
        ("float32", [[1.0, 2.0], [10.0, 12.0]]),
    ),
    (
        lambda: sp.sparse_dense_matmul(a, tf.constant([[1.0, 2.0], [3.0, 4.0]]), adjoint_a=True),
        ("float32", [[1.0, 2.0], [0.0, 0.0], [6.0, 8.0]]),
    ),
    (
        lambda: sp.sparse_dense_matmul(
            a, tf.constant([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]]), adjoint_b=True
        ),
        ("float32", [[1.0, 3.0], [6.0, 10.0]]),
    ),
    (
        lambda: sp.sparse_dense_matmul(tf.constant([[1.0, 2.0], [3.0, 4.0]]), a),
        ("float32", [[1.0, 0.0, 4.0], [3.0, 0.0, 8.0]]),
    ),
    (
        lambda: sp.sparse_dense_matmul(
            tf.constant([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]]), a, adjoint_b=True
        ),
        ("float32", [[1.0, 6.0], [3.0, 10.0]]),
    ),
    (
        lambda: sp.sparse_dense_matmul(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), a),
        ("float32", [[1.0, 0.0, 4.0], [3.0, 0.0, 8.0], [5.0, 0.0, 12.0]]),
    ),
    (
        lambda: (
            sp.reduce_sum(a),
            sp.reduce_sum(a, 0),
            sp.reduce_sum(a, axis=[-1], keepdims=True),
            sp.reduce_sum(c, [0, 2]),
        ),
        [
            ("float32", 3.0),
            ("float32", [1.0, 0.0, 2.0]),
            ("float32", [[1.0], [2.0]]),
            ("float32", [3.0, 3.0]),
        ],
    ),
    (
        lambda: (
            sp.reduce_sum(a, axis=1, output_is_sparse=True),
            sp.reduce_sum(a, axis=1, keepdims=True, output_is_sparse=True),
        ),
        [
            ("sparse", [[0], [1]], ("float32", [1.0, 2.0]), [2]),
            ("sparse", [[0, 0], [1, 0]], ("float32", [1.0, 2.0]), [2, 1]),
        ],
    ),
    (
        lambda: sp.reduce_sum(c, axis=0, output_is_sparse=True),
        ("sparse", [[0, 0], [0, 1], [1, 1]], ("float32", [2.0, 1.0, 3.0]), [2, 2]),
    ),
    (
        lambda: (sp.reduce_max(b), sp.reduce_max(b, 0), sp.reduce_max(b, 1, keepdims=True)),
        [("float32", 5.0), ("float32", [0.0, 5.0, -2.0]), ("float32", [[5.0], [-2.0]])],
    ),
    (
        lambda: sp.reduce_max(b, 1, output_is_sparse=True),
        ("sparse", [[0], [1]], ("float32", [5.0, -2.0]), [2]),
    ),
    (lambda: sp.reduce_max(S([[0, 0]], [-3.0], [2, 2]), 1), ("float32", [-3.0, 0.0])),
    (
        lambda: (sp.softmax(c), sp.softmax(S([[0, 0], [0, 2], [1, 2]], [1.0, 2.0, 3.0], [2, 3]))),
        [
            ("sparse", [[0, 0, 1], [1, 0, 0], [1, 1, 1]], ("float32", [1.0, 1.0, 1.0]), [2, 2, 2]),
            ("sparse", [[0, 0], [0, 2], [1, 2]], ("float32", [0.2689414, 0.7310586, 1.0]), [2, 3]),
        ],
    ),
    (
        lambda: (sp.concat(1, [a, b]), sp.concat(0, [a, b]), sp.concat(-1, [a, b])),
        [
            (
                "sparse",
                [[0, 0], [0, 4], [1, 2], [1, 5]],
                ("float32", [1.0, 5.0, 2.0, -2.0]),
                [2, 6],
            ),
            (
                "sparse",
                [[0, 0], [1, 2], [2, 1], [3, 2]],
                ("float32", [1.0, 2.0, 5.0, -2.0]),
                [4, 3],
            ),
            (
                "sparse",
                [[0, 0], [0, 4], [1, 2], [1, 5]],
                ("float32", [1.0, 5.0, 2.0, -2.0]),
                [2, 6],
            ),
        ],
    ),
    (lambda: sp.concat(0, [a, S([[0, 0]], [1.0], [1, 5])]), errors.InvalidArgumentError),
    (
        lambda: sp.concat(0, [a, S([[0, 4]], [1.0], [1, 5])], expand_nonconcat_dims=True),
        ("sparse", [[0, 0], [1, 2], [2, 4]], ("float32", [1.0, 2.0, 1.0]), [3, 5]),
    ),
    (
        lambda: (sp.transpose(a), sp.transpose(c, [1, 0, 2])),
        [
            ("sparse", [[0, 0], [2, 1]], ("float32", [1.0, 2.0]), [3, 2]),
            ("sparse", [[0, 0, 1], [0, 1, 0], [1, 1, 1]], ("float32", [1.0, 2.0, 3.0]), [2, 2, 2]),
        ],
    ),
    (
        lambda: (sp.reshape(a, [3, 2]), sp.reshape(a, [-1]), sp.reshape(c, [4, -1])),
        [
            ("sparse", [[0, 0], [2, 1]], ("float32", [1.0, 2.0]), [3, 2]),
            ("sparse", [[0], [5]], ("float32", [1.0, 2.0]), [6]),
            ("sparse", [[0, 1], [2, 0], [3, 1]], ("float32", [1.0, 2.0, 3.0]), [4, 2]),
        ],
    ),
    (
        lambda: (
            sp.expand_dims(a),
            sp.expand_dims(a, 0),
            sp.expand_dims(a, 1),
            sp.expand_dims(a, -2),
        ),
        [
            ("sparse", [[0, 0, 0], [1, 2, 0]], ("float32", [1.0, 2.0]), [2, 3, 1]),
            ("sparse", [[0, 0, 0], [0, 1, 2]], ("float32", [1.0, 2.0]), [1, 2, 3]),
            ("sparse", [[0, 0, 0], [1, 0, 2]], ("float32", [1.0, 2.0]), [2, 1, 3]),
            ("sparse", [[0, 0, 0], [1, 0, 2]], ("float32", [1.0, 2.0]), [2, 1, 3]),
        ],
    ),
    (
        lambda: (
            sp.slice(a, [1, 1], [1, 2]),
            sp.slice(a, [0, 0], [5, 5]),
            sp.slice(c, [1, 0, 0], [1, 2, 1]),
        ),
        [
            ("sparse", [[0, 1]], ("float32", [2.0]), [1, 2]),
            ("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 2.0]), [2, 3]),
            ("sparse", [[0, 0, 0]], ("float32", [2.0]), [1, 2, 1]),
        ],
    ),
    (
        lambda: (sp.split(a, 2, 1), sp.split(a, 3, 1), sp.split(a, 1, 0)),
        [
            [
                ("sparse", [[0, 0]], ("float32", [1.0]), [2, 2]),
                ("sparse", [[1, 0]], ("float32", [2.0]), [2, 1]),
            ],
            [
                ("sparse", [[0, 0]], ("float32", [1.0]), [2, 1]),
                ("sparse", [], ("float32", []), [2, 1]),
                ("sparse", [[1, 0]], ("float32", [2.0]), [2, 1]),
            ],
            [("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 2.0]), [2, 3])],
        ],
    ),
    (lambda: sp.retain(a, [True, False]), ("sparse", [[0, 0]], ("float32", [1.0]), [2, 3])),
    (lambda: sp.retain(a, [True]), ValueError),
    (
        lambda: (
            sp.reset_shape(a),
            sp.reset_shape(a, [4, 5]),
            sp.reset_shape(S([[0, 0]], [1.0], [5, 5])),
        ),
        [
            ("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 2.0]), [2, 3]),
            ("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 2.0]), [4, 5]),
            ("sparse", [[0, 0]], ("float32", [1.0]), [1, 1]),
        ],
    ),
    (lambda: sp.reset_shape(a, [4, 5, 6]), ValueError),
    (
        lambda: sp.fill_empty_rows(S([[1, 0], [3, 2]], [1.0, 2.0], [4, 3]), -7.0),
        [
            (
                "sparse",
                [[0, 0], [1, 0], [2, 0], [3, 2]],
                ("float32", [-7.0, 1.0, -7.0, 2.0]),
                [4, 3],
            ),
            ("bool", [True, False, True, False]),
        ],
    ),
    (
        lambda: (
            sp.bincount([[1, 1, 3], [0, 5, 5]], axis=-1),
            sp.bincount([1, 1, 3]),
            sp.bincount([[1, 1, 3], [0, 5, 5]]),
        ),
        [
            ("sparse", [[0, 1], [0, 3], [1, 0], [1, 5]], ("int32", [2, 1, 1, 2]), [2, 6]),
            ("sparse", [[1], [3]], ("int32", [2, 1]), [4]),
            ("sparse", [[0], [1], [3], [5]], ("int32", [1, 2, 1, 2]), [6]),
        ],
    ),
    (
        lambda: (
            sp.bincount(
                [[1, 1, 3], [0, 5, 5]], weights=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], axis=-1
            ),
            sp.bincount([1, 1, 3], binary_output=True),
            sp.bincount([1, 1, 3], minlength=6),
            sp.bincount([1, 1, 3], maxlength=2),
        ),
        [
            (
                "sparse",
                [[0, 1], [0, 3], [1, 0], [1, 5]],
                ("float32", [3.0, 3.0, 4.0, 11.0]),
                [2, 6],
            ),
            ("sparse", [[1], [3]], ("int32", [1, 1]), [4]),
            ("sparse", [[1], [3]], ("int32", [2, 1]), [6]),
            ("sparse", [[1]], ("int32", [2]), [2]),
        ],
    ),
    (
        lambda: sp.bincount(S([[0, 0], [0, 1], [2, 0]], [1, 1, 3], [3, 2]), axis=-1),
        ("sparse", [[0, 1], [2, 3]], ("int32", [2, 1]), [3, 4]),
    ),
    (lambda: sp.bincount([-1]), errors.InvalidArgumentError),
    (
        lambda: (
            sp.cross([tf.constant([["a", "b"]]), tf.constant([["c", "d"]])]),
            sp.cross(
                [tf.constant([["a", "b"], ["x", "y"]]), tf.constant([[1], [2]])], separator="&"
            ),
        ),
        [
            (
                "sparse",
                [[0, 0], [0, 1], [0, 2], [0, 3]],
                ("string", [b"a_X_c", b"a_X_d", b"b_X_c", b"b_X_d"]),
                [1, 4],
            ),
            (
                "sparse",
                [[0, 0], [0, 1], [1, 0], [1, 1]],
                ("string", [b"a&1", b"b&1", b"x&2", b"y&2"]),
                [2, 2],
            ),
        ],
    ),
    (
        lambda: (
            sp.segment_sum(emb, [0, 2, 1], [0, 0, 1]),
            sp.segment_mean(emb, [0, 2, 1], [0, 0, 1]),
            sp.segment_sqrt_n(emb, [0, 2, 1], [0, 0, 1]),
            sp.segment_sum(emb, [0, 2, 1], [0, 0, 2]),
            sp.segment_mean(emb, [0, 2, 1], [0, 0, 1], num_segments=4),
        ),
        [
            ("float32", [[6.0, 9.0], [3.0, 4.0]]),
            ("float32", [[3.0, 4.5], [3.0, 4.0]]),
            ("float32", [[4.24264, 6.363961], [3.0, 4.0]]),
            ("float32", [[6.0, 9.0], [0.0, 0.0], [3.0, 4.0]]),
            ("float32", [[3.0, 4.5], [3.0, 4.0], [0.0, 0.0], [0.0, 0.0]]),
        ],
    ),
    (lambda: sp.segment_sum(emb, [0, 2], [1, 0]), errors.InvalidArgumentError),
    (lambda: sp.segment_sum(emb, [0, 2], [0, 3], num_segments=2), errors.InvalidArgumentError),
    (
        lambda: (
            tf.nn.embedding_lookup_sparse(emb, i, None),
            tf.nn.embedding_lookup_sparse(emb, i, None, combiner="sum"),
            tf.nn.embedding_lookup_sparse(emb, i, None, combiner="sqrtn"),
        ),
        [
            ("float32", [[3.0, 4.5], [0.0, 0.0], [3.0, 4.0]]),
            ("float32", [[6.0, 9.0], [0.0, 0.0], [3.0, 4.0]]),
            ("float32", [[4.24264, 6.363961], [0.0, 0.0], [3.0, 4.0]]),
        ],
    ),
    (
        lambda: (
            tf.nn.embedding_lookup_sparse(emb, i, w),
            tf.nn.embedding_lookup_sparse(emb, i, w, combiner="sum"),
            tf.nn.embedding_lookup_sparse(emb, i, w, combiner="sqrtn"),
        ),
        [
            ("float32", [[1.8, 3.0], [0.0, 0.0], [3.0, 4.0]]),
            ("float32", [[4.5, 7.5], [0.0, 0.0], [9.0, 12.0]]),
            ("float32", [[2.182821, 3.638035], [0.0, 0.0], [3.0, 4.0]]),
        ],
    ),
    (lambda: tf.nn.embedding_lookup_sparse(emb, i, w, combiner="max"), ValueError),
    (
        lambda: tf.nn.embedding_lookup_sparse(emb, i, None, max_norm=1.0),
        ("float32", [[0.5142259, 0.8540803], [0.0, 0.0], [0.6, 0.8]]),
    ),
    (
        lambda: (
            tf.nn.safe_embedding_lookup_sparse(emb, i),
            tf.nn.safe_embedding_lookup_sparse(emb, i, w, default_id=1),
            tf.nn.safe_embedding_lookup_sparse(emb, i, w, combiner="sum"),
        ),
        [
            ("float32", [[3.0, 4.5], [0.0, 0.0], [3.0, 4.0]]),
            ("float32", [[1.8, 3.0], [3.0, 4.0], [3.0, 4.0]]),
            ("float32", [[4.5, 7.5], [0.0, 0.0], [9.0, 12.0]]),
        ],
    ),
    (
        lambda: grad(va(lambda s: sp.to_dense(s) ** 2), [1.0, 2.0, 3.0], second=True),
        [[("float32", [2.0, 4.0, 6.0])], [("float32", [12.0, 24.0, 36.0])]],
    ),
    (
        lambda: grad(va(lambda s: sp.reduce_sum(s, 1) ** 2), [1.0, 2.0, 3.0], second=True),
        [[("float32", [6.0, 6.0, 6.0])], [("float32", [72.0, 72.0, 36.0])]],
    ),
    (
        lambda: grad(
            lambda x, m: sp.sparse_dense_matmul(S([[0, 0], [0, 2], [1, 2]], x, [2, 3]), m) ** 2,
            [1.0, 2.0, 3.0],
            [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
            second=True,
        ),
        [
            [
                ("float32", [78.0, 278.0, 366.0]),
                ("float32", [[22.0, 28.0], [0.0, 0.0], [134.0, 164.0]]),
            ],
            [
                ("float32", [40512.0, 153840.0, 193500.0]),
                ("float32", [[15696.0, 19632.0], [0.0, 0.0], [112560.0, 137424.0]]),
            ],
        ],
    ),
    (
        lambda: grad(va(lambda s: sp.softmax(s).values ** 2), [1.0, 2.0, 3.0]),
        [("float32", [-0.1817155, 0.1817155, 0.0])],
    ),
    (
        lambda: grad(va(lambda s: sp.add(s, a).values ** 2), [1.0, 2.0, 3.0]),
        [("float32", [4.0, 4.0, 10.0])],
    ),
    (
        lambda: grad(va(lambda s: sp.add(s, tf.ones([2, 3])) ** 2), [1.0, 2.0, 3.0]),
        [("float32", [4.0, 6.0, 8.0])],
    ),
    (
        lambda: grad(va(lambda s: sp.slice(s, [0, 1], [2, 2]).values ** 2), [1.0, 2.0, 3.0]),
        [("float32", [0.0, 4.0, 6.0])],
    ),
    (
        lambda: grad(va(lambda s: sp.transpose(s).values ** 2), [1.0, 2.0, 3.0]),
        [("float32", [2.0, 4.0, 6.0])],
    ),
    (
        lambda: grad(va(lambda s: (s * [[1.0, 2.0, 3.0]]).values ** 2), [1.0, 2.0, 3.0]),
        [("float32", [2.0, 36.0, 54.0])],
    ),
    (
        lambda: grad(lambda x: sp.from_dense(x).values ** 2, [[1.0, 0.0], [0.0, 2.0]]),
        [("float32", [[2.0, 0.0], [0.0, 4.0]])],
    ),
    (
        lambda: grad(va(lambda s: sp.fill_empty_rows(s, 0.0)[0].values ** 2), [1.0, 2.0, 3.0]),
        [("float32", [2.0, 4.0, 6.0])],
    ),
    (
        lambda: sp.map_values(tf.square, a),
        ("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 4.0]), [2, 3]),
    ),
    (
        lambda: (
            sp.mask(
                tf.IndexedSlices(
                    tf.constant([[1.0], [2.0]]), tf.constant([12, 26]), tf.constant([30, 1])
                ),
                [12],
            ).indices
        ),
        ("int32", [26]),
    ),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)
