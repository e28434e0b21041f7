"""Memory that is filled from outside and then is a tensor."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")

if not AGAINST_TENSORFLOW:
    from gradtape._core import TensorBuffer


@pytest.mark.parametrize("dtype", ["float32", "int64", "float16", "complex64"])
@pytest.mark.parametrize("shape", [(), (3,), (0, 2), (20, 30)])
def test_what_is_written_is_the_tensor(dtype, shape):
    values = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    buffer = TensorBuffer(dtype, shape)
    np.frombuffer(buffer, dtype=dtype)[:] = values.ravel()
    tensor = buffer.tensor()
    assert (tensor.dtype.name, tuple(tensor.shape)) == (dtype, shape)
    np.testing.assert_array_equal(tensor.numpy(), values)


def test_bfloat16_goes_by_its_bits():
    buffer = TensorBuffer("bfloat16", [40])
    np.frombuffer(buffer, dtype="u2")[:] = 0x3F80
    assert tf.reduce_sum(tf.cast(buffer.tensor(), "float32")).numpy() == 40.0


def test_a_tensor_is_not_written_to():
    buffer = TensorBuffer("float32", [100])
    view = memoryview(buffer)
    with pytest.raises(BufferError, match="in use"):
        buffer.tensor()
    view.release()
    buffer.tensor()
    with pytest.raises(BufferError, match="immutable"):
        memoryview(buffer)
    with pytest.raises(BufferError, match="immutable"):
        buffer.tensor()


def test_what_no_buffer_takes():
    with pytest.raises(TypeError, match="strings"):
        TensorBuffer("string", [2])
    with pytest.raises(tf.errors.ResourceExhaustedError):
        TensorBuffer("float32", [1 << 60])
    with pytest.raises(ValueError):
        TensorBuffer("float32", [None])
    truth = TensorBuffer("bool", [300])
    memoryview(truth)[7] = 2
    with pytest.raises(ValueError, match="truth"):
        truth.tensor()


def test_the_memory_lives_as_long_as_a_view():
    view = memoryview(TensorBuffer("float32", [1000]))
    view[3999] = 7
    assert view[3999] == 7
