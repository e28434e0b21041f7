"""`tf.nn.RNNCellDropoutWrapper`, `RNNCellResidualWrapper` and `RNNCellDeviceWrapper`.

With TF_USE_LEGACY_KERAS=1 this file passes against TensorFlow too: there they are layers of an
older Keras, which Keras 3's `RNN` does not take.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
LAYERS = tf.keras.layers
X = np.arange(24.0, dtype="float32").reshape(2, 4, 3) / 24


def with_weights(layer):
    layer(X)
    for variable in layer.weights:
        count = int(np.prod(variable.shape))
        variable.assign(np.linspace(-0.5, 0.6, count).reshape(variable.shape))
    return layer


def test_what_goes_in_is_added(recorded):
    layer = with_weights(LAYERS.RNN(tf.nn.RNNCellResidualWrapper(LAYERS.GRUCell(3)), name="r"))
    recorded([[v.name.split("/")[-1] for v in layer.weights], layer(X)])


def test_or_joined_by_a_function(recorded):
    cell = tf.nn.RNNCellResidualWrapper(LAYERS.LSTMCell(3), residual_fn=lambda a, b: a - 2.0 * b)
    recorded(with_weights(LAYERS.RNN(cell, return_sequences=True))(X))


def test_shapes_have_to_fit():
    with pytest.raises(ValueError, match="compatible"):
        tf.nn.RNNCellResidualWrapper(LAYERS.GRUCell(2))(X[:, 0], [tf.zeros([2, 2])])


def test_a_device_changes_nothing():
    plain = with_weights(LAYERS.RNN(LAYERS.GRUCell(3)))
    wrapped = with_weights(LAYERS.RNN(tf.nn.RNNCellDeviceWrapper(LAYERS.GRUCell(3), "/cpu:0")))
    np.testing.assert_allclose(wrapped(X), plain(X), rtol=1e-6)


@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.parametrize("ends", ["input", "output", "state", "all"])
def test_shares_are_kept_at_every_step(ends, seed, recorded):
    names = ("input", "output", "state") if ends == "all" else (ends,)
    options = {f"{name}_keep_prob": 0.5 for name in names}
    cell = tf.nn.RNNCellDropoutWrapper(LAYERS.LSTMCell(3), seed=seed, **options)
    layer = with_weights(LAYERS.RNN(cell, return_sequences=True))
    tf.random.set_seed(5)
    in_training = layer(X, training=True)
    tf.random.set_seed(5)
    np.testing.assert_allclose(layer(X), in_training)
    recorded(in_training)


def test_or_the_same_at_all_steps(recorded):
    tf.random.set_seed(5)
    options = {
        "variational_recurrent": True,
        "dtype": tf.float32,
        "input_size": tf.TensorShape([3]),
    }
    shares = {"input_keep_prob": 0.5, "output_keep_prob": 0.5}
    cell = tf.nn.RNNCellDropoutWrapper(LAYERS.GRUCell(3), seed=2, **options, **shares)
    recorded(with_weights(LAYERS.RNN(cell, return_sequences=True))(X))


def test_what_has_to_be_known_for_that():
    for options in ({}, {"dtype": tf.float32, "input_keep_prob": 0.5}):
        with pytest.raises(ValueError, match="must be provided"):
            tf.nn.RNNCellDropoutWrapper(LAYERS.GRUCell(3), variational_recurrent=True, **options)
    with pytest.raises(ValueError, match="must be between 0 and 1"):
        tf.nn.RNNCellDropoutWrapper(LAYERS.GRUCell(3), input_keep_prob=2.0)
    with pytest.raises(TypeError, match="must be callable"):
        tf.nn.RNNCellDropoutWrapper(LAYERS.GRUCell(3), dropout_state_filter_visitor=1)


def test_a_visitor_says_which_states_are_dropped():
    def second(state):
        return [False, True] if isinstance(state, list | tuple) else True

    options = {"state_keep_prob": 0.01, "dropout_state_filter_visitor": second}
    cell = tf.nn.RNNCellDropoutWrapper(LAYERS.LSTMCell(3), **options)
    tf.random.set_seed(1)
    _, (h, c) = cell(X[:, 0], [tf.zeros([2, 3]), tf.zeros([2, 3])])
    assert np.count_nonzero(h) == 6
    assert np.count_nonzero(c) < 3


def test_configurations_make_them_again():
    cell = tf.nn.RNNCellDropoutWrapper(LAYERS.GRUCell(3), output_keep_prob=0.7, seed=4)
    config = cell.get_config()
    assert config["output_keep_prob"] == pytest.approx(0.7)
    assert (config["seed"], config["cell"]["class_name"]) == (4, "GRUCell")
    assert cell.wrapped_cell.units == cell.state_size == cell.output_size == 3
