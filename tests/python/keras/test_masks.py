"""Masks: which layers hand them on, which heed them, and what they make of what is hidden."""

import warnings

import numpy as np
import pytest
from library import ours, tf

layers = tf.keras.layers
WORDS = np.array([[1, 2, 3, 0, 0], [4, 5, 6, 7, 8]])
SHOWN = WORDS != 0
TABLE = np.random.RandomState(0).randn(10, 4).astype("float32")
OTHER = np.random.RandomState(1).randn(2, 5, 4).astype("float32")
VALUES = TABLE[WORDS]


def words():
    """Five steps of four features, two of the first example hidden."""
    embedding = layers.Embedding(10, 4, mask_zero=True)
    embedding.build((None, 5))
    embedding.set_weights([TABLE])
    return embedding(WORDS)


def mask_of(x):
    mask = getattr(x, "_keras_mask", None)
    return None if mask is None else mask.numpy().tolist()


@pytest.mark.parametrize(
    "make",
    [
        lambda: layers.ReLU(),
        lambda: layers.LeakyReLU(),
        lambda: layers.ELU(),
        lambda: layers.PReLU(),
        lambda: layers.LayerNormalization(),
        lambda: layers.BatchNormalization(),
        lambda: layers.Dense(2),
        lambda: layers.Dropout(0.5),
        lambda: layers.Activation("tanh"),
        lambda: layers.TimeDistributed(layers.Dense(2)),
    ],
)
def test_what_hands_a_mask_on(make):
    assert mask_of(make()(words())) == SHOWN.tolist()


@pytest.mark.parametrize(
    "make",
    [
        lambda: layers.Conv1D(2, 2),
        lambda: layers.GlobalAveragePooling1D(),
        lambda: layers.GlobalMaxPooling1D(),
        lambda: layers.LSTM(2),
    ],
)
@pytest.mark.filterwarnings("ignore:Layer")
def test_what_leaves_no_steps_leaves_no_mask(make):
    assert mask_of(make()(words())) is None


@pytest.mark.parametrize("keepdims", [False, True])
def test_the_mean_is_that_of_the_steps_that_are_shown(keepdims):
    found = layers.GlobalAveragePooling1D(keepdims=keepdims)(words()).numpy()
    expected = [VALUES[0, :3].mean(0), VALUES[1].mean(0)]
    np.testing.assert_allclose(found.reshape(2, 4), expected, rtol=1e-5)
    assert found.ndim == 2 + keepdims


def test_hidden_steps_do_not_count_in_the_statistics_of_a_batch():
    layer = layers.BatchNormalization(momentum=0.0)
    y = layer(words(), training=True).numpy()
    shown = VALUES[SHOWN]
    np.testing.assert_allclose(layer.moving_mean.numpy(), shown.mean(0), rtol=1e-5)
    np.testing.assert_allclose(layer.moving_variance.numpy(), shown.var(0), rtol=1e-5)
    scaled = (VALUES - shown.mean(0)) / np.sqrt(shown.var(0) + 1e-3)
    np.testing.assert_allclose(y, scaled, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("make", "both", "one"),
    [
        (layers.Add, SHOWN, None),
        (layers.Average, SHOWN, None),
        (layers.Maximum, SHOWN, None),
        (layers.Concatenate, SHOWN, np.ones_like(SHOWN)),
        (
            lambda: layers.Concatenate(axis=1),
            np.concatenate([SHOWN, SHOWN], 1),
            np.concatenate([SHOWN, np.ones_like(SHOWN)], 1),
        ),
    ],
)
def test_the_mask_of_what_joins(make, both, one):
    x = words()
    assert mask_of(make()([x, layers.Dense(4)(x)])) == both.tolist()
    found = mask_of(make()([x, tf.constant(OTHER)]))
    assert found == (one if one is None else one.tolist())


def test_products_are_those_of_what_is_shown():
    x, hidden = words(), ~SHOWN[..., None]
    found = layers.Multiply()([x, tf.constant(OTHER)]).numpy()
    np.testing.assert_allclose(found, np.where(hidden, OTHER, VALUES * OTHER), rtol=1e-6)
    found = layers.Multiply()([x, layers.Activation("linear")(x)]).numpy()
    np.testing.assert_allclose(found, np.where(hidden, 0.0, VALUES * VALUES), rtol=1e-6)


@pytest.mark.parametrize(("make", "of"), [("Maximum", np.maximum), ("Minimum", np.minimum)])
def test_extremes_are_those_of_what_is_shown(make, of):
    found = getattr(layers, make)()([words(), tf.constant(OTHER)]).numpy()
    np.testing.assert_array_equal(found, np.where(~SHOWN[..., None], OTHER, of(VALUES, OTHER)))


@ours("Keras refuses them")
def test_masks_of_steps_beside_images():
    images = np.random.RandomState(2).randn(2, 5, 3, 3, 2).astype("float32")
    images[0, 3:] = 0.0
    x = tf.constant(images)
    x._keras_mask = tf.constant(SHOWN)
    layer = layers.BatchNormalization(momentum=0.0)
    layer(x, training=True)
    np.testing.assert_allclose(layer.moving_mean.numpy(), images[SHOWN].mean((0, 1, 2)), rtol=1e-4)
    product = layers.Multiply()([x, tf.ones_like(x)]).numpy()
    np.testing.assert_array_equal(product[0, 3:], np.ones([2, 3, 3, 2]))
    assert mask_of(layers.Concatenate()([x, layers.Activation("linear")(x)])) == SHOWN.tolist()


