"""Attention whose results are gated, or that looks only a few steps away."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
rng = np.random.default_rng(0)
QUERY = rng.normal(size=(2, 5, 6)).astype("float32")
VALUE = rng.normal(size=(2, 4, 6)).astype("float32")
MADE = [
    lambda **options: layers.MultiHeadAttention(2, 4, **options),
    lambda **options: layers.GroupQueryAttention(4, 4, 2, **options),
]


def called(make, *, options, **call):
    tf.keras.utils.set_random_seed(1)
    layer = make(**options)
    return layer, layer(QUERY, VALUE, **call)


@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("call", [{}, {"use_causal_mask": True}])
@pytest.mark.parametrize(
    "options",
    [{"use_gate": True}, {"sliding_window": 2}, {"use_gate": True, "sliding_window": 1}],
)
def test_keras_gave_this(make, options, call, recorded):
    recorded(called(make, options=options, **call)[1], rtol=1e-4)


@pytest.mark.parametrize("make", MADE)
def test_a_gate_is_a_projection_of_the_queries(make):
    layer, _ = called(make, options={"use_gate": True})
    names = [weight.path.split("/")[-2] for weight in layer.weights]
    order = ["query", "key", "value"]
    order.insert(2, "gate")
    assert [name for name in names[::2] if name != "attention_output"] == order
    for weight in layer.weights:
        if "gate" in weight.path:
            weight.assign(tf.zeros_like(weight))
    half = layer(QUERY, VALUE)
    plain = make()
    plain.build(QUERY.shape, VALUE.shape)
    plain.set_weights([w for w in layer.weights if "gate" not in w.path])
    bias = plain.weights[-1]
    np.testing.assert_allclose(half - bias, (plain(QUERY, VALUE) - bias) / 2, atol=1e-6)


@pytest.mark.parametrize("make", MADE)
def test_a_window_hides_what_is_far(make):
    _, (_, weights) = called(make, options={"sliding_window": 2}, return_attention_scores=True)
    seen = np.asarray(weights)[0, 0] > 0
    near = np.abs(np.arange(5)[:, None] - np.arange(4)) < 2
    np.testing.assert_array_equal(seen, near)
    config = make(sliding_window=2, use_gate=True).get_config()
    assert (config["sliding_window"], config["use_gate"]) == (2, True)


def test_windows_are_positive():
    with pytest.raises(ValueError, match="must be `None` or a positive integer"):
        layers.MultiHeadAttention(2, 2, sliding_window=0)


def test_which_kernel_computes_makes_no_difference():
    _, plain = called(MADE[0], options={})
    _, asked = called(MADE[0], options={"flash_attention": False})
    np.testing.assert_array_equal(plain, asked)
