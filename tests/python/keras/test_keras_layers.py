"""Keras layers: building, names, weights, training flags, and gradients through them."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

layers = tf.keras.layers
X = tf.constant([[1.0, 2.0, 3.0]])


# --- Dense ----------------------------------------------------------------------------------------


def test_a_layer_is_built_by_its_first_call():
    dense = layers.Dense(2)
    assert dense.weights == []
    assert not dense.built
    assert dense(X).shape == [1, 2]
    assert dense.built
    assert [w.shape for w in dense.weights] == [[3, 2], [2]]
    assert dense.kernel.shape == [3, 2]
    assert_close(dense.bias, [0.0, 0.0])
    assert dense.count_params() == 8


@ours("names are those of Keras 2 and of the guides; Keras 3 calls them kernel and bias")
def test_names():
    dense = layers.Dense(2, name="first")
    dense(X)
    assert [v.name for v in dense.trainable_variables] == ["first/kernel:0", "first/bias:0"]
    assert [v.name for v in dense.variables] == ["first/kernel:0", "first/bias:0"]


def test_layers_are_numbered():
    tf.keras.backend.clear_session()
    assert [layers.Dense(1).name for _ in range(3)] == ["dense", "dense_1", "dense_2"]
    assert layers.Dense(1, name="mine").name == "mine"
    assert layers.BatchNormalization().name == "batch_normalization"


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({"kernel_initializer": "ones"}, 6.0),
        ({"kernel_initializer": "ones", "bias_initializer": "ones"}, 7.0),
        ({"kernel_initializer": tf.keras.initializers.Constant(2.0)}, 12.0),
        ({"kernel_initializer": "ones", "use_bias": False}, 6.0),
        ({"kernel_initializer": tf.keras.initializers.Constant(-1.0), "activation": "relu"}, 0.0),
        ({"kernel_initializer": "ones", "activation": tf.square}, 36.0),
        ({"kernel_initializer": "zeros", "activation": "sigmoid"}, 0.5),
        ({"kernel_initializer": "zeros"}, 0.0),
    ],
)
def test_dense(options, value):
    assert_close(layers.Dense(1, **options)(X), [[value]])


def test_dense_of_more_axes():
    assert layers.Dense(2)(tf.ones([2, 3, 4])).shape == [2, 3, 2]
    assert layers.Dense(2)(np.ones([1, 3], np.float32)).dtype == tf.float32


def test_the_initial_kernel_is_glorot_uniform():
    dense = layers.Dense(100)
    dense(tf.zeros([1, 300]))
    kernel = dense.kernel.numpy()
    limit = np.sqrt(6 / 400)
    assert np.abs(kernel).max() <= limit
    assert abs(kernel.std() - limit / np.sqrt(3)) < 0.01 * limit


def test_weights_are_read_and_set():
    dense = layers.Dense(2)
    dense(X)
    dense.set_weights([np.ones([3, 2]), np.full([2], 0.5)])
    assert_close(dense(X), [[6.5, 6.5]])
    assert [w.shape for w in dense.get_weights()] == [(3, 2), (2,)]
    with pytest.raises(
        ValueError, match="with a weight list of length 1, but the layer was expecting"
    ):
        dense.set_weights([np.ones([3, 2])])


@pytest.mark.parametrize(
    ("f", "sentence"),
    [
        (lambda: layers.Dense(-1), "Received an invalid value for `units`, expected a positive"),
        (lambda: layers.Dense("a"), ""),
        (lambda: layers.Dense(2, activation="foo"), "foo"),
        (lambda: layers.Dense(2)(tf.ones([3])), "expected min_ndim=2, found ndim=1"),
        (lambda: layers.Dropout(1.5), "Expected .*between 0 and 1"),
    ],
)
def test_bad_arguments(f, sentence):
    with pytest.raises(ValueError, match=sentence or "units|value"):
        f()


def test_another_width_is_refused():
    dense = layers.Dense(2)
    dense(X)
    with pytest.raises(ValueError, match="expected axis -1 of input shape to have value 3"):
        dense(tf.ones([1, 4]))


def test_gradients():
    dense = layers.Dense(2, activation="relu", kernel_initializer="ones")
    with tf.GradientTape() as tape:
        y = dense(X)
        loss = tf.reduce_mean(y**2)
    kernel, bias = tape.gradient(loss, dense.trainable_variables)
    assert_close(kernel, [[6.0, 6.0], [12.0, 12.0], [18.0, 18.0]])
    assert_close(bias, [6.0, 6.0])
    assert [v.name for v in tape.watched_variables()] == [
        f"{dense.name}/kernel:0",
        f"{dense.name}/bias:0",
    ]


@ours("the variables of layers are variables: watched, and answered with zeros")
def test_the_variables_of_a_layer_are_variables():
    dense = layers.Dense(2)
    dense(X)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(dense.kernel)
        y = tf.reduce_sum(dense(X))
    g = tape.gradient(y, dense.trainable_variables, unconnected_gradients="zero")
    assert_close(g[0], [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert_close(g[1], [0.0, 0.0])
    assert isinstance(dense.kernel, tf.Variable)


# --- other layers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "x", "value"),
    [
        (lambda: layers.Flatten(), [[[1.0, 2.0], [3.0, 4.0]]], [[1, 2, 3, 4]]),
        (lambda: layers.Flatten(), [1.0, 2.0], [[1], [2]]),
        (lambda: layers.Lambda(lambda t: t * 2.0), [[1.0]], [[2]]),
        (lambda: layers.Activation("relu"), [[-1.0, 1.0]], [[0, 1]]),
        (lambda: layers.ReLU(), [[-1.0, 1.0]], [[0, 1]]),
        (lambda: layers.Dropout(0.5), [[1.0, 2.0]], [[1, 2]]),
    ],
)
def test_layers_without_weights(layer, x, value):
    made = layer()
    assert_close(made(tf.constant(x)), value)
    assert made.weights == []


def test_dropout_is_active_in_training_only():
    dropout = layers.Dropout(0.5)
    x = tf.ones([10_000])
    y = dropout(x, training=True).numpy()
    assert set(y.tolist()) == {0.0, 2.0}
    assert abs(y.mean() - 1) < 0.05
    assert_close(dropout(x, training=False), np.ones(10_000))
    assert_close(layers.Dropout(0.0)(x, training=True), np.ones(10_000))


def test_batch_normalization():
    norm = layers.BatchNormalization()
    x = tf.constant([[1.0, 2.0], [3.0, 6.0]])
    y = norm(x, training=True)
    assert_close(y, [[-0.9995004, -0.99987507], [0.9995004, 0.99987507]])
    assert_close(norm.moving_mean, [0.02, 0.04])
    assert_close(norm.moving_variance, [1.0, 1.03])
    assert_close(norm(x, training=False)[0], [0.97951037, 1.9303086])
    assert len(norm.trainable_variables) == 2
    assert len(norm.weights) == 4
    assert (norm.momentum, norm.epsilon) == (0.99, 0.001)


def test_the_gradient_of_batch_normalization():
    norm = layers.BatchNormalization()
    x = tf.constant([[1.0], [2.0], [6.0]])
    norm(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(norm(x, training=True) * [[1.0], [2.0], [-1.0]])
    g, gamma, beta = tape.gradient(y, [x, *norm.trainable_variables])

    def loss(x):
        return np.sum((x - x.mean()) / np.sqrt(x.var() + 1e-3) * [[1.0], [2.0], [-1.0]])

    h, at = 1e-5, np.array([[1.0], [2.0], [6.0]])
    expected = [[(loss(at + h * e) - loss(at - h * e)) / (2 * h)] for e in np.eye(3)[:, :, None]]
    assert_close(g, expected, rtol=1e-3, atol=1e-4)
    assert_close(gamma, [loss(at)], rtol=1e-4)
    assert_close(beta, [2.0])


@pytest.mark.parametrize("axis", [-1, 1])
@pytest.mark.parametrize("kind", [layers.BatchNormalization, layers.LayerNormalization])
def test_normalization_has_the_gradients_of_its_formula(kind, axis):
    rng = np.random.default_rng(3)
    x = tf.constant(rng.normal(2.0, 3.0, [5, 4, 6]), tf.float64)
    weights = tf.constant(rng.normal(size=[5, 4, 6]), tf.float64)
    norm = kind(axis=axis, dtype=tf.float64)
    training = {"training": True} if kind is layers.BatchNormalization else {}
    norm(x, **training)
    for variable in norm.trainable_variables:
        variable.assign(tf.constant(rng.normal(1.0, 0.5, variable.shape), tf.float64))
    rank_one = [1 if i != axis % 3 else x.shape[axis] for i in range(3)]

    def formula(x):
        axes = [axis] if not training else [i for i in range(3) if i != axis % 3]
        mean, variance = tf.nn.moments(x, axes, keepdims=True)
        gamma, beta = (tf.reshape(v, rank_one) for v in (norm.gamma, norm.beta))
        return (x - mean) / tf.sqrt(variance + norm.epsilon) * gamma + beta

    def gradients(f):
        sources = [x, norm.gamma, norm.beta]
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = f(x)
                loss = tf.reduce_sum(weights * y * y)
            recorded = tape.gradient(loss, sources)
            second = tf.reduce_sum(recorded[0] * weights) + tf.reduce_sum(tf.sin(recorded[1]))
        second = outer.gradient(second, sources[:2])
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(weights * f(x) ** 2)
        return [y, *recorded, *second, *tape.gradient(loss, sources)]

    found = gradients(lambda x: norm(x, **training))
    for got, expected in zip(found, gradients(formula), strict=True):
        assert_close(got, expected, rtol=1e-8, atol=1e-8)


def test_normalization_of_half_precision_and_of_nothing():
    norm = layers.LayerNormalization(dtype="float16")
    y = norm(tf.constant([[1.0, 3.0]], tf.float16))
    assert y.dtype == tf.float16
    assert_close(y, [[-0.9995, 0.9995]], rtol=1e-3)
    assert norm(tf.zeros([0, 2], tf.float16)).shape == [0, 2]
    norm = layers.BatchNormalization()
    assert norm(tf.zeros([0, 3]), training=True).shape == [0, 3]


# --- a layer of one's own -------------------------------------------------------------------------


class Linear(layers.Layer):
    def __init__(self, units, **options):
        super().__init__(**options)
        self.units = units

    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], self.units), initializer="ones", name="w")
        self.b = self.add_weight(
            shape=(self.units,), initializer="zeros", trainable=False, name="b"
        )

    def call(self, x, scale=1.0):
        return (x @ self.w + self.b) * scale


def test_a_layer_of_ones_own():
    linear = Linear(2, name="lin")
    assert linear.name == "lin"
    assert_close(linear(X), [[6.0, 6.0]])
    assert_close(linear(X, scale=2.0), [[12.0, 12.0]])
    assert len(linear.weights) == 2
    assert len(linear.trainable_weights) == 1
    assert len(linear.non_trainable_weights) == 1


def test_a_layer_may_be_frozen():
    linear = Linear(2)
    linear(X)
    linear.trainable = False
    assert linear.trainable_weights == []
    assert len(linear.non_trainable_weights) == 2


def test_layers_in_layers_are_found():
    class Block(layers.Layer):
        def __init__(self):
            super().__init__()
            self.first, self.second = Linear(4), Linear(1)

        def call(self, x):
            return self.second(tf.nn.relu(self.first(x)))

    block = Block()
    assert block(X).shape == [1, 1]
    assert len(block.weights) == 4
    assert len(block.trainable_weights) == 2


@ours("keras follows Keras 2: a variable made in a layer belongs to it")
def test_variables_made_by_hand_belong_to_the_layer():
    class Scale(layers.Layer):
        def __init__(self):
            super().__init__()
            self.factor = tf.Variable(2.0, name="factor")

        def call(self, x):
            return x * self.factor

    scale = Scale()
    assert_close(scale(X), [[2.0, 4.0, 6.0]])
    assert [v is scale.factor for v in scale.trainable_variables] == [True]


@pytest.mark.parametrize(
    ("given", "seen"), [({}, True), ({"training": None}, True), ({"training": False}, False)]
)
def test_the_default_of_training_in_a_signature_holds(given, seen):
    class Flag(tf.keras.layers.Layer):
        def call(self, inputs, training=True):
            flags.append(training)
            return inputs

    class Outer(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = Flag()

        def call(self, inputs, training=None):
            return self.inner(inputs)

    flags = []
    Outer()(tf.zeros([1, 1]), **given)
    assert flags[-1] is seen


def test_initial_weights_are_those_of_keras_for_the_same_seed():
    """Keras takes the seeds of its initializers from Python's `random`."""
    tf.keras.utils.set_random_seed(7)
    layers = [tf.keras.layers.Dense(2), tf.keras.layers.Dense(2)]
    for layer in layers:
        layer.build((None, 2))
    weights = np.concatenate([layer.get_weights()[0].ravel() for layer in layers])
    expected = [-0.44723016, 0.56306505, 1.1118616, -0.41755491]
    np.testing.assert_allclose(weights[:4], expected, rtol=1e-6)
    np.testing.assert_allclose(
        weights[4:], [1.0495492, 0.9288727, -0.78326863, 0.13262558], rtol=1e-6
    )


def test_initializers_of_the_package_itself_heed_its_seed():
    drawn = []
    for _ in range(2):
        tf.random.set_seed(3)
        drawn.append(np.array(tf.random_normal_initializer()([4])))
    np.testing.assert_array_equal(*drawn)


def test_a_wrapper_builds_its_layer_before_its_own_weights():
    class Normalized(tf.keras.layers.Wrapper):
        def build(self, input_shape):
            super().build(input_shape)
            self.scale = self.add_weight(
                shape=[self.layer.kernel.shape[-1]], initializer="ones", name="scale"
            )

        def call(self, inputs):
            return self.layer(inputs) * self.scale

    wrapped = Normalized(tf.keras.layers.Dense(3))
    assert wrapped(tf.ones([2, 4])).shape == [2, 3]
    assert [list(w.shape) for w in wrapped.layer.weights] == [[4, 3], [3]]
    assert len(wrapped.trainable_variables) == 3


@ours("a tf.Variable of TensorFlow has no path; one of Keras 3 does")
def test_variables_have_the_path_of_keras_3():
    dense = layers.Dense(2, name="wide")
    dense(X)
    assert [v.path for v in dense.weights] == ["wide/kernel", "wide/bias"]
