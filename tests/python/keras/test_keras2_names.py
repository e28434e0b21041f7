"""Names of Keras 2 that Keras 3 has left out, which programs of that time use."""

import http.server
import json
import threading
import urllib.parse

import numpy as np
import pytest
from library import tf

keras = tf.keras
K = keras.backend
pytestmark = pytest.mark.ours("Keras 3 leaves it out")


def drawn(seed, *shape):
    return np.random.RandomState(seed).randn(*shape).astype("float32")


def fill(layer):
    weights = layer.get_weights()
    layer.set_weights([drawn(seed, *w.shape) for seed, w in enumerate(weights)])


# --- Layers and models ----------------------------------------------------------------------------


@pytest.mark.parametrize("strides", [1, 2])
def test_filters_of_each_place(strides):
    x = drawn(3, 2, 7, 3)
    layer = keras.layers.LocallyConnected1D(4, 3, strides=strides, activation="relu")
    layer(x)
    fill(layer)
    kernel, bias = layer.get_weights()
    places = [x[:, strides * i : strides * i + 3].reshape(2, 9) for i in range(len(kernel))]
    rows = [place @ kernel[i] + bias[i] for i, place in enumerate(places)]
    np.testing.assert_allclose(layer(x), np.maximum(np.stack(rows, 1), 0), rtol=1e-4, atol=1e-5)
    again = keras.layers.deserialize(keras.layers.serialize(layer))
    assert again.get_config() == layer.get_config()
    with pytest.raises(ValueError, match="only 'valid'"):
        keras.layers.LocallyConnected1D(4, 3, padding="same")
    same = keras.layers.LocallyConnected1D(4, 3, padding="same", implementation=2)
    assert same(x).shape == (2, 7, 4)


def test_filters_of_each_place_of_an_image():
    x = drawn(4, 2, 6, 5, 3)
    layer = keras.layers.LocallyConnected2D(3, (2, 3), strides=(2, 1))
    layer(x)
    fill(layer)
    kernel, bias = layer.get_weights()
    window = x[:, 2:4, 1:4].reshape(2, 18)
    assert kernel.shape == (9, 18, 3)
    np.testing.assert_allclose(layer(x)[:, 1, 1], window @ kernel[4] + bias[1, 1], rtol=1e-4)
    first = keras.layers.LocallyConnected2D(3, 2, data_format="channels_first")
    first(x)
    fill(first)  # and what Keras 2 answers
    np.testing.assert_allclose(np.ravel(first(x))[:3], [1.1933, 0.38447, -0.08787], rtol=1e-4)


def test_functions_with_filters_of_each_place():
    x, kernel = drawn(3, 2, 7, 3), drawn(5, 5, 9, 4)
    found = K.local_conv1d(x, kernel, (3,), (1,))
    rows = [x[:, i : i + 3].reshape(2, 9) @ kernel[i] for i in range(5)]
    np.testing.assert_allclose(found, np.stack(rows, 1), rtol=1e-4, atol=1e-5)
    image, kernel = drawn(4, 2, 6, 5, 3), drawn(5, 20, 12, 4)
    found = K.local_conv2d(image, kernel, (2, 2), (1, 1), (5, 4))
    window = image[:, 3:5, 2:4].reshape(2, 12)
    np.testing.assert_allclose(found[:, 3, 2], window @ kernel[14], rtol=1e-4, atol=1e-5)


def test_random_waves():
    layer = keras.layers.experimental.RandomFourierFeatures(4, scale=2.0)
    x = drawn(1, 5, 3)
    layer(x)
    fill(layer)
    kernel, bias, scale = layer.unscaled_kernel, layer.bias, layer.kernel_scale
    np.testing.assert_allclose(layer(x), np.cos(x @ (kernel / scale) + bias), rtol=1e-4, atol=1e-5)
    assert layer.trainable_weights == []
    trained = keras.layers.experimental.RandomFourierFeatures(
        4, kernel_initializer="laplacian", trainable=True
    )
    trained(x)
    assert [w.name.split("/")[-1] for w in trained.trainable_weights] == ["kernel_scale:0"]
    with pytest.raises(ValueError, match="Unsupported `kernel_initializer`"):
        keras.layers.experimental.RandomFourierFeatures(4, kernel_initializer="box")


def test_ready_models():
    linear = keras.experimental.LinearModel(kernel_initializer="ones", activation="tanh")
    named = {"b": np.array([[0.5]], "float32"), "a": np.array([[0.25]], "float32")}
    np.testing.assert_allclose(linear(named), [[np.tanh(0.75)]], rtol=1e-6)
    deep = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model = keras.experimental.WideDeepModel(keras.experimental.LinearModel(), deep)
    optimizers = [keras.optimizers.SGD(0.5), keras.optimizers.SGD(0.0)]
    model.compile(optimizers, loss="mse")
    x = np.array([[1.0]], "float32")
    model.fit([x, x], np.array([[3.0]]), verbose=0)  # of 1 the error is 2, the slopes are -4
    np.testing.assert_allclose(model.linear_model.get_weights()[1], [[2.0]])
    np.testing.assert_allclose(deep.get_weights()[0], [[1.0]])


