"""Gradients offered while the backward pass goes on: what is sent between processes meanwhile."""

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")

if not AGAINST_TENSORFLOW:
    from gradtape._core import gradient_offered


def taped(persistent=False):
    a, b = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
    with tf.GradientTape(persistent=persistent) as tape:
        y = tf.reduce_sum(a * a * b)
    return tape, y, [a, b]


def test_each_source_is_offered_with_what_is_returned():
    tape, y, sources = taped()
    offered = {}
    found = gradient_offered(tape, y, sources, None, offered.__setitem__)
    assert [g.numpy().tolist() for g in found] == [[6.0, 16.0], [1.0, 4.0]]
    assert list(offered) == [1, 0]
    assert all(found[i].numpy().tolist() == g.numpy().tolist() for i, g in offered.items())


def test_cotangents_and_unconnected_sources():
    tape, y, sources = taped(persistent=True)
    offered = {}
    found = gradient_offered(tape, y, [*sources, tf.Variable(1.0)], 2.0, offered.__setitem__)
    assert found[1].numpy().tolist() == [2.0, 8.0]
    assert found[2] is None
    assert sorted(offered) == [0, 1]


def test_rows_come_as_slices():
    table = tf.Variable(tf.ones([4, 2]))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.gather(table, [1, 1, 3]))
    offered = []
    gradient_offered(tape, y, [table], None, lambda i, g: offered.append(g))
    assert isinstance(offered[0], tf.IndexedSlices)
    assert offered[0].indices.numpy().tolist() == [1, 1, 3]


def test_an_error_ends_the_backward_pass_as_itself():
    tape, y, sources = taped()
    calls = []

    def offer(i, gradient):
        calls.append(i)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        gradient_offered(tape, y, sources, None, offer)
    assert calls == [1]


def test_a_large_pass_offers_too():
    x = tf.Variable(tf.ones([300, 300]))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x @ x)
    offered = []
    gradient_offered(tape, y, [x], None, lambda i, g: offered.append(g.numpy().sum()))
    assert offered == [2 * 300.0**3]
