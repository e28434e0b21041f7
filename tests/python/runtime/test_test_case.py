"""`tf.test.TestCase`: assertions about tensors, for programs that bring tests along."""

import random
import threading
import unittest
from pathlib import Path

import numpy as np
import pytest
from library import ours, tf


class Case(tf.test.TestCase):
    def runTest(self):
        pass


@pytest.fixture
def case():
    made = Case()
    yield made
    made.doCleanups()


X = tf.constant([1.0, 2.0])
HOLD = {
    "close": lambda c: c.assertAllClose(X, [1.0, 2.0 + 1e-7]),
    "close: structures": lambda c: c.assertAllClose({"a": [X, {"b": 1.0}]}, {"a": [X, {"b": 1}]}),
    "close: ragged": lambda c: c.assertAllClose([tf.constant(1.0), [2.0]], [1.0, [2.0]]),
    "close: nan": lambda c: c.assertAllClose(float("nan"), float("nan")),
    "close: variable": lambda c: c.assertAllClose(tf.Variable(X), X),
    "close: by type": lambda c: c.assertAllCloseAccordingToType(
        tf.constant(1.0, tf.float16), tf.constant(1.001, tf.float16)
    ),
    "not close": lambda c: c.assertNotAllClose(X, X + 0.1),
    "equal": lambda c: c.assertAllEqual(X, [1, 2]),
    "equal: text": lambda c: c.assertAllEqual(tf.constant(["a", "b"]), [b"a", b"b"]),
    "equal: empty": lambda c: c.assertAllEqual(tf.zeros([0]), []),
    "not equal": lambda c: c.assertNotAllEqual(X, [1, 3]),
    "near": lambda c: c.assertNear(1.0, 1.1, 0.2),
    "array near": lambda c: c.assertArrayNear([1.0, 2.0], [1.1, 2.1], 0.2),
    "ndarray near": lambda c: c.assertNDArrayNear(np.ones(2), np.ones(2), 1e-3),
    "shape": lambda c: c.assertShapeEqual(np.zeros(2), X),
    "dtype": lambda c: c.assertDTypeEqual(X, "float32"),
    "device": lambda c: c.assertDeviceEqual("/cpu:0", "/device:CPU:0"),
    "greater": lambda c: c.assertAllGreater(X, 0.5),
    "less": lambda c: c.assertAllLess(X, 2.5),
    "at least": lambda c: c.assertAllGreaterEqual(X, 1.0),
    "at most": lambda c: c.assertAllLessEqual(X, 2.0),
    "range": lambda c: c.assertAllInRange(X, 1.0, 2.0),
    "set": lambda c: c.assertAllInSet(X, {1.0, 2.0, 3.0}),
    "containers": lambda c: (
        c.assertEmpty([]),
        c.assertNotEmpty([1]),
        c.assertLen([1, 2], 2),
        c.assertItemsEqual([1, 2], [2, 1]),
        c.assertSameElements([1, 1, 2], [2, 1]),
        c.assertNoCommonElements([1], [2]),
        c.assertContainsSubset([1], [1, 2]),
        c.assertContainsSubsequence([1, 2, 3], [1, 3]),
        c.assertContainsInOrder(["a", "c"], "abc"),
        c.assertBetween(2, 1, 3),
        c.assertStartsWith("abc", "a"),
        c.assertEndsWith("abc", "c"),
        c.assertRegexMatch("abc", ["x", "b"]),
        c.assertSequenceAlmostEqual([1.0], [1.00000001]),
        c.assertDictAlmostEqual({"a": 1.0}, {"a": 1.1}, delta=0.2),
        c.assertTotallyOrdered([1], [2, 2], [3]),
        c.assertSameStructure({"a": [1]}, {"a": [1]}),
        c.assertIsSubclass(bool, int),
    ),
}
FAIL = {
    "close": lambda c: c.assertAllClose(X, [1.0, 2.1]),
    "close: tolerance": lambda c: c.assertAllClose(X, X + 1e-5),
    "close: dict": lambda c: c.assertAllClose({"a": 1.0}, {"a": 2.0}),
    "close: keys": lambda c: c.assertAllClose({"a": 1.0}, {"b": 1.0}),
    "close: shape": lambda c: c.assertAllClose([1.0], [[1.0]]),
    "close: ragged": lambda c: c.assertAllClose([1.0, [2.0]], [1.0, [2.5]]),
    "not close": lambda c: c.assertNotAllClose(X, X),
    "equal": lambda c: c.assertAllEqual(X, [1, 3]),
    "equal: text": lambda c: c.assertAllEqual(tf.constant("a"), b"b"),
    "not equal": lambda c: c.assertNotAllEqual(X, [1, 2]),
    "near": lambda c: c.assertNear(1.0, 2.0, 0.5),
    "shape": lambda c: c.assertShapeEqual(np.zeros(3), X),
    "dtype": lambda c: c.assertDTypeEqual(X, "float64"),
    "device": lambda c: c.assertDeviceEqual("/cpu:0", "/gpu:0"),
    "greater": lambda c: c.assertAllGreater(X, 1.0),
    "less": lambda c: c.assertAllLess(X, 2.0),
    "at least": lambda c: c.assertAllGreaterEqual(X, 1.5),
    "at most": lambda c: c.assertAllLessEqual(X, 1.5),
    "range": lambda c: c.assertAllInRange(X, 1.0, 2.0, open_upper_bound=True),
    "set": lambda c: c.assertAllInSet(X, {1.0}),
    "empty": lambda c: c.assertEmpty([1]),
    "not empty": lambda c: c.assertNotEmpty([]),
    "length": lambda c: c.assertLen([1], 2),
    "elements": lambda c: c.assertSameElements([1], [1, 2]),
    "common": lambda c: c.assertNoCommonElements([1], [1]),
    "subset": lambda c: c.assertContainsSubset([3], [1, 2]),
    "subsequence": lambda c: c.assertContainsSubsequence([1, 2], [2, 1]),
    "order": lambda c: c.assertContainsInOrder(["c", "a"], "abc"),
    "between": lambda c: c.assertBetween(0, 1, 3),
    "start": lambda c: c.assertStartsWith("abc", "b"),
    "not start": lambda c: c.assertNotStartsWith("abc", "a"),
    "end": lambda c: c.assertEndsWith("abc", "b"),
    "not end": lambda c: c.assertNotEndsWith("abc", "c"),
    "regex": lambda c: c.assertRegexMatch("abc", ["x"]),
    "ordered": lambda c: c.assertTotallyOrdered([2], [1]),
    "structure": lambda c: c.assertSameStructure({"a": [1]}, {"a": [2]}),
    "subclass": lambda c: c.assertIsSubclass(int, bool),
    "not subclass": lambda c: c.assertNotIsSubclass(bool, int),
}


