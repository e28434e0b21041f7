"""Assignment: assign, assign_add, assign_sub, to slices and scattered; what each refuses."""

import gc

import numpy as np
import pytest
from checks import assert_close
from library import tf

IAE = tf.errors.InvalidArgumentError


@pytest.fixture
def v():
    return tf.Variable([1.0, 2.0, 3.0, 4.0])


# --- assign, assign_add, assign_sub ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "expected"),
    [("assign", [10.0, 20.0]), ("assign_add", [11.0, 22.0]), ("assign_sub", [-9.0, -18.0])],
)
@pytest.mark.parametrize(
    "make",
    [
        list,
        tuple,
        tf.constant,
        tf.Variable,
        np.array,
        lambda x: np.array(x, np.float32),
        lambda x: [int(e) for e in x],
    ],
)
def test_assignment(method, expected, make):
    v = tf.Variable([1.0, 2.0])
    getattr(v, method)(make([10.0, 20.0]))
    assert v.dtype == tf.float32
    assert_close(v, expected)


@pytest.mark.parametrize("method", ["assign", "assign_add", "assign_sub"])
def test_the_result_reads_the_same_variable(method):
    v = tf.Variable(1.0)
    r = getattr(v, method)(2.0)
    assert r is not v
    assert r.name == "UnreadVariable"
    assert repr(r).startswith("<tf.Variable 'UnreadVariable' shape=() dtype=float32, numpy=")
    v.assign(7.0)
    assert r.numpy() == 7.0
    assert (r + 1.0).numpy() == 8.0


def test_assignments_are_chained():
    v = tf.Variable([0.0, 0.0])
    v.assign([1.0, 1.0]).assign_add([1.0, 1.0]).assign_sub([0.5, 0.5])
    assert_close(v, [1.5, 1.5])


@pytest.mark.parametrize("method", ["assign", "assign_add", "assign_sub"])
def test_options_are_taken(method):
    v = tf.Variable(1.0)
    assert getattr(v, method)(2.0, read_value=False) is None
    assert getattr(v, method)(2.0, use_locking=True, name="q") is not None


def test_the_result_is_differentiable():
    v = tf.Variable(1.0)
    with tf.GradientTape(persistent=True) as tape:
        r = v.assign(3.0)
        y = r * r
        z = v.assign_add(1.0) * 2.0
    assert tape.gradient(y, v).numpy() == 6.0
    assert tape.gradient(z, v).numpy() == 2.0


def test_a_variable_may_be_assigned_to_itself():
    v = tf.Variable([1.0, 2.0])
    v.assign(v)
    v.assign(v * 2.0)
    v.assign_add(v)
    assert_close(v, [4.0, 8.0])


def test_tensors_read_before_keep_their_value():
    v = tf.Variable([1.0, 2.0])
    tensor, identity = v.value(), tf.identity(v)
    array, view = v.numpy(), np.asarray(tensor)
    v.assign([3.0, 4.0])
    v.assign_add([1.0, 1.0])
    v[0].assign(9.0)
    for kept in (tensor, identity, array, view):
        assert_close(kept, [1.0, 2.0])


@pytest.mark.parametrize(
    ("value", "shape"), [([1.0, 2.0, 3.0], (3,)), (1.0, ()), ([[1.0, 2.0]], (1, 2)), ([], (0,))]
)
def test_assign_does_not_broadcast(value, shape):
    v = tf.Variable([1.0, 2.0], name="x")
    shown = str(shape).replace("(", r"\(").replace(")", r"\)")
    sentence = (
        r"Cannot assign value to variable ' x:0': Shape mismatch\.The variable shape \(2,\), and "
        rf"the assigned value shape {shown} are incompatible"
    )
    with pytest.raises(ValueError, match=sentence):
        v.assign(value)
    assert_close(v, [1.0, 2.0])


@pytest.mark.parametrize("method", ["assign_add", "assign_sub"])
@pytest.mark.parametrize(
    ("value", "shape"), [([1.0, 2.0, 3.0], r"\[3\]"), (1.0, r"\[\]"), ([[1.0, 2.0]], r"\[1,2\]")]
)
def test_neither_do_assign_add_and_assign_sub(method, value, shape):
    v = tf.Variable([1.0, 2.0])
    sentence = (
        rf"Cannot update variable with shape \[2\] using a Tensor with shape {shape}, shapes must "
        "be equal"
    )
    with pytest.raises(IAE, match=sentence):
        getattr(v, method)(value)
    assert_close(v, [1.0, 2.0])


