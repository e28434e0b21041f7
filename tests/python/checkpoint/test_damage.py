"""Damaged files: the data as it was saved, or DataLossError with the file's name; nothing else."""

import contextlib
import json
import os
import struct
import sys
from pathlib import Path

import numpy as np
import pytest
from library import ours, tf

pytestmark = ours("files of this library; TensorFlow's have another layout")

DataLoss = tf.errors.DataLossError


def damaged(data, step=1):
    """Copies of a file: bits flipped, bytes left out, put in and doubled, the end cut off.

    GRADTAPE_FLIP=all flips all eight bits of each byte, and takes minutes.
    """
    for at in range(0, len(data), step):
        head, tail = data[:at], data[at + 1 :]
        for bit in range(8) if os.environ.get("GRADTAPE_FLIP") == "all" else {at % 8, 5}:
            yield head + bytes([data[at] ^ 1 << bit]) + tail
        yield head
        yield head + tail
        yield head + data[at : at + 1] + data[at:]
        yield head + b'\x00 0"}\xff'[at % 6 : at % 6 + 1] + data[at:]
    yield data + b"\x00"
    yield data[: len(data) // 2] * 2
    yield data[::-1]


def outcomes(path, read, right, step=1):
    """How often damage was found, and how often it did no harm; anything else fails."""
    path, counts = Path(path), [0, 0]
    original = path.read_bytes()
    assert right(read())
    for data in damaged(original, step):
        if data == original:
            continue
        path.write_bytes(data)
        message, value = message_or_value(read)
        assert str(path) in message if message else right(value), data
        counts[0 if message else 1] += 1
    path.write_bytes(original)
    assert right(read())
    return counts


def message_or_value(read):
    try:
        return None, read()
    except DataLoss as error:
        return str(error), None


# --- checkpoints ----------------------------------------------------------------------------------

NUMBERS, WORDS = [1.5, -2.0, 3.25], [b"one", b"", b"three"]


def saved(folder):
    v, w = tf.Variable(NUMBERS), tf.Variable(WORDS)
    return tf.train.Checkpoint(v=v, w=w).write(folder / "ckpt")


def test_a_damaged_checkpoint_is_found_out(tmp_path):
    prefix = saved(tmp_path)
    v, w = tf.Variable(np.zeros(3, np.float32)), tf.Variable([b""] * 3)
    checkpoint = tf.train.Checkpoint(v=v, w=w)

    def read():
        v.assign(np.zeros(3))
        w.assign([b""] * 3)
        checkpoint.read(prefix).assert_consumed()
        return v.numpy().tolist(), w.numpy().tolist()

    found, harmless = outcomes(prefix + ".index", read, lambda value: value == (NUMBERS, WORDS))
    assert found > 2_000
    assert harmless == 0


def test_nothing_is_assigned_from_a_damaged_checkpoint(tmp_path):
    prefix = saved(tmp_path)
    v, w = tf.Variable(np.zeros(3, np.float32)), tf.Variable([b""] * 3)
    path = Path(prefix + ".index")
    data = path.read_bytes()
    at = data.rindex(b"three")
    path.write_bytes(data[:at] + b"THREE" + data[at + 5 :])
    with pytest.raises(DataLoss, match=r"checksum of w/\.ATTRIBUTES/VARIABLE_VALUE does"):
        tf.train.Checkpoint(v=v, w=w).read(prefix)
    assert v.numpy().tolist() == [0, 0, 0]


def test_looking_into_damaged_checkpoints(tmp_path):
    prefix = saved(tmp_path)
    names = ["v/.ATTRIBUTES/VARIABLE_VALUE", "w/.ATTRIBUTES/VARIABLE_VALUE"]

    def read():
        listed = tf.train.list_variables(prefix)
        reader = tf.train.load_checkpoint(prefix)
        return listed[1:], [reader.get_tensor(name).tolist() for name in names]

    right = ([(name, [3]) for name in names], [NUMBERS, WORDS])
    outcomes(prefix + ".index", read, lambda value: value == right, step=3)


def test_the_file_that_names_checkpoints(tmp_path):
    v = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(v=v)
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=3)
    paths = [manager.save() for _ in range(4)]

    def read():
        latest = tf.train.latest_checkpoint(tmp_path)
        return latest, tf.train.CheckpointManager(checkpoint, tmp_path, 3).checkpoints

    found, harmless = outcomes(tmp_path / "checkpoint", read, lambda v: v == (paths[3], paths[1:]))
    assert found > 500
    assert harmless < 100  # in the words of a comment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "garbage",
        "model_checkpoint_path: ",
        "model_checkpoint_path: 5",
        'model_checkpoint_path: "a',
        'all_model_checkpoint_paths: "a"\n',
        'model_checkpoint_path: "a\\u0000"',
        "model_checkpoint_path: " + "[" * 100_000,
        b"\xff\xfe\x00",
    ],
)
def test_a_file_that_names_no_checkpoint(tmp_path, text):
    (tmp_path / "checkpoint").write_bytes(text if isinstance(text, bytes) else text.encode())
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    with pytest.raises(DataLoss, match="checkpoint cannot be read"):
        tf.train.latest_checkpoint(tmp_path)
    with pytest.raises(DataLoss, match="checkpoint cannot be read"):
        tf.train.CheckpointManager(checkpoint, tmp_path, 3)


