"""Shapes, axes and counts that do not fit: TensorFlow's exception types and sentences (3.6)."""

import pytest
from library import tf

IAE = tf.errors.InvalidArgumentError
X = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
V2, V3 = tf.ones([2]), tf.ones([3])

INVALID_ARGUMENT = [
    # reshape
    (
        lambda: tf.reshape(X, [4]),
        r"Input to reshape is a tensor with 6 values, but the requested shape has 4",
    ),
    (
        lambda: tf.reshape(X, [-1, 4]),
        r"with 6 values, but the requested shape requires a multiple of 4",
    ),
    (lambda: tf.reshape(X, [-1, -1]), r"Only one input size may be -1"),
    (lambda: tf.reshape(X, [-2, 3]), r"must be non-negative, not -2"),
    (
        lambda: tf.reshape(X, [0, -1]),
        r"with 6 values, but the requested shape (has|requires a multiple of) 0",
    ),
    (lambda: tf.reshape(X, [2**40]), r"but the requested shape has 1099511627776"),
    # transpose, expand_dims, squeeze
    (lambda: tf.transpose(X, [0]), r"transpose expects a (vector of size 2|permutation of the 2)"),
    (lambda: tf.transpose(X, [0, 0]), r"1 is missing from \{0,0\}|permutation of .* not \[0, 0\]"),
    (lambda: tf.transpose(X, [0, 2]), r"2 is out of range \[0 .. 2\)|permutation .* not \[0, 2\]"),
    (lambda: tf.expand_dims(V2, 3), r"Tried to expand dim index 3 for tensor with 1 dimensions"),
    (lambda: tf.expand_dims(V2, -4), r"Tried to expand dim index -4 for tensor with 1 dimensions"),
    (lambda: tf.squeeze(X, 0), r"Can not squeeze dim\[0\], expected a dimension of 1, got 2"),
    (lambda: tf.squeeze(X, 5), r"Tried to squeeze dim index 5 for tensor with 2 dimensions"),
    # concat, stack, unstack, split
    (
        lambda: tf.concat([X, X], 2),
        r"Expected concatenating dimensions in the range \[-2, 2\), but got 2",
    ),
    (
        lambda: tf.concat([X, X], -3),
        r"Expected concatenating dimensions in the range \[-2, 2\), but got -3",
    ),
    (
        lambda: tf.concat([X, tf.ones([3, 3])], 1),
        r"Dimension 0 in both shapes must be equal: shape\[0\] = \[2,3\] vs. shape\[1\] = \[3,3\]",
    ),
    (
        lambda: tf.concat([X, V3], 0),
        r"Ranks of all input tensors should match: shape\[0\] = \[2,3\] vs. shape\[1\] = \[3\]",
    ),
    (
        lambda: tf.concat([1.0, 2.0], 0),
        r"Can't concatenate scalars|ConcatOp : .* in the range \[0, 0\)",
    ),
    (
        lambda: tf.stack([V2, V3]),
        r"Shapes of all inputs must match: values\[0\].shape = \[2\] != values\[1\].shape = \[3\]",
    ),
    (lambda: tf.unstack(X, num=3), r"Input shape axis 0 must equal 3, got shape \[2,3\]"),
    (
        lambda: tf.split(X, 2, 1),
        r"Number of ways to split should evenly divide the split dimension, but got split_dim 1 "
        r"\(size = 3\) and num_split 2",
    ),
    (
        lambda: tf.split(X, [1, 1], 1),
        r"Determined shape must either match input shape along split_dim",
    ),
    (
        lambda: tf.split(X, [4, -1], 1),
        r"Determined shape must either match input shape along split_dim",
    ),
    (lambda: tf.split(X, [-1, -1], 1), r"There can only be one -1 in the input"),
    (lambda: tf.split(X, 3, 5), r"split_dim < input rank \(2\), but got 5"),
    (lambda: tf.split(1.0, 1), r"split_dim < input rank \(0\), but got 0"),
    (lambda: tf.split(X, 0), r"Value for attr 'num_split' of 0 must be at least minimum 1"),
    (lambda: tf.split(X, -1), r"Value for attr 'num_split' of -1 must be at least minimum 1"),
    # tile, repeat, broadcast_to
    (
        lambda: tf.tile(X, [2]),
        r"Expected multiples argument to be a vector of length 2 but got length 1",
    ),
    (lambda: tf.tile(X, [-1, 1]), r"Expected multiples\[0\] >= 0, but got -1"),
    (lambda: tf.repeat([1, 2], -1), r"Expected multiples\[1\] >= 0, but got -1"),
    (lambda: tf.broadcast_to(V2, [3]), r"Incompatible shapes: \[2\] vs. \[3\]"),
    (
        lambda: tf.broadcast_to(X, [3]),
        r"Rank of input \(2\) must be no greater|Incompatible shapes: \[2,3\] vs. \[3\]",
    ),
    (lambda: tf.broadcast_to(X, [-1, 3]), r"Dimension -1 must be >= 0|Incompatible shapes.*-1"),
    # pad, reverse, roll, ensure_shape
    (
        lambda: tf.pad(V3, [[3, 0]], "REFLECT"),
        r"paddings must be less than the dimension size: 3, 0 not less than 3",
    ),
    (lambda: tf.pad(X, [[1, 1]]), r"The first dimension of paddings must be the rank of inputs"),
    (lambda: tf.pad(V2, [[-1, 0]]), r"Paddings must be non-negative: -1 0"),
    (lambda: tf.pad(V2, [1, 1]), r"paddings must be a matrix with 2 columns: \[2\]"),
    (lambda: tf.reverse(X, [2]), r"'axis'\[0\] = 2 is out of valid range \[0, 1"),
    (lambda: tf.reverse(X, [0, 0]), r"axis 0 specified more than once"),
    (lambda: tf.roll(X, 1, 5), r"axis 5 is out of range"),
    (
        lambda: tf.ensure_shape(X, [3, 3]),
        r"Shape of tensor input \[2,3\] is not compatible with expected shape \[3,3\]",
    ),
]


