"""Tables from keys to values: what they find, hold and refuse."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from answers import assert_answer
from library import tf

errors = tf.errors

L = tf.lookup
FOLDER = Path(tempfile.mkdtemp())
(FOLDER / "v.txt").write_text("emerson\nlake\npalmer\n")
(FOLDER / "kv.txt").write_text("a\t1\nb\t2\n")
K = L.KeyValueTensorInitializer
t = L.StaticHashTable(K(["a", "b", "c"], [1, 2, 3]), default_value=-1)
f = L.StaticHashTable(K([1, 2], [1.5, 2.5]), default_value=0.0)
v = L.StaticVocabularyTable(K(["a", "b"], tf.constant([0, 1], tf.int64)), 3)


def mt(*a, **k):
    m = L.experimental.MutableHashTable(tf.string, tf.int64, -1)
    m.insert(["a", "b"], [1, 2])
    return m


def dt():
    m = L.experimental.DenseHashTable(tf.string, tf.int64, -1, empty_key="$", deleted_key="#")
    m.insert(["a", "b"], [1, 2])
    return m


def rm(m):
    m.remove(["a", "zz"])
    return m.lookup(["a", "b"])


def srt(e):
    k, v = e
    o = np.argsort(k.numpy())
    return [k.numpy()[o].tolist(), v.numpy()[o].tolist(), k.dtype.name, v.dtype.name]


def vec():
    m = L.experimental.MutableHashTable(tf.int32, tf.float32, [0.0, 0.0])
    m.insert([1, 2], [[1.0, 2.0], [3.0, 4.0]])
    return m[[1, 5, 2]], m.size()


CASES = [
    (lambda: t.lookup(tf.constant(["a", "z"])), ("int32", [1, -1])),
    (lambda: t[tf.constant([["a", "c"], ["z", "b"]])], ("int32", [[1, 3], [-1, 2]])),
    (lambda: t.lookup(tf.constant([1])), TypeError),
    (
        lambda: (t.size(), t.key_dtype, t.value_dtype, t.default_value),
        [("int64", 3), "string", "int32", ("int32", -1)],
    ),
    (lambda: srt(t.export()), [[b"a", b"b", b"c"], [1, 2, 3], "string", "int32"]),
    (lambda: f.lookup(tf.constant([1, 3])), ("float32", [1.5, 0.0])),
    (lambda: f.lookup(tf.constant([1, 3], tf.int64)), TypeError),
    (lambda: L.StaticHashTable(K(["a", "a"], [1, 2]), -1).size(), errors.FailedPreconditionError),
    (lambda: L.StaticHashTable(K(["a", "a"], [1, 1]), -1).size(), ("int64", 1)),
    (
        lambda: L.StaticHashTable(K(["a", "b"], [1, 2], tf.string, tf.int64), -1).lookup(
            tf.constant("a")
        ),
        ("int64", 1),
    ),
    (lambda: L.StaticHashTable(K(["a", "b"], [1, 2]), "x"), TypeError),
    (
        lambda: L.StaticHashTable(K(["a", "b"], ["x", "y"]), "?").lookup(tf.constant(["b", "q"])),
        ("string", [b"y", b"?"]),
    ),
    (
        lambda: L.StaticHashTable(K(tf.constant([1, 2]), ["x", "y"]), "?").lookup(
            tf.constant([2, 7])
        ),
        ("string", [b"y", b"?"]),
    ),
    (lambda: L.StaticVocabularyTable(None, 5).lookup(tf.constant(["a", "b"])), ("int64", [4, 2])),
    (
        lambda: L.StaticVocabularyTable(K(["a", "b"], tf.constant([0, 1], tf.int64)), 0).lookup(
            tf.constant(["a"])
        ),
        ValueError,
    ),
    (lambda: L.StaticVocabularyTable(K(["a", "b"], [0, 1]), 2), TypeError),
    (
        lambda: L.StaticVocabularyTable(
            K(tf.constant([5, 6], tf.int64), tf.constant([0, 1], tf.int64)),
            3,
            lookup_key_dtype=tf.int64,
        ).lookup(tf.constant([5, 7, 8, 9], tf.int64)),
        ("int64", [0, 3, 3, 4]),
    ),
    (
        lambda: L.StaticVocabularyTable(
            K(["5", "6"], tf.constant([0, 1], tf.int64)), 3, lookup_key_dtype=tf.int64
        ).lookup(tf.constant([5, 7, 8, 9], tf.int64)),
        TypeError,
    ),
    (
        lambda: L.StaticHashTable(
            L.TextFileInitializer(
                str(FOLDER / "v.txt"),
                tf.string,
                L.TextFileIndex.WHOLE_LINE,
                tf.int64,
                L.TextFileIndex.LINE_NUMBER,
            ),
            -1,
        ).lookup(tf.constant(["lake", "x"])),
        ("int64", [1, -1]),
    ),
    (
        lambda: L.StaticHashTable(
            L.TextFileInitializer(
                str(FOLDER / "v.txt"),
                tf.int64,
                L.TextFileIndex.LINE_NUMBER,
                tf.string,
                L.TextFileIndex.WHOLE_LINE,
            ),
            "?",
        ).lookup(tf.constant([1, 9], tf.int64)),
        ("string", [b"lake", b"?"]),
    ),
    (
        lambda: L.StaticHashTable(
            L.TextFileInitializer(str(FOLDER / "kv.txt"), tf.string, 0, tf.int64, 1), -1
        ).lookup(tf.constant(["a", "b", "x"])),
        ("int64", [1, 2, -1]),
    ),
    (
        lambda: L.StaticHashTable(
            L.TextFileInitializer(str(FOLDER / "kv.txt"), tf.string, 0, tf.int64, 5), -1
        ).lookup(tf.constant(["a", "b", "x"])),
        errors.InvalidArgumentError,
    ),
    (
        lambda: L.StaticHashTable(
            L.TextFileInitializer(
                str(FOLDER / "v.txt"),
                tf.string,
                L.TextFileIndex.WHOLE_LINE,
                tf.int64,
                L.TextFileIndex.LINE_NUMBER,
                vocab_size=2,
            ),
            -1,
        ).size(),
        ("int64", 2),
    ),
    (
        lambda: L.StaticHashTable(
            L.TextFileInitializer(
                str(FOLDER / "v.txt"),
                tf.string,
                L.TextFileIndex.WHOLE_LINE,
                tf.int64,
                L.TextFileIndex.LINE_NUMBER,
                vocab_size=5,
            ),
            -1,
        ).size(),
        errors.InvalidArgumentError,
    ),
    (
        lambda: L.StaticHashTable(
            L.TextFileInitializer(
                str(FOLDER / "none.txt"),
                tf.string,
                L.TextFileIndex.WHOLE_LINE,
                tf.int64,
                L.TextFileIndex.LINE_NUMBER,
            ),
            -1,
        ).size(),
        errors.NotFoundError,
    ),
    (
        lambda: L.StaticVocabularyTable(
            L.TextFileInitializer(
                str(FOLDER / "v.txt"),
                tf.string,
                L.TextFileIndex.WHOLE_LINE,
                tf.int64,
                L.TextFileIndex.LINE_NUMBER,
            ),
            1,
        ).lookup(tf.constant(["palmer", "x"])),
        ("int64", [2, 3]),
    ),
    (lambda: (L.TextFileIndex.WHOLE_LINE, L.TextFileIndex.LINE_NUMBER), [-2, -1]),
    (
        lambda: t.lookup(tf.ragged.constant([["a"], ["b", "q"]])),
        ("ragged", "int32", [[1], [2, -1]]),
    ),
    (
        lambda: t.lookup(tf.SparseTensor([[0, 0], [1, 1]], ["a", "q"], [2, 2])),
        ("sparse", [[0, 0], [1, 1]], ("int32", [1, -1]), [2, 2]),
    ),
    (lambda: mt().lookup(["a", "z"]), ("int64", [1, -1])),
    (
        lambda: mt().lookup(
            tf.constant(["a", "z"]), dynamic_default_values=tf.constant([7, 8], tf.int64)
        ),
        ("int64", [1, 8]),
    ),
    (lambda: mt()["a"], ("int64", 1)),
    (lambda: mt().insert([1], [2]), TypeError),
    (lambda: mt().lookup([1]), TypeError),
    (lambda: vec(), [("float32", [[1.0, 2.0], [0.0, 0.0], [3.0, 4.0]]), ("int64", 2)]),
    (lambda: dt().lookup(["$"]), errors.InvalidArgumentError),
    (lambda: dt().insert(["$"], [1]), errors.InvalidArgumentError),
    (lambda: dt().insert(["#"], [1]), errors.InvalidArgumentError),
    (lambda: (mt().key_dtype, mt().value_dtype), ["string", "int64"]),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)


def test_an_initializer_that_only_tells_its_dtypes_has_no_keys():
    class Nothing(L.KeyValueTensorInitializer):
        def __init__(self):
            pass

        key_dtype = property(lambda self: tf.string)
        value_dtype = property(lambda self: tf.int64)

        def initialize(self, table):
            pass

    if not hasattr(Nothing(), "pairs"):
        pytest.skip("TensorFlow asks for more")
    table = L.StaticHashTable(Nothing(), default_value=-1)
    assert table.lookup(tf.constant(["a"])).numpy().tolist() == [-1]
