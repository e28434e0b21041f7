"""NumPy and tensors: who converts whom, copies and views, DLPack and the buffer protocol."""

import gc
import pickle

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

T = tf.constant([1.0, 2.0])


# --- arrays to tensors ----------------------------------------------------------------------------


@pytest.mark.parametrize("code", "?bBhHiIlLqQefdFD")
def test_every_type_of_numbers_comes_over_from_every_layout(code):
    plain = np.array([[0, 1, 2], [3, 4, 5]]).astype(code)
    for x in (plain, plain.T, plain[:, ::-1], plain[:0], plain[1, 2], plain.astype(">" + code)):
        got = tf.constant(x)
        want = x.dtype.newbyteorder("=")
        assert got.dtype.as_numpy_dtype == want
        assert got.shape == x.shape
        assert got.numpy().tolist() == x.tolist()


# --- NumPy's functions on tensors -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (lambda t: np.add(t, t), [2.0, 4.0]),
        (np.exp, np.exp([1.0, 2.0])),
        (lambda t: np.multiply(t, 2), [2.0, 4.0]),
        (np.sum, 3.0),
        (np.mean, 1.5),
        (np.max, 2.0),
        (np.argmax, 1),
        (lambda t: np.dot(t, t), 5.0),
        (lambda t: np.concatenate([t, t]), [1.0, 2.0, 1.0, 2.0]),
        (lambda t: np.stack([t, t]), [[1.0, 2.0], [1.0, 2.0]]),
        (lambda t: np.array([t, t]), [[1.0, 2.0], [1.0, 2.0]]),
        (lambda t: np.where(t.numpy() > 1, t, 0), [0.0, 2.0]),
        (lambda t: np.reshape(t, [2, 1]), [[1.0], [2.0]]),
        (np.isnan, [False, False]),
        (np.linalg.norm, np.sqrt(5.0)),
        (lambda t: np.interp(0.5, [0, 1], t), 1.5),
        (np.asarray, [1.0, 2.0]),
    ],
)
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@pytest.mark.parametrize("make", [tf.constant, tf.Variable])
def test_numpys_functions_give_arrays(f, make, expected):
    y = f(make([1.0, 2.0]))
    assert isinstance(y, (np.ndarray, np.generic))
    assert_close(y, expected)


def test_functions_that_want_a_sequence_take_the_rows_of_a_tensor():
    rows = tf.reshape(tf.range(6.0), [3, 1, 2])
    assert np.concatenate(rows).tolist() == [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    assert np.vstack(rows).shape == (3, 2)
    assert len(rows) == 3
    assert rows[-1, 0, 1] == 5.0
    with pytest.raises(TypeError):
        np.concatenate(tf.constant(1.0))


def test_comparisons_of_arrays_work():
    np.testing.assert_allclose(T, [1.0, 2.0])
    assert np.allclose(T, [1.0, 2.0])
    assert np.array_equal(T, [1.0, 2.0])


def test_an_array_takes_another_dtype():
    assert np.asarray(T, dtype=np.int32).tolist() == [1, 2]
    assert np.array(T, dtype=np.float64).dtype == np.float64


def test_a_scalar_becomes_a_number_of_numpy():
    assert isinstance(tf.constant(1.0).numpy(), np.float32)
    assert isinstance(tf.constant(True).numpy(), np.bool_)
    assert isinstance(tf.constant("a").numpy(), bytes)
    assert tf.constant(["a"]).numpy().dtype == object
    assert np.asarray(tf.constant(1.0)).shape == ()


@pytest.mark.parametrize(
    "f",
    [
        lambda t: np.ones(2) + t,
        lambda t: np.ones((2, 1)) * t,
        lambda t: np.float64(1) - t,
        lambda t: np.float64(2) ** t,
        lambda t: np.ones(2) // t,
        lambda t: np.ones(2) % t,
        lambda t: np.ones((1, 2)) @ t[:, None],
        lambda t: np.ones(2) < t,
        lambda t: np.ones(2) == t,
        lambda t: t / np.ones(2),
    ],
)
@pytest.mark.parametrize("make", [tf.constant, tf.Variable])
def test_operators_give_tensors(f, make):
    assert isinstance(f(make([1.0, 2.0])), tf.Tensor)


def test_augmented_assignment_rebinds_an_array_to_a_tensor():
    array = same = np.array([1.0, 2.0])
    array += tf.constant([1.0, 1.0], tf.float64)
    assert isinstance(array, tf.Tensor)
    assert_close(array, [2.0, 3.0])
    assert same.tolist() == [1.0, 2.0]


def test_the_tape_does_not_see_numpy():
    with tf.GradientTape() as tape:
        tape.watch(T)
        y = tf.reduce_sum(np.multiply(T, T))
    assert tape.gradient(y, T) is None


def test_priorities():
    assert T.__array_priority__ == 100
    assert tf.Variable(1.0).__array_priority__ == 100


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [tf.constant, tf.convert_to_tensor, tf.Variable, tf.identity])
@pytest.mark.parametrize("size", [1, 3, 1_000_000])
def test_changing_the_source_never_changes_a_tensor(make, size):
    source = np.ones(size, np.float32)
    t = make(source)
    source[0] = 5
    assert t[0].numpy() == 1.0


