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


def test_cells_in_a_row_take_their_narrow_states(policy):
    start = {"kernel_initializer": "ones", "recurrent_initializer": "ones"}
    cells = [layers.LSTMCell(1, **start), layers.SimpleRNNCell(1, **start)]
    y = drawn(layers.RNN(cells, return_sequences=True), (1, 3, 2))
    assert y.ravel() == pytest.approx([0.543, 0.890, 0.949], abs=0.002)


def test_additive_attention_has_a_seed(policy):
    attention = layers.AdditiveAttention(dropout=0.5, seed=3, use_scale=False)
    inputs = [tf.ones([1, 3, 2]), tf.ones([1, 4, 2])]
    scores = attention(inputs, return_attention_scores=True, training=True)[1]
    assert (2 * tf.cast(scores, tf.float32).numpy().ravel()).tolist() == KEPT[policy]
    assert attention.get_config()["seed"] == 3


def test_random_images_draw_in_floatx_but_contrast(policy):
    images = tf.reshape(tf.range(96.0, dtype="float64"), [2, 4, 4, 3]) / 48
    flipped = [
        layers.RandomFlip(seed=2, dtype=dtype)(images, training=True)[:, 0, 0, 0]
        for dtype in (None, "float32", "float64")
    ]
    assert len({tuple((one.numpy() > 0.5).tolist()) for one in flipped}) == 1
    near = layers.RandomContrast(0.5, seed=2)(images[:1] / 2, training=True)
    wide = layers.RandomContrast(0.5, seed=2, dtype="float32")(images[:1] / 2, training=True)
    assert abs(float(near[0, 0, 3, 0]) - float(wide[0, 0, 3, 0])) > 0.01