def test_a_file_of_names_as_tensorflow_or_an_editor_leaves_it(tmp_path):
    prefix = saved(tmp_path)
    text = 'model_checkpoint_path: "ckpt"\nall_model_checkpoint_paths: "ckpt"\n'
    more = "all_model_checkpoint_timestamps: 1.5e9\nlast_preserved_timestamp: 1.5e9\n# a note\n\n"
    (tmp_path / "checkpoint").write_text(text + more)
    assert tf.train.latest_checkpoint(tmp_path) == prefix
    (tmp_path / "other").write_text(text)
    assert tf.train.latest_checkpoint(tmp_path, latest_filename="other") == prefix
    (tmp_path / "checkpoint").unlink()
    (tmp_path / "checkpoint").mkdir()
    assert tf.train.latest_checkpoint(tmp_path) is None


# --- models and weights ---------------------------------------------------------------------------


@pytest.fixture
def model(monkeypatch):
    monkeypatch.setitem(
        sys.modules, "h5py", None
    )  # files of Keras have their own checksums, or none
    layers = [tf.keras.Input((2,)), tf.keras.layers.Dense(2, "relu"), tf.keras.layers.Dense(1)]
    return tf.keras.Sequential(layers)


def test_damaged_weights_are_found_out(tmp_path, model):
    path = tmp_path / "model.weights.h5"
    model.save_weights(path)
    weights = model.get_weights()

    def read():
        model.set_weights([np.zeros_like(w) for w in weights])
        model.load_weights(path)
        return model.get_weights()

    def right(found):
        return all((a == b).all() for a, b in zip(found, weights, strict=True))

    assert outcomes(path, read, right, step=2)[1] == 0


def test_a_damaged_model_is_found_out(tmp_path, model):
    path = tmp_path / "model.keras"
    model.save(path)
    weights = model.get_weights()

    def right(found):
        return all((a == b).all() for a, b in zip(found.get_weights(), weights, strict=True))

    assert outcomes(path, lambda: tf.keras.models.load_model(path), right, step=5)[1] == 0


# --- files without checksums ----------------------------------------------------------------------


def plain(entries, data=b"", metadata=None):
    """A file in the layout from before there were checksums."""
    header = {} if metadata is None else {"__metadata__": metadata}
    text = json.dumps({**header, **entries}).encode()
    return struct.pack("<Q", len(text)) + text + data


KEY = "v/.ATTRIBUTES/VARIABLE_VALUE"
NODES = [{"children": {"v": 1}, "key": None}, {"children": {}, "key": KEY}]
VALUES = struct.pack("<2f", 1.5, -2.5)


def entry(**changes):
    return {KEY: {"dtype": "F32", "shape": [2], "data_offsets": [0, 8], **changes}}


def read_plain(tmp_path, content, variable=None):
    (tmp_path / "old.index").write_bytes(content)
    v = tf.Variable([0.0, 0.0]) if variable is None else variable
    tf.train.Checkpoint(v=v).read(tmp_path / "old").assert_consumed()
    return v.numpy().tolist()


def test_files_without_checksums_are_read(tmp_path):
    graph = {"object_graph": json.dumps(NODES)}
    assert read_plain(tmp_path, plain(entry(), VALUES, graph)) == [1.5, -2.5]


def test_damage_without_checksums_ends_in_no_other_error(tmp_path):
    graph = {"object_graph": json.dumps(NODES)}
    for content in damaged(plain(entry(), VALUES, graph)):
        # An AssertionError or a ValueError: another name, dtype or shape than the program has.
        with contextlib.suppress(DataLoss, ValueError, AssertionError):
            read_plain(tmp_path, content)


DEEP = "[" * 100_000
WRONG_ENTRIES = {
    "a negative offset": entry(data_offsets=[-8, 0]),
    "an end before the beginning": entry(data_offsets=[8, 0]),
    "an end behind the file": entry(data_offsets=[0, 16], shape=[4]),
    "a gap": entry(data_offsets=[4, 12]),
    "an overlap": {**entry(), "b": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}},
    "the same place twice": {**entry(), "b": entry()[KEY]},
    "too few bytes": entry(shape=[3]),
    "too many bytes": entry(shape=[1]),
    "a huge offset": entry(data_offsets=[0, 10**30]),
    "a huge shape": entry(shape=[2**62, 2**62]),
    "a shape beyond 64 bits": entry(shape=[0, 2**70], data_offsets=[0, 0]),
    "a negative shape": entry(shape=[-1, -2]),
    "a shape of floats": entry(shape=[2.0]),
    "a shape of truth": entry(shape=[True, 2]),
    "a shape of text": entry(shape="2"),
    "one offset": entry(data_offsets=[8]),
    "offsets of text": entry(data_offsets="ab"),
    "an unknown dtype": entry(dtype="F99"),
    "a dtype that is a list": entry(dtype=["F32"]),
    "no dtype": {KEY: {"shape": [2], "data_offsets": [0, 8]}},
    "no dict": {KEY: 5},
    "a checksum that is text": entry(crc32="0"),
    "a checksum without the header's": entry(crc32=0),
}


