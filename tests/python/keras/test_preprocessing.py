"""Texts, sequences, images, files in directories; models made again from what they say."""

import sys
import wave

import numpy as np
import pytest
from checks import as_array, assert_close
from library import AGAINST_TENSORFLOW, ours, tf

text = tf.keras.preprocessing.text
sequence = tf.keras.preprocessing.sequence
utils = tf.keras.utils
TEXTS = ["The cat sat on the mat.", "The dog, the cat!", "a dog's life"]

# --- Texts ----------------------------------------------------------------------------------------

TOKENIZERS = {
    "plain": {},
    "few": {"num_words": 4},
    "unknown": {"oov_token": "<?>", "num_words": 5},
    "characters": {"char_level": True, "lower": False},
    "filters": {"filters": "aeiou", "split": "t"},
}


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_tokenizer(name, recorded):
    tokenizer = text.Tokenizer(**TOKENIZERS[name])
    tokenizer.fit_on_texts(TEXTS)
    sequences = tokenizer.texts_to_sequences(["the bird sat", *TEXTS])
    modes = ("binary", "count", "freq", "tfidf")
    recorded(
        {
            "index": tokenizer.word_index,
            "sequences": sequences,
            "texts": tokenizer.sequences_to_texts(sequences),
            "matrices": {mode: tokenizer.texts_to_matrix(TEXTS, mode) for mode in modes},
        }
    )
    again = text.tokenizer_from_json(tokenizer.to_json())
    assert again.texts_to_sequences(TEXTS) == tokenizer.texts_to_sequences(TEXTS)
    assert_close(again.texts_to_matrix(TEXTS, "tfidf"), tokenizer.texts_to_matrix(TEXTS, "tfidf"))


def test_a_tokenizer_refuses():
    with pytest.raises(ValueError, match="num_words"):
        text.Tokenizer().sequences_to_matrix([[1]])
    with pytest.raises(ValueError, match="mode"):
        text.Tokenizer(3).sequences_to_matrix([[1]], mode="sum")


def test_hashed_words(recorded):
    assert text.one_hot("a b a", 50)[0] == text.one_hot("a b a", 50)[2]
    words = text.text_to_word_sequence("Don't stop, NOW!", lower=False)
    recorded([text.hashing_trick("The cat sat, the cat", 20, "md5"), words])


# --- Sequences ------------------------------------------------------------------------------------

PADDINGS = {
    "plain": {},
    "cut": {"maxlen": 2},
    "post": {"maxlen": 4, "padding": "post", "truncating": "post"},
    "floats": {"dtype": "float32", "value": -1.0},
}


@pytest.mark.parametrize("name", PADDINGS)
def test_pad_sequences(name, recorded):
    recorded(utils.pad_sequences([[1], [2, 3], [4, 5, 6, 7, 8], []], **PADDINGS[name]))


def test_pad_sequences_of_vectors(recorded):
    recorded(utils.pad_sequences([[[1, 2]], [[3, 4], [5, 6]]], padding="post"))
    for wrong in ({"padding": "both"}, {"truncating": "no"}):
        with pytest.raises(ValueError, match="not understood"):
            utils.pad_sequences([[1]], **wrong)
    with pytest.raises(ValueError, match="iterable"):
        utils.pad_sequences([1, 2])


def test_skipgrams(recorded):
    import random

    random.seed(3)
    table = sequence.make_sampling_table(10, 0.1)
    plain = sequence.skipgrams([1, 2, 0, 3, 4], 6, window_size=2, seed=4)
    sampled = sequence.skipgrams(
        [1, 2, 3, 4, 9], 10, window_size=1, sampling_table=table, categorical=True, seed=5
    )
    recorded([plain, sampled, table])


def test_windows_of_series(recorded):
    data = np.arange(20).reshape(10, 2)
    made = [
        sequence.TimeseriesGenerator(data, data[:, 0], length=3, batch_size=4),
        sequence.TimeseriesGenerator(
            data, data[:, 1], length=4, sampling_rate=2, stride=2, reverse=True, start_index=1
        ),
    ]
    recorded([[len(g), [list(g[i]) for i in range(len(g))]] for g in made])


