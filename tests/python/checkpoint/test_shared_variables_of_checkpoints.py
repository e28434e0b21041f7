"""What several arguments of a checkpoint hold is named after the first of them by the alphabet."""

import pytest
from library import tf


def names(folder, **objects):
    path = tf.train.Checkpoint(**objects).save(str(folder / "ckpt"))
    found = [
        name.removesuffix("/.ATTRIBUTES/VARIABLE_VALUE")
        for name, _ in tf.train.list_variables(path)
    ]
    return [name for name in found if name not in ("save_counter", "_CHECKPOINTABLE_OBJECT_GRAPH")]


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_the_order_of_arguments_does_not_matter(tmp_path, order):
    shared = tf.Variable(1.0)
    assert names(tmp_path, **dict.fromkeys(order, shared)) == ["a"]


def test_the_shortest_name_comes_first(tmp_path):
    shared = tf.Variable(1.0)
    assert names(tmp_path, a=[shared], b=shared) == ["b"]
    assert names(tmp_path, b=[shared], a={"x": shared}) == ["a/x"]