@pytest.mark.parametrize(
    ("splits", "expected"),
    [(None, [0.38937, 0.28224, 0.2295]), (2, [0.38781, 0.26388, 0.27095])],
)
def test_gradients_from_up_the_slope(splits, expected):
    start = keras.initializers.Constant(0.3)
    layers = [keras.layers.Dense(3, "tanh", kernel_initializer=start)]
    layers.append(keras.layers.Dense(1, kernel_initializer="ones"))
    minimization = keras.models.experimental.SharpnessAwareMinimization
    model = minimization(keras.Sequential(layers), rho=0.1, num_batch_splits=splits)
    model.compile(keras.optimizers.SGD(0.05), "mse", metrics=["mae"])
    x = drawn(8, 16, 3)
    y = x.sum(axis=1, keepdims=True)
    history = model.fit(x, y, batch_size=8, epochs=3, verbose=0, shuffle=False)
    np.testing.assert_allclose(history.history["loss"], expected, atol=2e-5)  # Keras 2's


# --- Constraints, the backend, utilities ----------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "expected"),
    [(3, [4, 4, 4]), (4, [15, 15, 15, 15]), (5, [18, 18, 18, 18, 18])],
)
def test_filters_alike_around_their_centre(size, expected):
    w = tf.reshape(tf.range(float(size**2)), [size, size, 1, 1])
    found = keras.constraints.RadialConstraint()(w)[..., 0, 0].numpy()
    assert found[0].tolist() == found[:, -1].tolist() == expected
    middle = (size - 1) // 2
    assert found[middle, middle] == w[size // 2 - 1, size // 2 - 1, 0, 0]
    with pytest.raises(ValueError, match="rank 4"):
        keras.constraints.radial_constraint()(tf.zeros([3, 3]))


def test_the_backend_of_keras_2():
    with K.learning_phase_scope(1):
        assert K.learning_phase() == 1
    assert K.learning_phase() == 0
    x = np.array([[1.0, 10.0], [3.0, 30.0]], "float32")
    normal, mean, variance = K.normalize_batch_in_training(x, [1.0, 2.0], [0.0, 1.0], [0], 0.0)
    np.testing.assert_allclose(normal, [[-1.0, -1.0], [1.0, 3.0]], rtol=1e-5)
    assert mean.numpy().tolist() == [2.0, 20.0]
    assert variance.numpy().tolist() == [1.0, 100.0]
    image = np.reshape(np.float32([1.0, 3.0]), [2, 1, 1, 1])
    assert K.normalize_batch_in_training(image, None, None, [0, 1, 2])[2].numpy().tolist() == [2.0]


def test_utilities_of_keras_2():
    assert keras.utils.to_ordinal([[1], [2]], num_classes=4).tolist() == [[1, 0, 0], [1, 1, 0]]
    with pytest.raises(RuntimeError, match="model_from_json"):
        keras.models.model_from_yaml("")
    config = keras.utils.legacy.serialize_keras_object(keras.regularizers.L2(0.5))
    assert config["class_name"] == "L2"
    assert keras.optimizers.experimental.Adam is keras.optimizers.Adam
    assert keras.callbacks.experimental.BackupAndRestore is keras.callbacks.BackupAndRestore


def test_an_error_reaches_whoever_reads():
    def failing():
        yield 1
        raise KeyError("two")

    enqueuer = keras.utils.GeneratorEnqueuer(failing())
    enqueuer.start(max_queue_size=1)
    with pytest.raises(KeyError, match="two"):
        list(enqueuer.get())
    assert not enqueuer.is_running()


# --- Callbacks ------------------------------------------------------------------------------------


def test_means_over_batches():
    logger = keras.callbacks.BaseLogger(stateful_metrics=["acc"])
    logger.set_params({"metrics": ["loss", "acc"]})
    logger.on_epoch_begin(0)
    logger.on_batch_end(0, {"size": 2, "loss": 1.0, "acc": 0.5})
    logger.on_batch_end(1, {"size": 1, "loss": 4.0, "acc": 0.75})
    logs = {}
    logger.on_epoch_end(0, logs)
    assert logs == {"loss": 2.0, "acc": 0.75}


def received(count, send):
    """What a server on this machine is told."""
    told = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            told.append((self.path, self.headers["Content-Type"], text))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=lambda: [server.handle_request() for _ in range(count)])
    thread.start()
    send(f"http://127.0.0.1:{server.server_port}")
    thread.join()
    server.server_close()
    return told


