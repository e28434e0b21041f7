"""Options of methods that Keras 2 has, and random sizes of its pictures.

With TF_USE_LEGACY_KERAS=1 this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
IMAGES = np.random.default_rng(0).uniform(size=(2, 8, 10, 3)).astype("float32")
pytestmark = pytest.mark.keras_2


@pytest.mark.parametrize(
    ("kind", "shape", "open_shape"),
    [
        ("RandomHeight", (9, 10, 3), (None, None, 10, 3)),
        ("RandomWidth", (8, 12, 3), (None, 8, None, 3)),
    ],
)
def test_sizes_are_drawn_and_open(kind, shape, open_shape):
    keras.utils.set_random_seed(1)
    layer = getattr(keras.layers, kind)(0.3)
    assert layer(IMAGES, training=True).shape == IMAGES.shape  # the first factor is nearly 1
    assert layer(IMAGES[0], training=True).shape == shape
    assert layer(IMAGES[0], training=False).shape == IMAGES[0].shape
    assert layer(keras.Input(IMAGES.shape[1:])).shape.as_list() == list(open_shape)


def test_predict_takes_how_generators_are_to_run():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
    options = {"workers": 2, "use_multiprocessing": False, "max_queue_size": 3}
    assert model.predict(IMAGES, verbose=0, **options).shape == (2, 1)


def test_nothing_is_no_metric():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[None])
    assert list(model.fit(IMAGES, np.ones((2, 1)), verbose=0).history) == ["loss"]


def test_layers_tell_masks_signatures_and_whether_they_keep_states():
    layer = keras.layers.Embedding(5, 3, mask_zero=True)
    layer(keras.Input((4,)))
    assert layer.input_mask is None
    assert layer.output_mask.shape.as_list() == [None, 4]
    assert layer.get_output_mask_at(0).shape.as_list() == [None, 4]
    spec = keras.layers.Dense(3).compute_output_signature(tf.TensorSpec((2, 4), tf.float32))
    assert (spec.shape, spec.dtype) == ((2, 3), tf.float32)
    assert not keras.layers.Dense(3).stateful
    assert keras.layers.LSTM(3, stateful=True).stateful
    assert not keras.layers.Dense(3).dynamic


@pytest.mark.parametrize(
    "kind", ["SimpleRNN", "LSTM", "GRU", "SimpleRNNCell", "LSTMCell", "GRUCell"]
)
def test_recurrent_layers_tell_no_seed(kind):
    assert "seed" not in getattr(keras.layers, kind)(2).get_config()
