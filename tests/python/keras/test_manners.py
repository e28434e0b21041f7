"""Manners of Keras 2 and 3 that programs rely on: each was met in a program that stopped at it."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
keras2 = pytest.mark.ours("Keras 3 has another manner")
layers = keras.layers
X, Y = np.ones([4, 2], "float32"), np.ones([4, 1], "float32")


def test_a_model_may_have_its_own_optimizer_and_loss():
    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(1)
            self.optimizer = keras.optimizers.SGD(0.1)
            self.loss = keras.losses.MeanSquaredError()

        def call(self, x):
            return self.dense(x)

    model = Own()
    with tf.GradientTape() as tape:
        loss = model.loss(Y, model(X))
    weights = model.trainable_variables
    model.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    assert len(model.weights) == 2


def test_compile_replaces_what_was_assigned():
    model = keras.Sequential([layers.Dense(1)])
    model.optimizer = "mine"
    model.compile("adam", "mse")
    assert type(model.optimizer).__name__ == "Adam"


@pytest.mark.parametrize("how", ["positions", "keywords", "lists"])
def test_a_subclass_with_a_network_has_its_own_step(how):
    class Stepping(keras.Model):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
            weights = self.trainable_variables
            self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
            return {"mine": loss}

    i = keras.Input([2])
    o = layers.Dense(1)(i)
    made = {
        "positions": lambda: Stepping(i, o),
        "keywords": lambda: Stepping(inputs=i, outputs=o),
        "lists": lambda: Stepping([i], [o]),
    }
    model = made[how]()
    model.compile("sgd")
    assert list(model.fit(X, Y, verbose=0).history) == ["mine"]


@keras2
@pytest.mark.parametrize("by_hand", [True, False])
def test_a_build_may_call_the_one_it_overrides(by_hand):
    class Built(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(1)

        def build(self, input_shape):
            self.scale = self.add_weight(name="scale", shape=[1], initializer="ones")
            super().build(input_shape)

        def call(self, x):
            return self.dense(x) * self.scale

    model = Built()
    if by_hand:
        model.build([None, 2])
    else:
        model(X)
    assert len(model.weights) == 3


def test_a_model_may_have_an_empty_name():
    class Nameless(keras.Model):
        def __init__(self):
            super().__init__(name="")
            self.dense = layers.Dense(1)

        def call(self, x):
            return self.dense(x)

    assert Nameless()(X).shape == [4, 1]


def test_a_layer_without_its_constructor_says_so():
    class Half(layers.Layer):
        def __init__(self):
            pass

    with pytest.raises((RuntimeError, AttributeError)):
        Half()(X)


def test_a_shape_is_a_sequence():
    shape = tf.ones([2, 3]).shape
    assert np.prod(shape) == 6
    assert np.array(shape).tolist() == [2, 3]
    assert list(reversed(shape)) == [3, 2]
    assert tuple(shape) == (2, 3)
    assert 3 in shape


def two_inputs():
    a, b = keras.Input([2], name="a"), keras.Input([2], name="b")
    model = keras.Model([a, b], layers.Dense(1)(layers.concatenate([a, b])))
    model.compile("sgd", "mse")
    return model


@pytest.mark.parametrize("x", [[X, 2 * X], (X, 2 * X), {"a": X, "b": 2 * X}])
def test_several_inputs_come_in_lists_tuples_and_dicts(x):
    model = two_inputs()
    model.fit(x, Y, verbose=0)
    assert model.predict(x, verbose=0).shape == (4, 1)
    model.evaluate(x, Y, verbose=0)


@keras2
def test_a_step_gets_the_array_itself_without_targets():
    seen = []

    class Alone(keras.Model):
        def train_step(self, data):
            seen.append(data)
            return {"loss": tf.constant(0.0)}

    model = Alone()
    model.compile("sgd")
    model.fit(X, verbose=0)
    assert seen[0].shape == [4, 2]


def test_a_step_updates_what_the_model_was_compiled_with_through_metrics():
    class Own(keras.Sequential):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                y_pred = self(x, training=True)
                loss = self.compute_loss(y=y, y_pred=y_pred)
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
            for metric in self.metrics:
                if metric.name == "loss":
                    metric.update_state(loss)
                else:
                    metric.update_state(y, y_pred)
            return {metric.name: metric.result() for metric in self.metrics}

    model = Own([layers.Dense(1, kernel_initializer="zeros")])
    model.compile("sgd", "mse", metrics=["mae"])
    history = model.fit(X, Y, batch_size=4, verbose=0).history
    assert set(history) == {"loss", "mae"}
    assert history["mae"] == [1.0]


def test_fit_and_minimize_go_through_an_optimizers_own_apply_gradients():
    class Centred(keras.optimizers.SGD):
        called = 0

        def apply_gradients(self, grads_and_vars, *args, **kwargs):
            self.called += 1
            none = [(tf.zeros_like(g), v) for g, v in grads_and_vars]
            return super().apply_gradients(none, *args, **kwargs)

    model = keras.Sequential([layers.Dense(1)])
    model.compile(Centred(learning_rate=0.1), "mse")
    model.build([None, 2])
    before = model.get_weights()
    model.fit(X, Y, epochs=3, verbose=0)
    assert model.optimizer.called >= 1
    for old, new in zip(before, model.get_weights(), strict=True):
        assert (old == new).all()


def test_a_model_without_trainable_weights_is_fitted_with_a_warning():
    model = keras.Sequential([layers.Flatten()])
    model.compile("sgd", "mse")
    with pytest.warns(UserWarning, match="does not have any trainable weights"):
        history = model.fit(X, np.zeros([4, 2], "float32"), verbose=0).history
    assert history["loss"] == [1.0]


def test_targets_are_paired_with_outputs_by_name():
    i = keras.Input([2])
    b, a = layers.Dense(1, name="b")(i), layers.Dense(2, name="a")(i)
    losses = {"a": "mse", "b": "mae"}
    targets = {"a": np.ones([4, 2], "float32"), "b": Y}
    for outputs in ([b, a], {"b": b, "a": a}):
        model = keras.Model(i, outputs)
        model.compile("sgd", losses)
        history = model.fit(X, targets, verbose=0).history
        assert np.isfinite(history["loss"][0])


@keras2
def test_symbolic_tensors_take_operators_functions_and_indices():
    i = keras.Input([3])
    x = tf.constant([[1.0, -2.0, 3.0]])
    cases = [
        (i * 2.0 + 1.0, [[3.0, -3.0, 7.0]]),
        (1.0 - i / 2.0, [[0.5, 2.0, -0.5]]),
        (2.0**i, [[2.0, 0.25, 8.0]]),
        (-i, [[-1.0, 2.0, -3.0]]),
        (tf.nn.relu(i), [[1.0, 0.0, 3.0]]),
        (tf.concat([i, i], -1), [[1.0, -2.0, 3.0, 1.0, -2.0, 3.0]]),
        (i[:, 0:1], [[1.0]]),
        (tf.reduce_mean(tf.square(i), axis=1), [14.0 / 3]),
        (tf.constant([[1.0, 2.0, 3.0]]) * i, [[1.0, -4.0, 9.0]]),
        (np.array([[1.0, 2.0, 3.0]], "float32") * i, [[1.0, -4.0, 9.0]]),
        (tf.where(i > 0.0, i, tf.zeros_like(i)), [[1.0, 0.0, 3.0]]),
        (tf.reshape(i, [tf.shape(i)[0], 3, 1]), [[[1.0], [-2.0], [3.0]]]),
        (tf.cast(i, "float64") @ np.ones([3, 1]), [[2.0]]),
    ]
    for output, expected in cases:
        found = keras.Model(i, output)(x).numpy()
        np.testing.assert_allclose(found, expected, rtol=1e-6)


@keras2
def test_a_model_with_functions_trains_and_is_saved(tmp_path):
    i = keras.Input([2])
    o = layers.Dense(1)(tf.nn.relu(i * 2.0)[:, :1])
    model = keras.Model(i, o)
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    np.testing.assert_array_equal(again(X).numpy(), model(X).numpy())


@keras2
def test_a_symbolic_tensor_has_no_truth_and_no_rows():
    i = keras.Input([3])
    with pytest.raises(TypeError):
        bool(i > 0)
    with pytest.raises((TypeError, NotImplementedError)):
        list(i)
    with pytest.raises((TypeError, ValueError)):
        np.asarray(i)


@keras2
def test_sequential_models_have_inputs_and_outputs_that_join():
    model = keras.Sequential([layers.Dense(3, input_shape=(2,)), layers.Dense(1)])
    inner = keras.Model(model.inputs, model.layers[0].output)
    assert inner(X).shape == [4, 3]
    both = keras.Model([model.inputs], [model.get_layer(index=0).output, model.output])
    hidden, out = both(X)
    np.testing.assert_allclose(out, model(X))
    assert hidden.shape == [4, 3]
    assert model.output_shape == (None, 1)


def test_a_layer_that_was_never_called_has_no_output():
    with pytest.raises(AttributeError, match="never been called"):
        _ = layers.Dense(1).output


def test_an_activation_map_is_a_model_between_layers():
    i = keras.Input([4, 4, 1])
    maps = layers.Conv2D(2, 3, name="last")(i)
    model = keras.Model(i, layers.Dense(1)(layers.GlobalAveragePooling2D()(maps)))
    grad_model = keras.Model(model.inputs, [model.get_layer("last").output, model.output])
    with tf.GradientTape() as tape:
        found, score = grad_model(tf.ones([1, 4, 4, 1]))
    assert tape.gradient(score, found).shape == [1, 2, 2, 2]


@keras2
def test_a_lambda_with_a_name_is_saved_and_any_other_needs_trust(tmp_path):
    path = tmp_path / "m.keras"
    model = keras.Sequential([keras.Input([2]), layers.Lambda(lambda x: x * 2.0)])
    model.save(path)
    with pytest.raises(ValueError, match="safe_mode=False"):
        keras.models.load_model(path)
    again = keras.models.load_model(path, safe_mode=False)
    np.testing.assert_array_equal(again(X), 2 * X)

    @keras.saving.register_keras_serializable()
    def thrice(x):
        return x * 3.0

    keras.Sequential([keras.Input([2]), layers.Lambda(thrice)]).save(path)
    np.testing.assert_array_equal(keras.models.load_model(path)(X), 3 * X)


@keras2
def test_a_model_is_saved_in_a_folder_where_the_path_has_no_suffix(tmp_path):
    model = keras.Sequential([keras.Input([2]), layers.Dense(1)])
    model.save(tmp_path / "m")
    assert (tmp_path / "m").is_dir()
    again = keras.models.load_model(tmp_path / "m")
    np.testing.assert_array_equal(again(X), model(X))


def test_custom_objects_count_within_their_scope(tmp_path):
    class Twice(layers.Layer):
        def call(self, x):
            return x * 2.0

    keras.Sequential([keras.Input([2]), Twice()]).save(tmp_path / "m.keras")
    with pytest.raises((ValueError, TypeError)):
        keras.models.load_model(tmp_path / "m.keras")
    with keras.utils.custom_object_scope({"Twice": Twice}):
        again = keras.models.load_model(tmp_path / "m.keras")
    np.testing.assert_array_equal(again(X), 2 * X)
    assert "Twice" not in keras.utils.get_custom_objects()


@keras2
def test_weights_can_be_added_under_the_older_name():
    class Old(layers.Layer):
        def build(self, shape):
            self.kernel = self.add_variable("kernel", shape=[int(shape[-1]), 3])

        def call(self, x):
            return tf.matmul(x, self.kernel)

    assert Old()(X).shape == [4, 3]


def test_products_of_batches_are_a_layer():
    x, y = np.random.rand(2, 3, 4), np.random.rand(2, 3, 5)
    found = layers.Dot(axes=1, dtype="float64")([x, y])
    np.testing.assert_allclose(found, np.einsum("bik,bil->bkl", x, y))
    near = layers.dot([X, -X], axes=1, normalize=True)
    np.testing.assert_allclose(near, -np.ones([4, 1]), rtol=1e-6)


@keras2
def test_layers_know_their_shapes():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(3)])
    model.build((None, 2, 2))
    model(tf.zeros([5, 2, 2]))
    assert [layer.output_shape for layer in model.layers] == [(None, 4), (None, 3)]
    assert [layer.input_shape for layer in model.layers] == [(None, 2, 2), (None, 4)]
    with pytest.raises(AttributeError, match="has never been called"):
        _ = tf.keras.layers.Dense(1).output_shape


@keras2
def test_a_shape_of_the_programs_own_stays():
    class Named(tf.keras.layers.Layer):
        def __init__(self, input_shape):
            super().__init__()
            self.output_shape = input_shape

    assert Named((7,)).output_shape == (7,)


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "SimpleRNN"])
def test_recurrent_layers_hand_on_their_dtype(kind):
    layer = getattr(tf.keras.layers, kind)(2, dtype="float64")
    assert layer(tf.zeros([1, 3, 2], tf.float64)).dtype == tf.float64
    assert layer.cell.dtype == "float64"


@keras2
def test_losses_of_symbolic_tensors():
    inputs = tf.keras.Input((4,))
    outputs = tf.keras.layers.Dense(4, activation="sigmoid", kernel_initializer="zero")(inputs)
    model = tf.keras.Model(inputs, outputs)
    error = 4 * tf.keras.losses.binary_crossentropy(inputs, outputs)
    model.add_loss(tf.reduce_mean(error))
    model.compile("sgd")
    history = model.fit(np.ones([8, 4], "float32"), verbose=0)
    np.testing.assert_allclose(history.history["loss"], [4 * np.log(2)], rtol=1e-5)
    assert tf.convert_to_tensor(inputs) is inputs
    assert tf.convert_to_tensor([inputs, inputs]).shape.as_list() == [2, None, 4]


def test_windows_may_be_larger_than_the_smallest_open_size():
    inputs = keras.Input((None, None, 3))
    x = layers.Conv2D(4, 5)(inputs)
    x = layers.MaxPool2D(3)(layers.Conv2D(2, 7, strides=2)(x))
    model = keras.Model(inputs, x)
    assert list(model.output.shape) == [None, None, None, 2]
    assert model(tf.zeros([1, 40, 40, 3])).shape == (1, 5, 5, 2)
    with pytest.raises(ValueError, match="output size"):
        layers.Conv2D(4, 5)(keras.Input((3, 3, 1)))


def test_a_sequential_model_of_open_size_may_have_windows():
    model = keras.Sequential(
        [keras.Input((None, None, 3)), layers.Conv2D(4, 5), layers.Conv2D(2, 3)]
    )
    assert len(model.get_weights()) == 4
    assert model(tf.zeros([1, 9, 9, 3])).shape == (1, 3, 3, 2)