def test_numbers_are_sent_elsewhere():
    def send(root):
        logs = {"loss": np.float32(0.5)}
        keras.callbacks.RemoteMonitor(root).on_epoch_end(3, logs)
        keras.callbacks.RemoteMonitor(root, "/here", send_as_json=True).on_epoch_end(4, logs)

    form, whole = received(2, send)
    assert form[0] == "/publish/epoch/end/"
    assert json.loads(urllib.parse.parse_qs(form[2])["data"][0]) == {"epoch": 3, "loss": 0.5}
    assert whole[:2] == ("/here", "application/json")
    assert json.loads(whole[2]) == {"epoch": 4, "loss": 0.5}
    with pytest.warns(UserWarning, match="Could not reach"):
        keras.callbacks.RemoteMonitor("http://127.0.0.1:9").on_epoch_end(0, {})


def test_averages_stand_in_for_weights():
    model = keras.Sequential([keras.Input([1]), keras.layers.Dense(1, use_bias=False)])
    model.set_weights([np.float32([[0.0]])])
    model.compile(keras.optimizers.SGD(0.5, use_ema=True, ema_momentum=0.5), "mse")
    seen = []

    class Seen(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            seen.append(self.model.get_weights()[0].item())

    x = np.ones([1, 1], "float32")
    swap = keras.callbacks.SwapEMAWeights(swap_on_epoch=True)
    model.fit(x, x, epochs=2, verbose=0, callbacks=[swap, Seen()])
    assert seen[0] == 1.0
    assert len(seen) == 2
    plain = keras.Sequential([keras.Input([1]), keras.layers.Dense(1)])
    plain.compile("sgd", "mse")
    with pytest.raises(ValueError, match="use_ema=True"):
        plain.fit(x, x, verbose=0, callbacks=[keras.callbacks.SwapEMAWeights(swap_on_epoch=True)])


def test_a_model_may_note_its_inputs_itself():
    class Own(keras.Model):
        def __init__(self):
            inputs = keras.Input([2])
            self.inputs = {"x": inputs}
            super().__init__(inputs=self.inputs, outputs=keras.layers.Dense(1)(inputs))

    model = Own()
    assert [tensor.shape for tensor in model.inputs] == [(None, 2)]
    model.inputs = {"x": model.inputs[0]}
    assert list(model.inputs) == ["x"]


def test_the_penalty_on_outputs_has_a_private_name():
    class Own(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self._activity_regularizer = keras.regularizers.L2(0.5)

    layer = Own()
    layer(tf.ones([2, 3]))
    assert layer.activity_regularizer is layer._activity_regularizer
    assert [float(loss) for loss in layer.losses] == [1.5]


def test_descriptions_may_be_asked_for_in_the_older_format():
    for space, thing in (
        (keras.layers, keras.layers.Dense(2)),
        (keras.losses, keras.losses.Huber()),
        (keras.metrics, keras.metrics.Mean()),
        (keras.optimizers, keras.optimizers.SGD()),
        (keras.initializers, keras.initializers.Zeros()),
        (keras.regularizers, keras.regularizers.L2(0.1)),
    ):
        config = space.serialize(thing, use_legacy_format=True)
        assert config["class_name"] == type(thing).__name__
        again = space.deserialize(config, use_legacy_format=True)
        assert type(again) is type(thing)


def test_an_argument_that_is_a_layer_is_described_with_its_owner():
    @keras.utils.register_keras_serializable("own")
    class Doubled(keras.layers.Layer):
        def __init__(self, inner, **kwargs):
            super().__init__(**kwargs)
            self.inner = inner

        def call(self, inputs):
            return self.inner(inputs) * 2.0

        def get_config(self):
            return {**super().get_config(), "inner": self.inner}

    model = keras.Sequential([keras.Input([2]), Doubled(keras.layers.Dense(3))])
    again = keras.models.model_from_json(model.to_json())
    assert again.layers[0].inner.units == 3
    again.set_weights(model.get_weights())
    x = drawn(0, 4, 2)
    np.testing.assert_allclose(again(x), model(x))


def test_the_rate_of_a_dropout_may_be_a_function():
    class Changing(keras.layers.Dropout):
        def call(self, inputs, training=None):
            return tf.nn.dropout(inputs, self.rate(), self._get_noise_shape(inputs))

    layer = Changing(lambda: 0.0, noise_shape=[None, 1])
    assert layer(tf.ones([2, 3])).numpy().tolist() == [[1.0] * 3] * 2
    assert layer._get_noise_shape(tf.ones([2, 3])) == [2, 1]


def test_a_wrapper_builds_what_is_built_without_a_shape():
    class Wrapped(keras.layers.Wrapper):
        def build(self, input_shape):
            self.layer.build(input_shape)
            super().build()

    layer = Wrapped(keras.layers.Dense(1))
    assert layer(tf.ones([1, 2])).shape == (1, 1)


def test_the_mask_before_is_called_mask_too():
    steps = tf.constant([[1, 2, 0]])
    embedding = keras.layers.Embedding(5, 2, mask_zero=True)
    assert embedding.compute_mask(steps, mask=None).numpy().tolist() == [[True, True, False]]
    before = tf.constant([[True, False, True]])
    layer = keras.layers.Dropout(0.5)
    assert layer.compute_mask(tf.ones([1, 3, 2]), mask=before) is before
    assert layer.compute_mask(tf.ones([1, 3, 2]), before) is before
