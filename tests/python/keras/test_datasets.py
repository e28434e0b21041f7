"""`keras.datasets` and `keras.utils.get_file`, against an origin on this machine's own disk."""

import gzip
import hashlib
import io
import json
import os
import pickle
import stat
import tarfile
from pathlib import Path

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.ours("the origins are stood in for")
datasets, get_file = tf.keras.datasets, tf.keras.utils.get_file


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A folder that stands for the servers, a cache, and hashes of what is in the folder."""
    from gradtape._keras.datasets import sources

    folder = tmp_path / "store"
    folder.mkdir()
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sources, "_STORE", f"{folder.as_uri()}/")
    monkeypatch.setattr(sources, "_TORONTO", f"{folder.as_uri()}/")

    def put(name, data):
        (folder / name).write_bytes(data)
        monkeypatch.setitem(sources.HASHES, name, hashlib.sha256(data).hexdigest())

    return put


def npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def read(path):
    return Path(path).read_text()


def test_a_file_is_downloaded_once(tmp_path):
    source = tmp_path / "a.txt"
    source.write_text("one")
    path = get_file(origin=source.as_uri(), cache_dir=tmp_path / "cache")
    assert path == str(tmp_path / "cache" / "datasets" / "a.txt")
    source.write_text("two")
    assert read(get_file(origin=source.as_uri(), cache_dir=tmp_path / "cache")) == "one"
    path = get_file("a.txt", source.as_uri(), cache_dir=tmp_path / "cache", force_download=True)
    assert read(path) == "two"


def test_a_wrong_hash_is_an_error_and_leaves_nothing(tmp_path):
    source = tmp_path / "a.txt"
    source.write_text("one")
    with pytest.raises(ValueError, match="Incomplete or corrupted file detected"):
        get_file(origin=source.as_uri(), cache_dir=tmp_path / "cache", file_hash="0" * 64)
    assert list((tmp_path / "cache" / "datasets").iterdir()) == []


def test_a_file_in_the_cache_that_is_damaged_is_downloaded_again(tmp_path):
    source, kept = tmp_path / "a.txt", tmp_path / "cache" / "datasets" / "a.txt"
    source.write_text("one")
    kept.parent.mkdir(parents=True)
    kept.write_text("damaged")
    digest = hashlib.md5(b"one").hexdigest()
    get_file(origin=source.as_uri(), cache_dir=tmp_path / "cache", md5_hash=digest)
    assert kept.read_text() == "one"


def test_without_a_network_the_error_says_where_the_file_belongs(tmp_path):
    missing = (tmp_path / "mnist.npz").as_uri()
    with pytest.raises(OSError, match=r"put the file at .*cache/datasets/mnist\.npz"):
        get_file("mnist.npz", missing, cache_dir=tmp_path / "cache")
    assert list((tmp_path / "cache" / "datasets").iterdir()) == []


def add_to_tar(path, files):
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(data), stat.S_IRUSR | stat.S_IWUSR
            archive.addfile(member, io.BytesIO(data))


def test_an_archive_cannot_write_outside_of_its_folder(tmp_path):
    source = tmp_path / "bad.tgz"
    add_to_tar(source, {"../../outside.txt": b"x"})
    with pytest.raises((ValueError, tarfile.TarError)):
        get_file("bad", source.as_uri(), extract=True, cache_dir=tmp_path / "cache")
    assert not list(tmp_path.rglob("outside.txt"))


def test_names_are_checked(tmp_path):
    with pytest.raises(ValueError, match='"origin"'):
        get_file("a.txt")
    with pytest.raises(ValueError, match="Paths are no longer accepted"):
        get_file("a/b.txt", "file:///a")


def test_mnist(store):
    images, digits = np.zeros([3, 28, 28], np.uint8), np.arange(3, dtype=np.uint8)
    store("mnist.npz", npz(x_train=images, y_train=digits, x_test=images[:1], y_test=digits[:1]))
    (x_train, y_train), (x_test, _) = datasets.mnist.load_data()
    assert x_train.shape == (3, 28, 28)
    assert y_train.tolist() == [0, 1, 2]
    assert len(x_test) == 1


def test_fashion_mnist(store):
    for part, n in (("train", 3), ("t10k", 2)):
        store(f"{part}-labels-idx1-ubyte.gz", gzip.compress(bytes(8) + bytes(range(n))))
        store(f"{part}-images-idx3-ubyte.gz", gzip.compress(bytes(16) + bytes(784 * n)))
    (x_train, y_train), (x_test, y_test) = datasets.fashion_mnist.load_data()
    assert x_train.shape == (3, 28, 28)
    assert x_test.shape == (2, 28, 28)
    assert y_train.tolist() == [0, 1, 2]
    assert y_test.tolist() == [0, 1]


def cifar_archive(tmp_path, folder, batches):
    path = tmp_path / "made.tar.gz"
    add_to_tar(path, {f"{folder}/{name}": pickle.dumps(b) for name, b in batches.items()})
    return path.read_bytes()


def test_cifar10(store, tmp_path):
    data = np.arange(2 * 3072, dtype=np.uint32).astype(np.uint8).reshape(2, 3072)
    names = [f"data_batch_{i}" for i in range(1, 6)] + ["test_batch"]
    batches = {name: {b"data": data, b"labels": [1, 2]} for name in names}
    store("cifar-10-python.tar.gz", cifar_archive(tmp_path, "cifar-10-batches-py", batches))
    (x_train, y_train), (x_test, y_test) = datasets.cifar10.load_data()
    assert x_train.shape == (10, 32, 32, 3)
    assert x_test[0, 0, 0].tolist() == [int(data[0, c * 1024]) for c in range(3)]
    assert y_test.tolist() == [[1], [2]]
    assert y_train.dtype == np.uint8


def test_cifar100(store, tmp_path):
    data = np.zeros([1, 3072], np.uint8)
    batch = {b"data": data, b"fine_labels": [7], b"coarse_labels": [3]}
    made = cifar_archive(tmp_path, "cifar-100-python", {"train": batch, "test": batch})
    store("cifar-100-python.tar.gz", made)
    assert datasets.cifar100.load_data()[0][1].tolist() == [[7]]
    assert datasets.cifar100.load_data("coarse")[1][1].tolist() == [[3]]
    with pytest.raises(ValueError, match="label_mode"):
        datasets.cifar100.load_data("other")


def test_a_batch_of_images_can_hold_nothing_but_arrays(store, tmp_path):
    batch = {"train": {b"data": os.system}, "test": {}}
    store("cifar-100-python.tar.gz", cifar_archive(tmp_path, "cifar-100-python", batch))
    with pytest.raises(pickle.UnpicklingError, match="no place in a file of images"):
        datasets.cifar100.load_data()


def test_housing_is_split_in_keras_order(store):
    x, y = np.arange(20.0).reshape(10, 2), np.arange(10.0)
    store("boston_housing.npz", npz(x=x, y=y))
    (x_train, y_train), (_, y_test) = datasets.boston_housing.load_data()
    order = np.arange(10)
    np.random.RandomState(113).shuffle(order)
    assert y_train.tolist() == order[:8].tolist()
    assert y_test.tolist() == order[8:].tolist()
    assert x_train[0].tolist() == x[order[0]].tolist()
    store("california_housing.npz", npz(x=x, y=y))
    assert len(datasets.california_housing.load_data("small")[0][0]) == 8


def ragged(*lists):
    found = np.empty(len(lists), object)
    found[:] = lists
    return found


def test_imdb_marks_starts_and_unknown_words(store):
    x = ragged([1, 2, 30], [4])
    store("imdb.npz", npz(x_train=x, y_train=np.array([0, 1]), x_test=x, y_test=np.array([0, 1])))
    (x_train, y_train), _ = datasets.imdb.load_data(num_words=8)
    found = dict(zip(y_train.tolist(), x_train.tolist()))
    assert found == {0: [1, 4, 5, 2], 1: [1, 7]}
    (x_train, _), _ = datasets.imdb.load_data(num_words=8, oov_char=None, start_char=None)
    assert sorted(x_train.tolist()) == [[4, 5], [7]]
    with pytest.raises(ValueError, match="Increase maxlen"):
        datasets.imdb.load_data(maxlen=1)
    with pytest.raises(TypeError, match="Unrecognized keyword"):
        datasets.imdb.load_data(words=3)


def test_word_numbers_and_topics(store):
    store("imdb_word_index.json", json.dumps({"the": 1}).encode())
    assert datasets.imdb.get_word_index() == {"the": 1}
    store("reuters.npz", npz(x=ragged([1], [2], [3], [4], [5]), y=np.arange(5)))
    (x_train, _), (x_test, _) = datasets.reuters.load_data()
    assert (len(x_train), len(x_test)) == (4, 1)
    assert len(datasets.reuters.get_label_names()) == 46
