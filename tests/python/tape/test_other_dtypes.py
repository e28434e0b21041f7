"""Targets and sources of integers, truth values and strings: connected to themselves alone."""

import pytest
from checks import assert_close
from library import ours, tf

VALUES = {
    "int32": ([1, 2], [1, 1]),
    "int64": ([1, 2], [1, 1]),
    "uint8": ([1, 2], [1, 1]),
    "bool": ([True, False], [True, True]),
}
EVERY = [*VALUES, "string"]


def tensor(dtype):
    value = ["a", "b"] if dtype == "string" else VALUES[dtype][0]
    return tf.constant(value, dtype)


def equal(found, expected):
    """Whether both are None, or tensors of one dtype with the same values."""
    if expected is None or found is None:
        return found is expected
    same = found.numpy().tolist() == tf.constant(expected).numpy().tolist()
    return same and found.shape == tf.constant(expected).shape


def ones(dtype):
    return VALUES[dtype][1] if dtype in VALUES else None


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("dtype", EVERY)
def test_the_gradient_of_a_tensor_to_itself_is_one_and_of_a_string_none(dtype, watched, persistent):
    x = tensor(dtype)
    with tf.GradientTape(persistent=persistent) as tape:
        if watched:
            tape.watch(x)
    for _ in range(1 + persistent):
        g = tape.gradient(x, x)
        assert equal(g, ones(dtype))
        assert g is None or g.dtype == x.dtype


@pytest.mark.parametrize("dtype", EVERY)
def test_such_tensors_among_others(dtype):
    s, x = tensor(dtype), tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([s, x])
        y = x * x
    of_s, of_x = tape.gradient([s, y], [s, x])
    assert equal(of_s, ones(dtype))
    assert_close(of_x, 6.0)
    assert equal(tape.gradient({"a": s}, {"b": s})["b"], ones(dtype))
    assert tape.gradient(y, s) is None
    assert tape.gradient(s, x) is None


@pytest.mark.parametrize("dtype", EVERY)
def test_nothing_is_recorded_from_one_to_the_next(dtype):
    s = tensor(dtype)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(s)
        y = tf.identity(s)
    assert tape.gradient(y, s) is None
    assert tape.gradient(s, y) is None
    assert equal(tape.gradient(y, y), ones(dtype))


@pytest.mark.parametrize("dtype", EVERY)
def test_a_given_cotangent_comes_back(dtype):
    s = tensor(dtype)
    with tf.GradientTape() as tape:
        tape.watch(s)
    g = tape.gradient(s, s, output_gradients=s)
    assert g.numpy().tolist() == s.numpy().tolist()


@pytest.mark.parametrize("dtype", EVERY)
def test_unconnected_zeros_change_nothing_where_there_are_ones(dtype):
    s = tensor(dtype)
    with tf.GradientTape() as tape:
        tape.watch(s)
    assert equal(tape.gradient(s, s, unconnected_gradients="zero"), ones(dtype))


@pytest.mark.parametrize("vectorized", [False, True])
@pytest.mark.parametrize("dtype", EVERY)
def test_jacobians_are_none_and_those_of_batches_zero(dtype, vectorized):
    s = tf.reshape(tensor(dtype), [2, 1])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(s)
        y = tf.identity(s)
    assert tape.jacobian(s, s, experimental_use_pfor=vectorized) is None
    for target in (s, y):
        found = tape.batch_jacobian(target, s, experimental_use_pfor=vectorized)
        assert (found.dtype, found.shape) == (s.dtype, [2, 1, 1])
        empty = {"string": b"", "bool": False}.get(dtype, 0)
        assert found.numpy().ravel().tolist() == [empty, empty]


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("trainable", [False, True])
@pytest.mark.parametrize("dtype", ["int32", "int64", "bool"])
def test_a_variable_is_its_own_source_and_no_other(dtype, trainable, watched):
    v = tf.Variable(tensor(dtype), trainable=trainable)
    with tf.GradientTape(persistent=True) as tape:
        if watched:
            tape.watch(v)
        y = tf.identity(v)
    assert equal(tape.gradient(v, v), ones(dtype))
    assert tape.gradient(y, v) is None
    assert len(tape.watched_variables()) == (watched or trainable)


@ours("TensorFlow cannot make the ones, and fails")
def test_a_variable_of_strings_has_no_gradient_to_itself():
    v = tf.Variable(["a", "b"])
    with tf.GradientTape() as tape:
        tape.watch(v)
    assert tape.gradient(v, v) is None


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
def test_the_same_target_twice_counts_twice(dtype):
    s = tensor(dtype)
    with tf.GradientTape() as tape:
        tape.watch(s)
    assert equal(tape.gradient([s, s], s), [2, 2])
