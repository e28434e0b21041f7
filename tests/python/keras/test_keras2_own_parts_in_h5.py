"""Files of Keras 2 with a program's own layers and optimizers, and with those before Keras 2.11.

With `TF_USE_LEGACY_KERAS=1` set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

pytestmark = [
    pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file"),
    pytest.mark.keras_2,
]


def _trained(optimizer):
    tf.keras.utils.set_random_seed(0)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
    model.compile(optimizer, "mse")
    x = np.arange(24, dtype="float32").reshape(8, 3) / 24
    model.fit(x, x[:, :1], verbose=0)
    return model


def test_layers_that_are_not_registered(tmp_path):
    class Twice(tf.keras.layers.Layer):
        def call(self, inputs, other=None):
            return 2 * inputs if other is None else inputs + other

    class Pair(tf.keras.layers.Layer):
        def call(self, inputs, mask=None):
            return [inputs * 2, inputs + 1]

    start = tf.keras.Input((3,))
    hidden = tf.keras.layers.Dense(3)(start)
    twice = Twice(name="by_name")(inputs=Twice(name="first")(hidden, other=start))
    inner = tf.keras.Sequential([tf.keras.Input((3,)), Twice()])
    first, second = Pair()(twice)
    model = tf.keras.Model(start, [inner(first), second])
    path = str(tmp_path / "own.h5")
    model.save(path)
    loaded = tf.keras.models.load_model(path, custom_objects={"Twice": Twice, "Pair": Pair})
    x = np.ones((2, 3), "float32")
    for one, other in zip(model.predict(x, verbose=0), loaded.predict(x, verbose=0), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_none_among_the_inputs_of_a_layer(tmp_path):
    class Sum(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.scale = self.add_weight(name="scale", shape=(), initializer="ones")

        def call(self, inputs):
            return self.scale * inputs[0] if inputs[1] is None else inputs[0] + inputs[1]

    start = tf.keras.Input((3,))
    model = tf.keras.Model(start, Sum()([start, None]))
    path = str(tmp_path / "none.h5")
    model.save(path)
    loaded = tf.keras.models.load_model(path, custom_objects={"Sum": Sum})
    assert loaded.predict(np.ones((1, 3)), verbose=0).tolist() == [[1.0, 1.0, 1.0]]


def test_optimizers_of_the_programs_own(tmp_path):
    @tf.keras.utils.register_keras_serializable(package="mine")
    class Registered(tf.keras.optimizers.legacy.Adam):
        pass

    class Own(tf.keras.optimizers.Adam):
        pass

    path = str(tmp_path / "own.h5")
    for kind, known in ((Registered, None), (Own, {"Own": Own})):
        _trained(kind(0.01)).save(path)
        loaded = tf.keras.models.load_model(path, custom_objects=known)
        assert type(loaded.optimizer) is kind
        assert int(loaded.optimizer.iterations) == 1
    with pytest.raises(ValueError, match="Own"):
        tf.keras.models.load_model(path)


def test_optimizers_before_2_11(tmp_path):
    path = str(tmp_path / "older.h5")
    older, newer = tf.keras.optimizers.legacy, tf.keras.optimizers
    for kind in (older.SGD, newer.SGD, older.Adam, newer.Adam):
        _trained(kind(0.1)).save(path)
        assert type(tf.keras.models.load_model(path).optimizer) is kind
        assert type(newer.deserialize(newer.serialize(kind(0.1)))) is kind
    assert newer.serialize(older.SGD(0.1))["module"] == "keras.optimizers.legacy"
    bare = {"class_name": "Adam", "config": {"learning_rate": 0.5}}
    assert isinstance(newer.get(bare), older.Adam)
    assert isinstance(newer.get({"class_name": "adam", "config": {}}), newer.Adam)
