"""What a dataset is given is traced when it is given: Python does its part of it then, and once."""

import random

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
Dataset = tf.data.Dataset


def seeded():
    np.random.seed(0)
    random.seed(0)
    return np.random.RandomState(0)


def noting(name, result=lambda x: x):
    def function(*args):
        print(name)
        np.random.uniform()
        return result(*args)

    return function


METHODS = {
    "map": lambda d: d.map(noting("map")),
    "parallel map": lambda d: d.map(noting("parallel map"), num_parallel_calls=2),
    "filter": lambda d: d.filter(noting("filter", lambda x: x < 3)),
    "take_while": lambda d: d.take_while(noting("take_while", lambda x: x < 3)),
    "flat_map": lambda d: d.flat_map(noting("flat_map", lambda x: Dataset.range(2))),
    "interleave": lambda d: d.interleave(noting("interleave", lambda x: Dataset.range(2)), 2),
    "scan": lambda d: d.scan(np.int64(0), noting("scan", lambda s, x: (s + x, x))),
    "windows": lambda d: d.window(2).flat_map(noting("windows", lambda w: w.batch(2))),
    "behind a shuffle": lambda d: d.shuffle(3).map(noting("behind a shuffle")),
    "reduce": lambda d: Dataset.from_tensors(
        d.reduce(np.int64(0), noting("reduce", lambda s, x: s + x))
    ),
}


@pytest.mark.parametrize("method", METHODS)
def test_a_function_prints_and_draws_when_it_is_given(method, capsys):
    alone = seeded()
    dataset = METHODS[method](Dataset.range(6))
    alone.uniform()
    assert capsys.readouterr().out == f"{method}\n"
    assert np.random.uniform() == alone.uniform()
    assert len(list(dataset)) == len(list(dataset))
    assert dataset.element_spec is not None
    assert capsys.readouterr().out == ""
    assert np.random.uniform() == alone.uniform()


def test_groups_trace_both_functions(capsys):
    key, reduce = noting("key", lambda x: x % 2), noting("reduce", lambda k, w: w.batch(3))
    dataset = Dataset.range(6).group_by_window(key, reduce, window_size=3)
    assert capsys.readouterr().out == "key\nreduce\n"
    assert [x.numpy().tolist() for x in dataset] == [[0, 2, 4], [1, 3, 5]]
    assert capsys.readouterr().out == ""


def test_draws_are_those_of_the_call():
    alone = seeded()
    first = Dataset.range(2).map(lambda x: np.random.randint(100) + x)
    second = Dataset.range(2).map(lambda x: np.random.randint(100) + x)
    drawn = [alone.randint(100) for _ in range(2)]
    assert [int(x) for x in second] == [drawn[1], drawn[1] + 1]
    assert [int(x) for x in first] == [drawn[0], drawn[0] + 1]


def test_functions_within_functions_are_traced_once(capsys):
    alone = seeded()

    def inner(x):
        print("inner")
        return x + np.random.randint(100)

    dataset = Dataset.range(3).flat_map(lambda x: Dataset.range(2).map(inner))
    drawn = alone.randint(100)
    assert capsys.readouterr().out == "inner\n"
    assert [int(x) for x in dataset] == [drawn, drawn + 1] * 3
    assert capsys.readouterr().out == ""


def test_a_function_that_makes_variables_is_traced_twice(capsys):
    alone, made = seeded(), []

    def scaled(x):
        print("traced")
        drawn = np.random.uniform()
        if not made:
            made.append(tf.Variable(2.0))
        return made[0] * drawn * tf.cast(x, tf.float32)

    dataset = Dataset.range(1, 3).map(scaled)
    assert capsys.readouterr().out == "traced\n" * 2
    _, drawn = alone.uniform(), alone.uniform()
    np.testing.assert_allclose([float(x) for x in dataset], [2 * drawn, 4 * drawn], rtol=1e-6)
    assert np.random.uniform() == alone.uniform()


def test_a_layer_is_built_when_it_is_given():
    dense = tf.keras.layers.Dense(2)
    Dataset.from_tensor_slices(np.ones([4, 3], "float32")).batch(2).map(dense)
    assert [tuple(weight.shape) for weight in dense.weights] == [(3, 2), (2,)]