def test_series_as_datasets(recorded):
    data, targets = np.arange(12.0), np.arange(12) * 10
    datasets = [
        utils.timeseries_dataset_from_array(data, targets, 3, batch_size=4),
        utils.timeseries_dataset_from_array(data, None, 3, 2, 2, start_index=1, end_index=11),
    ]
    mixed = utils.timeseries_dataset_from_array(data, targets, 2, shuffle=True, seed=5)
    ((x, y),) = list(mixed)
    assert sorted(as_array(y).tolist()) == targets[:11].tolist()
    assert_close(as_array(x)[:, 0] * 10, y)
    recorded([[tf.nest.flatten(batch) for batch in dataset] for dataset in datasets])
    later = utils.timeseries_dataset_from_array(data, targets, 3, start_index=2, end_index=9)
    ((x, y),) = list(later)
    assert_close(as_array(x)[:, 0] * 10, y)
    with pytest.raises(ValueError, match="sampling_rate"):
        utils.timeseries_dataset_from_array(data, None, 3, sampling_rate=13)


class Batches(tf.keras.utils.Sequence):
    ended = 0

    def __len__(self):
        return 3

    def __getitem__(self, index):
        return np.full((2, 1), index, "float32"), np.zeros((2, 1), "float32")

    def on_epoch_end(self):
        self.ended += 1


def test_fit_takes_a_sequence():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    batches = Batches()
    history = model.fit(batches, epochs=2, verbose=0)
    assert len(history.history["loss"]) == 2
    assert batches.ended == 3  # as in Keras: also before the first
    assert model.predict(batches, verbose=0).shape == (6, 1)


def test_split_dataset():
    left, right = utils.split_dataset(tf.data.Dataset.range(10), left_size=0.7)
    assert [int(x) for x in left] == list(range(7))
    assert [int(x) for x in right] == [7, 8, 9]
    one, other = utils.split_dataset((np.arange(6), np.arange(6) * 2), right_size=2)
    assert [int(y) for _, y in other] == [8, 10]
    assert len(list(one)) == 4
    with pytest.raises(ValueError, match="left_size"):
        utils.split_dataset(tf.data.Dataset.range(10))


def test_orders_of_keras():
    """Recorded from Keras 3.15."""
    left, right = utils.split_dataset(
        tf.data.Dataset.range(10), left_size=0.7, shuffle=True, seed=3
    )
    assert [int(x) for x in left] == [1, 5, 6, 0, 9, 4, 7]
    assert [int(x) for x in right] == [2, 8, 3]
    x = np.arange(20.0)
    tf.random.set_seed(42)
    windows = utils.timeseries_dataset_from_array(
        x, targets=x[3:], sequence_length=3, batch_size=4, shuffle=True, seed=42
    )
    passes = [next(iter(windows))[1].numpy().tolist() for _ in range(2)]
    assert passes == [[15.0, 6.0, 11.0, 19.0], [9.0, 8.0, 18.0, 17.0]]


def test_the_length_of_windows_is_open():
    x, y = np.zeros((9, 4)), np.zeros((9, 2), "int32")
    both = utils.timeseries_dataset_from_array(x, y, 5)
    assert both.element_spec == (
        tf.TensorSpec([None, None, 4], tf.float64),
        tf.TensorSpec([None, 2], tf.int32),
    )
    single = utils.timeseries_dataset_from_array(x[:, 0], None, 5, batch_size=None)
    assert single.element_spec == tf.TensorSpec([None], tf.float64)


def test_packed_batches():
    assert utils.pack_x_y_sample_weight(1) == 1
    assert utils.pack_x_y_sample_weight(1, 2, 3) == (1, 2, 3)
    assert utils.unpack_x_y_sample_weight((1, 2)) == (1, 2, None)
    with pytest.raises(ValueError, match="found"):
        utils.unpack_x_y_sample_weight((1, 2, 3, 4))


# --- Images ---------------------------------------------------------------------------------------

pillow = pytest.importorskip("PIL.Image")
PIXELS = np.arange(60).reshape(4, 5, 3).astype("float32") * 2


def test_images_and_arrays(recorded):
    image = utils.array_to_img(PIXELS)
    gray = utils.array_to_img(PIXELS[:, :, :1], scale=False)
    assert (image.size, image.mode, gray.mode) == ((5, 4), "RGB", "L")
    recorded([utils.img_to_array(image), utils.img_to_array(gray)])
    for wrong in (PIXELS[0], np.zeros((2, 2, 7))):
        with pytest.raises(ValueError, match=r"image|channel"):
            utils.array_to_img(wrong)


