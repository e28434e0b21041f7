"""As a stand-in for TensorFlow, a function that specs declare prints arguments as the specs are."""

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def _lines(capsys):
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        (tf.TensorSpec(None, tf.string), '"a:0", dtype=string'),
        (tf.TensorSpec([None, 2], tf.float32), '"a:0", shape=(None, 2), dtype=float32'),
        (tf.TensorSpec([], tf.float32, name="z"), '"z:0", shape=(), dtype=float32'),
    ],
)
def test_a_concrete_function(capsys, spec, name):
    @tf.function
    def told(a):
        print(a)
        return a

    assert told.get_concrete_function(spec).output_shapes == spec.shape
    assert _lines(capsys) == [f"Tensor({name})"]


def test_a_structure_of_specs(capsys):
    pair = [tf.TensorSpec([None], tf.float32), tf.TensorSpec([2], tf.int32, name="second")]

    @tf.function(input_signature=[pair])
    def told(pair):
        print(*pair)
        return pair[0]

    told([tf.ones(3), tf.constant([1, 2])])
    first = 'Tensor("pair:0", shape=(None,), dtype=float32)'
    assert _lines(capsys) == [f'{first} Tensor("second:0", shape=(2,), dtype=int32)']


def test_an_output_of_any_rank():
    double = tf.function(lambda x: x + x)
    taken = double.get_concrete_function(tf.TensorSpec(None, tf.float32))
    assert taken.output_shapes.rank is None
    one = tf.function(lambda x: tf.reduce_sum(x))
    assert one.get_concrete_function(tf.TensorSpec(None, tf.float32)).output_shapes == []


def test_a_concrete_function_prints_when_it_is_asked_for(capsys):
    @tf.function
    def told(x):
        print("traced")
        return x + 1.0

    taken = told.get_concrete_function(tf.TensorSpec([None], tf.float32))
    print("made")
    assert taken(tf.zeros(2)).shape == [2]
    told.get_concrete_function(tf.TensorSpec([None], tf.float32))
    assert _lines(capsys) == ["traced", "made"]


def test_a_concrete_function_that_would_not_end_on_zeros_waits():
    @tf.function
    def doubled(x):
        print("traced")
        while x < 10.0:
            x = x * 2.0
        return x

    taken = doubled.get_concrete_function(tf.TensorSpec([], tf.float32))
    assert float(taken(tf.constant(3.0))) == 12.0
