"""Layers that save in their own way: variables, files, and what they are built with."""

from pathlib import Path

import numpy as np
from library import tf

keras = tf.keras
X = np.linspace(0, 1, 8, dtype="float32").reshape(2, 4)


def again(tmp_path, model, **own):
    path = str(tmp_path / "m.keras")
    model.save(path)
    return keras.models.load_model(path, custom_objects=own)


def test_variables_of_ones_own(tmp_path):
    class Counting(keras.layers.Dense):
        def __init__(self, units, **kwargs):
            super().__init__(units, **kwargs)
            self.calls = 0

        def save_own_variables(self, store):
            super().save_own_variables(store)
            store["calls"] = np.array(self.calls + 5)

        def load_own_variables(self, store):
            self.calls = int(np.array(store["calls"]))
            for number, weight in enumerate(self.weights):
                weight.assign(np.array(store[str(number)]) * 2.0)

    model = keras.Sequential([keras.Input([4]), Counting(3), keras.layers.Dense(1)])
    found = again(tmp_path, model, Counting=Counting)
    assert found.layers[0].calls == 5
    for one, other in zip(found.layers[0].get_weights(), model.layers[0].get_weights()):
        np.testing.assert_allclose(one, 2.0 * other)
    for one, other in zip(found.layers[1].get_weights(), model.layers[1].get_weights()):
        np.testing.assert_allclose(one, other)


def test_files_of_ones_own(tmp_path):
    class Worded(keras.layers.Dense):
        def __init__(self, units, words=None, **kwargs):
            super().__init__(units, **kwargs)
            self.words = words

        def save_assets(self, inner_path):
            Path(inner_path, "words.txt").write_text(" ".join(self.words))

        def load_assets(self, inner_path):
            self.words = Path(inner_path, "words.txt").read_text().split()

    first, second = Worded(2, ["a", "b"]), Worded(1, [])
    found = again(tmp_path, keras.Sequential([keras.Input([4]), first, second]), Worded=Worded)
    assert [layer.words for layer in found.layers] == [["a", "b"], []]


def test_a_build_of_ones_own(tmp_path):
    class Started(keras.layers.Layer):
        def build(self, input_shape, start):
            self.w = self.add_weight(shape=(input_shape[-1], 2), initializer=start)
            self.start = start
            self.built = True

        def call(self, inputs):
            return tf.matmul(inputs, self.w)

        def get_build_config(self):
            return {"input_shape": [None, 4], "start": self.start}

        def build_from_config(self, config):
            self.build(config["input_shape"], config["start"])

    layer = Started()
    layer.build([None, 4], "ones")
    model = keras.Sequential([layer])
    expected = model(X).numpy()
    found = again(tmp_path, model, Started=Started)
    assert found.layers[0].start == "ones"
    np.testing.assert_allclose(found(X), expected)


def test_a_plain_layer_tells_how_it_was_built():
    layer = keras.layers.Dense(2)
    layer(X)
    assert layer.get_build_config()["input_shape"][-1] == 4
    other = keras.layers.Dense(2)
    other.build_from_config({"input_shape": [None, 4]})
    store = {}
    layer.save_own_variables(store)
    other.load_own_variables({key: np.array(value) for key, value in store.items()})
    np.testing.assert_allclose(other(X), layer(X))


@keras.utils.register_keras_serializable("own_saving")
def tenth(y_true, y_pred):
    return tf.reduce_sum(tf.math.squared_difference(y_pred, y_true) / 10.0, axis=1)


def test_what_a_model_is_compiled_with(tmp_path):
    class Compiled(keras.Model):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.dense = keras.layers.Dense(1)

        def call(self, inputs):
            return self.dense(inputs)

        def compile(self, optimizer, mine):
            super().compile(optimizer=optimizer, loss=mine)
            self.mine = mine

        def get_compile_config(self):
            return {"optimizer": "sgd", "mine": self.mine}

        def compile_from_config(self, config):
            self.compile(config["optimizer"], keras.utils.deserialize_keras_object(config["mine"]))

    model = Compiled()
    model.compile("sgd", tenth)
    model.fit(X, np.zeros([2, 1]), verbose=0)
    found = again(tmp_path, model, Compiled=Compiled)
    assert found.mine is tenth
    y = np.ones([2, 1], "float32")
    np.testing.assert_allclose(found.evaluate(X, y, verbose=0), model.evaluate(X, y, verbose=0))


def test_a_shape_that_a_layer_is_made_with(tmp_path):
    class Scanner(keras.layers.Layer):
        def __init__(self, shape, **kwargs):
            super().__init__(**kwargs)
            self.sizes = tuple(shape)

        def call(self, x):
            return x * float(self.sizes[1])

    i = keras.Input([4])
    model = keras.Model(i, Scanner(keras.layers.Dense(3)(i).shape)(i))
    assert model.layers[-1].get_config()["shape"] == (None, 3)
    assert again(tmp_path, model, Scanner=Scanner).layers[-1].sizes == (None, 3)


def test_numbers_of_numpy_in_configurations_are_saved(tmp_path):
    @tf.keras.utils.register_keras_serializable("numbers")
    class Weighted(tf.keras.losses.Loss):
        def __init__(self, factor=1.0, name="weighted", **kwargs):
            super().__init__(name=name, **kwargs)
            self.factor = factor

        def call(self, y_true, y_pred):
            return self.factor * tf.reduce_mean(tf.square(y_true - y_pred), -1)

        def get_config(self):
            return {"factor": self.factor, "name": self.name}

    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
    model.compile("sgd", Weighted(np.float32(2.0)))
    x, y = np.ones([4, 4]), np.ones([4, 2])
    model.fit(x, y, verbose=0)
    model.save(tmp_path / "model.keras")
    found = tf.keras.models.load_model(tmp_path / "model.keras")
    assert found.loss.factor == 2.0
    np.testing.assert_allclose(found.evaluate(x, y, verbose=0), model.evaluate(x, y, verbose=0))
