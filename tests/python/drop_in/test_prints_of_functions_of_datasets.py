"""As a stand-in for TensorFlow, functions of datasets print their arguments as a trace has them."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place")]
Dataset = tf.data.Dataset
X, Y = np.arange(12.0).reshape(6, 2).astype("float32"), np.arange(6)
OF_ROWS = (
    'Tensor("args_0:0", shape=({}, 2), dtype=float32) Tensor("args_1:0", shape=({},), dtype=int64)'
)


def _shown(capsys, make):
    list(make())
    return capsys.readouterr().out.splitlines()


def _told(*args):
    print(*args)
    return args[0]


@pytest.mark.parametrize(("drops", "rows"), [(False, None), (True, 4)])
def test_arguments_have_names_and_open_sizes(capsys, drops, rows):
    def told(x, y):
        print(x, y)
        print(x.shape, tf.reshape(x, [-1]).shape[0], [y])
        return x

    batches = Dataset.from_tensor_slices((X, Y)).batch(4, drop_remainder=drops)
    size = None if rows is None else 2 * rows
    assert _shown(capsys, lambda: batches.map(told)) == [
        OF_ROWS.format(rows, rows),
        f"({rows}, 2) {size} [<tf.Tensor 'args_1:0' shape=({rows},) dtype=int64>]",
    ]


def test_a_structure_is_numbered_over_all_its_tensors(capsys):
    pairs = Dataset.from_tensor_slices(((X, Y), {"k": Y}))
    shown = _shown(capsys, lambda: pairs.map(lambda a, b: _told(a[1], b["k"])))
    assert shown == [
        'Tensor("args_1:0", shape=(), dtype=int64) Tensor("args_2:0", shape=(), dtype=int64)'
    ]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Dataset.range(3).filter(lambda n: _told(n) > 1),
        lambda: Dataset.range(3).flat_map(lambda n: Dataset.range(_told(n))),
        lambda: Dataset.range(3).interleave(lambda n: Dataset.range(_told(n)), cycle_length=2),
        lambda: Dataset.range(3).map(_told, num_parallel_calls=2),
    ],
)
def test_functions_of_every_kind(capsys, make):
    assert _shown(capsys, make) == ['Tensor("args_0:0", shape=(), dtype=int64)']


def test_a_reduction_has_a_state_and_an_element(capsys):
    total = Dataset.range(4).reduce(np.int64(0), lambda s, n: _told(s, n) + n)
    assert int(total) == 6
    name = 'Tensor("args_{}:0", shape=(), dtype=int64)'
    assert capsys.readouterr().out.splitlines() == [f"{name.format(0)} {name.format(1)}"]


def test_a_function_that_runs_on_its_first_element(capsys):
    def counted(x):
        print("counted", x)
        while tf.reduce_sum(x) < 5:
            x = x + 1
        return x

    shown = _shown(capsys, lambda: Dataset.range(2).map(counted))
    assert shown == ['counted Tensor("args_0:0", shape=(), dtype=int64)']


def test_the_class_of_tensors_is_that_of_traces(capsys):
    def told(x):
        print(type(x), [type(x)])
        return x

    tf.function(told)(tf.constant(1.0))
    list(Dataset.range(1).map(told))
    told(tf.constant(1.0))
    name = "<class 'tensorflow.python.framework.ops.{}Tensor'>"
    lines = [f"{name} [{name}]".format(kind, kind) for kind in ("Symbolic", "Symbolic", "Eager")]
    assert capsys.readouterr().out.splitlines() == lines


def test_draws_are_what_they_are_without_prints(capsys):
    def drawn(prints):
        def added(x):
            if prints:
                print(x, x.shape)
            return tf.cast(x, tf.float32) + tf.random.uniform([])

        tf.random.set_seed(3)
        numbers = Dataset.range(8).batch(4).map(added)
        return [value.numpy().tolist() for _ in range(2) for value in numbers]

    assert drawn(True) == drawn(False)
    assert capsys.readouterr().out == 'Tensor("args_0:0", shape=(None,), dtype=int64) (None,)\n'
