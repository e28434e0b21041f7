"""`tf.compat.v1.Variable`: the arguments of version 1 by name."""

import pytest
from library import tf

Variable = tf.compat.v1.Variable


@pytest.mark.parametrize(
    "given",
    [
        {"use_resource": True},
        {"collections": ["locals"]},
        {"expected_shape": []},
        {"validate_shape": False},
        {"variable_def": None, "import_scope": None, "caching_device": None},
    ],
)
def test_arguments_of_graphs_do_nothing(given):
    v = Variable(1.0, **given)
    assert isinstance(v, tf.Variable)
    assert v.trainable
    assert v.assign_add(1.0).numpy() == 2.0


def test_the_order_is_that_of_version_2():
    v = Variable(tf.zeros([2, 3]), False, True, None, "n", None, tf.float32)
    assert (v.name, v.trainable, v.shape.as_list()) == ("n:0", False, [2, 3])


def test_it_takes_part_in_gradients():
    v = Variable([1.0, 2.0], use_resource=True)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(v * v)
    assert tape.gradient(y, v).numpy().tolist() == [2.0, 4.0]