@pytest.mark.parametrize("method", ["assign", "assign_add", "assign_sub"])
def test_tensors_of_another_dtype_are_refused(method):
    v = tf.Variable([1.0, 2.0])
    sentence = "Tensor conversion requested dtype float32 for Tensor with dtype float64"
    with pytest.raises(ValueError, match=sentence):
        getattr(v, method)(tf.constant([1.0, 2.0], tf.float64))
    with pytest.raises(ValueError, match=r"conversion requested .*float32 for .*float64"):
        getattr(v, method)(tf.Variable([1.0, 2.0], dtype=tf.float64))
    with pytest.raises(ValueError, match="Tensor conversion requested dtype float32"):
        getattr(v, method)(tf.constant([1, 2]))
    assert_close(v, [1.0, 2.0])


@pytest.mark.parametrize(
    ("value", "error", "sentence"),
    [
        (2.5, TypeError, r"Cannot convert 2\.5 to EagerTensor of dtype int32"),
        ("a", TypeError, "Cannot convert 'a' to EagerTensor of dtype int32"),
        (None, ValueError, r"Attempt to convert a value \(None\) with an unsupported type"),
        (object(), ValueError, "Attempt to convert a value"),
        ([[1], [1, 2]], ValueError, "non-rectangular"),
    ],
)
def test_values_that_do_not_convert_are_refused(value, error, sentence):
    v = tf.Variable(1)
    with pytest.raises(error, match=sentence):
        v.assign(value)
    assert v.numpy() == 1


def test_arrays_are_cast_and_bools_are_numbers():
    assert tf.Variable(1).assign(np.float64(2.5)).numpy() == 2
    assert tf.Variable(1.0).assign(True).numpy() == 1.0


# --- operators in place ---------------------------------------------------------------------------


def add(v):
    v += 1.0


def subtract(v):
    v -= 1.0


def multiply(v):
    v *= 1.0


def divide(v):
    v /= 1.0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            add,
            r"`variable \+= value` with `tf.Variable`s is not supported. Use `variable.assign_add",
        ),
        (
            subtract,
            "`variable -= value` with `tf.Variable`s is not supported. Use `variable.assign_sub",
        ),
        (
            multiply,
            r"\*= value` with `tf.Variable`s is not supported",
        ),
        (divide, r"/= value` with `tf.Variable`s is not supported"),
    ],
)
def test_operators_in_place_are_refused_with_advice(change, sentence):
    v = tf.Variable(1.0)
    with pytest.raises(RuntimeError, match=sentence):
        change(v)
    assert v.numpy() == 1.0


def test_items_cannot_be_assigned(v):
    with pytest.raises(
        TypeError, match="'ResourceVariable' object does not support item assignment"
    ):
        v[0] = 3.0


# --- slices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("index", "value"),
    [
        (0, [7.0, 8.0, 9.0]),
        (-1, [7.0, 8.0, 9.0]),
        (0, 5.0),
        ((0, 1), 5.0),
        ((slice(None), 0), [7.0, 8.0]),
        (slice(1, None), [[7.0, 8.0, 9.0]]),
        ((slice(None), slice(None, None, -1)), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        ((slice(None), slice(0, 3, 2)), [[1.0, 2.0], [4.0, 5.0]]),
        (Ellipsis, np.ones([2, 3])),
        ((Ellipsis, 2), [7.0, 8.0]),
        (slice(0, 0), np.zeros([0, 3])),
        ((1, slice(1, None)), [1, 2]),
    ],
    ids=str,
)
def test_a_slice_is_assigned(index, value):
    start = np.arange(6, dtype=np.float32).reshape(2, 3)
    v = tf.Variable(start)
    v[index].assign(value)
    expected = start.copy()
    expected[index] = value
    assert_close(v, expected)


def test_slice_assignment_returns_the_variable(v):
    assert_close(v[1:3].assign([0.0, 0.0]), [1.0, 0.0, 0.0, 4.0])


def test_a_slice_is_a_tensor_that_can_only_be_assigned(v):
    assert isinstance(v[0], tf.Tensor)
    with pytest.raises(AttributeError):
        _ = v[0].assign_add
    with pytest.raises(AttributeError):
        _ = tf.constant([1.0, 2.0])[0].assign
    with pytest.raises(AttributeError):
        _ = v[v > 1].assign


def test_slice_assignment_is_checked():
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises((IAE, ValueError)):
        v[0].assign([1.0, 2.0, 3.0])
    with pytest.raises(IAE, match="slice index 5 of dimension 0 out of bounds"):
        v[5].assign(9.0)
    with pytest.raises(ValueError, match="Tensor conversion requested dtype float32"):
        v[0].assign(tf.constant([1.0, 2.0], tf.float64))
    assert_close(v, [[1.0, 2.0], [3.0, 4.0]])


