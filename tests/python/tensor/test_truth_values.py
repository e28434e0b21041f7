"""Truth values from outside may be any byte: whatever is not 0 is true."""

import pickle

import numpy as np
import pytest
from library import ours, tf

pytestmark = ours("TensorFlow takes the bytes as they are")

BYTES = [2, 255, 1, 0, 0, 128]
TRUTH = [True, True, True, False, False, True]


def odd():
    return np.array(BYTES, np.uint8).view(np.bool_)


def from_dlpack(array):
    return tf.experimental.dlpack.from_dlpack(array)


ENTRANCES = {
    "constant": lambda: (tf.constant(odd()), TRUTH),
    "convert_to_tensor": lambda: (tf.convert_to_tensor(odd()), TRUTH),
    "Variable": lambda: (tf.Variable(odd()).value(), TRUTH),
    "assign": lambda: (tf.Variable([False] * 6).assign(odd()).value(), TRUTH),
    "cast": lambda: (tf.cast(odd(), tf.bool), TRUTH),
    "a step": lambda: (tf.constant(odd()[::2]), TRUTH[::2]),
    "backwards": lambda: (tf.constant(odd()[::-1]), TRUTH[::-1]),
    "a part": lambda: (tf.constant(odd()[1:4]), TRUTH[1:4]),
    "columns": lambda: (
        tf.reshape(tf.constant(odd().reshape(2, 3).T), [-1]),
        [TRUTH[i] for i in [0, 3, 1, 4, 2, 5]],
    ),
    "0-d": lambda: (tf.constant(odd()[:1].reshape(())), True),
    "a scalar": lambda: (tf.constant(odd()[0]), True),
    "a list of arrays": lambda: (tf.reshape(tf.constant([odd(), odd()]), [-1]), TRUTH * 2),
    "a list of scalars": lambda: (tf.constant(list(odd())), TRUTH),
    "a subclass": lambda: (tf.constant(odd().view(np.matrix)), [TRUTH]),
    "a buffer": lambda: (tf.constant(np.frombuffer(bytes(BYTES), np.bool_)), TRUTH),
    "a read-only view": lambda: (tf.constant(np.broadcast_to(odd()[1], [3])), [True] * 3),
    "an operand": lambda: (tf.constant([True] * 6) & odd(), TRUTH),
    "a mask": lambda: (tf.boolean_mask(tf.range(6), odd()), [0, 1, 2, 5]),
    "an index": lambda: (tf.range(6)[odd()], [0, 1, 2, 5]),
    "where": lambda: (tf.where(odd(), 1, 0), [1, 1, 1, 0, 0, 1]),
    "dlpack": lambda: (from_dlpack(odd()), TRUTH),
    "dlpack backwards": lambda: (from_dlpack(odd()[::-2]), TRUTH[::-2]),
    "dlpack of nothing": lambda: (from_dlpack(odd()[:0]), []),
    "data": lambda: (next(iter(tf.data.Dataset.from_tensors(odd()))), TRUTH),
    "numpy_function": lambda: (tf.numpy_function(odd, [], tf.bool), TRUTH),
}


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_every_entrance_makes_truth_values_of_bytes(entrance):
    found, expected = ENTRANCES[entrance]()
    assert found.numpy().tolist() == expected
    data = np.ascontiguousarray(found.numpy()).view(np.uint8)
    assert found.dtype != tf.bool or set(data.ravel().tolist()) <= {0, 1}
    assert int(tf.reduce_sum(tf.cast(found, tf.int32))) == int(np.sum(expected))


def test_bytes_that_were_not_written_here_are_refused():
    make, (data, *rest) = tf.constant([True, False]).__reduce__()
    assert make(data, *rest).numpy().tolist() == [True, False]
    with pytest.raises(ValueError, match="no truth values"):
        make(b"\x02\x00", *rest)
    assert pickle.loads(pickle.dumps(tf.constant(odd()))).numpy().tolist() == TRUTH


def test_memory_that_changes_after_the_import_is_not_seen():
    array = np.array([True, False])
    t = from_dlpack(array)
    array.view(np.uint8)[:] = 7
    assert t.numpy().tolist() == [True, False]


def test_what_is_exported_is_a_copy():
    t = tf.constant([True] * 300)
    exported = np.from_dlpack(t)
    assert exported.tolist() == [True] * 300
    with pytest.raises(BufferError, match="copying"):
        t.__dlpack__(max_version=(1, 0), copy=False)


@pytest.mark.parametrize("base", [np.float32, np.float64, np.int16, np.complex64])
def test_a_scalar_that_lies_about_its_shape(base):
    class Liar(base):
        @property
        def shape(self):
            return (10**6,)

    t = tf.constant(Liar(1))
    assert (t.shape, t.numpy()) == ((), 1)


def test_a_huge_view_of_few_bytes_is_imported_or_refused():
    few = np.lib.stride_tricks.as_strided(np.ones(1), [3, 1 << 30], [0, 0])
    assert from_dlpack(few)[2, 7].numpy() == 1.0
    # NumPy 2 refuses to make this one, older ones make it.
    with pytest.raises(ValueError, match=r"too (large|big)"):
        from_dlpack(np.lib.stride_tricks.as_strided(np.ones(1), [1 << 61], [0]))
