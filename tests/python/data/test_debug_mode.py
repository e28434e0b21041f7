"""`tf.data.experimental.enable_debug_mode`: functions of datasets run as eager code."""

import importlib

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

_ROOM = "tensorflow.python.data.ops" if AGAINST_TENSORFLOW else "gradtape._data"


@pytest.fixture(autouse=True)
def debug_mode():
    tf.data.experimental.enable_debug_mode()
    yield
    importlib.import_module(f"{_ROOM}.debug_mode").toggle_debug_mode(False)


def drawn(count):
    """What eager operations draw after the same seed."""
    tf.random.set_seed(7)
    return [tf.random.uniform(()).numpy() for _ in range(count)]


def test_functions_draw_from_the_seeds_of_eager_operations():
    expected = drawn(6)
    tf.random.set_seed(7)
    dataset = tf.data.Dataset.range(3).map(lambda _: tf.random.uniform(()))
    passes = [value.numpy() for _ in range(2) for value in dataset]
    assert passes == expected


def test_a_filter_draws_for_each_element():
    expected = drawn(4)
    tf.random.set_seed(7)
    dataset = tf.data.Dataset.range(4).filter(lambda _: tf.random.uniform(()) > 0.5)
    assert [int(kept) for kept in dataset] == [i for i, value in enumerate(expected) if value > 0.5]


def test_functions_are_called_for_each_element_and_are_eager():
    seen = []

    def noted(element):
        seen.append(tf.executing_eagerly())
        return element

    for _ in tf.data.Dataset.range(3).map(noted, num_parallel_calls=2).prefetch(2):
        pass
    assert seen[-3:] == [True, True, True]


def order_of_fit():
    """The order of rows in `fit`: each row has a weight of its own that tells when it came."""
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="zeros")]
    )
    model.compile("sgd", "mse")
    seen = []

    class Noted(tf.keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            seen.append(self.model.get_weights()[0].ravel() != 0)

    rows = np.eye(6, dtype=np.float32)
    model.fit(rows, np.ones((6, 1)), batch_size=1, verbose=0, callbacks=[Noted()])
    return list(np.argsort(-np.sum(seen, axis=0)))


def test_fit_takes_rows_in_the_order_of_an_eager_shuffle():
    tf.random.set_seed(7)
    expected = list(tf.random.shuffle(tf.range(6)).numpy())
    tf.random.set_seed(7)
    assert order_of_fit() == expected


def test_it_is_switched_on_by_eager_code_only():
    @tf.function
    def switching():
        tf.data.experimental.enable_debug_mode()

    with pytest.raises(ValueError, match="only supported in eager mode"):
        switching()
