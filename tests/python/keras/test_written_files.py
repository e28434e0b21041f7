"""Files as Keras writes them: what `h5py` sees in them, and that they come back."""

import io
import json
import sys
import zipfile

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

h5py = pytest.importorskip("h5py")
keras = tf.keras
layers = keras.layers
X = np.linspace(0, 1, 24, dtype="float32").reshape(4, 6)
Y = np.linspace(0, 1, 4, dtype="float32").reshape(4, 1)


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


def datasets(file):
    """The shapes of all arrays of a file by their names."""
    found = {}
    file.visititems(
        lambda name, one: found.update({name: one.shape} if hasattr(one, "shape") else {})
    )
    return found


def own(found, rest=("optimizer",)):
    return {name: shape for name, shape in found.items() if not name.startswith(rest)}


@keras.utils.register_keras_serializable("written")
class Block(layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.first = layers.Dense(units)
        self._hidden = layers.Dense(units, use_bias=False)
        self.more = [layers.Dense(units), [layers.Dense(units)]]
        self.table = {"a": layers.Dense(units)}

    def build(self, shape):
        self.shift = self.add_weight(shape=(), initializer="zeros", trainable=False, name="shift")
        self.scale = self.add_weight(shape=(self.units,), initializer="ones", name="scale")
        super().build(shape)

    def call(self, x):
        x = self.more[1][0](self.more[0](self.first(x))) * self.scale + self.shift
        return self.table["a"](self._hidden(x))

    def get_config(self):
        return {**super().get_config(), "units": self.units}


@keras.utils.register_keras_serializable("written")
class Whole(keras.Model):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stack = keras.Sequential([layers.Dense(3), layers.BatchNormalization()])
        self.block, self._last = Block(3), layers.Dense(1)

    def call(self, x, training=None):
        return self._last(self.block(self.stack(x, training=training)))


def recurrent():
    x = layers.Reshape((3, 2))(i := keras.Input((6,)))
    x = layers.Bidirectional(layers.GRU(2, return_sequences=True))(x)
    x = layers.MultiHeadAttention(1, 2)(x, x)
    x = layers.RNN([layers.LSTMCell(2), layers.LSTMCell(3)])(x)
    return keras.Model(i, layers.Dense(1)(x))


def shared():
    inner = [layers.Dense(2, activation="relu"), layers.Dense(2)]
    tower = keras.Sequential([keras.Input((6,)), *inner])
    i = keras.Input((6,))
    x = tower(i) * 2.0 + tower(-i)[:, ::-1]
    return keras.Model(i, layers.Dense(1)(x))


MODELS = {
    "recurrent": recurrent,
    "shared": shared,
    "own layer": lambda: keras.Sequential([keras.Input((6,)), Block(2), layers.Dense(1)]),
    "own model": Whole,
}
DENSE = {"vars/0": (3, 3), "vars/1": (3,)}


def trained(name, optimizer="adam"):
    model = MODELS[name]()
    model.compile(optimizer, "mse")
    model.fit(X, Y, epochs=2, verbose=0, shuffle=False)
    return model


def test_weights_have_the_paths_of_attributes(tmp_path):
    trained("own model").save_weights(tmp_path / "m.weights.h5")
    with h5py.File(tmp_path / "m.weights.h5") as file:
        found = datasets(file)
        assert file["block/vars"].attrs["name"] == "block"
    expected = {
        "block/_hidden/vars/0": (3, 3),
        "block/vars/0": (3,),
        "block/vars/1": (),
        "layers/dense/vars/0": (3, 1),
        "layers/dense/vars/1": (1,),
    }
    for place in ("first", "more/dense", "more/container/dense", "table/dense"):
        expected |= {f"block/{place}/{name}": shape for name, shape in DENSE.items()}
    stack = "layers/sequential/layers"
    expected |= {f"{stack}/dense/vars/0": (6, 3), f"{stack}/dense/vars/1": (3,)}
    for number in range(4):
        expected[f"{stack}/batch_normalization/vars/{number}"] = (3,)
    assert own(found) == expected
    assert found["optimizer/vars/0"] == found["optimizer/vars/1"] == ()
    assert sum(name.startswith("optimizer/") for name in found) == 2 + 2 * 16


def test_weights_of_layers_in_layers(tmp_path):
    trained("recurrent", "sgd").save_weights(tmp_path / "m.weights.h5")
    with h5py.File(tmp_path / "m.weights.h5") as file:
        names = sorted(own(datasets(file)))
    inner = [f"bidirectional/{way}_layer/cell" for way in ("forward", "backward")]
    inner += [f"rnn/cell/cells/lstm_cell{number}" for number in ("", "_1")]
    places = [(f"layers/{name}", 3) for name in inner] + [("layers/dense", 2)]
    parts = ("key", "output", "query", "value")
    places += [(f"layers/multi_head_attention/{part}_dense", 2) for part in parts]
    assert names == sorted(f"{place}/vars/{n}" for place, count in places for n in range(count))


def test_a_model_is_an_archive(tmp_path):
    model = trained("shared")
    model.save(tmp_path / "m.keras")
    with zipfile.ZipFile(tmp_path / "m.keras") as archive:
        assert archive.namelist() == ["metadata.json", "config.json", "model.weights.h5"]
        assert json.loads(archive.read("metadata.json"))["keras_version"].startswith("3.")
        config = json.loads(archive.read("config.json"))
        with h5py.File(io.BytesIO(archive.read("model.weights.h5"))) as file:
            found = own(datasets(file))
    assert config["class_name"] == "Functional"
    operations = [
        one["class_name"] for one in config["config"]["layers"] if ".ops." in one["module"]
    ]
    assert sorted(operations) == ["Add", "GetItem", "Multiply", "Negative"]
    assert config["compile_config"]["optimizer"]["class_name"] == "Adam"
    assert found["layers/sequential/layers/dense/vars/0"] == (6, 2)


@pytest.mark.parametrize("suffix", [".keras", ".h5"])
@pytest.mark.parametrize("name", MODELS)
def test_models_come_back_and_are_trained_further(tmp_path, name, suffix):
    if suffix == ".h5" and (AGAINST_TENSORFLOW or name == "own model"):
        pytest.skip("Keras 3 cannot find the loss mse in such a file")
    model = trained(name)
    path = str(tmp_path / f"m{suffix}")
    model.save(path)
    again = keras.models.load_model(path)
    np.testing.assert_allclose(again.predict(X, verbose=0), model.predict(X, verbose=0), rtol=1e-5)
    one, other = (m.fit(X, Y, epochs=3, verbose=0, shuffle=False) for m in (model, again))
    np.testing.assert_allclose(other.history["loss"], one.history["loss"], rtol=1e-5)


@pytest.mark.parametrize("optimizer", ["nadam", "ftrl", "rmsprop", "adagrad"])
def test_the_state_of_an_optimizer_comes_with_weights(tmp_path, optimizer):
    model, again = trained("own layer", optimizer), trained("own layer", optimizer)
    model.save_weights(tmp_path / "m.weights.h5")
    again.fit(X, Y, verbose=0)
    again.load_weights(tmp_path / "m.weights.h5")
    one, other = (m.fit(X, Y, epochs=2, verbose=0, shuffle=False) for m in (model, again))
    np.testing.assert_allclose(other.history["loss"], one.history["loss"], rtol=1e-5)


def test_the_older_layout_has_layers_by_name(tmp_path):
    model = trained("shared")
    model.save(tmp_path / "m.h5")
    with h5py.File(tmp_path / "m.h5") as file:
        assert {"model_config", "training_config", "keras_version", "backend"} <= set(file.attrs)
        weights = file["model_weights"]
        listed = list(np.asarray(weights.attrs["layer_names"]).astype(str))
        assert listed == [layer.name for layer in model.layers]
        assert len(weights["sequential"].attrs["weight_names"]) == 4
        assert len(file["optimizer_weights"].attrs["weight_names"]) == 2 + 2 * 6
        for name in weights["sequential"].attrs["weight_names"]:
            assert weights["sequential"][name].shape in ((6, 2), (2,), (2, 2))


@ours("Keras 3 writes weights to names that end with .weights.h5 alone")
def test_weights_in_the_older_layout(tmp_path):
    model, again = trained("recurrent"), MODELS["recurrent"]()
    model.save_weights(tmp_path / "m.h5")
    with h5py.File(tmp_path / "m.h5") as file:
        assert "dense" in list(file.attrs["layer_names"].astype(str))
    again.load_weights(tmp_path / "m.h5")
    np.testing.assert_array_equal(again.predict(X, verbose=0), model.predict(X, verbose=0))


@ours("Keras needs h5py")
def test_without_h5py_files_are_of_the_own_format(tmp_path, monkeypatch):
    model = trained("own layer")
    monkeypatch.setitem(sys.modules, "h5py", None)
    model.save(tmp_path / "m.keras")
    model.save_weights(tmp_path / "m.weights.h5")
    assert not zipfile.is_zipfile(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    monkeypatch.undo()
    for found in (again, keras.models.load_model(tmp_path / "m.keras")):
        np.testing.assert_array_equal(found.predict(X, verbose=0), model.predict(X, verbose=0))
    model.load_weights(tmp_path / "m.weights.h5")


def test_words_and_their_weights(tmp_path):
    words = layers.TextVectorization(output_mode="tf_idf")
    words.adapt(["a b c", "b c", "c"])
    model = keras.Sequential([keras.Input((1,), dtype="string"), words, layers.Dense(1)])
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    texts = tf.constant([["a b"], ["c z"]])
    np.testing.assert_allclose(again(texts), model(texts), rtol=1e-6)


def test_weights_of_narrow_types(tmp_path):
    def made():
        parts = [layers.Dense(2, dtype=name) for name in ("bfloat16", "float16", "float64")]
        return keras.Sequential([keras.Input((6,)), *parts])

    model, again = made(), made()
    model.save_weights(tmp_path / "m.weights.h5")
    again.load_weights(tmp_path / "m.weights.h5")
    for one, other in zip(model.weights, again.weights):
        one, other = (np.asarray(tf.cast(weight, "float64")) for weight in (one, other))
        np.testing.assert_array_equal(one, other)


def test_a_type_that_files_do_not_know_is_told_by_an_attribute(tmp_path):
    model = keras.Sequential([keras.Input((6,)), layers.Dense(2)])
    model.save_weights(tmp_path / "m.weights.h5")
    values = np.array([1.5, -2.0], "float32")
    with h5py.File(tmp_path / "m.weights.h5", "a") as file:
        group = file["layers/dense/vars"]
        del group["1"]
        data = group.create_dataset("1", data=(values.view("uint32") >> 16).astype("u2").view("V2"))
        data.attrs["dtype"] = "bfloat16"
    model.load_weights(tmp_path / "m.weights.h5")
    np.testing.assert_array_equal(model.get_weights()[1], values)


def test_checkpoints_of_training_are_such_files(tmp_path):
    model = MODELS["own layer"]()
    model.compile("sgd", "mse")
    path = str(tmp_path / "best.weights.h5")
    saving = keras.callbacks.ModelCheckpoint(path, monitor="loss", save_weights_only=True)
    model.fit(X, Y, epochs=2, verbose=0, callbacks=[saving])
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["layers/dense/vars/0"][()], model.get_weights()[-2])
