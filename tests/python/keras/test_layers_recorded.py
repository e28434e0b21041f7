"""Layers against what Keras computes with the same weights; configurations; saving."""

import numpy as np
import pytest
from checks import as_array, assert_close
from library import AGAINST_TENSORFLOW, ours, tf

layers = tf.keras.layers
draws = np.random.RandomState(5)


def drawn(*shape):
    return draws.normal(size=shape).astype("float32").round(3)


QUERY, VALUE, KEY = drawn(2, 3, 4), drawn(2, 5, 4), drawn(2, 5, 4)
IMAGES = np.abs(drawn(2, 4, 5, 3)) * 50
SEQUENCE, GRID = drawn(2, 7, 3), drawn(2, 3, 4, 6)
MASK = np.array([[[True, False, True, True, False]] * 3, [[True] * 5] * 3])
MASKS = [np.array([[True, True, False]] * 2), np.array([[True, False, True, True, True]] * 2)]

CASES = {
    "MultiHeadAttention": ({"num_heads": 2, "key_dim": 3}, [QUERY, VALUE], {}),
    "MultiHeadAttention of keys": (
        {"num_heads": 2, "key_dim": 3, "value_dim": 2, "output_shape": 5, "use_bias": False},
        [QUERY, VALUE, KEY],
        {"attention_mask": MASK},
    ),
    "MultiHeadAttention causal": (
        {"num_heads": 1, "key_dim": 4},
        [QUERY, QUERY],
        {"use_causal_mask": True, "return_attention_scores": True},
    ),
    "MultiHeadAttention along axes": (
        {"num_heads": 2, "key_dim": 3, "attention_axes": (2,)},
        [GRID, GRID],
        {"return_attention_scores": True},
    ),
    "MultiHeadAttention over two axes": (
        {"num_heads": 2, "key_dim": 3, "attention_axes": (1, 2)},
        [GRID, GRID],
        {},
    ),
    "GroupQueryAttention": (
        {"head_dim": 3, "num_query_heads": 4, "num_key_value_heads": 2},
        [QUERY, VALUE],
        {},
    ),
    "Attention": ({}, [[QUERY, VALUE]], {}),
    "Attention scaled": ({"use_scale": True}, [[QUERY, VALUE, KEY]], {"mask": MASKS}),
    "Attention concat": (
        {"score_mode": "concat", "use_scale": True},
        [[QUERY, VALUE]],
        {"return_attention_scores": True},
    ),
    "Attention causal": ({}, [[QUERY, QUERY]], {"use_causal_mask": True}),
    "AdditiveAttention": ({}, [[QUERY, VALUE]], {"mask": MASKS}),
    "AdditiveAttention bare": ({"use_scale": False}, [[QUERY, VALUE]], {}),
    "EinsumDense": ({"equation": "ab,bc->ac", "output_shape": 3}, [QUERY[0]], {}),
    "EinsumDense with bias": (
        {
            "equation": "abc,cde->abde",
            "output_shape": (None, 2, 3),
            "bias_axes": "e",
            "activation": "relu",
        },
        [QUERY],
        {},
    ),
    "EinsumDense with dots": (
        {"equation": "...x,xy->...y", "output_shape": 6, "bias_axes": "y"},
        [QUERY],
        {},
    ),
    "GroupNormalization": ({"groups": 3}, [GRID], {}),
    "GroupNormalization along": ({"groups": 2, "axis": 2, "scale": False}, [GRID], {}),
    "GroupNormalization instance": ({"groups": -1, "center": False}, [GRID], {}),
    "UnitNormalization": ({"axis": [1, 2]}, [GRID], {}),
    "RMSNormalization": ({}, [GRID], {}),
    "SeparableConv1D": (
        {"filters": 4, "kernel_size": 3, "depth_multiplier": 2, "strides": 2},
        [SEQUENCE],
        {},
    ),
    "SeparableConv1D same": (
        {"filters": 2, "kernel_size": 2, "padding": "same", "dilation_rate": 2},
        [SEQUENCE],
        {},
    ),
    "DepthwiseConv1D": ({"kernel_size": 3, "depth_multiplier": 2}, [SEQUENCE], {}),
    "DepthwiseConv1D strided": (
        {"kernel_size": 2, "strides": 3, "padding": "same", "use_bias": False},
        [SEQUENCE],
        {},
    ),
    "Softmax over two": ({"axis": [1, 2]}, [QUERY], {}),
    "Softmax masked": ({}, [QUERY], {"mask": QUERY > 0}),
    "Identity": ({}, [QUERY], {}),
    "ActivityRegularization": ({"l1": 0.1, "l2": 0.2}, [QUERY], {}),
    "Rescaling": ({"scale": 0.5, "offset": [1.0, 2.0, 3.0]}, [IMAGES], {}),
    "Normalization": ({"mean": [1.0, 2.0, 3.0], "variance": [1.0, 4.0, 9.0]}, [IMAGES], {}),
    "Normalization inverted": ({"mean": 3.0, "variance": 2.0, "invert": True}, [IMAGES], {}),
    "Resizing": ({"height": 3, "width": 7}, [IMAGES], {}),
    "Resizing cropped": (
        {"height": 2, "width": 4, "crop_to_aspect_ratio": True, "interpolation": "nearest"},
        [IMAGES],
        {},
    ),
    "CenterCrop": ({"height": 2, "width": 3}, [IMAGES], {}),
    "CenterCrop of small": ({"height": 6, "width": 8}, [IMAGES], {}),
    "RandomRotation": ({"factor": (0.1, 0.1), "fill_mode": "constant"}, [IMAGES], {}),
    "RandomRotation reflecting": ({"factor": (0.2, 0.2)}, [IMAGES], {}),
    "RandomRotation nearest": (
        {"factor": (0.2, 0.2), "fill_mode": "nearest", "interpolation": "nearest"},
        [IMAGES],
        {},
    ),
    "RandomTranslation": (
        {"height_factor": (0.3, 0.3), "width_factor": (-0.2, -0.2), "fill_mode": "wrap"},
        [IMAGES],
        {},
    ),
    "RandomTranslation filled": (
        {
            "height_factor": (0.4, 0.4),
            "width_factor": (0.5, 0.5),
            "fill_mode": "constant",
            "fill_value": 9.0,
        },
        [IMAGES],
        {},
    ),
    "RandomZoom": ({"height_factor": (0.3, 0.3)}, [IMAGES], {}),
    "RandomZoom in": ({"height_factor": (-0.4, -0.4), "width_factor": (0.0, 0.0)}, [IMAGES], {}),
    "RandomContrast not at all": ({"factor": (0.0, 0.0)}, [IMAGES], {}),
    "RandomBrightness": ({"factor": (0.2, 0.2)}, [IMAGES], {}),
    "CategoryEncoding": ({"num_tokens": 4}, [np.array([[0, 1], [3, 3]])], {}),
    "CategoryEncoding counts": (
        {"num_tokens": 4, "output_mode": "count"},
        [np.array([[0, 1, 1], [3, 3, 0]])],
        {"count_weights": np.array([[0.5, 1.0, 2.0], [1.0, 1.0, 1.0]])},
    ),
    "CategoryEncoding each": (
        {"num_tokens": 4, "output_mode": "one_hot"},
        [np.array([3, 2, 0])],
        {},
    ),
    "Discretization": ({"bin_boundaries": [-0.5, 0.0, 1.0]}, [QUERY], {}),
    "Discretization each": (
        {"bin_boundaries": [-0.5, 0.0], "output_mode": "one_hot"},
        [QUERY[0, 0]],
        {},
    ),
}
RANDOM = [name for name in CASES if name.startswith("Random")]


