"""`keras.ops` on symbolic inputs: calls are layers, and models of them are saved and loaded."""

from pathlib import Path

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

ops = tf.keras.ops
draws = np.random.RandomState(3)
ROWS = draws.normal(size=(2, 4)).astype("float32")
IMAGES = draws.normal(size=(2, 6, 6, 3)).astype("float32")

OF_ROWS = {
    "abs": ops.abs,
    "add": lambda x: ops.add(x, 1.5),
    "argmax": lambda x: ops.argmax(x, axis=-1),
    "argsort": ops.argsort,
    "cast": lambda x: ops.cast(x, "int32"),
    "clip": lambda x: ops.clip(x, -0.5, 0.5),
    "concatenate": lambda x: ops.concatenate([x, ops.relu(x)], axis=-1),
    "convert_to_tensor": ops.convert_to_tensor,
    "cumsum": lambda x: ops.cumsum(x, axis=1),
    "diff": ops.diff,
    "divide": lambda x: ops.divide(1.0, x),
    "einsum": lambda x: ops.einsum("bi,bj->bij", x, x),
    "erf": ops.erf,
    "expand_dims": lambda x: ops.expand_dims(x, (0, -1)),
    "flip": lambda x: ops.flip(x, axis=1),
    "gelu": lambda x: ops.gelu(x, approximate=False),
    "greater": lambda x: ops.greater(x, 0.0),
    "layer_normalization": lambda x: ops.layer_normalization(x, epsilon=0.1),
    "logsumexp": lambda x: ops.logsumexp(x, axis=-1, keepdims=True),
    "matmul": lambda x: ops.matmul(x, ops.transpose(x)),
    "max": lambda x: ops.max(x, axis=1),
    "maximum": lambda x: ops.maximum(x, 0.25),
    "mean": lambda x: ops.mean(x, axis=-1),
    "moments": lambda x: ops.moments(x, axes=[1])[1],
    "normalize": lambda x: ops.normalize(x, axis=-1, order=1),
    "one_hot": lambda x: ops.one_hot(ops.argmax(x, axis=-1), 4),
    "pad": lambda x: ops.pad(x, ((0, 0), (1, 2))),
    "power": lambda x: ops.power(x, 2),
    "repeat": lambda x: ops.repeat(x, 2, axis=1),
    "reshape": lambda x: ops.reshape(x, (-1, 2, 2)),
    "roll": lambda x: ops.roll(x, 1, axis=1),
    "round": lambda x: ops.round(x, 1),
    "softmax": lambda x: ops.softmax(x, axis=-1),
    "sort": ops.sort,
    "split": lambda x: ops.split(x, 2, axis=1)[1],
    "sqrt": lambda x: ops.sqrt(ops.abs(x)),
    "squeeze": lambda x: ops.squeeze(x[:, None, :], 1),
    "stack": lambda x: ops.stack([x, x], axis=1),
    "stop_gradient": ops.stop_gradient,
    "sum": lambda x: ops.sum(x, axis=1, keepdims=True),
    "swapaxes": lambda x: ops.swapaxes(x, 0, 1),
    "take": lambda x: ops.take(x, [0, -1], axis=1),
    "tile": lambda x: ops.tile(x, (1, 2)),
    "top_k": lambda x: ops.top_k(x, 2)[1],
    "tril": lambda x: ops.tril(x[:, :, None]),
    "unstack": lambda x: ops.unstack(x, 4, axis=1)[2],
    "var": lambda x: ops.var(x, axis=-1),
    "where": lambda x: ops.where(ops.greater(x, 0.0), x, 0.0),
    "zeros_like": ops.zeros_like,
}
OF_IMAGES = {
    "average_pool": lambda x: ops.average_pool(x, 2, padding="same"),
    "conv": lambda x: ops.conv(x, np.ones([3, 3, 3, 2], "float32"), 2, "same"),
    "extract_patches": lambda x: ops.image.extract_patches(x, 2),
    "max_pool": lambda x: ops.max_pool(x, (2, 3), strides=1),
    "mean": lambda x: ops.mean(x, axis=(1, 2)),
    "moveaxis": lambda x: ops.moveaxis(x, -1, 1),
    "resize": lambda x: ops.image.resize(x, (3, 3), interpolation="nearest"),
    "rgb_to_grayscale": ops.image.rgb_to_grayscale,
    "transpose": lambda x: ops.transpose(x, (0, 3, 1, 2)),
}
CASES = [(name, function, ROWS) for name, function in OF_ROWS.items()]
CASES += [(name, function, IMAGES) for name, function in OF_IMAGES.items()]


