"""Options of Keras 3's layers and initializers that programs meet now and then."""

import numpy as np
import pytest
from library import ours, tf

keras, layers = tf.keras, tf.keras.layers
pytestmark = pytest.mark.keras_3
TABLE = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def test_embeddings_with_weights_have_them_at_once():
    for weights in (np.array(TABLE), [np.array(TABLE)]):
        layer = layers.Embedding(3, 2, weights=weights)
        assert layer.built
        assert layer.embeddings.numpy().tolist() == TABLE
        assert layer(np.array([[0, 2]])).numpy().tolist() == [[[1.0, 2.0], [5.0, 6.0]]]
    with pytest.raises(ValueError, match="not compatible with provided weight shape"):
        layers.Embedding(3, 2, weights=np.ones((2, 2)))


def test_which_layers_hand_masks_on():
    supporting = [
        layers.Embedding(3, 2, mask_zero=True),
        layers.Dot(1),
        layers.Normalization(),
    ]
    assert [layer.supports_masking for layer in supporting] == [True] * 3
    others = [layers.Embedding(3, 2), layers.RMSNormalization()]
    assert [layer.supports_masking for layer in others] == [False, False]


def test_an_input_layer_around_a_symbolic_tensor():
    tensor = keras.Input((3,), dtype="int32")
    layer = layers.InputLayer(input_tensor=tensor)
    assert layer.output is tensor
    assert (layer.batch_shape, str(layer.dtype)) == ((None, 3), "int32")
    assert (layer.sparse, layer.ragged) == (False, False)
    for wrong in ({"shape": (2,)}, {"batch_size": 4}, {"batch_shape": (1, 3)}):
        with pytest.raises(ValueError, match="incompatible `" + next(iter(wrong))):
            layers.InputLayer(input_tensor=tensor, **wrong)
    with pytest.raises(ValueError, match="must be a KerasTensor"):
        layers.InputLayer(input_tensor=np.ones((2, 3)))


def test_other_input_layers():
    assert layers.InputLayer(shape=(3,), batch_size=4).batch_shape == (4, 3)
    assert layers.InputLayer(shape=(3,)).call() is None
    with pytest.raises(ValueError, match="cannot pass both `shape` and `batch_shape`"):
        layers.InputLayer(shape=(3,), batch_shape=(4, 3))
    with pytest.raises(ValueError, match="cannot pass both `batch_size` and `batch_shape`"):
        layers.InputLayer(batch_size=4, batch_shape=(4, 3))


def test_pipelines_take_a_mask():
    made = layers.Pipeline([layers.Rescaling(2.0)]).call(tf.ones(2), mask=None)
    assert made.numpy().tolist() == [2.0, 2.0]


def test_masks_of_concatenations_may_be_arrays():
    parts, mask = [np.ones((2, 3, 1)), np.ones((2, 3, 1))], [np.ones((2, 3), bool), None]
    found = layers.Concatenate(axis=1).compute_mask(parts, mask)
    assert np.array(found).tolist() == [[True] * 6] * 2


@ours("tf.keras has an older class of that name, which refuses None; keras takes it")
def test_noise_of_a_shape_that_is_open():
    x = np.ones((2, 3, 4), np.float32)
    made = layers.AlphaDropout(0.5, noise_shape=(None, 1, 4), seed=1)(x, training=True).numpy()
    np.testing.assert_array_equal(made, made[:, :1] * np.ones((1, 3, 1)))


def test_given_means_must_fit():
    with pytest.raises(ValueError, match="must have the same shape"):
        layers.Normalization(axis=(1, 2), mean=np.ones((3, 4)), variance=2.0)
    with pytest.raises(ValueError, match="rank of `mean` must be less"):
        layers.Normalization(mean=np.ones((3, 4)), variance=np.ones((3, 4)))


@pytest.mark.parametrize("kind", ["int32", "int64"])
def test_bins_have_the_dtype_that_is_asked_for(kind):
    hashed = layers.Hashing(5, dtype=kind)(np.array([[1, 2], [3, 4]]))
    crossed = layers.HashedCrossing(5, dtype=kind)((np.array([1, 2]), np.array([3, 4])))
    assert [one.numpy().dtype.name for one in (hashed, crossed)] == [kind, kind]
    assert hashed.numpy().tolist() == [[4, 4], [1, 3]]
    assert layers.Hashing(5)(np.array([[1]])).numpy().dtype.name == "int64"


@pytest.mark.parametrize(
    ("window", "samples"),
    [
        ("blackman", [0.0, 0.090453, 0.459183, 0.920364, 0.920364, 0.459183, 0.090453, 0.0]),
        ("bartlett", [0.0, 0.285714, 0.571429, 0.857143, 0.857143, 0.571429, 0.285714, 0.0]),
        ("tukey", [0.0, 0.611260, 1.0, 1.0, 1.0, 1.0, 0.611260, 0.0]),
        (
            "cosine",
            [0.195090, 0.555570, 0.831470, 0.980785, 0.980785, 0.831470, 0.555570, 0.195090],
        ),
        (
            "parzen",
            [0.003906, 0.105469, 0.472656, 0.917969, 0.917969, 0.472656, 0.105469, 0.003906],
        ),
        ("boxcar", [1.0] * 8),
    ],
)
def test_windows_by_name(window, samples):
    start = keras.initializers.get(
        {"class_name": "STFT", "config": {"side": "real", "window": window, "scaling": None}}
    )
    np.testing.assert_allclose(start((8, 1, 5))[:, 0, 0], samples, atol=1e-5)


def test_a_window_that_nobody_knows():
    with pytest.raises(ValueError, match="window"):
        layers.STFTSpectrogram(window="nothing")


@pytest.mark.parametrize("kind", ["RandomNormal", "RandomUniform", "GlorotUniform"])
def test_generators_of_seeds_are_seeds_of_initializers(kind):
    make = getattr(keras.initializers, kind)
    start = make(seed=keras.random.SeedGenerator(3))
    first, second = start((2, 2)), start((2, 2))
    assert np.abs(np.array(first) - np.array(second)).max() > 0
    np.testing.assert_array_equal(first, make(seed=3)((2, 2)))


@pytest.mark.parametrize("kind", [tf.constant, np.array])
def test_values_are_initializers(kind):
    start = keras.initializers.get(kind([1.0, 2.0]))
    assert np.array(start((2,), dtype="float32")).tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="Expected `shape` to be"):
        start((3,))
    dense = layers.Dense(2, kernel_initializer=kind([[1.0, 0.0], [0.0, 2.0]]))
    assert dense(np.ones((1, 2))).numpy().tolist() == [[1.0, 2.0]]


def test_names_that_are_known_too():
    found = keras.initializers.get("OrthogonalInitializer")
    assert isinstance(found, keras.initializers.Orthogonal)
    assert keras.regularizers.get("l1l2").get_config() == {"l1": 0.0, "l2": 0.0}