def made(name):
    return getattr(layers, name.split()[0])(**CASES[name][0])


def called(layer, name):
    _, inputs, options = CASES[name]
    options = {"training": True, **options} if name in RANDOM else options
    tensors = tf.nest.map_structure(tf.constant, inputs)
    if isinstance(options.get("mask"), list):
        options = {**options, "mask": [tf.constant(mask) for mask in options["mask"]]}
    return layer(*tensors, **options)


def with_weights(layer, name):
    """The layer after a call that builds it, with weights that are drawn alike everywhere."""
    called(layer, name)
    numbers = np.random.RandomState(9)
    layer.set_weights([numbers.normal(size=w.shape).astype("float32") for w in layer.get_weights()])
    return layer


@pytest.mark.parametrize("name", CASES)
def test_outputs(name, recorded):
    layer = with_weights(made(name), name)
    recorded(
        {"y": called(layer, name), "weights": [w.shape for w in layer.get_weights()]},
        rtol=2e-4,
        atol=2e-4 if name in RANDOM else 1e-5,
    )


@pytest.mark.parametrize("name", CASES)
def test_a_configuration_makes_an_equal_layer(name):
    layer = with_weights(made(name), name)
    others = [type(layer).from_config(layer.get_config())]
    others.append(layers.deserialize(layers.serialize(layer)))
    for other in others:
        called(other, name)
        other.set_weights(layer.get_weights())
        for one, two in zip(
            tf.nest.flatten(called(other, name)), tf.nest.flatten(called(layer, name)), strict=True
        ):
            assert_close(one, two)