@pytest.mark.parametrize("make", [tf.constant, tf.Variable])
@pytest.mark.parametrize("size", [1, 3, 1_000_000])
def test_numpy_gives_a_new_writeable_array(make, size):
    t = make(np.ones(size, np.float32))
    array = t.numpy()
    assert array.flags.writeable
    assert array.flags.owndata
    array[0] = 5
    assert t[0].numpy() == 1.0
    assert t.numpy() is not array


def test_a_view_of_a_tensor_cannot_be_written():
    view = np.asarray(T)
    assert not view.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 5


def test_a_view_outlives_its_tensor():
    t = tf.fill([1000], 3.0)
    view = np.asarray(t)
    del t
    gc.collect()
    _ = [tf.fill([1000], float(k)) for k in range(100)]
    assert view.tolist() == [3.0] * 1000


def test_results_of_views_and_transposes_are_in_order():
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    t = tf.constant(x)
    for ours_, numpys in [
        (tf.transpose(t), x.T),
        (tf.transpose(t, [1, 0, 2])[::-1, :, 1:], x.transpose(1, 0, 2)[::-1, :, 1:]),
        (tf.broadcast_to(t[:, :1], [2, 3, 4]), np.broadcast_to(x[:, :1], [2, 3, 4])),
        (tf.reverse(t, [2]), x[:, :, ::-1]),
    ]:
        assert np.array_equal(ours_.numpy(), numpys)
        assert np.array_equal(np.asarray(ours_), numpys)
        assert ours_.numpy().flags.c_contiguous


# --- the buffer protocol --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dtype",
    ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint64", "bool"],
)
def test_a_tensor_is_a_read_only_buffer(dtype):
    array = np.array([[1, 0, 1], [0, 1, 1]]).astype(dtype)
    view = memoryview(tf.constant(array))
    assert view.readonly
    assert view.shape == (2, 3)
    assert view.itemsize == array.itemsize
    assert np.array_equal(np.asarray(view), array)


def test_a_scalar_is_a_buffer_too():
    view = memoryview(tf.constant(1.5))
    assert view.shape == ()
    assert view.tolist() == 1.5


def test_bytes_of_a_tensor():
    assert bytes(tf.constant([1, 2], tf.uint8)) == b"\1\2"


def test_a_buffer_outlives_its_tensor():
    t = tf.fill([1000], 3.0)
    view = memoryview(t)
    del t
    gc.collect()
    _ = [tf.fill([1000], float(k)) for k in range(100)]
    assert view.tolist() == [3.0] * 1000


def test_a_variable_is_no_buffer():
    with pytest.raises(TypeError, match="bytes-like object is required"):
        memoryview(tf.Variable([1.0]))


