"""The seed that a program has set, as wrappers of models ask for it to set it again afterwards."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


@pytest.fixture(autouse=True)
def no_seed_is_left():
    tf.random.set_seed(None)
    yield
    tf.random.set_seed(None)


def test_it_is_what_was_set_last():
    from tensorflow.python.eager import context

    assert context.global_seed() is None
    tf.random.set_seed(7)
    assert context.global_seed() == 7
    tf.random.set_seed(None)
    assert context.global_seed() is None
    context.set_global_seed(12)
    first = tf.random.uniform([3]).numpy()
    tf.random.set_seed(12)
    np.testing.assert_array_equal(tf.random.uniform([3]).numpy(), first)


def test_asking_draws_nothing():
    from tensorflow.python.eager import context

    tf.random.set_seed(3)
    expected = [tf.random.normal([2]).numpy() for _ in range(2)]
    tf.random.set_seed(3)
    assert context.global_seed() == 3
    np.testing.assert_array_equal(tf.random.normal([2]).numpy(), expected[0])
    assert context.global_seed() == 3
    np.testing.assert_array_equal(tf.random.normal([2]).numpy(), expected[1])


@pytest.mark.parametrize("path", ["get_seed", "random.get_seed"])
def test_seeds_of_operations(path):
    get_seed = tf.compat.v1
    for name in path.split("."):
        get_seed = getattr(get_seed, name)
    assert get_seed(None) == (None, None)
    assert get_seed(3) == (87654321, 3)
    tf.random.set_seed(7)
    assert get_seed(None) == (7, 1390851128)
    assert get_seed(3) == (7, 3)
    tf.random.set_seed(0)
    assert get_seed(0) == (0, 2**31 - 1)


def test_the_next_seed_of_an_operation():
    from tensorflow.python.eager import context

    tf.random.set_seed(7)
    assert context.internal_operation_seed() == 1390851128


def test_a_state_that_is_put_back():
    from tensorflow.python.eager import context
    from tensorflow.python.framework import config

    tf.random.set_seed(4)
    expected = tf.random.uniform([2]).numpy()
    tf.random.set_seed(4)
    before = context.global_seed(), config.is_op_determinism_enabled()
    tf.random.set_seed(9)
    config.enable_op_determinism()
    assert config.is_op_determinism_enabled()
    tf.random.uniform([2])
    config.disable_op_determinism()
    assert not config.is_op_determinism_enabled()
    tf.random.set_seed(before[0])
    assert not before[1]
    np.testing.assert_array_equal(tf.random.uniform([2]).numpy(), expected)


def test_a_new_context_has_no_seed():
    from tensorflow.python.eager import context

    tf.random.set_seed(4)
    context.context()._clear_caches()
    context.context().clear_kernel_cache()
    assert context.global_seed() == 4
    context._context = None
    context._create_context()
    assert context.global_seed() is None
    tf.random.set_seed(4)
    context._reset_context()
    assert context.global_seed() is None
    assert [device.device_type for device in context.context().list_physical_devices("CPU")] == [
        "CPU"
    ]
