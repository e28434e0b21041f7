"""jacobian: shapes, unconnected sources, persistence; the same in one go and row by row."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf


def jacobian(f, x, persistent=True, **options):
    """The jacobian of f at x (a value, or a variable as it is)."""
    x = x if isinstance(x, tf.Variable) else tf.convert_to_tensor(x)
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        y = f(x)
    return tape.jacobian(y, x, **options)


# --- shapes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "x_shape", "y_shape"),
    [
        (lambda x: x * x, [], []),
        (lambda x: x * x, [3], [3]),
        (lambda x: tf.reduce_sum(x * x), [2, 3], []),
        (lambda x: x * [1.0, 2.0], [], [2]),
        (lambda x: tf.reduce_sum(x, axis=0), [4, 3], [3]),
        (lambda x: x[:0], [2], [0]),
        (lambda x: tf.reshape(x, [3, 2]), [2, 3], [3, 2]),
        (lambda x: tf.transpose(x), [2, 3], [3, 2]),
        (lambda x: x * x, [0], [0]),
    ],
)
def test_the_shape_is_that_of_the_target_and_then_of_the_source(f, x_shape, y_shape):
    assert jacobian(f, tf.ones(x_shape)).shape == y_shape + x_shape


def test_a_scalar_of_a_scalar_is_its_derivative():
    assert_close(jacobian(lambda x: x * x, 3.0), 6.0)


def test_the_jacobian_of_itself_is_the_identity():
    assert_close(jacobian(lambda x: x, [1.0, 2.0]), np.eye(2))


def test_elementwise_functions_have_diagonal_jacobians():
    assert_close(jacobian(lambda x: x * x, [1.0, 2.0]), [[2.0, 0.0], [0.0, 4.0]])


def test_a_linear_map_is_its_own_jacobian():
    a = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    assert_close(jacobian(lambda x: tf.linalg.matvec(a, x), [1.0, 1.0]), a.numpy())


def test_sources_may_be_nested():
    a, b = tf.constant([1.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        tape.watch(a)
        y = a * b
    j = tape.jacobian(y, {"a": a, "rest": [b, (a,)]})
    assert_close(j["a"], [[3.0, 0.0], [0.0, 3.0]])
    assert_close(j["rest"][0], [1.0, 2.0])
    assert_close(j["rest"][1][0], [[3.0, 0.0], [0.0, 3.0]])


def test_a_variable_may_be_the_target():
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        _ = v * v
    assert_close(tape.jacobian(v, v), np.eye(2))


def test_the_jacobian_has_the_dtype_of_the_source():
    j = jacobian(lambda x: tf.cast(x, tf.float64), [1.0, 2.0])
    assert j.dtype == tf.float32
    assert_close(j, np.eye(2))


def test_the_jacobian_to_an_intermediate():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 10.0
        z = y * y
    assert_close(tape.jacobian(z, y), [[20.0, 0.0], [0.0, 40.0]])


# --- unconnected ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pfor", [True, False])
def test_an_unconnected_source_is_none_or_zeros(pfor):
    x, w = tf.constant([1.0, 2.0]), tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = w * w
    assert tape.jacobian(y, x, experimental_use_pfor=pfor) is None
    zeros = tape.jacobian(y, x, unconnected_gradients="zero", experimental_use_pfor=pfor)
    assert_close(zeros, np.zeros([3, 2]))


def test_an_integer_target_has_none():
    assert jacobian(lambda x: tf.cast(x, tf.int32), [1.0, 2.0]) is None


@pytest.mark.parametrize("pfor", [True, False])
def test_a_bad_spelling_is_a_value_error(pfor):
    with pytest.raises(ValueError):
        jacobian(lambda x: x * x, [1.0], unconnected_gradients="foo", experimental_use_pfor=pfor)


# --- persistence and options ----------------------------------------------------------------------


def test_a_non_persistent_tape_gives_one_jacobian_of_many_rows():
    j = jacobian(lambda x: x * x, tf.range(20.0), persistent=False)
    assert_close(j, np.diag(2 * np.arange(20.0)))


def test_without_pfor_the_tape_must_be_persistent_and_stays_usable():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    sentence = (
        "GradientTape must be created with persistent=True to compute the jacobian with eager"
    )
    with pytest.raises(RuntimeError, match=sentence):
        tape.jacobian(y, x, experimental_use_pfor=False)
    assert_close(tape.gradient(y, x), [2.0, 4.0])


@pytest.mark.parametrize("iterations", [None, 2, 10])
def test_parallel_iterations_are_accepted(iterations):
    j = jacobian(lambda x: x * x, [1.0, 2.0], parallel_iterations=iterations)
    assert_close(j, [[2.0, 0.0], [0.0, 4.0]])


@ours("parallel_iterations is a hint without meaning here; TensorFlow's pfor refuses 1")
def test_one_parallel_iteration_is_accepted():
    j = jacobian(lambda x: x * x, [1.0, 2.0], parallel_iterations=1)
    assert_close(j, [[2.0, 0.0], [0.0, 4.0]])


@ours("no message about retracing: nothing is traced")
def test_many_jacobians_log_nothing(caplog):
    for _ in range(8):
        jacobian(lambda x: x * x, [1.0, 2.0])
    assert caplog.records == []


def test_inside_a_persistent_block_the_jacobian_is_differentiable():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
        j = tape.jacobian(y, x)
    assert_close(j, [[3.0, 0.0], [0.0, 12.0]])
    assert_close(tape.gradient(j, x), [6.0, 12.0])


@pytest.mark.parametrize("pfor", [True, False])
def test_the_hessian_is_the_jacobian_of_the_gradient(pfor):
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x[0] * x[0] * x[1] + tf.sin(x[2]) * x[0]
        g = inner.gradient(y, x)
    hessian = outer.jacobian(g, x, experimental_use_pfor=pfor)
    cos3, sin3 = np.cos(3.0), np.sin(3.0)
    assert_close(hessian, [[4.0, 2.0, cos3], [2.0, 0.0, 0.0], [cos3, 0.0, -sin3]])


def test_the_hessian_of_a_matrix_has_four_axes():
    x = tf.ones([2, 3])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(x**3)
        g = inner.gradient(y, x)
    hessian = outer.jacobian(g, x)
    assert hessian.shape == [2, 3, 2, 3]
    assert_close(tf.reshape(hessian, [6, 6]), 6.0 * np.eye(6))


@pytest.mark.parametrize("target", [lambda x: [x], lambda x: {"a": x}, lambda x: None, float])
def test_the_target_is_one_tensor(target):
    with pytest.raises((AttributeError, TypeError)):
        jacobian(target, 1.0)


# --- one answer, three ways -----------------------------------------------------------------------

M = np.array([[2.0, 0.3, -0.4], [0.1, 1.5, 0.2], [-0.3, 0.5, 1.8]], np.float32)
V = np.array([0.5, -1.2, 2.0], np.float32)
C = np.array([[0.3, -0.2, 0.9], [1.1, 0.4, -0.7]], np.float32)

OPERATIONS = {
    "abs": (tf.abs, V),
    "exp": (tf.exp, V),
    "tanh": (tf.tanh, V),
    "relu": (tf.nn.relu, V),
    "elu": (tf.nn.elu, V),
    "softplus": (tf.nn.softplus, V),
    "leaky_relu": (tf.nn.leaky_relu, V),
    "pow": (lambda x: x**3, V),
    "broadcast": (lambda x: x * C, V),
    "both operands": (lambda x: x[:, None] * x / (1.0 + x * x), V),
    "maximum": (lambda x: tf.maximum(x, 0.1), V),
    "where": (lambda x: tf.where(x > 0, tf.exp(x), x * x), V),
    "clip": (lambda x: tf.clip_by_value(x, -1.0, 1.0), V),
    "reduce_sum": (lambda x: tf.reduce_sum(x * x, axis=1), M),
    "reduce_mean": (lambda x: tf.reduce_mean(x * x, axis=0, keepdims=True), M),
    "reduce_max": (lambda x: tf.reduce_max(x, axis=1), M),
    "reduce_prod": (lambda x: tf.reduce_prod(x, axis=1), M),
    "reduce_std": (lambda x: tf.math.reduce_std(x, axis=1), M),
    "reduce_logsumexp": (lambda x: tf.reduce_logsumexp(x, axis=0), M),
    "cumsum": (tf.cumsum, V),
    "cumprod": (tf.math.cumprod, V),
    "softmax": (tf.nn.softmax, M),
    "log_softmax": (tf.nn.log_softmax, M),
    "cross entropy": (lambda x: tf.nn.softmax_cross_entropy_with_logits(np.abs(M), x), M),
    "sparse cross entropy": (
        lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits([0, 2, 1], x),
        M,
    ),
    "sigmoid cross entropy": (
        lambda x: tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.ones([3]), logits=x),
        V,
    ),
    "matmul left": (lambda x: tf.matmul(x, C, transpose_b=True), M),
    "matmul right": (lambda x: tf.matmul(C, x), M),
    "matmul both": (lambda x: tf.matmul(x, x, transpose_a=True), C),
    "batched matmul": (lambda x: tf.matmul(tf.stack([x, 2 * x]), x), M),
    "matvec": (lambda x: tf.linalg.matvec(M, x), V),
    "tensordot": (lambda x: tf.tensordot(x, C, axes=[[1], [1]]), M),
    "einsum": (lambda x: tf.einsum("ij,kj->ik", x, C), M),
    "solve": (lambda x: tf.linalg.solve(x, V[:, None]), M),
    "inv": (tf.linalg.inv, M),
    "det": (tf.linalg.det, M),
    "trace": (tf.linalg.trace, M),
    "norm": (lambda x: tf.norm(x, axis=1), M),
    "diag": (tf.linalg.diag, V),
    "diag_part": (tf.linalg.diag_part, M),
    "reshape": (lambda x: tf.reshape(x, [3, 2]) * 2.0, C),
    "transpose": (lambda x: tf.transpose(x) * 2.0, C),
    "concat": (lambda x: tf.concat([x, x * x], 1), C),
    "stack": (lambda x: tf.stack([x, x * x], 1), C),
    "split": (lambda x: tf.split(x * x, 3, axis=1)[1], C),
    "unstack": (lambda x: tf.unstack(x * x, axis=1)[2], C),
    "slice": (lambda x: (x * x)[:, 1:], C),
    "strided slice": (lambda x: (x * x)[::-1, ::2], C),
    "pad": (lambda x: tf.pad(x, [[1, 0], [0, 2]]), C),
    "tile": (lambda x: tf.tile(x, [2, 1]), C),
    "repeat": (lambda x: tf.repeat(x, [2, 1], axis=0), C),
    "broadcast_to": (lambda x: tf.broadcast_to(x, [2, 3]), V),
    "expand_dims": (lambda x: tf.expand_dims(x, 1) * 2.0, C),
    "squeeze": (lambda x: tf.squeeze(x[None], 0) * 2.0, C),
    "reverse": (lambda x: tf.reverse(x, [1]), C),
    "roll": (lambda x: tf.roll(x, 1, 1), C),
    "gather_nd": (lambda x: tf.gather_nd(x, [[0, 1], [1, 2]]), C),
    "gather axis 1": (lambda x: tf.gather(x, [2, 0, 2], axis=1), C),
    "boolean_mask": (lambda x: tf.boolean_mask(x, [True, False]), C),
    "sort": (tf.sort, V),
    "top_k": (lambda x: tf.math.top_k(x, 2).values, V),
    "moments": (lambda x: tf.nn.moments(x, [1])[1], M),
    "bias_add": (lambda x: tf.nn.bias_add(C, x), V),
    "cast": (lambda x: tf.cast(tf.cast(x, tf.float64) ** 2, tf.float32), V),
    "clip_by_norm": (lambda x: tf.clip_by_norm(x, 1.0), V),
    "map_fn": (lambda x: tf.map_fn(lambda r: r * r, x), V),
    "l2_normalize": (lambda x: tf.nn.l2_normalize(x, axis=1), M),
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_one_go_and_row_by_row_agree(operation):
    f, value = OPERATIONS[operation]
    x = tf.constant(value)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = f(x)
    at_once = tape.jacobian(y, x)
    in_turn = tape.jacobian(y, x, experimental_use_pfor=False)
    size = int(tf.size(y))
    rows = [
        tape.gradient(y, x, output_gradients=tf.reshape(tf.one_hot(i, size), y.shape))
        for i in range(size)
    ]
    by_hand = np.reshape([r.numpy() for r in rows], [*y.shape, *x.shape])
    assert np.abs(by_hand).max() > 0
    assert_close(at_once, by_hand)
    assert_close(in_turn, by_hand)


@ours("TensorFlow computes what does not fit, until memory runs out")
def test_a_jacobian_that_does_not_fit_is_refused_and_one_of_nothing_is_none():
    x = tf.zeros([2, 400_000], tf.complex128)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            apart = x * x
    assert tape.jacobian(apart, x) is None
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"800000"):
        tape.jacobian(y, x)
    wide = tf.zeros([3, 400_000], tf.complex128)
    with tf.GradientTape() as tape:
        tape.watch(wide)
        y = wide * wide
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"400000"):
        tape.batch_jacobian(y, wide)