def test_image_files(tmp_path, recorded):
    utils.save_img(tmp_path / "a.png", PIXELS, scale=False)
    plain = utils.load_img(tmp_path / "a.png")
    gray = utils.load_img(str(tmp_path / "a.png"), color_mode="grayscale", target_size=(2, 3))
    cut = utils.load_img(tmp_path / "a.png", target_size=(4, 2), keep_aspect_ratio=True)
    assert_close(utils.img_to_array(plain), PIXELS)
    recorded([utils.img_to_array(gray), utils.img_to_array(cut)])
    with pytest.raises(ValueError, match="color_mode"):
        utils.load_img(tmp_path / "a.png", color_mode="cmyk")


def test_a_smart_resize(recorded):
    resize = tf.keras.preprocessing.image.smart_resize
    recorded([resize(PIXELS, (2, 2)), resize(PIXELS[None], (6, 3))], rtol=1e-4)


@ours("there is no way to take Pillow away from Keras")
def test_without_pillow(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(ImportError, match="images"):
        utils.load_img("a.png")


@pytest.fixture
def folders(tmp_path):
    for name, count in (("cats", 6), ("dogs", 4)):
        folder = tmp_path / name
        folder.mkdir()
        for i in range(count):
            level = i * 10 + (100 if name == "dogs" else 0)
            utils.save_img(folder / f"{i}.png", np.full((4, 6, 3), level), scale=False)
            (folder / f"{i}.txt").write_text(f"{name} {i}")
            with wave.open(str(folder / f"{i}.wav"), "wb") as file:
                file.setparams((1, 2, 8000, 0, "NONE", "not compressed"))
                file.writeframes(np.full(5, 1000 * i, "<i2").tobytes())
    return tmp_path


def levels(dataset):
    """The first pixel of each image, and the labels."""
    return [[as_array(x)[:, 0, 0, 0], y] for x, y in dataset]


def test_images_of_a_directory(folders, recorded, capsys):
    read = utils.image_dataset_from_directory
    dataset = read(folders, image_size=(2, 3), batch_size=4, shuffle=False)
    one_hot = read(folders, image_size=(2, 3), label_mode="categorical", shuffle=False)
    binary = read(folders, image_size=(2, 3), label_mode="binary", shuffle=False)
    assert dataset.class_names == ["cats", "dogs"]
    assert len(dataset.file_paths) == 10
    bare = read(folders, labels=None, image_size=(2, 2), shuffle=False, color_mode="grayscale")
    assert next(iter(bare)).shape == (10, 2, 2, 1)
    recorded([levels(dataset), levels(one_hot), levels(binary)])
    assert "Found 10 files belonging to 2 classes." in capsys.readouterr().out


def test_parts_of_a_directory(folders, recorded):
    options = {"image_size": (2, 2), "validation_split": 0.3, "seed": 7, "batch_size": None}
    read = utils.image_dataset_from_directory
    train = read(folders, subset="training", **options)
    held_out = read(folders, subset="validation", **options)
    both = read(folders, subset="both", **options)
    found = [sorted(float(as_array(x)[0, 0, 0]) for x, _ in part) for part in (train, held_out)]
    assert [sorted(float(as_array(x)[0, 0, 0]) for x, _ in part) for part in both] == found
    recorded(found)
    for wrong in ({"subset": "training"}, {"validation_split": 2.0, "subset": "training"}):
        with pytest.raises(ValueError, match="validation_split"):
            read(folders, **wrong)


def test_texts_and_sounds_of_a_directory(folders, recorded):
    texts = utils.text_dataset_from_directory(folders, shuffle=False, batch_size=5, max_length=5)
    sounds = utils.audio_dataset_from_directory(
        folders, shuffle=False, output_sequence_length=7, batch_size=6
    )
    recorded([[[list(as_array(x)), y] for x, y in texts], [[x, y] for x, y in sounds]])


def test_a_directory_without_files(tmp_path):
    (tmp_path / "one").mkdir()
    with pytest.raises(ValueError, match="No "):
        utils.image_dataset_from_directory(tmp_path)


# --- Progress -------------------------------------------------------------------------------------


def test_a_progress_bar(capsys):
    bar = utils.Progbar(3, stateful_metrics=["rate"])
    for step, loss in enumerate((4.0, 2.0, 3.0), 1):
        bar.update(step, [("loss", loss), ("rate", 0.5 * step)])
    told = capsys.readouterr().out
    assert "3/3" in told
    assert "loss: 3.0000 - rate: 1.5000" in told


# --- Models made again ----------------------------------------------------------------------------


def network():
    one, other = tf.keras.Input((3,), name="one"), tf.keras.Input((2,), name="other")
    both = tf.keras.layers.Concatenate()([tf.keras.layers.Dense(4, name="d")(one), other])
    return tf.keras.Model([one, other], tf.keras.layers.Dense(2, activation="tanh")(both))


INPUTS = [np.ones((2, 3), "float32"), np.ones((2, 2), "float32")]


def again_by_json(model):
    return tf.keras.models.model_from_json(model.to_json())


def again_by_config(model):
    return type(model).from_config(model.get_config())


@pytest.mark.parametrize("way", [tf.keras.models.clone_model, again_by_json, again_by_config])
def test_a_network_is_made_again(way):
    model = network()
    other = way(model)
    assert [layer.name for layer in other.layers] == [layer.name for layer in model.layers]
    assert not np.array_equal(other.get_weights()[0], model.get_weights()[0])
    other.set_weights(model.get_weights())
    assert_close(other(INPUTS), model(INPUTS))


@pytest.mark.parametrize("way", [tf.keras.models.clone_model, again_by_json, again_by_config])
def test_a_sequence_of_layers_is_made_again(way):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
    other = way(model)
    other.set_weights(model.get_weights())
    assert_close(other(INPUTS[0]), model(INPUTS[0]))


def test_a_clone_with_other_layers():
    def wider(layer):
        config = layer.get_config()
        if layer.name == "d":
            config["units"] = 7
        return type(layer).from_config(config)

    clone = tf.keras.models.clone_model(network(), clone_function=wider)
    assert clone.get_layer("d").units == 7
    assert clone(INPUTS).shape == (2, 2)


def test_what_was_compiled_is_loaded(tmp_path):
    model = network()
    model.compile(tf.keras.optimizers.Adam(0.25), "mse", metrics=["mae"])
    y = np.zeros((2, 2), "float32")
    expected = model.evaluate(INPUTS, y, verbose=0)
    tf.keras.models.save_model(model, str(tmp_path / "m.keras"))
    again = tf.keras.models.load_model(str(tmp_path / "m.keras"))
    assert_close(again.evaluate(INPUTS, y, verbose=0), expected, rtol=1e-4)
    assert_close(float(again.optimizer.learning_rate), 0.25)
    bare = tf.keras.models.load_model(str(tmp_path / "m.keras"), compile=False)
    with pytest.raises((RuntimeError, ValueError), match="compile"):
        bare.evaluate(INPUTS, y, verbose=0)


@ours("Keras asks for pydot")
def test_pictures_of_models(tmp_path):
    model = network()
    dot = utils.model_to_dot(model, show_shapes=True, show_layer_activations=True)
    for part in ("d (Dense)", "activation: tanh", "output: (None, 2)", "->", "rankdir=TB"):
        assert part in dot.to_string()
    utils.plot_model(model, tmp_path / "m.dot")
    assert (tmp_path / "m.dot").read_text().startswith("digraph")
    with pytest.raises(ValueError, match="not yet been built"):
        utils.plot_model(tf.keras.Sequential([tf.keras.layers.Dense(1)]))


@ours("an error of Keras's own where Graphviz is missing")
def test_pictures_without_graphviz(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImportError, match="graphviz"):
        utils.plot_model(network(), tmp_path / "m.png")


def test_names_of_both_versions():
    assert utils.PyDataset is utils.Sequence or AGAINST_TENSORFLOW
    assert tf.keras.Layer is tf.keras.layers.Layer
    assert issubclass(tf.keras.optimizers.Adam, tf.keras.Optimizer)


def test_one_text_is_a_tensor():
    layers = tf.keras.layers
    words = layers.StringLookup(vocabulary=["a", "b"])
    assert [int(words(word)) for word in ("a", b"b", np.str_("c"))] == [1, 2, 0]
    texts = layers.TextVectorization(vocabulary=["hello", "world"], output_sequence_length=3)
    assert texts("hello world").numpy().tolist() == [2, 3, 0]
    assert texts(b"you").numpy().tolist() == [1, 0, 0]


def test_pictures_of_a_directory_are_read_as_decode_image_reads_them(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 255, (16, 24, 3), "uint8")
    data = tf.io.encode_jpeg(pixels).numpy()
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.jpg").write_bytes(data)
    for mode, channels in (("rgb", 3), ("grayscale", 1)):
        images = tf.keras.utils.image_dataset_from_directory(
            str(tmp_path), image_size=(16, 24), color_mode=mode, label_mode=None, verbose=False
        )
        found = next(iter(images)).numpy()[0]
        np.testing.assert_array_equal(found, tf.io.decode_jpeg(data, channels).numpy())
