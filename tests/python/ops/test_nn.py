"""Neural network functions: softmax, cross entropies, dropout, normalization, adjust_contrast."""

import numpy as np
import pytest
from checks import assert_close, gradients, value_and_gradients
from library import tf

IAE = tf.errors.InvalidArgumentError
LABELS, LOGITS = [[0.0, 1.0, 0.0]], [[1.0, 2.0, 3.0]]
SOFTMAX = np.array([0.09003057, 0.24472847, 0.66524096])


# --- softmax --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_softmax(dtype):
    x = tf.constant([1.0, 2.0, 3.0], dtype)
    tolerance = {"float16": 2e-3, "bfloat16": 1e-2}.get(dtype, 1e-6)
    assert tf.nn.softmax(x).dtype == dtype
    assert_close(tf.nn.softmax(x), SOFTMAX, rtol=tolerance)
    assert_close(tf.nn.log_softmax(x), np.log(SOFTMAX), rtol=tolerance)


@pytest.mark.parametrize("axis", [0, 1, -1, -2])
def test_softmax_along_an_axis(axis):
    x = np.random.default_rng(6).normal(size=[3, 4])
    expected = np.exp(x) / np.exp(x).sum(axis, keepdims=True)
    assert_close(tf.nn.softmax(x, axis=axis), expected)
    assert_close(tf.nn.log_softmax(x, axis), np.log(expected))


def test_gradients_of_softmax():
    w = np.array([1.0, 2.0, 3.0])
    (g,) = gradients(lambda x: tf.nn.softmax(x) * w, [1.0, 2.0, 3.0])
    assert_close(g, SOFTMAX * (w - SOFTMAX @ w))
    (g,) = gradients(lambda x: tf.nn.log_softmax(x) * w, [1.0, 2.0, 3.0])
    assert_close(g, w - SOFTMAX * w.sum())


def test_softmax_is_checked():
    with pytest.raises(IAE, match=r"logits must have >= 1 dimension, got \[\]"):
        tf.nn.softmax(1.0)
    with pytest.raises(IAE, match=r"must be in the range \[-1, 1\)"):
        tf.nn.softmax([1.0], axis=2)
    assert tf.nn.softmax(tf.zeros([0])).shape == [0]
    assert tf.nn.softmax(tf.zeros([2, 0])).shape == [2, 0]


# --- cross entropies ------------------------------------------------------------------------------


def test_softmax_cross_entropy():
    y, (labels, logits) = value_and_gradients(
        lambda a, b: tf.nn.softmax_cross_entropy_with_logits(labels=a, logits=b), LABELS, LOGITS
    )
    assert_close(y, [1.4076059])
    assert_close(labels, [[2.407606, 1.4076059, 0.40760595]])
    assert_close(logits, [SOFTMAX - [0, 1, 0]])


def test_labels_may_be_integers_and_lie_along_another_axis():
    f = tf.nn.softmax_cross_entropy_with_logits
    assert_close(f([[0, 1, 0]], LOGITS), [1.4076059])
    assert_close(f(tf.constant([0.0, 1.0]), tf.constant([0.0, 1.0])), 0.31326166)
    assert_close(f(tf.transpose(LABELS), tf.transpose(LOGITS), axis=0), [1.4076059])


def test_the_gradient_for_labels_that_do_not_sum_to_one():
    """An action times its advantage is such a row: not the loss is differentiated then."""
    labels = tf.constant([[1.0, 2.0, 0.0]])
    f = lambda x: tf.nn.softmax_cross_entropy_with_logits(labels, x)  # noqa: E731
    assert_close(f(LOGITS), [3 * np.log(np.exp([1.0, 2.0, 3.0]).sum()) - 5.0])
    assert_close(gradients(f, LOGITS)[0], [SOFTMAX - [1, 2, 0]])


def test_huge_logits_are_stable():
    y, (g,) = value_and_gradients(
        lambda x: tf.nn.softmax_cross_entropy_with_logits([[0.0, 1.0, 0.0]], x),
        [[1000.0, 0.0, -1000.0]],
    )
    assert_close(y, [1000.0])
    assert_close(g, [[1.0, -1.0, 0.0]])


def test_sparse_softmax_cross_entropy():
    f = tf.nn.sparse_softmax_cross_entropy_with_logits
    y, (g,) = value_and_gradients(lambda x: f([1], x), LOGITS)
    assert_close(y, [1.4076059])
    assert_close(g, [SOFTMAX - [0, 1, 0]])
    assert_close(f(labels=1, logits=[1.0, 2.0, 3.0]), 1.4076059)
    batches = tf.constant([[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]])
    assert_close(f(tf.constant([[0, 2]], tf.int64), batches), [-np.log(SOFTMAX[[0, 2]])])
    assert f(labels=tf.zeros([0], tf.int32), logits=tf.zeros([0, 3])).shape == [0]


