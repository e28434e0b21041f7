"""Layers with a mixed policy compute in the narrow dtype as Keras's do, normalizations wide."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
DTYPES = {"mixed_float16": tf.float16, "mixed_bfloat16": tf.bfloat16}
RANDOM = np.random.default_rng(0)


@pytest.fixture(params=DTYPES)
def narrow(request):
    keras.mixed_precision.set_global_policy(request.param)
    yield DTYPES[request.param]
    keras.mixed_precision.set_global_policy("float32")


def drawn(*shape):
    return tf.constant(RANDOM.normal(size=shape), tf.float32)


def equal(one, other):
    assert one.dtype == other.dtype
    np.testing.assert_array_equal(tf.cast(one, tf.float32), tf.cast(other, tf.float32))


def test_dense_layers_multiply_and_add_in_it(narrow):
    x, dense = drawn(4, 9), layers.Dense(5, bias_initializer="normal")
    found = dense(x)
    kernel, bias = (tf.cast(w, narrow) for w in dense.get_weights())
    equal(found, tf.matmul(tf.cast(x, narrow), kernel) + bias)


def test_gradients_reach_the_weights_through_it(narrow):
    x, dense = drawn(4, 9), layers.Dense(5, use_bias=False)
    dense.build((None, 9))
    with tf.GradientTape() as tape:
        y = tf.cast(dense(x), tf.float32)
    found = tape.gradient(y, dense.trainable_variables)[0]
    x = tf.cast(x, narrow)
    product = tf.matmul(x, tf.ones([4, 5], narrow), transpose_a=True)
    equal(found, tf.cast(product, tf.float32))


def test_convolutions_and_pools(narrow):
    x = drawn(2, 6, 6, 3)
    convolution = layers.Conv2D(4, 3)
    found = layers.MaxPooling2D(2)(convolution(x))
    kernel = tf.cast(convolution.get_weights()[0], narrow)
    wide = tf.nn.conv2d(tf.cast(x, narrow), kernel, 1, "VALID")
    equal(found, tf.nn.max_pool2d(wide, 2, 2, "VALID"))


def test_products_are_rounded(narrow):
    x, y = drawn(3, 4), drawn(3, 4)
    equal(layers.Multiply()([x, y]), tf.cast(x, narrow) * tf.cast(y, narrow))


def test_functions_of_lambdas_get_it(narrow):
    told = []
    layers.Lambda(lambda x: told.append(x.dtype) or x)(drawn(2, 2))
    assert tf.as_dtype(told[-1]) == narrow


def test_batch_normalization_computes_wide_what_it_is_told_narrow(narrow):
    x = drawn(16, 3) * 100.0
    layer = layers.BatchNormalization()
    found = layer(x, training=True)
    x = tf.cast(tf.cast(x, narrow), tf.float32)
    mean, variance = tf.nn.moments(x, [0])
    expected = (x - mean) / tf.sqrt(variance + 1e-3)
    np.testing.assert_allclose(
        tf.cast(found, tf.float32), expected, rtol=2 * float(np.finfo("float16").eps) * 8
    )
    np.testing.assert_allclose(layer.moving_mean, 0.01 * mean, rtol=1e-5)
    assert found.dtype == narrow


def test_attention_projects_in_it(narrow):
    attention = layers.MultiHeadAttention(2, 4)
    assert attention(drawn(1, 3, 4), drawn(1, 3, 4)).dtype == narrow
    assert attention._query_dense.compute_dtype == narrow.name
    assert {w.dtype for w in attention.get_weights()} == {np.dtype("float32")}


def test_normal_policies_are_as_before():
    x = drawn(3, 4)
    assert layers.Dense(2)(x).dtype == tf.float32
    assert layers.Dense(2, dtype="float16")(x).dtype == tf.float16