@pytest.mark.parametrize(("name", "function", "x"), CASES, ids=[case[0] for case in CASES])
def test_a_call_is_a_layer_that_computes_the_same(name, function, x):
    inputs = tf.keras.Input(x.shape[1:])
    outputs = function(inputs)
    expected = function(tf.constant(x))
    assert all(known in (None, n) for known, n in zip(outputs.shape, expected.shape))
    assert str(tf.as_dtype(outputs.dtype).name) == expected.dtype.name
    assert_close(tf.keras.Model(inputs, outputs)(x), expected)


@pytest.mark.parametrize(
    "name",
    ["abs", "concatenate", "expand_dims", "pad", "sum", "softmax", "split", "where", "einsum"],
)
def test_a_model_of_calls_is_saved_and_loaded(name, tmp_path):
    inputs = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(4)(inputs)
    model = tf.keras.Model(inputs, OF_ROWS[name](hidden))
    model.save(tmp_path / "model.keras")
    again = tf.keras.models.load_model(tmp_path / "model.keras")
    assert_close(again(ROWS), model(ROWS))


def test_operations_are_named_after_their_functions(capsys):
    tf.keras.backend.clear_session()
    inputs = tf.keras.Input((4,))
    model = tf.keras.Model(inputs, ops.sum(ops.relu(ops.relu(inputs)), axis=-1))
    assert len(model.layers) == 1
    model.summary()
    shown = capsys.readouterr().out
    for name in ("relu (Relu)", "relu_1 (Relu)", "sum (Sum)"):
        assert name in shown


def every_kind(inputs):
    x = ops.concatenate([ops.softmax(inputs), ops.sum(inputs, axis=-1, keepdims=True)], axis=-1)
    x = ops.where(ops.greater(x, 0.1), x, 0.0)
    x = ops.pad(ops.expand_dims(x, 1), ((0, 0), (0, 1), (0, 0)))
    x = ops.leaky_relu(ops.clip(ops.einsum("bij,bkj->bik", x, x), -1, 1), 0.3)
    x = ops.transpose(ops.reshape(x, (-1, 2, 2)), (0, 2, 1))
    x = ops.layer_normalization(ops.stack([x, ops.rms_normalization(x)], axis=1), epsilon=0.1)
    x = ops.normalize(ops.cast(ops.mean(x, axis=(1, 2)), "float32"))
    return ops.logsumexp(ops.split(x, 2, axis=1)[0], axis=-1), ops.top_k(x, 1)[1]


def test_a_model_that_keras_wrote():
    file = Path(__file__).with_name("written_by_keras") / "keras3_operations.json"
    if not file.exists():  # written once, by Keras
        inputs = tf.keras.Input((4,))
        file.write_text(tf.keras.Model(inputs, every_kind(inputs)).to_json() + "\n")
    model = tf.keras.models.model_from_json(file.read_text())
    for found, expected in zip(model(ROWS), every_kind(tf.constant(ROWS)), strict=True):
        assert_close(found, expected)


@ours("TensorFlow's Keras does not say so")
def test_an_operation_that_is_not_known():
    file = Path(__file__).with_name("written_by_keras") / "keras3_operations.json"
    with pytest.raises(ValueError, match="the operation Smoothmax"):
        tf.keras.models.model_from_json(file.read_text().replace('"Softmax"', '"Smoothmax"'))


def test_gradients_flow_through_a_model_of_calls():
    inputs = tf.keras.Input((4,))
    outputs = ops.mean(ops.square(tf.keras.layers.Dense(2)(inputs)), axis=-1)
    model = tf.keras.Model(inputs, outputs)
    model.compile("sgd", "mse")
    before = model.get_weights()[0]
    model.fit(ROWS, np.zeros(2, "float32"), verbose=0)
    assert np.abs(model.get_weights()[0] - before).max() > 0


def test_what_is_asked_of_a_symbolic_input():
    inputs = tf.keras.Input((4, 3))
    assert tuple(ops.shape(inputs)) == (None, 4, 3)
    assert ops.dtype(inputs) == "float32"
    assert not ops.is_tensor(inputs)


def test_a_symbolic_input_has_no_values():
    with pytest.raises(ValueError):
        ops.convert_to_numpy(tf.keras.Input((4,)))


def test_layers_of_ones_own_call_them_on_tensors():
    class Scaled(tf.keras.layers.Layer):
        def call(self, x):
            return ops.multiply(x, ops.rsqrt(ops.mean(ops.square(x), axis=-1, keepdims=True)))

    inputs = tf.keras.Input((4,))
    model = tf.keras.Model(inputs, Scaled()(inputs))
    assert_close(model(ROWS), ROWS / np.sqrt(np.mean(ROWS**2, -1, keepdims=True)), rtol=1e-4)
