"""What layers draw under a mixed policy, in the narrow dtype as Keras does."""

import pytest
from library import AGAINST_TENSORFLOW, tf

layers = tf.keras.layers
NARROW = "mixed_float16", "mixed_bfloat16"
KEPT = {"mixed_float16": [1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0]}
KEPT["mixed_bfloat16"] = [0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1]


@pytest.fixture(autouse=True, params=NARROW)
def policy(request):
    tf.keras.mixed_precision.set_global_policy(request.param)
    yield request.param
    tf.keras.mixed_precision.set_global_policy("float32" if AGAINST_TENSORFLOW else None)


def drawn(layer, shape=(12,)):
    y = layer(tf.ones(shape), training=True)
    return tf.cast(y, tf.float32).numpy()


def test_dropout_draws_in_the_narrow_dtype(policy):
    kept = KEPT[policy]
    assert (drawn(layers.Dropout(0.5, seed=3)) / 2).tolist() == kept
    spatial = drawn(layers.SpatialDropout1D(0.5, seed=3), (2, 2, 6))[:, 0] / 2
    assert spatial.ravel().tolist() == kept


def test_noise_is_rounded_in_the_narrow_dtype(policy):
    noise = drawn(layers.GaussianNoise(0.5, seed=3))[[4, 5, 8]]
    float16 = [1.626953125, 1.67578125, 0.43798828125]
    assert noise.tolist() == (float16 if policy == "mixed_float16" else [1.625, 1.671875, 0.4375])


@pytest.mark.parametrize("dtype", [None, "float64"])
def test_alpha_dropout_draws_in_floatx(dtype):
    kept = [0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0]
    assert (drawn(layers.AlphaDropout(0.5, seed=3, dtype=dtype)) > 0).tolist() == kept


def test_a_layer_of_full_precision_draws_in_it(policy):
    kept = [0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0]
    assert (drawn(layers.Dropout(0.5, seed=3, dtype="float32")) / 2).tolist() == kept


def test_dropout_within_layers(policy):
    attention = layers.Attention(dropout=0.5, seed=3)
    inputs = [tf.ones([1, 3, 2]), tf.ones([1, 4, 2])]
    scores = attention(inputs, return_attention_scores=True, training=True)[1]
    assert (2 * tf.cast(scores, tf.float32).numpy().ravel()).tolist() == KEPT[policy]
    start = {"kernel_initializer": "ones", "recurrent_initializer": "zeros"}
    y = drawn(layers.LSTM(2, dropout=0.5, seed=4, **start), (4, 1, 2))[:, 0]
    few = [0, 0.61, 0.61, 0] if policy == "mixed_float16" else [0.61, 0.74, 0.61, 0.61]
    assert y == pytest.approx(few, abs=0.01)
