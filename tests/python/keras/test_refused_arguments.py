"""Arguments that Keras 3's layers and metrics refuse when they are made or called."""

import numpy as np
import pytest
from library import tf

keras, layers = tf.keras, tf.keras.layers
pytestmark = pytest.mark.keras_3
X = np.ones((2, 4, 3), np.float32)
MERGING = ["Add", "Average", "Maximum", "Minimum", "Multiply"]


@pytest.mark.parametrize("name", MERGING)
def test_merging_layers_take_lists_of_one_and_nothing_but_lists(name):
    layer = getattr(layers, name)()
    np.testing.assert_array_equal(layer([X]), X)
    with pytest.raises(ValueError, match="called on a list of inputs"):
        layer(X)


@pytest.mark.parametrize("name", [*MERGING, "Subtract", "Concatenate"])
def test_masks_of_merging_layers_are_a_list_as_long_as_the_inputs(name):
    layer = getattr(layers, name)()
    with pytest.raises(ValueError, match="`mask` should be a list"):
        layer.compute_mask([X, X], X)
    with pytest.raises(ValueError, match="`inputs` should be a list"):
        layer.compute_mask(X, [None, None])
    with pytest.raises(ValueError, match="should have the same length"):
        layer.compute_mask([X, X], [None, None, None])


def test_concatenations_are_of_lists():
    with pytest.raises(ValueError, match="list of at least 1 input"):
        layers.Concatenate()(X)


@pytest.mark.parametrize("layer", [layers.ZeroPadding1D, layers.Cropping1D])
@pytest.mark.parametrize("amounts", [(1,), (1, 2, 3), "1", -1, (1, -1), None])
def test_amounts_of_one_axis(layer, amounts):
    with pytest.raises(ValueError, match="argument must be a tuple of 2 integers"):
        layer(amounts)


@pytest.mark.parametrize("layer", [layers.ZeroPadding2D, layers.Cropping2D])
@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        ((1,), "should have two elements"),
        ((1, 2, 3), "should have two elements"),
        (((1, 2), (3, 4, 5)), "2nd entry of .* must be a tuple of 2 integers"),
        (((1, 2), (3, -4)), "do not satisfy `value >= 0`"),
        (((1, 2), "3"), "2nd entry of .* must be a tuple of 2 integers"),
        (None, "should be either an int"),
    ],
)
def test_amounts_of_two_axes(layer, amounts, told):
    with pytest.raises(ValueError, match=told):
        layer(amounts)


@pytest.mark.parametrize("layer", [layers.ZeroPadding3D, layers.Cropping3D])
@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        ((1, 2), "should have 3 elements"),
        (((1, 2), (3, 4), (5, 6, 7)), "3rd entry of .* must be a tuple of 2 integers"),
        (((1, 2), (3, 4), (5, -6)), "do not satisfy `value >= 0`"),
    ],
)
def test_amounts_of_three_axes(layer, amounts, told):
    with pytest.raises(ValueError, match=told):
        layer(amounts)


def test_amounts_that_are_taken():
    assert layers.ZeroPadding1D((1, 2))(X).shape[1] == 7
    assert layers.ZeroPadding1D(2)(X).shape[1] == 8
    assert layers.ZeroPadding2D(((1, 2), 3))(X[None]).shape == (1, 5, 10, 3)
    assert layers.Cropping1D((1, 0))(X).shape[1] == 3
    with pytest.raises(ValueError, match="must be smaller than the input length"):
        layers.Cropping1D((3, 4))(X)


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ("ab", "a tuple or list of integers"),
        (5, "an iterable of integers"),
        ((0, 1), "negative or zero value at index 0"),
        ((-1, 2), "negative or zero value at index 0"),
        ((1.5, 2), "all elements to be integers or None"),
    ],
)
def test_shapes_of_noise(shape, told):
    with pytest.raises(ValueError, match=told):
        layers.Dropout(0.5, noise_shape=shape)
    assert layers.Dropout(0.5, noise_shape=[None, 1]).noise_shape == (None, 1)


@pytest.mark.parametrize("shape", [(2, 3), (3, 4), (3, 3)])
def test_masks_of_steps_that_do_not_fit(shape):
    with pytest.raises(ValueError, match="incompatible with the input shape"):
        layers.TimeDistributed(layers.Dense(2))(X, mask=np.ones(shape, bool))


@pytest.mark.parametrize("layer", [layers.ConvLSTM1D, layers.ConvLSTM2D, layers.ConvLSTM3D])
def test_recurrent_convolutions_have_strides_or_a_dilation(layer):
    with pytest.raises(ValueError, match="is not compatible with `dilation_rate > 1`"):
        layer(2, 2, strides=2, dilation_rate=2)


@pytest.mark.parametrize(
    ("shape", "told"), [((2, 3), "must match|or match"), ((2, 4, 3, 1), "more dimensions")]
)
def test_masks_of_softmax(shape, told):
    with pytest.raises(ValueError, match=told):
        layers.Softmax()(X, mask=np.ones(shape, bool))


@pytest.mark.parametrize("groups", [0, -2, 1.5, "a", None])
def test_numbers_of_groups(groups):
    with pytest.raises(ValueError, match="expected a positive integer"):
        layers.GroupNormalization(groups)


@pytest.mark.parametrize(
    ("groups", "told"), [(5, "cannot be more than"), (3, "must be a multiple of")]
)
def test_groups_of_channels(groups, told):
    with pytest.raises(ValueError, match=told):
        layers.GroupNormalization(groups)(np.ones((2, 4), np.float32))


@pytest.mark.parametrize("shape", [(-2,), (-1, -1)])
def test_shapes_that_are_none(shape):
    with pytest.raises(ValueError, match="in `target_shape`"):
        layers.Reshape(shape)


@pytest.mark.parametrize("kind", [keras.metrics.Precision, keras.metrics.Recall])
def test_classes_of_metrics_need_predictions_of_several(kind):
    with pytest.raises(ValueError, match="must be a 2D array"):
        kind(class_id=1).update_state([0.0, 1.0], [0.0, 1.0])


class Weighted(layers.Layer):
    def __init__(self, *args, **named):
        super().__init__()
        self.weight = self.add_weight(*args, **named)


def test_weights_by_place():
    weight = Weighted((2,), "ones", name="w").weight
    assert (weight.path.split("/")[-1], weight.numpy().tolist()) == ("w", [1.0, 1.0])
    assert Weighted((2,), "zeros", "int32").weight.numpy().dtype.name == "int32"
    with pytest.raises(ValueError, match="passed both positionally"):
        Weighted((2,), shape=(2,))
    with pytest.raises(TypeError, match="at most 3 positional arguments"):
        Weighted((2,), "ones", "int32", None)