@pytest.mark.parametrize(
    ("f", "sentence"), INVALID_ARGUMENT, ids=[s[:40] for _, s in INVALID_ARGUMENT]
)
def test_an_invalid_argument(f, sentence):
    with pytest.raises(IAE, match=sentence):
        f()


OTHERS = [
    (lambda: tf.stack([X, X], 3), ValueError, r"Argument `axis` = 3 not in range \[-3, 3\)"),
    (lambda: tf.stack([X, X], -4), ValueError, r"Argument `axis` = -4 not in range \[-3, 3\)"),
    (lambda: tf.unstack(1.0), ValueError, r"Argument `axis` = 0 not in range \[0, 0\)"),
    (lambda: tf.unstack(X, axis=2), ValueError, r"Argument `axis` = 2 not in range \[-2, 2\)"),
    (lambda: tf.repeat([1, 2], [1, 2, 3]), ValueError, r"Dimensions 2 and 3 are not compatible"),
    (lambda: tf.repeat(X, 2, axis=5), ValueError, r"axis=5 out of bounds: expected -2<=axis<2"),
    (
        lambda: tf.pad(V2, [[1, 1]], "FOO"),
        ValueError,
        'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMM',
    ),
    (
        lambda: tf.cast("a", tf.float32),
        tf.errors.UnimplementedError,
        "Cast string to float is not supported",
    ),
    (lambda: tf.concat([], 0), (IAE, ValueError), "Concat|concat"),
]


@pytest.mark.parametrize(("f", "error", "sentence"), OTHERS, ids=[s[:40] for *_, s in OTHERS])
def test_another_error(f, error, sentence):
    with pytest.raises(error, match=sentence):
        f()


@pytest.mark.parametrize("bad", [None, 1.5, [1.5], "a", [None], object(), [[3], [2, 1]]])
@pytest.mark.parametrize(
    "f",
    [
        lambda bad: tf.reshape(X, bad),
        lambda bad: tf.tile(X, bad),
        lambda bad: tf.broadcast_to(X, bad),
        lambda bad: tf.zeros(bad),
        lambda bad: tf.fill(bad, 1.0),
        lambda bad: tf.concat([X, X], bad),
        lambda bad: tf.expand_dims(X, bad),
        lambda bad: tf.cumsum(X, bad),
    ],
)
def test_what_is_no_shape_and_no_axis(f, bad):
    # TensorFlow's type depends on what the function converts first.
    with pytest.raises((TypeError, ValueError, IAE)):
        f(bad)


def test_the_operation_is_named_in_the_text():
    for op, f in [
        ("Reshape", lambda: tf.reshape(X, [4])),
        ("Transpose", lambda: tf.transpose(X, [0])),
        ("ConcatV2", lambda: tf.concat([X, X], 2)),
        ("Pack", lambda: tf.stack([V2, V3])),
        ("StridedSlice", lambda: X[5]),
        ("GatherV2", lambda: tf.gather(X, 5)),
        ("Sum", lambda: tf.reduce_sum(X, 5)),
        ("ExpandDims", lambda: tf.expand_dims(X, 5)),
        ("MatMul", lambda: X @ X),
    ]:
        with pytest.raises(IAE, match=op):
            f()


def test_what_an_error_carries():
    with pytest.raises(IAE) as caught:
        tf.reshape(X, [4])
    error = caught.value
    assert "Input to reshape is a tensor with 6 values" in error.message
    assert error.op is None
    assert error.node_def is None
    assert error.error_code == 3
    assert error.args == ()
    assert isinstance(error, tf.errors.OpError)


def test_a_failed_call_on_a_tape_leaves_it_as_it_was():
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = tf.reduce_sum(X * X)
        for f, _ in INVALID_ARGUMENT:
            with pytest.raises(IAE):
                f()
        z = y * 2.0
    assert tape.gradient(z, X).numpy().tolist() == (4.0 * X).numpy().tolist()
