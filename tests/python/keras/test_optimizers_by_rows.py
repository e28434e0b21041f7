"""Optimizers with IndexedSlices: of rows without duplicates what the dense gradient gives."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

OPTIMIZERS = {
    "sgd": lambda: tf.keras.optimizers.SGD(0.1),
    "momentum": lambda: tf.keras.optimizers.SGD(0.1, momentum=0.9),
    "nesterov": lambda: tf.keras.optimizers.SGD(0.1, momentum=0.9, nesterov=True),
    "adam": lambda: tf.keras.optimizers.Adam(0.1),
    "amsgrad": lambda: tf.keras.optimizers.Adam(0.1, amsgrad=True),
    "adamw": lambda: tf.keras.optimizers.AdamW(0.1, weight_decay=0.1),
    "adagrad": lambda: tf.keras.optimizers.Adagrad(0.1),
    "rmsprop": lambda: tf.keras.optimizers.RMSprop(0.1),
    "rmsprop momentum": lambda: tf.keras.optimizers.RMSprop(0.1, momentum=0.5, centered=True),
    "adamax": lambda: tf.keras.optimizers.Adamax(0.1),
    "nadam": lambda: tf.keras.optimizers.Nadam(0.1),
    "adadelta": lambda: tf.keras.optimizers.Adadelta(0.1),
    "ftrl": lambda: tf.keras.optimizers.Ftrl(0.1),
    "lion": lambda: tf.keras.optimizers.Lion(0.1),
    "clipped value": lambda: tf.keras.optimizers.Adam(0.1, clipvalue=0.5),
    "clipped norm": lambda: tf.keras.optimizers.Adam(0.1, clipnorm=0.5),
    "clipped global norm": lambda: tf.keras.optimizers.SGD(0.1, global_clipnorm=0.5),
    "ema": lambda: tf.keras.optimizers.SGD(0.1, use_ema=True, ema_overwrite_frequency=2),
}
STEPS = [[4, 1], [5, 4, 2], [0], [4]]


def slices(places, seed=0):
    values = np.random.RandomState(seed).normal(size=(len(places), 3)).astype(np.float32)
    return tf.IndexedSlices(tf.constant(values), tf.constant(places), tf.constant([6, 3]))


@pytest.mark.parametrize("make", OPTIMIZERS.values(), ids=OPTIMIZERS)
def test_rows_without_duplicates_are_the_dense_gradient(make):
    start = np.arange(18.0, dtype=np.float32).reshape(6, 3) / 9.0 - 1.0
    by_rows, dense = tf.Variable(start), tf.Variable(start)
    one, other = make(), make()
    for seed, places in enumerate(STEPS):
        g = slices(places, seed)
        one.apply_gradients([(g, by_rows)])
        other.apply_gradients([(tf.convert_to_tensor(g), dense)])
        assert_close(by_rows, dense.numpy(), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("make", "second"),
    [
        (lambda: tf.keras.optimizers.Adam(0.1), [1.62159, 2.62117]),
        (lambda: tf.keras.optimizers.Nadam(0.1), [1.68502, 2.68249]),
        (lambda: tf.keras.optimizers.Adadelta(0.1), [1.99946, 2.99946]),
        (lambda: tf.keras.optimizers.Ftrl(0.1), [1.62236, 2.61829]),
    ],
    ids=["adam", "nadam", "adadelta", "ftrl"],
)
def test_rows_of_one_place_are_squared_before_they_are_added_up(make, second):
    v, optimizer = tf.Variable(tf.reshape(tf.range(6.0), [3, 2])), make()
    for _ in range(3):
        with tf.GradientTape() as tape:
            weights = tf.constant([[1.0], [0.5], [1.5]])
            loss = tf.reduce_sum(tf.gather(v, [0, 1, 1]) ** 2 * weights)
        optimizer.apply_gradients([(tape.gradient(loss, v), v)])
    assert_close(v[1], second, rtol=1e-5)


def test_a_global_norm_adds_the_rows_of_one_place_up():
    by_rows, dense = tf.Variable(tf.ones([6, 3])), tf.Variable(tf.ones([6, 3]))
    g = slices([4, 1, 4, 4])
    norm = tf.norm(g.values)
    tf.keras.optimizers.Adagrad(0.1, global_clipnorm=1e-3).apply_gradients([(g, by_rows)])
    scaled = tf.convert_to_tensor(g) * (1e-3 / norm)
    tf.keras.optimizers.Adagrad(0.1).apply_gradients([(scaled, dense)])
    assert_close(by_rows, dense.numpy(), rtol=1e-5, atol=1e-6)


def test_rows_and_tensors_in_turn():
    by_rows, dense = tf.Variable(tf.ones([6, 3])), tf.Variable(tf.ones([6, 3]))
    one, other = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)
    for seed, places in enumerate(STEPS):
        g = slices(places, seed)
        whole = tf.convert_to_tensor(g)
        one.apply_gradients([(whole if seed % 2 else g, by_rows)])
        other.apply_gradients([(whole, dense)])
    assert_close(by_rows, dense.numpy(), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["sgd", "adam", "adagrad"])
def test_an_embedding_is_trained(name):
    table = np.random.RandomState(0).normal(size=(6, 3)).astype(np.float32)
    target = tf.constant(np.ones((2, 3), np.float32))
    v, w = tf.Variable(table), tf.Variable(table)
    one, other = OPTIMIZERS[name](), OPTIMIZERS[name]()
    ids = tf.constant([4, 2])
    hot = tf.one_hot(ids, 6)
    for _ in range(4):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.nn.embedding_lookup(v, ids) - target) ** 2)
        one.apply_gradients([(tape.gradient(loss, v), v)])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((hot @ w - target) ** 2)
        other.apply_gradients([(tape.gradient(loss, w), w)])
    assert_close(v, w.numpy(), rtol=1e-5, atol=1e-6)
    assert v.numpy()[0].tolist() == table[0].tolist()


def test_gradients_are_put_aside():
    by_rows, dense = tf.Variable(tf.ones([6, 3])), tf.Variable(tf.ones([6, 3]))
    one, other = (tf.keras.optimizers.SGD(0.1, gradient_accumulation_steps=2) for _ in range(2))
    for seed, places in enumerate(STEPS):
        g = slices(places, seed)
        one.apply_gradients([(g, by_rows)])
        other.apply_gradients([(tf.convert_to_tensor(g), dense)])
    assert_close(by_rows, dense.numpy(), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    "given",
    [
        slices([-1]),
        pytest.param(slices([1, 6]), marks=ours("TensorFlow changes the rows before it")),
    ],
)
def test_a_row_outside_is_refused_and_nothing_changes(given):
    v = tf.Variable(tf.ones([6, 3]))
    optimizer = tf.keras.optimizers.SGD(0.1)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"not in \[0, 6\)|indices"):
        optimizer.apply_gradients([(given, v)])
    assert v.numpy().tolist() == np.ones((6, 3)).tolist()


@ours("TensorFlow takes the dense shape as it is")
def test_slices_of_another_shape_are_refused():
    v = tf.Variable(tf.ones([7, 3]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="tensor of shape"):
        tf.keras.optimizers.SGD(0.1).apply_gradients([(slices([1]), v)])


def test_rows_of_a_table_need_not_say_how_large_it_is():
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    rows = tf.IndexedSlices(values=tf.constant([[1.0, 1.0]]), indices=tf.constant([1]))
    tf.keras.optimizers.SGD(0.5).apply_gradients([(rows, table)])
    assert table.numpy().tolist() == [[1.0, 2.0], [2.5, 3.5]]


@ours("Keras 2 by the environment")
@pytest.mark.parametrize("name", ["Adam", "RMSprop", "Adagrad", "Adadelta", "Nadam", "Ftrl"])
def test_keras_2_adds_rows_of_one_place_up_first(name, monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    found = []
    rows = tf.IndexedSlices([[1.0, 2.0], [3.0, -1.0], [0.5, 1.0]], [2, 0, 2], [3, 2])
    for grad in (rows, tf.convert_to_tensor(rows)):
        variable = tf.Variable(tf.ones([3, 2]))
        getattr(tf.keras.optimizers, name)(0.1).apply_gradients([(grad, variable)])
        found.append(variable.numpy()[[0, 2]])
    np.testing.assert_allclose(*found, rtol=1e-6)


@ours("Keras 2 by the environment")
def test_keras_2_limits_rows_before_it_adds_them_up(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    variable = tf.Variable([0.0])
    rows = tf.IndexedSlices([3.0, 3.0], [0, 0], [1])
    tf.keras.optimizers.SGD(1.0, clipvalue=2.0).apply_gradients([(rows, variable)])
    assert variable.numpy() == [-4.0]