@pytest.mark.parametrize("name", WRONG_ENTRIES)
def test_wrong_entries_are_refused(tmp_path, name):
    content = plain(WRONG_ENTRIES[name], VALUES, {"object_graph": json.dumps(NODES)})
    with pytest.raises(DataLoss, match=r"old\.index"):
        read_plain(tmp_path, content)
    with pytest.raises(DataLoss, match=r"old\.index"):
        tf.train.list_variables(tmp_path / "old")


@pytest.mark.parametrize(
    "graph",
    [
        "",
        "{",
        "[]",
        "{}",
        "5",
        "null",
        DEEP,
        "[5]",
        '[{"children": {}}]',
        '[{"children": [], "key": null}]',
        '[{"children": {"v": 1}, "key": null}]',
        '[{"children": {"v": -1}, "key": null}]',
        '[{"children": {"v": true}, "key": null}]',
        '[{"children": {"v": "0"}, "key": null}]',
        '[{"children": {}, "key": "another"}]',
        '[{"children": {}, "key": 5}]',
        "9" * 5_000,
    ],
)
def test_a_wrong_graph_is_refused(tmp_path, graph):
    with pytest.raises(DataLoss, match=r"old\.index"):
        read_plain(tmp_path, plain(entry(), VALUES, {"object_graph": graph}))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 7,
        b"\x00" * 8,
        b"\xff" * 8,
        b"\xff" * 100,
        struct.pack("<Q", 1 << 40),
        struct.pack("<Q", 2) + b"[]",
        struct.pack("<Q", 4) + b"null",
        struct.pack("<Q", 2) + b"\xff\xfe",
        struct.pack("<Q", len(DEEP)) + DEEP.encode(),
        plain({}, b"", {"object_graph": 5}),
        plain({}, b"", ["object_graph"]),
        plain({}),
        plain(entry(), VALUES + b"more", {"object_graph": json.dumps(NODES)}),
    ],
    ids=range(14),
)
def test_what_is_no_checkpoint_is_refused(tmp_path, content):
    with pytest.raises(DataLoss, match=r"old\.index"):
        read_plain(tmp_path, content)


@pytest.mark.parametrize(
    "data",
    [
        b"\x05\x00\x00\x00abc",
        b"\x03\x00\x00\x00abc\x00",
        b"\x00\x00\x00\x00" * 3,
        b"\xff\xff\xff\xff" + b"a" * 10,
    ],
)
def test_wrong_strings_are_refused(tmp_path, data):
    content = plain(
        entry(dtype="STR", shape=[1], data_offsets=[0, len(data)]),
        data,
        {"object_graph": json.dumps(NODES)},
    )
    with pytest.raises(DataLoss, match="strings of v"):
        read_plain(tmp_path, content, tf.Variable(["a"]))


def config_of(model, tmp_path):
    from gradtape._checkpoint.tensor_file import Reader

    model.save(tmp_path / "model.keras")
    return json.loads(Reader(tmp_path / "model.keras").metadata["model_config"])


def test_a_configuration_without_sense_is_refused(tmp_path, model):
    config = config_of(model, tmp_path)
    path = tmp_path / "old.keras"
    wrong = ["", "{", "[]", "5", "null", "{}", DEEP, '{"kind": "sequential"}', '{"kind": []}']
    wrong += [json.dumps({**config, "layers": [5]}), json.dumps({**config, "layers": 5})]
    wrong += [json.dumps({key: v for key, v in config.items() if key != name}) for name in config]
    for text in wrong:
        path.write_bytes(plain({}, b"", {"model_config": text}))
        with pytest.raises((DataLoss, ValueError)) as caught:
            tf.keras.models.load_model(path)
        if not isinstance(caught.value, DataLoss):
            assert "known" in str(caught.value) or "weights" in str(caught.value)


def test_a_file_that_takes_anothers_place_is_not_mixed_with_it(tmp_path):
    path = saved(tmp_path)
    reader = tf.train.load_checkpoint(path)
    tf.train.Checkpoint(v=tf.Variable([7.0, 8.0, 9.0]), w=tf.Variable(WORDS)).write(path)
    with pytest.raises(DataLoss, match="another file has taken its place"):
        reader.get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE")