def test_slice_assignment_stops_gradients():
    x, v = tf.constant(3.0), tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        v[0].assign(x)
        y = v * v
    assert tape.gradient(y, x) is None
    assert_close(tape.gradient(y, v), [6.0, 4.0])


# --- scattering -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("scatter_update", [10.0, 2.0, 2.0, 4.0]),
        ("scatter_add", [11.0, 2.0, 5.0, 4.0]),
        ("scatter_sub", [-9.0, 2.0, 1.0, 4.0]),
        ("scatter_mul", [10.0, 2.0, 6.0, 4.0]),
        ("scatter_div", [0.1, 2.0, 1.5, 4.0]),
        ("scatter_max", [10.0, 2.0, 3.0, 4.0]),
        ("scatter_min", [1.0, 2.0, 2.0, 4.0]),
    ],
)
def test_scattering_slices(v, method, expected):
    delta = tf.IndexedSlices(tf.constant([10.0, 2.0]), tf.constant([0, 2]))
    assert_close(getattr(v, method)(delta), expected)
    assert_close(v, expected)


@pytest.mark.parametrize("dtype", [tf.float64, tf.int64, tf.int32])
def test_numbers_of_python_take_the_dtype_of_the_variable(dtype):
    v = tf.Variable([1, 2], dtype=dtype)
    v.scatter_update(tf.IndexedSlices([9], [0]))
    v.scatter_add(tf.IndexedSlices(values=[3, 4], indices=[1, 1]))
    v.scatter_max(tf.IndexedSlices([100], [0]))
    assert v.numpy().tolist() == [100, 9]


def test_scattered_duplicates_accumulate(v):
    v.scatter_add(tf.IndexedSlices(tf.constant([1.0, 1.0]), tf.constant([0, 0])))
    assert_close(v, [3.0, 2.0, 3.0, 4.0])


def test_scattering_rows():
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    v.scatter_sub(tf.IndexedSlices(tf.constant([[1.0, 1.0], [2.0, 2.0]]), tf.constant([2, 0])))
    assert_close(v, [[-1.0, 0.0], [3.0, 4.0], [4.0, 5.0]])


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("scatter_nd_update", [1.0, 10.0, 3.0, 0.5]),
        ("scatter_nd_add", [1.0, 12.0, 3.0, 4.5]),
        ("scatter_nd_sub", [1.0, -8.0, 3.0, 3.5]),
        ("scatter_nd_max", [1.0, 10.0, 3.0, 4.0]),
        ("scatter_nd_min", [1.0, 2.0, 3.0, 0.5]),
    ],
)
def test_scattering_by_index(v, method, expected):
    assert_close(getattr(v, method)([[1], [3]], [10.0, 0.5]), expected)
    assert_close(v, expected)


def test_scattering_is_checked(v):
    with pytest.raises(TypeError, match=r"Argument `sparse_delta` must be a `tf.IndexedSlices`"):
        v.scatter_add([1.0])
    with pytest.raises(IAE, match=r"indices\[0\] = 9 is not in \[0, 4\)"):
        v.scatter_update(tf.IndexedSlices(tf.constant([1.0]), tf.constant([9])))
    with pytest.raises(IAE, match=r"indices\[0\] = -1 is not in \[0, 4\)"):
        v.scatter_add(tf.IndexedSlices(tf.constant([1.0]), tf.constant([-1])))
    with pytest.raises(IAE, match=r"indices\[0\] = \[9\] does not index into shape \[4\]"):
        v.scatter_nd_add([[9]], [1.0])
    with pytest.raises(IAE, match="shape of indices"):
        v.scatter_update(tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0])))
    assert_close(v, [1.0, 2.0, 3.0, 4.0])


def test_reading_by_index(v):
    assert_close(v.sparse_read([0, 2]), [1.0, 3.0])
    assert_close(v.gather_nd([[1], [1]]), [2.0, 2.0])


def test_a_slice_survives_the_garbage_collector():
    v = tf.Variable([1.0, 2.0])
    part = v[0:1]
    part.me = part
    del part
    gc.collect()
    part = v[0:1]
    gc.collect()
    np.testing.assert_array_equal(part.numpy(), [1.0])


def test_counting_up_to_a_limit():
    v = tf.Variable(0)
    assert [int(v.count_up_to(2)) for _ in range(2)] == [0, 1]
    with pytest.raises(tf.errors.OutOfRangeError):
        v.count_up_to(2)
    assert int(v) == 2


def test_what_an_assignment_returns_has_no_operation():
    v = tf.Variable([1.0, 2.0])
    assert v.assign([3.0, 4.0]).op is None
    assert v.scatter_nd_update([[0]], [4.0]).op is None
    with pytest.raises(AttributeError, match="op is undefined"):
        _ = v.op