@pytest.mark.parametrize("name", HOLD)
def test_what_holds_passes(case, name):
    HOLD[name](case)


@pytest.mark.parametrize("name", FAIL)
def test_what_does_not_hold_fails(case, name):
    with pytest.raises(AssertionError):
        FAIL[name](case)


def test_evaluate_gives_arrays(case):
    found = case.evaluate({"a": tf.Variable(1.0), "b": [tf.constant([2, 3]), tf.constant("x")]})
    assert type(found["a"]) is np.float32
    assert found["b"][0].tolist() == [2, 3]
    assert found["b"][1] == b"x"
    with case.session() as session, pytest.raises(AttributeError):
        session.partial_run(tf.constant(1.5))
    with case.cached_session():
        assert case.evaluate(lambda: tf.constant(2)) == 2


def test_every_test_starts_from_the_same_seeds():
    drawn = []
    for _ in range(2):
        case = Case()
        case.setUp()
        drawn.append([random.random(), np.random.rand(), tf.random.uniform([]).numpy()])
    assert drawn[0] == drawn[1]


def test_errors_are_expected(case):
    wrong = tf.errors.InvalidArgumentError
    with case.assertRaisesOpError("Matrix size-incompatible"):
        tf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))
    with case.assertRaisesWithPredicateMatch(ValueError, lambda error: "x" in str(error)):
        raise ValueError("x")
    with case.assertRaisesWithLiteralMatch(ValueError, "x."):
        raise ValueError("x.")
    with case.assertRaisesIncompatibleShapesError():
        tf.constant([1.0, 2.0]) + tf.constant([1.0, 2.0, 3.0])
    with pytest.raises(AssertionError), case.assertRaisesWithPredicateMatch(wrong, "never"):
        raise wrong(None, None, "other words")
    with pytest.raises(AssertionError), case.assertRaisesOpError("x"):
        pass


def test_threads_report_their_exceptions(case):
    seen = []
    thread = case.checkedThread(target=seen.append, args=(1,))
    thread.start()
    thread.join()
    assert seen == [1]
    thread = case.checkedThread(target=lambda: 1 / 0)
    thread.start()
    with pytest.raises(AssertionError, match="division by zero"):
        thread.join()
    assert threading.active_count() >= 1


@ours("a Path here, an object of absl there")
def test_files_go_when_the_test_ends():
    case = Case()
    path = case.create_tempfile("folder/note.txt", content="words")
    folder = Path(case.get_temp_dir())
    assert path.read_text() == "words"
    assert path.is_relative_to(folder)
    assert case.create_tempdir("more").is_dir()
    assert case.create_tempdir() != case.create_tempdir()
    case.doCleanups()
    assert not folder.exists()