# --- DLPack ---------------------------------------------------------------------------------------

DLPACK = ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "complex64"]


@pytest.mark.parametrize("dtype", DLPACK)
def test_numpy_reads_a_tensor_without_a_copy(dtype):
    array = np.array([[1, 0, 1], [0, 1, 1]]).astype(dtype)
    t = tf.constant(array)
    view = np.from_dlpack(t)
    assert view.dtype == dtype
    assert np.array_equal(view, array)
    assert np.shares_memory(view, np.from_dlpack(t))
    assert t.__dlpack_device__() == (1, 0)


def test_a_view_through_dlpack_outlives_its_tensor():
    t = tf.fill([1000], 3.0)
    view = np.from_dlpack(t)
    del t
    gc.collect()
    _ = [tf.fill([1000], float(k)) for k in range(100)]
    assert view.tolist() == [3.0] * 1000


@pytest.mark.parametrize("dtype", DLPACK)
def test_a_tensor_reads_an_array(dtype):
    array = np.arange(64).reshape(4, 16).astype(dtype)
    t = tf.experimental.dlpack.from_dlpack(array.__dlpack__())
    assert t.dtype == dtype
    assert np.array_equal(t.numpy(), array)


@ours("memory from elsewhere is used whatever its alignment; TensorFlow crashes on it")
@pytest.mark.parametrize("dtype", DLPACK)
def test_a_tensor_from_an_array_outlives_it(dtype):
    array = np.arange(65).astype(dtype)[1:].reshape(4, 16)
    t = tf.experimental.dlpack.from_dlpack(array.__dlpack__())
    expected = array + array
    del array
    gc.collect()
    assert np.array_equal((t + t).numpy(), expected)


def test_there_and_back():
    capsule = tf.experimental.dlpack.to_dlpack(T)
    again = tf.experimental.dlpack.from_dlpack(capsule)
    assert_close(again, [1.0, 2.0])
    assert_close(again + 1.0, [2.0, 3.0])


def test_a_capsule_is_used_once():
    capsule = tf.experimental.dlpack.to_dlpack(T)
    tf.experimental.dlpack.from_dlpack(capsule)
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError, TypeError)):
        tf.experimental.dlpack.from_dlpack(capsule)


def test_a_capsule_that_is_never_used_frees_its_tensor():
    t = tf.fill([1000], 3.0)
    capsule = tf.experimental.dlpack.to_dlpack(t)
    del capsule
    assert t[0].numpy() == 3.0


@pytest.mark.parametrize("bad", [None, 1.0, "a", object()])
def test_what_is_no_capsule(bad):
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError, ValueError, AttributeError)):
        tf.experimental.dlpack.from_dlpack(bad)


@ours("an object with __dlpack__ is taken as it is; TensorFlow wants its capsule")
def test_an_array_itself_is_taken():
    array = np.arange(6.0).reshape(2, 3)
    t = tf.experimental.dlpack.from_dlpack(array)
    assert_close(t, array)
    assert np.shares_memory(np.asarray(t), array)


@ours("a refusal; TensorFlow aborts the process")
def test_strings_have_no_dlpack():
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError, ValueError, BufferError)):
        tf.experimental.dlpack.to_dlpack(tf.constant(["a"]))


# --- pickling -------------------------------------------------------------------------------------


def test_tensors_in_structures_are_pickled():
    again = pickle.loads(pickle.dumps({"a": [T, (tf.zeros([0, 3]),)]}))
    assert_close(again["a"][0], [1.0, 2.0])
    assert again["a"][1][0].shape == [0, 3]


@ours("a bfloat16 without ml_dtypes is a float32 to NumPy")
def test_bfloat16_is_readable_by_numpy():
    t = tf.constant([1.5, -2.0, 3e38], tf.bfloat16)
    array = np.asarray(t)
    assert np.asarray(array, np.float32).tolist()[:2] == [1.5, -2.0]
    assert float(t[0]) == 1.5
