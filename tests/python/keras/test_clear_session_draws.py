"""`clear_session` lets operations with seeds and those of functions begin again; others go on."""

from library import tf


def _twice(draw):
    return [round(float(draw()), 4) for _ in range(2)]


def _again(draw):
    tf.keras.utils.set_random_seed(0)
    first = _twice(draw)
    tf.keras.backend.clear_session()
    return first, _twice(draw)


def test_of_an_operation_with_a_seed():
    assert _again(lambda: tf.random.uniform([], seed=5)) == ([0.9264, 0.0866], [0.9264, 0.0866])


def test_of_an_operation_without():
    assert _again(lambda: tf.random.uniform([])) == ([0.292, 0.5554], [0.1952, 0.1751])


def test_of_functions():
    plain = tf.function(lambda: tf.random.uniform([]))
    seeded = tf.function(lambda: tf.random.uniform([], seed=3))
    assert _again(plain) == ([0.0198, 0.54], [0.0198, 0.54])
    assert _again(seeded) == ([0.3206, 0.0123], [0.3206, 0.0123])