def test_a_failure_says_what_differs(case):
    with pytest.raises(AssertionError, match=r"(?s)2.1.*my words|my words.*2.1"):
        case.assertAllClose(X, [1.0, 2.1], msg="my words")
    with pytest.raises(AssertionError, match=r"1 of the? ?2|1 of 2 elements"):
        case.assertAllInRange(X, 0.0, 1.0)


def test_it_runs_under_unittest():
    class Square(tf.test.TestCase):
        def setUp(self):
            super().setUp()
            self.x = tf.constant(3.0)

        def test_right(self):
            self.assertAllClose(tf.square(self.x), 9.0)

        def test_wrong(self):
            self.assertAllClose(tf.square(self.x), 8.0)

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Square).run(result)
    assert result.testsRun >= 2
    assert [test.id().rpartition(".")[2] for test, _ in result.failures] == ["test_wrong"]


def test_compute_gradient():
    by_tape, by_differences = tf.test.compute_gradient(
        tf.matmul, [tf.ones([1, 2]), tf.ones([2, 3])]
    )
    assert [jacobian.shape for jacobian in by_tape] == [(3, 2), (3, 6)]
    for exact, near in zip(by_tape, by_differences, strict=True):
        np.testing.assert_allclose(exact, near, rtol=1e-3)


@ours("absl makes them where its flags say, which pytest does not parse")
class TestPaths(tf.test.TestCase):
    def test_folders_and_files_have_what_absls_have(self):
        folder = self.create_tempdir()
        inner = folder.mkdir("inner")
        file = inner.create_file("note.txt", content="written")
        assert file.full_path.endswith("note.txt")
        assert Path(inner.full_path).is_dir()
        assert file.read_text() == "written"
        with file.open_text() as opened:
            assert opened.read() == "written"
        assert [one.name for one in Path(folder).iterdir()] == ["inner"]
        assert self.create_tempfile(content=b"bytes").read_bytes() == b"bytes"


def test_a_session_tells_values():
    class Case(tf.test.TestCase):
        def test_values(self):
            with self.cached_session() as session:
                assert session.run([tf.constant(1.0), tf.Variable(2.0)]) == [1.0, 2.0]
                with pytest.raises(NotImplementedError):
                    session.run(tf.constant(1.0), feed_dict={"x": 1.0})

    assert Case("test_values").run().wasSuccessful()


def test_objects_are_compared_as_they_are(case):
    case.assertAllEqual([None, "a", 1], [None, "a", 1])
    case.assertAllEqual({"units": 3, "activation": None}, {"units": 3, "activation": None})
    with pytest.raises(AssertionError):
        case.assertAllEqual(["a", None], ["a", "b"])


def test_functions_are_compared_and_not_called(case):
    case.assertAllEqual([len, print], [len, print])
    with pytest.raises(AssertionError):
        case.assertAllEqual([len], [print])


@ours("Keras 3's go on, Keras 2's begin anew with the graph")
def test_names_of_layers_begin_anew_with_each_test():
    def first_name():
        case = Case()
        case.setUp()
        return tf.keras.layers.Dense(1).name

    assert first_name() == first_name() == "dense"


def test_ragged_tensors_are_compared_row_by_row(case):
    rows = tf.ragged.constant([[1.0], [2.0, 3.0]])
    case.assertAllClose(rows, [[1.0], [2.0, 3.0]])
    case.assertAllClose({"a": [rows, 1.0]}, {"a": [rows, 1.0]})
    case.assertAllEqual(rows, rows)
    for other in ([[1.0], [2.0, 4.0]], [[1.0], [2.0]]):
        with pytest.raises(AssertionError):
            case.assertAllClose(rows, other)
        with pytest.raises(AssertionError):
            case.assertAllEqual(rows, other)


@ours("TensorFlow 2.21's stops at the newest protobuf")
def test_messages_are_compared(case):
    numbers = tf.train.FloatList(value=[1.0, 2.0])
    case.assertProtoEquals("value: 1.0 value: 2.0", numbers)
    case.assertProtoEquals(tf.train.FloatList(value=[1.0, 2.0]), numbers)
    case.assertProtoEquals("value: 1.001 value: 2.0", numbers, relative_tolerance=0.01)
    for text, tolerance in (("value: 1.0", None), ("value: 1.1 value: 2.0", 0.01)):
        with pytest.raises(AssertionError):
            case.assertProtoEquals(text, numbers, relative_tolerance=tolerance)