def test_a_query_that_may_look_at_nothing_gets_the_mean():
    layer = layers.MultiHeadAttention(1, 2, use_bias=False)
    x = tf.constant(OTHER)
    layer(x, x)
    shown = np.ones([2, 5, 5], bool)
    shown[0, 3] = False
    y = layer(x, x, attention_mask=shown).numpy()
    _, _, value, output = (np.squeeze(w) for w in layer.get_weights())
    np.testing.assert_allclose(y[0, 3], OTHER[0].mean(0) @ value @ output, rtol=1e-4, atol=1e-6)


def test_it_gets_nothing_where_there_is_dropout_even_while_that_rests():
    layer = layers.MultiHeadAttention(1, 2, dropout=0.5)
    x = tf.constant(OTHER)
    layer(x, x)
    layer.set_weights([w + 1.0 for w in layer.get_weights()])
    shown = np.ones([2, 5, 5], bool)
    shown[0, 3] = False
    y = layer(x, x, attention_mask=shown).numpy()
    np.testing.assert_allclose(y[0, 3], layer.get_weights()[-1], rtol=1e-5)
    assert not np.allclose(y[0, 2], y[0, 3])


def test_targets_that_are_left_out_beside_steps_that_are_hidden():
    crossentropy = tf.keras.losses.SparseCategoricalCrossentropy
    classes, outputs = np.where(SHOWN, WORDS % 3, -1), words()
    classes[1, 0] = -1
    rows = crossentropy(True, ignore_class=-1, reduction="none")(classes, outputs).numpy()
    mean = crossentropy(from_logits=True, ignore_class=-1)
    np.testing.assert_allclose(mean(classes, outputs), rows.sum() / 7, rtol=1e-5)
    np.testing.assert_allclose(mean(classes, outputs.numpy()), rows.sum() / 7, rtol=1e-5)
    weights = np.full([2, 5], 2.0)
    np.testing.assert_allclose(mean(classes, outputs, weights), rows.sum() / 3.5, rtol=1e-5)


def test_a_loss_function_that_leaves_targets_out_does_so_in_the_mean():
    def loss(y_true, y_pred):
        crossentropy = tf.keras.losses.sparse_categorical_crossentropy
        return crossentropy(y_true, y_pred, from_logits=True, ignore_class=-1)

    classes = np.array([[1, -1, 2, -1, -1], [0, 1, -1, -1, 3]])
    model = tf.keras.Sequential([layers.Identity()])
    model.compile("sgd", loss)
    mean = float(tf.reduce_sum(loss(classes, VALUES))) / 5
    np.testing.assert_allclose(model.evaluate(VALUES, classes, verbose=0), mean, rtol=1e-5)


@pytest.mark.ours("Keras 3 wants one value for each step")
def test_a_metric_may_be_one_number_for_outputs_with_a_mask():
    def share(y_true, y_pred):
        return tf.reduce_mean(tf.cast(y_pred > 0.0, tf.float32))

    embedding = layers.Embedding(10, 4, mask_zero=True)
    model = tf.keras.Sequential([embedding])
    model.compile("sgd", "mse", metrics=[share])
    _, value = model.evaluate(WORDS, VALUES, verbose=0)
    np.testing.assert_allclose(value, np.mean(embedding(WORDS).numpy() > 0.0), rtol=1e-5)


class Doubling(tf.keras.layers.Layer):
    def call(self, inputs):
        return inputs * 2


class Keeping(Doubling):
    def compute_mask(self, inputs, mask=None):
        return mask


def test_a_layer_that_does_not_know_masks_says_that_it_ends_them():
    inputs = tf.keras.layers.Embedding(5, 3, mask_zero=True)(tf.constant([[1, 0]]))
    with pytest.warns(UserWarning, match="does not support masking and will therefore destroy"):
        outputs = Doubling()(inputs)
    assert not hasattr(outputs, "_keras_mask") or outputs._keras_mask is None
    assert Keeping().supports_masking
    assert Keeping()(inputs)._keras_mask.numpy().tolist() == [[1, 0]]


def test_a_layer_of_ones_own_begins_a_mask():
    class Lengths(tf.keras.layers.Layer):
        def compute_mask(self, inputs, mask=None):
            return inputs[..., -1] > 0

        def call(self, inputs):
            return inputs[..., :-1]

    class Told(tf.keras.layers.Layer):
        supports_masking = True

        def call(self, inputs, mask=None):
            return inputs if mask is None else tf.where(mask[..., None], inputs, 9.0)

    x = tf.constant([[[1.0, 1.0], [2.0, 0.0]]])
    np.testing.assert_array_equal(Told()(Lengths()(x)), [[[1.0], [9.0]]])


def test_what_is_set_before_the_base_class_begins_is_undone():
    class Kept(layers.Layer):
        def __init__(self, before):
            self.supports_masking = before
            self.input_spec = layers.InputSpec(ndim=9)
            super().__init__()

        def call(self, x):
            return x + 1.0

    class Computed(Kept):
        def compute_mask(self, inputs, mask=None):
            return mask

    assert mask_of(Computed(False)(words())) == SHOWN.tolist()
    assert mask_of(Computed(True)(words())) == SHOWN.tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Keras 3 says so
        assert mask_of(Kept(True)(words())) is None
