"""What layers, draws and optimizers refuse as Keras 3 does, and the numbers beside it."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_3


def test_draws_of_a_kind_want_a_dtype_of_it():
    with pytest.raises(ValueError, match="an integer `dtype`"):
        keras.random.randint([3], 0, 5, dtype="float32")
    with pytest.raises(ValueError, match="a floating point `dtype`"):
        keras.random.uniform([3], 0, 5, dtype="int32")
    assert keras.random.randint([3], 0, 5, dtype="int64").dtype == tf.int64


@pytest.mark.parametrize(("large", "small"), [(2**31 + 999, 1001), (-5, 2**31 - 7)])
def test_seeds_beyond_31_bits_begin_again(large, small):
    one, other = (keras.random.uniform([4], seed=seed) for seed in (large, small))
    np.testing.assert_array_equal(one, other)


class Unlike(layers.Layer):
    def build(self, first_shape, other):
        self.built = True

    def call(self, first, second):
        return first


class Missing(Unlike):
    def build(self, first_shape, third_shape):
        self.built = True


@pytest.mark.parametrize("kind", [Unlike, Missing])
def test_build_and_call_have_the_same_arguments(kind):
    with pytest.raises(ValueError, match="should have a `_shape` suffix"):
        kind()(tf.ones([2, 1]), tf.ones([2, 1]))


def test_the_scale_of_an_inner_optimizer_does_not_count():
    def step(**options):
        optimizer = keras.optimizers.LossScaleOptimizer(
            keras.optimizers.SGD(0.5, **options), initial_scale=4.0
        )
        weight = keras.Variable([1.0, 2.0])
        optimizer.apply([tf.constant([4.0, 8.0])], [weight])
        assert optimizer.inner_optimizer.loss_scale_factor is None
        return np.array(weight).tolist()

    assert step(loss_scale_factor=100) == step() == [0.5, 1.0]


def test_scales_that_stay_are_the_inner_optimizers():
    with pytest.raises(ValueError, match="dynamic=False"):
        keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(), dynamic=False)


def test_sparse_and_ragged_tensors_are_tensors():
    assert keras.ops.is_tensor(tf.sparse.from_dense([[1.0, 0.0]]))
    assert keras.ops.is_tensor(tf.ragged.constant([[1], []]))
    assert not keras.ops.is_tensor(keras.Input([2]))


@pytest.mark.parametrize("data", [[], [np.ones([2, 4]), np.ones([2, 6])]])
def test_normalization_learns_from_batches_of_one_shape(data):
    with pytest.raises(ValueError, match=r"adapt\(\)"):
        layers.Normalization().adapt(iter(data))


def test_normalization_learns_what_it_was_built_for():
    layer = layers.Normalization()
    layer.build([None, 3])
    with pytest.raises(ValueError, match="incompatible shape"):
        layer.adapt(np.ones([4, 5], "float32"))
    layer.adapt(np.arange(6.0).reshape(2, 3))
    np.testing.assert_allclose(np.ravel(layer.mean), [1.5, 2.5, 3.5])


@pytest.mark.parametrize("ngrams", [1.5, "a", (1, "b")])
def test_ngrams_are_integers(ngrams):
    with pytest.raises(ValueError, match="ngrams"):
        layers.TextVectorization(ngrams=ngrams)


def test_a_pipeline_is_told_with_its_layers():
    with pytest.raises(ValueError, match="`layers` key"):
        layers.Pipeline.from_config({"name": "one"})


@pytest.mark.parametrize("axis", [{"a": 1}, 1.5])
def test_axes_are_integers(axis):
    with pytest.raises(TypeError, match="axis"):
        layers.LayerNormalization(axis=axis)


@pytest.mark.parametrize("kind", [layers.DepthwiseConv2D, layers.SeparableConv2D, layers.Conv2D])
def test_windows_are_no_larger_than_images(kind):
    sizes = [5] if kind is layers.DepthwiseConv2D else [2, 5]
    with pytest.raises(ValueError, match="zero or negative"):
        kind(*sizes)(np.ones([1, 4, 4, 3], "float32"))


def test_padding_of_outputs_is_less_than_a_stride():
    with pytest.raises(ValueError, match="strictly less"):
        layers.Conv1DTranspose(3, 2, strides=2, output_padding=2)
    layers.Conv1DTranspose(3, 2, strides=2, output_padding=1)
