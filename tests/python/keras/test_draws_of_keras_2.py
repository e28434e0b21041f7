"""With TF_USE_LEGACY_KERAS layers draw as `tf.random` does, and those with a seed by operations."""

import copy

import numpy as np
import pytest
from library import ours, tf

pytestmark = [pytest.mark.keras_2, ours("Keras 2 by the environment")]
layers = tf.keras.layers
X = tf.ones([2, 3, 4])


@pytest.fixture(autouse=True)
def keras_2():
    tf.random.set_seed(0)


def mask(shape, rate=0.5, **options):
    """What `tf.nn.dropout` makes of ones."""
    return tf.nn.dropout(tf.ones(shape), rate, **options).numpy()


def test_dropout_draws_as_the_function_does():
    expected = [mask([2, 3, 4]), mask([2, 1, 4])]
    tf.random.set_seed(0)
    found = [layers.Dropout(0.5)(X, training=True), layers.SpatialDropout1D(0.5)(X, training=True)]
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], np.broadcast_to(expected[1], [2, 3, 4]))


def test_noise_is_that_of_random_normal():
    expected = tf.random.normal([2, 3, 4], stddev=0.5)
    tf.random.set_seed(0)
    found = layers.GaussianNoise(0.5)(X, training=True) - X
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_a_seed_is_that_of_the_first_draw_and_the_next_number_that_of_the_next():
    expected = [mask([2, 3, 4], seed=7), mask([2, 3, 4], seed=8)]
    tf.random.set_seed(0)
    layer = layers.Dropout(0.5, seed=7)
    np.testing.assert_array_equal([layer(X, training=True) for _ in range(2)], expected)


def test_a_copy_goes_on_with_the_seeds():
    layer = layers.Dropout(0.5, seed=7)
    layer(X, training=True)
    copied = copy.deepcopy(layer)
    tf.random.set_seed(0)
    expected = mask([2, 3, 4], seed=8)
    tf.random.set_seed(0)
    np.testing.assert_array_equal(copied(X, training=True), expected)


def test_a_function_keeps_the_seed_of_its_trace():
    drawn = tf.function(lambda: tf.nn.dropout(X, 0.5, seed=7))
    expected = [drawn().numpy() for _ in range(3)]
    layer = layers.Dropout(0.5, seed=7)
    called = tf.function(lambda: layer(X, training=True))
    np.testing.assert_array_equal([called() for _ in range(3)], expected)


@pytest.mark.parametrize(("kind", "blocks"), [(layers.LSTM, 4), (layers.GRU, 3)])
def test_recurrent_layers_of_one_operation_drop_others_in_each_step(kind, blocks):
    layer = kind(2, dropout=0.5)
    plain = kind(2)
    plain.build(X.shape)
    layer.build(X.shape)
    layer.set_weights(plain.get_weights())
    tf.random.set_seed(0)
    first, *_ = (mask([2, 3, 4]) for _ in range(blocks + 1))
    after = mask([2])
    tf.random.set_seed(0)
    np.testing.assert_allclose(layer(X, training=True), plain(X * first), rtol=1e-5)
    tf.random.uniform([2])  # the masks of the other blocks were drawn, and then this
    np.testing.assert_array_equal(mask([2]), after)


def identity(**options):
    """A recurrent layer whose outputs are its inputs with their dropout."""
    return layers.SimpleRNN(
        4,
        activation="linear",
        kernel_initializer="identity",
        recurrent_initializer="zeros",
        return_sequences=True,
        **options,
    )


def test_steps_drop_the_same_in_eager_code_and_others_in_a_function():
    layer = identity(dropout=0.5)
    eager = layer(X, training=True).numpy()
    assert (eager == eager[:, :1]).all()
    in_function = tf.function(lambda: layer(X, training=True))().numpy()
    assert (in_function != in_function[:, :1]).any()


def test_steps_of_a_function_draw_in_its_loop():
    @tf.function
    def loop():
        start = tf.zeros([0, 2, 4])

        def body(step, found):
            return step + 1, tf.concat([found, [tf.nn.dropout(tf.ones([2, 4]), 0.5)]], 0)

        tf.nn.dropout(tf.ones([2, 4]), 0.5)  # the step that is taken before the loop
        shapes = [tf.TensorShape([]), tf.TensorShape([None, 2, 4])]
        return tf.while_loop(lambda step, _: step < 3, body, [0, start], shapes)[1]

    expected = tf.transpose(loop(), [1, 0, 2])
    layer = identity(dropout=0.5)
    found = tf.function(lambda: layer(X, training=True))()
    np.testing.assert_array_equal(found, expected)


def test_without_the_environment_layers_count_seeds_of_their_own(monkeypatch):
    monkeypatch.delenv("TF_USE_LEGACY_KERAS")
    found = layers.Dropout(0.5, seed=7)(X, training=True)
    expected = tf.nn.experimental.stateless_dropout(X, 0.5, seed=[7, 0])
    np.testing.assert_array_equal(found, expected)


def test_layers_for_random_images_draw_from_a_generator():
    images = tf.reshape(tf.range(2.0 * 4 * 4 * 3), [2, 4, 4, 3])
    generator = tf.random.Generator.from_seed(5)
    added = generator.uniform([2], -0.3, 0.3) * 255.0
    expected = tf.clip_by_value(images + added[:, None, None, None], 0.0, 255.0)
    found = layers.RandomBrightness(0.3, seed=5)(images, training=True)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-4)
    generator = tf.random.Generator.from_seed(5)
    seeds = generator.make_seeds()[:, 0]
    expected = tf.image.stateless_random_flip_left_right(images, seeds)
    found = layers.RandomFlip("horizontal", seed=5)(images, training=True)
    np.testing.assert_array_equal(found, expected)
    generator = tf.random.Generator.from_seed(5)
    top, left = (int(x) % 3 for x in generator.uniform([2], 0, tf.int32.max, tf.int32))
    found = layers.RandomCrop(2, 2, seed=5)(images, training=True)
    np.testing.assert_array_equal(found, images[:, top : top + 2, left : left + 2])
    changed = tf.image.stateless_random_contrast(images, 0.7, 1.3, seeds)
    found = layers.RandomContrast(0.3, seed=5)(images, training=True)
    np.testing.assert_allclose(found, tf.clip_by_value(changed, 0.0, 255.0), rtol=1e-5)


@pytest.mark.parametrize(
    ("called", "draws"),
    [
        (lambda: layers.GaussianNoise(0.0)(X, training=True), 1),
        (lambda: layers.Dropout(0.0)(X, training=True), 0),
        (lambda: layers.MultiHeadAttention(1, 2)(X, X, training=True), 0),
    ],
)
def test_of_what_changes_nothing_only_noise_is_drawn(called, draws):
    for _ in range(draws):
        tf.random.uniform([1])
    expected = tf.random.uniform([1])
    tf.random.set_seed(0)
    called()
    np.testing.assert_array_equal(tf.random.uniform([1]), expected)
