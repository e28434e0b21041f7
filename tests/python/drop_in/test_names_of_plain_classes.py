"""As a stand-in for TensorFlow, shapes, dtypes and errors are of TensorFlow's modules."""

import copy
import pickle

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
FRAMEWORK = "tensorflow.python.framework"


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (tf.TensorShape([1, None]), "tensor_shape.TensorShape"),
        (tf.float32, "dtypes.DType"),
        (tf.errors.NotFoundError(None, None, "gone"), "errors_impl.NotFoundError"),
    ],
)
def test_a_class_is_shown_with_its_module(value, name):
    assert str(type(value)) == f"<class '{FRAMEWORK}.{name}'>"
    for same in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert type(same) is type(value)
        assert str(same) == str(value)


def test_errors_of_operations(capsys):
    try:
        tf.matmul([[1.0, 2.0]], [[1.0, 2.0]])
    except Exception as error:
        print(type(error))
    iterator = iter(tf.data.Dataset.range(0))
    with pytest.raises(tf.errors.OutOfRangeError) as found:
        iterator.get_next()
    print(found.type)
    kinds = ["InvalidArgumentError", "OutOfRangeError"]
    lines = [f"<class '{FRAMEWORK}.errors_impl.{kind}'>" for kind in kinds]
    assert capsys.readouterr().out.splitlines() == lines


def test_a_trace_keeps_a_dtype_and_a_shape_that_an_object_has():
    class Held:
        kind, shape = tf.float32, tf.TensorShape([2])

    held = Held()

    @tf.function
    def made():
        return tf.zeros(held.shape, held.kind)

    assert made().shape == [2]
    held.kind, held.shape = tf.int32, tf.TensorShape([3])
    assert made().shape == [2]
    assert made().dtype == tf.float32
