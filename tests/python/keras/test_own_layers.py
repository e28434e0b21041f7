"""Layers of a program's own: what they were made with, the masks that they get in a functional
model, the metrics that they hold."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
layers = keras.layers
X, Y = np.ones([4, 4], "float32"), np.ones([4, 1], "float32")


class Scaled(layers.Layer):
    def __init__(self, factor, offsets=(0.0,), **kwargs):
        super().__init__(**kwargs)
        self.factor, self.offsets = factor, offsets

    def call(self, x):
        return x * self.factor + self.offsets[0]


class Applied(layers.Layer):
    def __init__(self, function, **kwargs):
        super().__init__(**kwargs)
        self.function = function

    def call(self, x):
        return self.function(x)


class Deep(keras.Model):
    def __init__(self, units, depth=2):
        super().__init__()
        self.inner = [layers.Dense(units) for _ in range(depth)]

    def call(self, x):
        for layer in self.inner:
            x = layer(x)
        return x


def again(model, tmp_path, **custom_objects):
    model.save(tmp_path / "m.keras")
    return keras.models.load_model(tmp_path / "m.keras", custom_objects=custom_objects)


def functional(layer):
    i = keras.Input([4])
    return keras.Model(i, layer(i))


@pytest.mark.parametrize("make", [lambda: Scaled(2.0, [1.0]), lambda: Scaled(factor=2.0)])
def test_a_layer_without_a_configuration_says_what_it_was_made_with(make, tmp_path):
    layer = make()
    assert layer.get_config()["factor"] == 2.0
    assert layer.get_config()["name"] == layer.name
    assert type(layer).from_config(layer.get_config()).factor == 2.0
    model = functional(layer)
    np.testing.assert_array_equal(again(model, tmp_path, Scaled=Scaled)(X), model(X))


def test_what_says_too_little_is_refused():
    with pytest.raises(NotImplementedError, match="non-serializable argument values"):
        Applied(tf.nn.relu).get_config()


@ours("TensorFlow hands every class a name and a dtype, which this one does not take")
def test_a_model_without_a_configuration_is_read_again(tmp_path):
    model = Deep(3)
    expected = model(X)
    assert model.get_config() == {"units": 3, "depth": 2}
    np.testing.assert_array_equal(again(model, tmp_path, Deep=Deep)(X), expected)


def test_layers_of_a_programs_own_are_cloned():
    model = functional(Scaled(3.0))
    clone = keras.models.clone_model(model)
    assert clone.layers[1] is not model.layers[1]
    np.testing.assert_array_equal(clone(X), model(X))


def test_a_layer_that_insists_on_its_mask_gets_it_in_a_functional_model():
    class Mean(layers.Layer):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.supports_masking = True

        def call(self, x, mask=None):
            assert mask is not None
            weights = tf.cast(mask, x.dtype)[..., None]
            return tf.reduce_sum(x * weights, 1) / tf.reduce_sum(weights, 1)

    i = keras.Input([None], dtype="int32")
    x = layers.Embedding(10, 2, mask_zero=True, embeddings_initializer="ones")(i)
    x = Mean()(layers.Dense(1, kernel_initializer="ones")(x))
    assert keras.Model(i, x)(np.array([[1, 2, 0, 0]])).numpy().tolist() == [[2.0]]


class Watched(layers.Layer):
    def __init__(self):
        super().__init__()
        self.seen = keras.metrics.Mean(name="seen")

    def call(self, x):
        self.seen.update_state(x)
        return x


def test_metrics_of_layers_are_reported_and_start_anew_with_each_epoch():
    model = keras.Sequential([Watched(), layers.Dense(1)])
    model.compile("sgd", "mse")
    history = model.fit(X, Y, epochs=2, verbose=0).history
    assert history["seen"] == [1.0, 1.0]
    assert [metric.name for metric in model.layers[0].metrics] == ["seen"]
    assert "seen" in [metric.name for metric in model.metrics]
    assert "seen" in model.evaluate(X, Y, verbose=0, return_dict=True)


@ours("Keras 3 refuses layers that come in the first call")
def test_a_layer_that_comes_in_the_middle_of_an_epoch_counts():
    class Late(keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = []

        def call(self, x):
            if not self.inner:
                self.inner.append(Watched())
                self.inner.append(layers.Dense(1, activity_regularizer=keras.regularizers.L2(1.0)))
            for layer in self.inner:
                x = layer(x)
            return x

    model = Late()
    model.compile("sgd", "mse", run_eagerly=True)
    history = model.fit(X, Y, batch_size=2, verbose=0).history
    assert history["seen"] == [1.0]
    assert history["loss"][0] > 0.0


@pytest.mark.parametrize("targets", [np.ones(4, "float32"), np.ones(4, "int32")])
def test_a_loss_function_gets_a_vector_of_targets_as_a_column_beside_one(targets):
    shapes = []

    def squared(y_true, y_pred):
        shapes.append((tuple(y_true.shape), tuple(y_pred.shape)))
        return tf.reduce_mean((y_true - y_pred) ** 2)

    model = keras.Sequential([layers.Dense(1, kernel_initializer="zeros")])
    model.compile("sgd", squared, run_eagerly=True)
    assert model.evaluate(X, targets, verbose=0) == 1.0
    assert set(shapes) == {((4, 1), (4, 1))}


@ours("Keras 3 hands floats to every loss function")
def test_a_loss_function_may_count_on_integers():
    def picked(y_true, y_pred):
        return -tf.gather(y_pred, y_true, batch_dims=1)

    model = keras.Sequential([layers.Dense(3, kernel_initializer="ones")])
    model.compile("sgd", picked)
    assert model.evaluate(X, np.array([0, 1, 2, 0]), verbose=0) == -4.0


@ours("Keras 3 hands a vector of targets to every function as it is")
def test_functions_may_count_on_a_column_of_targets():
    def in_columns(y_true, y_pred):
        return tf.reduce_mean(y_true[:, 0] - y_pred[:, 1])

    def broadcast(y_true, y_pred):
        return tf.abs(y_true - y_pred)

    model = keras.Sequential([layers.Dense(3, kernel_initializer="ones")])
    for loss, kind in ((in_columns, "float32"), (broadcast, "int32"), (broadcast, "float32")):
        targets = np.array([1, 2, 3, 4, 5, 6, 7], kind)
        model.compile("sgd", loss, metrics=[in_columns])
        # The last batch has three examples, which would broadcast as a vector too.
        values = model.evaluate(np.ones([7, 2]), targets, batch_size=4, verbose=0)
        assert values == pytest.approx([2.0 if loss is in_columns else 16 / 7, 2.25])


def test_penalties_on_outputs_are_for_each_example():
    layer = layers.Dense(2, kernel_initializer="ones", activity_regularizer="l1")
    layer(X)
    assert [round(float(loss), 6) for loss in layer.losses] == [0.08]


@pytest.mark.parametrize("make", ["sequential", "functional", "given"])
@pytest.mark.filterwarnings("ignore:Do not pass")
def test_a_column_of_inputs_may_come_as_a_vector(make):
    dense = layers.Dense(1, kernel_initializer="ones")
    i = keras.Input([1])
    model = {
        "sequential": lambda: keras.Sequential([i, dense]),
        "functional": lambda: keras.Model(i, dense(i)),
        "given": lambda: keras.Sequential([layers.Dense(1, "linear", input_shape=[1])]),
    }[make]()
    model.compile("sgd", "mse")
    numbers = np.arange(6, dtype="float32")
    model.fit(numbers, 2 * numbers, verbose=0)
    assert model.predict(numbers, verbose=0).shape == (6, 1)


@pytest.mark.filterwarnings("ignore:Gradients do not exist")
def test_an_output_without_a_loss_has_no_target():
    i = keras.Input([4])
    outputs = [layers.Dense(1, kernel_initializer="zeros")(i), layers.Dense(2)(i)]
    model = keras.Model(i, outputs)
    model.compile("sgd", ["mse", None])
    assert model.fit(X, Y, verbose=0).history["loss"] == [1.0]


def test_a_loss_without_targets_leaves_the_metrics_alone():
    class Penalized(layers.Layer):
        def call(self, x):
            self.add_loss(tf.reduce_mean(x))
            return x

    model = keras.Sequential([Penalized(), layers.Dense(1)])
    model.compile("sgd", metrics=["accuracy"])
    y_pred = model(X)
    assert float(model.compute_loss(x=X, y=None, y_pred=y_pred)) == 1.0


class Noisy(keras.Model):
    def call(self, x):
        return x + tf.random.normal(tf.shape(x))


def test_a_model_that_is_not_compiled_predicts_in_a_function():
    keras.utils.set_random_seed(0)
    model, x = Noisy(), np.zeros((1, 3), "float32")
    expected = [[0.12391895, 2.798774, -1.7961729]]
    np.testing.assert_allclose(model.predict(x, verbose=0), expected, rtol=1e-5)
    np.testing.assert_allclose(model.predict_on_batch(x), expected, rtol=1e-5)


class Field(keras.Model):
    """Needs nothing, or takes what is no tensor."""

    def __init__(self):
        super().__init__()
        self.w = self.add_weight(name="w", shape=(2,), initializer="ones")

    def call(self, inputs=None, other=None):
        if inputs is None:
            return 2.0 * self.w if other is None else other * self.w
        return {"double": 2.0, "triple": 3.0}.get(inputs, 1.0) * self.w


def test_a_layer_may_take_nothing():
    with tf.GradientTape() as tape:
        field = Field()
        y = tf.reduce_sum(field(None))
    assert tape.gradient(y, field.trainable_variables[0]).numpy().tolist() == [2.0, 2.0]
    assert field().numpy().tolist() == [2.0, 2.0]
    assert field(None, tf.constant(3.0)).numpy().tolist() == [3.0, 3.0]
    assert field(inputs=None).numpy().tolist() == [2.0, 2.0]


@pytest.mark.ours("Keras 3 takes tensors alone; Keras 2 took anything")
def test_a_layer_of_ones_own_may_take_anything():
    assert Field()("triple").numpy().tolist() == [3.0, 3.0]
    assert Field()(Field).numpy().tolist() == [1.0, 1.0]
    seen = []

    class Looks(keras.layers.Layer):
        def call(self, inputs):
            seen.append([type(one).__name__ for one in inputs])
            return inputs[0]

    Looks()([np.ones([2], "float64"), "name", None, 2.0])
    assert seen == [["EagerTensor", "str", "NoneType", "EagerTensor"]]


def test_the_librarys_layers_take_tensors():
    with pytest.raises((TypeError, ValueError, AttributeError)):
        keras.layers.Dense(1)(None)


def test_a_build_is_told_the_shape_of_the_first_tensor():
    shapes = []

    class Two(keras.layers.Layer):
        def build(self, input_shape):
            shapes.append(tuple(input_shape))

        def call(self, a, b):
            return b

    Two()(None, tf.ones([3, 2]))
    assert shapes == [(3, 2)]