def test_what_operations_change_is_changed_by_elements_alone():
    count, norm = tf.Variable(0.0), tf.keras.layers.BatchNormalization(momentum=0.5)

    def counted(x):
        count.assign_add(1.0)
        return norm(x, training=True)

    rows = np.array([[0.0], [2.0]], "float32")
    dataset = Dataset.from_tensor_slices(rows).batch(2).map(counted)
    assert float(count) == 0.0
    assert [float(weight[0]) for weight in norm.weights] == [1.0, 0.0, 0.0, 1.0]
    list(dataset)
    assert float(count) == 1.0
    np.testing.assert_allclose(norm.weights[2][0], 0.5)


def test_operations_write_for_elements_alone(capfd):
    Dataset.range(2).map(lambda x: (tf.print("element", x), x)[1])
    assert capfd.readouterr().err == ""


def test_python_functions_are_called_with_elements_alone(capsys):
    def called(x):
        print("called")
        return x

    dataset = Dataset.range(2).map(lambda x: tf.numpy_function(called, [x], tf.int64))
    dataset = dataset.map(lambda x: x + 1)
    assert capsys.readouterr().out == ""
    assert [int(x) for x in dataset] == [1, 2]
    assert capsys.readouterr().out == "called\n" * 2


def test_a_generator_begins_with_its_iterator(capsys):
    def numbers():
        print("begun")
        yield 1.0

    spec = tf.TensorSpec([], tf.float32)
    dataset = Dataset.from_generator(numbers, output_signature=spec)
    dataset = dataset.map(noting("mapped"))
    assert capsys.readouterr().out == "mapped\n"
    assert len(list(dataset)) == 1
    assert capsys.readouterr().out == "begun\n"


def test_what_asks_for_real_data_is_no_error():
    dataset = Dataset.from_tensor_slices(["1", "2"]).batch(2).map(tf.strings.to_number)
    shifted = dataset.map(lambda x: tf.debugging.check_numerics(1.0 / (x - 1.0), "at one"))
    assert [tuple(x.shape) for x in dataset] == [(2,)]
    with pytest.raises(tf.errors.InvalidArgumentError):
        list(shifted)


def test_an_object_that_is_called_has_the_attributes_of_then():
    class Scaled:
        scale = 2

        def __call__(self, x):
            return x * self.scale

    scaled = Scaled()
    dataset = Dataset.range(3).map(scaled)
    scaled.scale = 5
    assert [int(x) for x in dataset] == [0, 2, 4]


def test_draws_of_the_backend_have_seeds_of_the_call():
    alone = seeded()
    dataset = Dataset.range(3).map(lambda x: tf.keras.backend.random_normal([2]))
    alone.randint(10_000_000)
    assert np.random.uniform() == alone.uniform()
    passes = [[x.numpy().tolist() for x in dataset] for _ in range(2)]
    assert passes[0] == passes[1]
    assert passes[0][0] != passes[0][1]
    assert np.random.uniform() == alone.uniform()


def test_a_loop_that_data_end_waits_for_data():
    def doubled(x):
        while x < 10.0:
            x = x * 2.0
        return x

    spec = tf.TensorSpec([], tf.float32)
    dataset = Dataset.from_generator(lambda: iter([3.0]), output_signature=spec).map(doubled)
    assert [float(x) for x in dataset] == [12.0]


@pytest.mark.parametrize(
    "give",
    [
        lambda ds: ds.map(lambda x: x * tf.ones([2])),
        lambda ds: ds.batch(2).map(lambda x: tf.random.uniform([]) * tf.gather(x, [0])),
        lambda ds: ds.map(lambda x: (x, tf.matmul(x[None], tf.ones([2, 1])))),
        lambda ds: ds.filter(lambda x: tf.reduce_sum(x) > tf.constant(1.0)),
    ],
)
def test_dtypes_that_do_not_go_together_are_refused_at_once(in_tensorflows_place, give):
    doubles = tf.data.Dataset.from_tensor_slices(np.eye(2))
    with pytest.raises(TypeError):
        give(doubles)


def test_what_other_values_might_be_taken_for_is_not_refused_at_once(in_tensorflows_place):
    lengths = tf.data.Dataset.from_tensor_slices([5, 1])
    taken = lengths.skip(1).map(lambda n: tf.reshape(tf.ones([n]), [1]))
    assert [row.numpy().tolist() for row in taken] == [[1.0]]