@pytest.mark.parametrize(
    "f",
    [
        lambda x: tf.nn.softmax_cross_entropy_with_logits([0.0, 1.0, 0.0], x),
        lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits(1, x),
    ],
)
def test_the_hessian_of_the_cross_entropy(f):
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        g = inner.gradient(y, x)
    assert_close(outer.jacobian(g, x), np.diag(SOFTMAX) - np.outer(SOFTMAX, SOFTMAX))


def test_sigmoid_cross_entropy():
    f = lambda z, x: tf.nn.sigmoid_cross_entropy_with_logits(labels=z, logits=x)  # noqa: E731
    y, (_, g) = value_and_gradients(
        f, [0.0, 1.0, 0.0, 1.0, 0.5], [-100.0, 100.0, 100.0, -100.0, 0.0]
    )
    assert_close(y, [0, 0, 100, 100, np.log(2)])
    assert_close(g, [0, 0, 1, -1, 0])
    _, (labels, logits) = value_and_gradients(f, [0.5], [2.0])
    assert_close(labels, [-2.0])
    assert_close(logits, [1 / (1 + np.exp(-2.0)) - 0.5])


def test_weighted_cross_entropy():
    y = tf.nn.weighted_cross_entropy_with_logits([1.0, 0.0], [0.5, 0.5], pos_weight=2.0)
    assert_close(y, [0.948154, 0.974077])


@pytest.mark.parametrize(
    ("labels", "logits", "error", "sentence"),
    [
        ([5], LOGITS, IAE, r"label value of 5 which is outside the valid range of \[0, 3\)"),
        ([-1], LOGITS, IAE, r"label value of -1 which is outside the valid range of \[0, 3\)"),
        ([1.5], LOGITS, IAE, "of float is not in the list of allowed values: int32, int64"),
        (
            [1, 2],
            LOGITS,
            ValueError,
            r"`labels.shape` must equal `logits.shape` except for the last",
        ),
        ([[1]], LOGITS, ValueError, r"`labels.shape.rank` must equal `logits.shape.rank - 1`"),
    ],
)
def test_sparse_labels_are_checked(labels, logits, error, sentence):
    with pytest.raises(error, match=sentence):
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)


def test_shapes_of_labels_are_checked():
    sentence = r"logits and labels must be broadcastable: logits_size=\[1,2\] labels_size=\[1,3\]"
    with pytest.raises(IAE, match=sentence):
        tf.nn.softmax_cross_entropy_with_logits(LABELS, tf.ones([1, 2]))
    sentence = r"`logits` and `labels` must have the same shape, received \(\(2,\) vs \(1,\)\)"
    with pytest.raises(ValueError, match=sentence):
        tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0], logits=[1.0, 2.0])


# --- bias_add, dropout, normalization -------------------------------------------------------------


def test_bias_add():
    y, (x, b) = value_and_gradients(tf.nn.bias_add, [[1.0, 2.0], [3.0, 4.0]], [10.0, 20.0])
    assert_close(y, [[11, 22], [13, 24]])
    assert_close(x, [[1, 1], [1, 1]])
    assert_close(b, [2, 2])
    assert_close(tf.nn.bias_add(tf.ones([2, 3, 4, 2]), [1.0, 2.0])[1, 2, 3], [2, 3])


@pytest.mark.parametrize(
    ("x", "b", "sentence"),
    [
        (
            [[1.0, 2.0]],
            [1.0],
            r"as many biases as the last dimension of the input tensor: \[1\] vs.",
        ),
        ([1.0, 2.0], [1.0, 2.0], r"Input tensor must be at least 2D: \[2\]"),
        ([[1.0, 2.0]], [[1.0, 2.0]], r"Biases must be 1D: \[1,2\]"),
    ],
)
def test_bias_add_is_checked(x, b, sentence):
    with pytest.raises(IAE, match=sentence):
        tf.nn.bias_add(x, b)


def test_dropout_keeps_the_mean():
    y = tf.nn.dropout(tf.ones([100_000]), 0.25).numpy()
    assert set(y.tolist()) == {0.0, np.float32(1 / 0.75).item()}
    assert abs(y.mean() - 1) < 0.02
    assert_close(tf.nn.dropout([1.0, 2.0], 0.0), [1.0, 2.0])


def test_the_gradient_of_dropout_is_its_mask():
    y, (g,) = value_and_gradients(lambda x: tf.nn.dropout(x, 0.5), tf.fill([100], 3.0))
    assert_close(g, y.numpy() / 3)


