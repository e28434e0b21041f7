"""Recurrent layers as one operation: the same numbers, and the same gradients, as step by step."""

import numpy as np
import pytest

import gradtape as tf
from gradtape._keras.layers.recurrent import fused

CLASSES = {"LSTM": tf.keras.layers.LSTM, "GRU": tf.keras.layers.GRU}
CLASSES["SimpleRNN"] = tf.keras.layers.SimpleRNN
SHAPE = (3, 5, 4)


def layer_of(kind, **options):
    layer = CLASSES[kind](6, return_sequences=True, return_state=True, dtype="float64", **options)
    layer(tf.zeros(SHAPE, tf.float64))
    rng = np.random.default_rng(1)
    layer.set_weights([rng.normal(0, 0.5, w.shape) for w in layer.get_weights()])
    return layer


def answers(layer, x, **call):
    """Outputs, the gradient of each weight and of the inputs, and a gradient of the gradient."""
    weights = layer.trainable_weights
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            results = layer(x, **call)
            loss = tf.add_n([tf.reduce_sum(tf.sin(r)) for r in results])
        first = inner.gradient(loss, [x, *weights])
        size = tf.add_n([tf.reduce_sum(g**2) for g in first])
    second = outer.gradient(size, [x, *weights])
    return [np.asarray(a) for a in (*results, *first, *second)]


def step_by_step(monkeypatch, layer, x, **call):
    with monkeypatch.context() as patch:
        patch.setattr(fused, "can_fuse", lambda *args: False)
        return answers(layer, x, **call)


def agree(one, other):
    assert len(one) == len(other)
    for a, b in zip(one, other, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-10)


def values(seed=0):
    return tf.constant(np.random.default_rng(seed).normal(size=SHAPE))


def was_fused(monkeypatch, layer, x, **call):
    """Whether the layer took the one operation."""
    runs, run = [], fused.run
    with monkeypatch.context() as patch:
        patch.setattr(fused, "run", lambda *args: runs.append(1) or run(*args))
        layer(x, **call)
    return bool(runs)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("options", [{}, {"go_backwards": True}, {"use_bias": False}])
def test_the_operation_is_the_loop(monkeypatch, kind, options):
    layer, x = layer_of(kind, **options), values()
    assert was_fused(monkeypatch, layer, x)
    agree(answers(layer, x), step_by_step(monkeypatch, layer, x))


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("backwards", [False, True])
def test_masks_that_stop_start_and_pause(monkeypatch, kind, backwards):
    layer, x = layer_of(kind, go_backwards=backwards), values()
    mask = tf.constant([[True] * 5, [False, True, False, True, False], [False] * 5])
    assert was_fused(monkeypatch, layer, x, mask=mask)
    agree(answers(layer, x, mask=mask), step_by_step(monkeypatch, layer, x, mask=mask))
    start = [tf.constant(np.full((3, 6), 0.3 + i)) for i in range(2 if kind == "LSTM" else 1)]
    call = {"mask": mask, "initial_state": start}
    agree(answers(layer, x, **call), step_by_step(monkeypatch, layer, x, **call))


@pytest.mark.parametrize("kind", CLASSES)
def test_the_gradient_of_a_state_and_of_one_output_only(monkeypatch, kind):
    layer, x = layer_of(kind), values()

    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            outputs, *states = layer(x)
            loss = tf.reduce_sum(outputs[:, 1]) + tf.reduce_sum(states[-1] ** 2)
        return tape.gradient(loss, x).numpy()

    one = gradient()
    monkeypatch.setattr(fused, "can_fuse", lambda *args: False)
    np.testing.assert_allclose(one, gradient(), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("kind", "options", "training"),
    [
        ("LSTM", {"activation": "relu"}, False),
        ("GRU", {"recurrent_activation": "hard_sigmoid"}, False),
        ("GRU", {"reset_after": False}, False),
        ("SimpleRNN", {"recurrent_dropout": 0.5}, True),
    ],
)
def test_what_the_operation_cannot_do_goes_step_by_step(monkeypatch, kind, options, training):
    assert not was_fused(monkeypatch, layer_of(kind, **options), values(), training=training)


def test_a_cell_of_ones_own_is_called(monkeypatch):
    class Cell(tf.keras.layers.LSTMCell):
        pass

    layer = tf.keras.layers.RNN(Cell(2, dtype="float64"), dtype="float64")
    assert not was_fused(monkeypatch, layer, values())


def test_input_dropout_stays_in_the_operation(monkeypatch):
    layer = layer_of("LSTM", dropout=0.5)
    assert was_fused(monkeypatch, layer, values(), training=True)
    outputs, *_ = layer(values(), training=True)
    assert not np.allclose(outputs, layer(values(), training=False)[0])


def test_forward_mode_goes_through_the_operation():
    layer, x, tangent = layer_of("GRU"), values(), values(1)
    with tf.autodiff.ForwardAccumulator(x, tangent) as forward:
        outputs, _ = layer(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = tf.reduce_sum(layer(x)[0] ** 3)
    back = tf.reduce_sum(tape.gradient(total, x) * tangent)
    along = tf.reduce_sum(3 * outputs**2 * forward.jvp(outputs))
    np.testing.assert_allclose(along, back, rtol=1e-11)