REFUSED = {
    "GroupQueryAttention": {"head_dim": 2, "num_query_heads": 3, "num_key_value_heads": 2},
    "Attention": {"score_mode": "sum"},
    "EinsumDense": {"equation": "ab,bc", "output_shape": 2},
    "Normalization": {"mean": 1.0},
    "RandomFlip": {"mode": "diagonal"},
    "RandomRotation": {"factor": 0.1, "fill_mode": "mirror"},
    "RandomTranslation": {"height_factor": 2.0, "width_factor": 0.1},
    "CategoryEncoding": {"num_tokens": 3, "output_mode": "int"},
    "Discretization": {},
    "StringLookup": {"vocabulary": ["a", "a"]},
    "StringLookup tokens": {"max_tokens": 1},
    "TextVectorization": {"split": "words"},
    "TextVectorization mode": {"output_mode": "one"},
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    with pytest.raises(ValueError, match=r"."):
        getattr(layers, name.split()[0])(**REFUSED[name])(tf.zeros([2, 2]))


def test_groups_must_divide_the_channels():
    with pytest.raises(ValueError, match="groups"):
        layers.GroupNormalization(4)(tf.zeros([2, 6]))


def test_numbers_outside_of_the_categories():
    with pytest.raises(ValueError, match="num_tokens"):
        layers.CategoryEncoding(2)(tf.constant([[0, 2]]))


# --- Attention in models --------------------------------------------------------------------------


def test_masks_that_travel_reach_attention(recorded):
    tokens = tf.constant([[1, 2, 0, 0], [3, 1, 2, 0]])
    embedding = layers.Embedding(4, 6, mask_zero=True)
    embedding(tokens)
    embedding.set_weights([np.random.RandomState(1).normal(size=(4, 6)).astype("float32")])
    layer = layers.MultiHeadAttention(2, 3)
    layer(embedding(tokens), embedding(tokens))
    numbers = np.random.RandomState(2)
    layer.set_weights([numbers.normal(size=w.shape).astype("float32") for w in layer.get_weights()])
    x = embedding(tokens)  # Keras takes the mask away from what attention has seen
    recorded(layer(x, x, return_attention_scores=True), rtol=1e-4, atol=1e-5)


def test_attention_in_a_model_is_trained_saved_and_cloned(tmp_path):
    inputs = tf.keras.Input((4, 6))
    y = layers.MultiHeadAttention(2, 3)(inputs, inputs)
    y = layers.GroupNormalization(2)(layers.Add()([inputs, y]))
    model = tf.keras.Model(inputs, layers.Dense(1)(layers.GlobalAveragePooling1D()(y)))
    model.compile("adam", "mse")
    x = np.ones((8, 4, 6), "float32")
    model.fit(x, np.zeros((8, 1)), epochs=1, verbose=0)
    model.save(tmp_path / "m.keras")
    again = tf.keras.models.load_model(tmp_path / "m.keras")
    assert_close(again(x), model(x), rtol=1e-4)
    clone = tf.keras.models.clone_model(model)
    clone.set_weights(model.get_weights())
    assert_close(clone(x), model(x), rtol=1e-4)


def test_spectral_normalization_bounds_the_kernel():
    layer = layers.SpectralNormalization(layers.Dense(3), power_iterations=30)
    layer(tf.ones([2, 4]), training=True)
    largest = np.linalg.svd(as_array(layer.layer.kernel), compute_uv=False)[0]
    assert_close(largest, 1.0, rtol=1e-2)
    with pytest.raises(ValueError, match="kernel"):
        layers.SpectralNormalization(layers.Flatten())(tf.ones([2, 4]))


# --- Layers that learn by adapt -------------------------------------------------------------------


@pytest.mark.parametrize("axis", [-1, None, (1, 2)])
def test_normalization_adapts(axis, recorded):
    layer = layers.Normalization(axis=axis)
    layer.adapt(QUERY)
    recorded(layer(tf.constant(QUERY)), rtol=1e-4, atol=1e-5)


def test_normalization_adapts_to_a_dataset_and_is_saved(tmp_path):
    layer = layers.Normalization()
    layer.adapt(tf.data.Dataset.from_tensor_slices(QUERY[0]).batch(2))
    model = tf.keras.Sequential([tf.keras.Input((4,)), layer, layers.Dense(2)])
    model.save(tmp_path / "m.keras")
    again = tf.keras.models.load_model(tmp_path / "m.keras")
    assert_close(again(QUERY[0]), model(QUERY[0]), rtol=1e-4)
    assert_close(as_array(layer(QUERY[0])).std(axis=0), np.ones(4), rtol=1e-3)


def test_discretization_adapts(recorded):
    layer = layers.Discretization(num_bins=4)
    layer.adapt(np.array([[-1.5, 1.0, 3.4, 0.5], [0.0, 3.0, 1.3, 0.0]]))
    recorded(layer(tf.constant([[-1.5, 1.0, 3.4, 0.5], [0.0, 3.0, 1.3, 0.0]])))


TEXTS = ["The cat sat. The CAT!", "a dog, the dog", "sat on: it's"]
VECTORIZE = {
    "int": {},
    "length": {"output_sequence_length": 3, "max_tokens": 6},
    "multi_hot": {"output_mode": "multi_hot"},
    "count": {"output_mode": "count", "max_tokens": 5, "pad_to_max_tokens": True},
    "tf_idf": {"output_mode": "tf_idf"},
    "ngrams": {"ngrams": 2, "standardize": "lower"},
    "characters": {"split": "character", "standardize": None},
    "padded": {"output_mode": "count", "max_tokens": 30, "pad_to_max_tokens": True},
}


@pytest.mark.parametrize("name", VECTORIZE)
def test_text_vectorization(name, recorded):
    layer = layers.TextVectorization(**VECTORIZE[name])
    layer.adapt(np.array(TEXTS))
    y = layer(tf.constant(["the cat", "my dog is on the cat"]))
    recorded({"vocabulary": layer.get_vocabulary(), "y": y}, rtol=1e-4)


LOOKUPS = {
    "StringLookup": ({}, [["b", "a", "b"], ["c", "b", "a"]], [["a", "z", "b"]]),
    "StringLookup masked": ({"mask_token": "a"}, [["b", "a", "b"]], [["a", "z", "b"]]),
    "StringLookup counts": ({"output_mode": "count"}, [["b", "a", "c"]], [["a", "z", "z"]]),
    "StringLookup tf_idf": ({"output_mode": "tf_idf"}, [["b", "a"], ["b", "c"]], [["a", "z"]]),
    "StringLookup one_hot": ({"output_mode": "one_hot", "max_tokens": 3}, ["b", "a", "b"], ["b"]),
    "IntegerLookup": ({}, [[7, 5], [5, 9]], [[5, 6, 7]]),
    "IntegerLookup masked": ({"mask_token": 0}, [[7, 0], [5, 5]], [[5, 0, 8]]),
    "IntegerLookup multi_hot": ({"output_mode": "multi_hot"}, [[7, 5], [5, 9]], [[5, 5, 8]]),
}


@pytest.mark.parametrize("name", LOOKUPS)
def test_lookups_adapt(name, recorded):
    options, data, inputs = LOOKUPS[name]
    layer = getattr(layers, name.split()[0])(**options)
    layer.adapt(np.array(data))
    vocabulary = [str(token) for token in layer.get_vocabulary()]
    recorded({"vocabulary": vocabulary, "y": layer(tf.constant(inputs))}, rtol=1e-4)


def test_a_lookup_goes_back():
    words = layers.StringLookup(vocabulary=["a", "b"])
    back = layers.StringLookup(vocabulary=words.get_vocabulary(), invert=True)
    assert as_array(back(words(tf.constant(["b", "z"])))).tolist() == [b"b", b"[UNK]"]


def test_a_model_of_texts_is_saved(tmp_path):
    layer = layers.TextVectorization(output_sequence_length=4)
    layer.adapt(np.array(TEXTS))
    model = tf.keras.Sequential(
        [tf.keras.Input((1,), dtype=tf.string), layer, layers.Embedding(20, 3), layers.Flatten()]
    )
    x = tf.constant([["the cat"], ["a dog"]])
    expected = model(x)
    model.save(tmp_path / "m.keras")
    again = tf.keras.models.load_model(tmp_path / "m.keras")
    assert_close(again(x), expected)
    assert again.layers[0].get_vocabulary() == layer.get_vocabulary()


# --- Random images --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RANDOM)
def test_nothing_changes_outside_training(name):
    assert_close(made(name)(tf.constant(IMAGES), training=False), IMAGES)


def test_flips_are_flips():
    layer = layers.RandomFlip("horizontal", seed=3)
    flipped = 0
    for _ in range(8):
        y = as_array(layer(tf.constant(IMAGES), training=True))
        for before, after in zip(IMAGES, y, strict=True):
            turned = np.array_equal(after, before[:, ::-1])
            assert turned or np.array_equal(after, before)
            flipped += turned
    assert 0 < flipped < 16


def test_crops_are_parts():
    layer = layers.RandomCrop(2, 3, seed=1)
    y = as_array(layer(tf.constant(IMAGES), training=True))
    places = [(i, j) for i in range(3) for j in range(3)]
    assert any(np.array_equal(y, IMAGES[:, i : i + 2, j : j + 3]) for i, j in places)


@ours("Keras 3 has them under the path of Keras 2 no more")
def test_the_older_path():
    older = tf.keras.layers.experimental.preprocessing
    assert older.Rescaling is layers.Rescaling
    assert older.RandomHeight(0.5)(tf.constant(IMAGES), training=True).shape[2] == 5


def test_gradients_pass_through_a_rotation():
    x = tf.constant(IMAGES)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = layers.RandomRotation((0.1, 0.1), fill_mode="constant")(x, training=True)
    assert as_array(tape.gradient(y, x)).any()


# --- Mixed precision ------------------------------------------------------------------------------


@pytest.fixture
def policy():
    precision = tf.keras.mixed_precision
    yield precision.set_global_policy
    precision.set_global_policy("float32" if AGAINST_TENSORFLOW else None)


@pytest.mark.parametrize("name", ["mixed_float16", "mixed_bfloat16"])
def test_a_mixed_policy(name, policy):
    policy(name)
    layer = layers.Dense(2)
    y = layer(tf.ones([1, 3]))
    assert y.dtype == name.removeprefix("mixed_")
    assert (layer.compute_dtype, layer.variable_dtype) == (name.removeprefix("mixed_"), "float32")
    assert layer.kernel.dtype == "float32"
    model = tf.keras.Sequential([layer, layers.Dense(1, dtype="float32")])
    assert model(tf.ones([1, 3])).dtype == tf.float32
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 3)), np.ones((4, 1)), verbose=0)
    scaled = type(model.optimizer).__name__ == "LossScaleOptimizer"
    assert scaled == (name == "mixed_float16")
    assert layer.get_config()["dtype"]["config"] == {"name": name}
    assert tf.keras.mixed_precision.global_policy().name == name
