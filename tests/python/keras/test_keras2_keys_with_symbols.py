"""Sizes that are not known yet in keys: `table[:, :tf.shape(x)[1]]` becomes layers in Keras 2."""

import re

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2

ONES = np.ones((2, 3, 4), np.float32)


def steps(x):
    return tf.shape(x)[1]


@pytest.fixture
def x():
    return tf.keras.Input((None, 4))


def test_a_constant_with_a_symbolic_bound(x):
    table = tf.reshape(tf.range(80.0), [1, 20, 4])
    part = table[:, : steps(x), :]
    assert tuple(part.shape) == (1, None, 4)
    model = tf.keras.Model(x, x + part)
    np.testing.assert_array_equal(model(ONES)[1], 1 + table[0, :3])
    np.testing.assert_array_equal(model(ONES[:, :2])[0], 1 + table[0, :2])


def test_the_layers_of_such_a_key(x):
    model = tf.keras.Model(x, tf.ones([1, 20, 4])[:, : steps(x)] * x)
    names = [re.sub(r"_\d+$", "", layer.name) for layer in model.layers[3:5]]
    assert names == ["tf.stack", "tf.strided_slice"]
    assert [type(layer).__name__ for layer in model.layers[3:5]] == ["TFOpLambda"] * 2


@pytest.mark.parametrize(
    ("key", "shape"),
    [
        (lambda n: (0, n), (4,)),
        (lambda n: (0, n - 1, ..., None), (4, 1)),
        (lambda n: (..., slice(n - 1, n + 1), 0), (1, 2)),
        (lambda n: (0, slice(n, 20, n)), (6, 4)),
        (lambda n: (None, 0, slice(None, None, n)), (1, 7, 4)),
    ],
)
def test_keys_of_each_kind(x, key, shape):
    table = tf.reshape(tf.range(80.0), [1, 20, 4])
    model = tf.keras.Model(x, table[key(steps(x))])
    expected = table.numpy()[key(3)]
    assert expected.shape == shape
    np.testing.assert_array_equal(model(ONES), expected)


def test_a_variable_gives_the_value_of_now(x):
    variable = tf.Variable(tf.ones([1, 20, 4]))
    model = tf.keras.Model(x, x + variable[:, : steps(x)])
    variable.assign(variable * 2.0)
    assert float(tf.reduce_sum(model(ONES))) == 48.0
    assert model.weights == []


def test_a_constant_with_a_symbolic_mask(x):
    part = tf.ones([1, 20, 4])[tf.keras.Input((20, 4), batch_size=1) > 0]
    assert tuple(part.shape) == (None,)


def test_a_symbol_with_bounds_of_another(x):
    other = tf.keras.Input((None, 4))
    model = tf.keras.Model([x, other], other[:, : steps(x)] + x)
    long = np.arange(40.0, dtype=np.float32).reshape(2, 5, 4)
    np.testing.assert_array_equal(model([ONES, long]), 1 + long[:, :3])
    names = [layer.name for layer in model.layers]
    assert sum("getitem" in name for name in names) == 2


@pytest.mark.filterwarnings("ignore:You are saving")
def test_such_models_are_told_and_made_again(x, tmp_path):
    other = tf.keras.Input((None, 4))
    model = tf.keras.Model([x, other], other[:, : steps(x) - 1, 0])
    long = np.arange(40.0, dtype=np.float32).reshape(2, 5, 4)
    expected = model([ONES, long]).numpy()
    model.save(tmp_path / "model.h5")
    model.save(tmp_path / "model.keras")
    for again in (
        tf.keras.models.clone_model(model),
        tf.keras.models.model_from_json(model.to_json()),
        tf.keras.models.load_model(tmp_path / "model.h5"),
        tf.keras.models.load_model(tmp_path / "model.keras"),
    ):
        np.testing.assert_array_equal(again([ONES, long]), expected)


def test_what_converts_symbols_is_a_layer(x):
    tensor = tf.convert_to_tensor(x)
    assert tensor is not x
    model = tf.keras.Model(x, tf.keras.layers.Dense(1)(tensor))
    assert "convert_to_tensor" in model.layers[1].name
    size = tf.convert_to_tensor([tf.shape(x)[0], 3])
    assert tuple(size.shape) == (2,)
    np.testing.assert_array_equal(tf.keras.Model(x, size)(ONES), [2, 3])
    half = tf.convert_to_tensor(x, tf.float32)
    assert half.dtype == tf.float32


def test_symbolic_numbers_are_found_in_lists_of_lists(x):
    missing = (4 - steps(x) % 4) % 4
    padded = tf.pad(x, tf.stack([[0, 0], [0, missing], [0, 0]]))
    again = tf.pad(x, tf.convert_to_tensor([[0, 0], [0, steps(x)], [0, 0]]))
    model = tf.keras.Model(x, [padded, again])
    shapes = [tuple(y.shape) for y in model(ONES)]
    assert shapes == [(2, 4, 4), (2, 6, 4)]


def test_lists_that_hold_themselves_are_looked_through_once():
    cycle = []
    cycle += [cycle, cycle, object()]
    with pytest.raises((TypeError, ValueError)):
        tf.stack([cycle, tf.ones([2])])
