"""What a layer's own methods declare of its outputs is what Keras 3 takes symbolic ones for."""

import numpy as np
import pytest
from library import tf

keras, layers = tf.keras, tf.keras.layers
pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]


def seen(outputs):
    return tf.nest.map_structure(lambda one: (*one.shape, str(one.dtype)), outputs)


def of(shape, call=lambda inputs: inputs, kind=layers.Layer):
    """A layer whose `compute_output_shape` is `shape` of that of the inputs."""

    class Declared(kind):
        def call(self, inputs):
            return call(inputs)

        def compute_output_shape(self, input_shape):
            return shape(input_shape)

    return Declared()


def refusing(inputs):
    raise RuntimeError("is not to be called")


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        (lambda: of(lambda shape: (shape[0], 7), lambda x: tf.reduce_sum(x, -1)), (None, 7)),
        (lambda: of(lambda shape: (shape[0], 7), refusing), (None, 7)),
        (lambda: of(lambda shape: [shape[0], 7], refusing), (None, 7)),
        (lambda: of(lambda shape: tf.TensorShape([None, 3])), (None, 3)),
        (lambda: of(lambda shape: shape[:-1], lambda x: tf.argmax(x, -1)), (None,)),
        (lambda: of(lambda shape: (shape[0], 5), kind=keras.Model), (None, 5)),
    ],
)
def test_the_shape_is_that_which_is_declared(layer, expected):
    assert seen(layer()(keras.Input((4,)))) == (*expected, "float32")


def test_structures_of_shapes():
    several = of(lambda shape: [(shape[0], 1), (shape[0], 2)], lambda x: [x, x])
    assert seen(several(keras.Input((4,)))) == [(None, 1, "float32"), (None, 2, "float32")]
    named = of(lambda shape: {"a": (shape[0], 1)}, lambda x: {"a": x})
    assert seen(named(keras.Input((4,)))) == {"a": (None, 1, "float32")}
    joint = of(lambda shapes: (shapes[0][0], shapes[1][1] * 2), lambda xs: xs[0])
    assert seen(joint([keras.Input((4,)), keras.Input((3,))])) == (None, 6, "float32")


def test_what_is_no_shape():
    with pytest.raises(ValueError, match="cannot be interpreted as a shape"):
        of(lambda shape: 5)(keras.Input((4,)))


class Sum(layers.Layer):
    def call(self, first, second):
        return first + second

    def compute_output_shape(self, first_shape, second_shape):
        return (first_shape[0], first_shape[1] + second_shape[1])


class Spec(layers.Layer):
    def call(self, inputs):
        return inputs

    def compute_output_shape(self, input_shape):
        return (1, 1)

    def compute_output_spec(self, inputs):
        return keras.KerasTensor((None, 9), dtype="int32")


class Wide(layers.Dense):
    def compute_output_shape(self, input_shape):
        return (*super().compute_output_shape(input_shape)[:-1], 8)


def test_several_arguments_specs_and_inherited_shapes():
    x = keras.Input((4,))
    assert seen(Sum()(x, x)) == (None, 8, "float32")
    assert seen(Spec()(x)) == (None, 9, "int32")
    assert seen(Wide(3)(x)) == (None, 8, "float32")
    assert seen(of(lambda shape: (shape[0], 7)).compute_output_spec(x)) == (None, 7, "float32")


class Within(layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = layers.Dense(3)

    def call(self, inputs):
        return self.inner(inputs)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], 3)


def test_layers_within_are_built_all_the_same():
    layer = Within()
    assert seen(layer(keras.Input((4,)))) == (None, 3, "float32")
    assert layer.inner.built
    assert len(layer.weights) == 2


def test_what_follows_is_built_for_it():
    inputs = keras.Input((4,))
    summed = of(lambda shape: (shape[0], 7), lambda x: tf.reduce_sum(x, -1))
    assert keras.Model(inputs, layers.Dense(2)(summed(inputs))).count_params() == 16
    chain = keras.Sequential([keras.Input((4,)), summed, layers.Dense(2)])
    assert chain.count_params() == 16


def test_a_model_over_calls_that_symbols_cannot_run():
    inputs = keras.Input((4,))
    taken = of(lambda shape: shape, lambda x: x.numpy() * 2.0)
    model = keras.Model(inputs, layers.Dense(1, kernel_initializer="ones")(taken(inputs)))
    model.compile("sgd", "mse", run_eagerly=True)
    history = model.fit(np.ones((4, 4)), np.ones((4, 1)), verbose=0)
    assert history.history["loss"] == [49.0]


def test_masks_pass():
    class Passing(layers.Layer):
        def __init__(self):
            super().__init__()
            self.supports_masking = True

        def call(self, inputs, mask=None):
            return inputs * 2.0

        def compute_output_shape(self, input_shape):
            return input_shape

    made = Passing()(layers.Masking()(keras.Input((5, 3))))
    assert getattr(made, "_keras_mask", None) is not None


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((9,), (None, 9, "float32")),
        (lambda shape: (shape[0], 2), (None, 2, "float32")),
        ([(2,), (3,)], [(None, 2, "float32"), (None, 3, "float32")]),
    ],
)
def test_shapes_given_to_lambda_layers(shape, expected):
    layer = layers.Lambda(lambda x: [x, x], output_shape=shape)
    assert seen(layer(keras.Input((4,)))) == expected