def test_dropout_repeats_its_noise_along_an_axis():
    y = tf.nn.dropout(tf.ones([50, 4]), 0.5, noise_shape=[50, 1]).numpy()
    assert all(len(set(row)) == 1 for row in y.tolist())


@pytest.mark.parametrize("rate", [1.0, -0.1, 1.5])
def test_the_rate_is_checked(rate):
    sentence = r"`rate` must be a scalar tensor or a float in the range \[0, 1\). Received: rate="
    with pytest.raises(ValueError, match=sentence):
        tf.nn.dropout([1.0], rate)


def test_dropout_wants_floats():
    with pytest.raises(ValueError, match=r"`x.dtype` must be a floating point tensor"):
        tf.nn.dropout(tf.constant([1, 2]), 0.5)


def test_batch_normalization():
    y, found = value_and_gradients(
        lambda x, m, v, o, s: tf.nn.batch_normalization(x, m, v, o, s, 0.001),
        *([[1.0, 2.0]], [0.0, 1.0], [1.0, 4.0], [0.5, 0.5], [2.0, 2.0]),
    )
    assert_close(y, [[2.4990008, 1.4998751]])
    assert_close(found[0], [[1.9990008, 0.99987507]])
    assert_close(found[1], [-1.9990008, -0.99987507])
    assert_close(found[2], [-0.9985019, -0.12495316])
    assert_close(found[3], [1.0, 1.0])
    assert_close(found[4], [0.9995004, 0.49993753])
    plain = tf.nn.batch_normalization(tf.ones([1, 2]), tf.zeros([2]), tf.ones([2]), None, None, 0.0)
    assert_close(plain, [[1.0, 1.0]])


def test_small_functions():
    y, (g,) = value_and_gradients(tf.nn.l2_loss, [3.0, 4.0])
    assert_close(y, 12.5)
    assert_close(g, [3.0, 4.0])
    assert_close(tf.nn.zero_fraction([0.0, 1.0, 0.0, 0.0]), 0.75)
    assert_close(tf.nn.in_top_k([1, 0], [[0.1, 0.9], [0.1, 0.9]], 1), [True, False])
    assert_close(
        tf.nn.embedding_lookup(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [1, 0]), [[3, 4], [1, 2]]
    )
    assert_close(tf.nn.moments(tf.constant([1.0, 2.0, 3.0]), [0])[1], 2 / 3)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("nn.tanh", "tanh"),
        ("nn.sigmoid", "sigmoid"),
        ("math.softplus", "nn.softplus"),
        ("math.softmax", "nn.softmax"),
        ("nn.swish", "nn.silu"),
        ("math.abs", "abs"),
        ("math.reduce_sum", "reduce_sum"),
        ("linalg.matmul", "matmul"),
        ("linalg.norm", "norm"),
        ("math.sin", "sin"),
        ("nn.l2_normalize", "math.l2_normalize"),
        ("linalg.eye", "eye"),
    ],
)
def test_one_function_with_two_names(name, other):
    def find(path):
        found = tf
        for part in path.split("."):
            found = getattr(found, part)
        return found

    assert find(name) is find(other)


# --- an operation without a gradient --------------------------------------------------------------

IMAGE = tf.constant([[[0.5, 0.0, 0.0], [1.0, 0.5, 0.2]]])


def test_adjust_contrast():
    assert_close(tf.image.adjust_contrast(IMAGE, 2.0), [[[0.25, -0.25, -0.1], [1.25, 0.75, 0.3]]])
    assert_close(tf.image.adjust_contrast(IMAGE, tf.constant(0.5))[0, 0], [0.625, 0.125, 0.05])
    with pytest.raises(IAE, match=r"input must be at least 3-D, got shape\s?\[2\]"):
        tf.image.adjust_contrast([1.0, 2.0], 2.0)


def test_adjust_contrast_has_no_gradient_and_says_so():
    sentence = "gradient registry has no entry for: AdjustContrastv2"
    with pytest.raises(LookupError, match=sentence):
        gradients(lambda x: tf.image.adjust_contrast(x, 2.0), IMAGE)


def test_relu_of_many_numbers_has_the_gradient_of_each():
    """A large tensor's signs are kept as bits: the gradient, the jacobian and the second order."""
    values = np.linspace(-1.0, 1.0, 301, dtype=np.float32)
    values[7] = np.nan
    x = tf.constant(values)
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.nn.relu(x) * 3.0)
        g = tape.gradient(y, x)
        rows = tf.nn.relu(x)
    expected = np.where(values > 0, 3.0, 0.0)
    np.testing.assert_array_equal(g.numpy(), expected)
    np.testing.assert_array_equal(outer.gradient(g, x).numpy(), np.zeros(301))
    np.testing.assert_array_equal(outer.jacobian(rows, x).numpy(), np.diag(expected / 3.0))
