"""A loop of a function carries the gradient of a table along as a whole; others are of rows."""

import pytest
from library import tf

_TABLE = tf.Variable([[0.0, 0.1], [0.2, 0.3], [0.4, 0.5], [0.6, 0.7]])
_TOKENS = tf.constant([[1, 2, 1, 3], [1, 1, 2, 0]])


def _at(tokens):
    return tf.reduce_sum(tf.nn.embedding_lookup(_TABLE, tokens) ** 2)


@tf.function
def _function(tokens):
    return _at(tokens)


def _over_range():
    total = tf.constant(0.0)
    for i in tf.range(4):
        total += _at(_TOKENS[:, i])
    return total


def _over_rows():
    total = tf.constant(0.0)
    for row in _TOKENS:
        total += _function(row)
    return total


def _while_loop():
    start = (tf.constant(0), tf.constant(0.0))
    return tf.while_loop(lambda i, _: i < 4, lambda i, s: (i + 1, s + _at(_TOKENS[:, i])), start)[1]


def _map_fn():
    return tf.reduce_sum(tf.map_fn(_at, _TOKENS, fn_output_signature=tf.float32))


def _scan():
    return tf.scan(lambda total, tokens: total + _at(tokens), _TOKENS, 0.0)[-1]


def _both():
    return _at(_TOKENS) + _over_range()


def _left():
    total = tf.constant(0.0)
    for i in tf.range(4):
        total += _at(_TOKENS[:, i])
        if i == 1:
            break
    return total


def _python_range():
    return tf.add_n([_at(_TOKENS[:, i]) for i in range(4)])


def _called():
    return _function(_TOKENS) + _function(_TOKENS[:, :2])


def _cond():
    return tf.cond(tf.reduce_sum(_TOKENS) > 3, lambda: _at(_TOKENS), lambda: 0.0)


def _behind():
    return tf.cast(_over_range(), tf.int32), _at(_TOKENS)


def _gradient(loss):
    with tf.GradientTape() as tape:
        value = tf.nest.flatten(loss())[-1]
    return tape.gradient(value, _TABLE)


def _in_function(loss):
    kinds = []

    @tf.function
    def step():
        gradient = _gradient(loss)
        kinds.append(isinstance(gradient, tf.IndexedSlices))
        return tf.convert_to_tensor(gradient)

    assert step().numpy() == pytest.approx(tf.convert_to_tensor(_gradient(loss)).numpy())
    return kinds[0]


@pytest.mark.parametrize(
    "loss", [_over_range, _over_rows, _while_loop, _map_fn, _scan, _both, _left]
)
def test_of_a_loop_it_is_whole(loss):
    assert not _in_function(loss)


@pytest.mark.parametrize("loss", [_python_range, _called, _cond, _behind])
def test_elsewhere_it_is_of_rows(loss):
    assert _in_function(loss)


def test_outside_of_functions_it_is_of_rows():
    assert isinstance(_gradient(_over_range), tf.IndexedSlices)
    assert isinstance(_gradient(_while_loop), tf.IndexedSlices)


def test_a_tape_in_the_loop_has_rows():
    kinds = []

    @tf.function
    def train():
        for tokens in _TOKENS:
            gradient = _gradient(lambda tokens=tokens: _at(tokens))
            kinds.append(isinstance(gradient, tf.IndexedSlices))
        return tf.constant(0)

    train()
    assert set(kinds) == {True}
