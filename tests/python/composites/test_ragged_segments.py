"""Ragged rows dealt out, added up, counted and printed; new axes in their indices."""

import pytest
from library import tf

ROWS = [[1, 2], [], [3], [4, 5, 6]]


def rows(dtype=tf.int32):
    return tf.ragged.constant(ROWS, dtype)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("sum", [4.0, 2.0]),
        ("prod", [3.0, 2.0]),
        ("min", [1.0, 2.0]),
        ("max", [3.0, 2.0]),
        ("mean", [2.0, 2.0]),
        ("sqrt_n", [4.0 / 2**0.5, 2.0]),
    ],
)
def test_segments_of_rows_are_as_long_as_the_longest_row(name, first):
    found = getattr(tf.math, f"unsorted_segment_{name}")(rows(tf.float32), [0, 1, 0, 3], 5)
    assert found.to_list()[0] == pytest.approx(first)
    assert found.to_list()[1:] == [[], [], [4.0, 5.0, 6.0], []]


def test_segments_go_deeper_and_have_gradients():
    deep = tf.ragged.constant([[[1], [2, 3]], [[4]]])
    assert tf.math.unsorted_segment_sum(deep, [0, 0], 1).to_list() == [[[5], [2, 3]]]
    ids = tf.ragged.constant([[0, 1], [], [0], [1, 1, 0]])
    assert tf.math.unsorted_segment_sum(rows(), ids, 2).numpy().tolist() == [10, 11]
    values = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        given = tf.RaggedTensor.from_row_splits(values, [0, 2, 3])
        total = tf.math.unsorted_segment_sum(given, [0, 0], 1).flat_values ** 2
    assert tape.gradient(total, values).numpy().tolist() == [8.0, 4.0, 8.0]


def test_rows_and_values_are_dealt_out():
    found = tf.dynamic_partition(rows(), [0, 2, 0, 1], 3)
    assert [one.to_list() for one in found] == [[[1, 2], [3]], [[4, 5, 6]], [[]]]
    numbers = tf.ragged.constant([[0, 1], [], [0], [1, 1, 0]])
    values = tf.dynamic_partition(rows(), numbers, 2)
    assert [one.numpy().tolist() for one in values] == [[1, 3, 6], [2, 4, 5]]


def test_values_are_counted():
    assert tf.math.bincount(rows()).numpy().tolist() == [0, 1, 1, 1, 1, 1, 1]
    weights = tf.cast(rows(), tf.float32)
    assert tf.math.bincount(rows(), weights=weights).numpy().tolist() == [0, 1, 2, 3, 4, 5, 6]
    by_rows = tf.math.bincount(rows(), axis=-1, minlength=8).numpy()
    assert by_rows.shape == (4, 8)
    assert by_rows.sum(1).tolist() == [2, 0, 1, 3]
    sparse = tf.sparse.to_dense(tf.sparse.bincount(rows(), axis=-1)).numpy()
    assert sparse.tolist() == by_rows[:, :7].tolist()


def test_new_axes_in_indices():
    assert rows()[tf.newaxis].to_list() == [ROWS]
    assert rows()[:, tf.newaxis].to_list() == [[row] for row in ROWS]
    assert rows()[:, tf.newaxis, :1].to_list() == [[row[:1]] for row in ROWS]
    assert rows()[tf.newaxis, :, :1].to_list() == [[row[:1] for row in ROWS]]


@pytest.mark.parametrize("key", ["a", 1.0])
def test_an_index_is_a_whole_number(key):
    with pytest.raises(TypeError, match="Only integers, slices"):
        rows()[key]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (lambda: tf.ragged.constant([[1.5, 2.0], []]), "[[1.500000, 2.000000], []]"),
        (lambda: tf.ragged.constant([["a", "b"], ["c"]]), "[['a', 'b'], ['c']]"),
        (lambda: tf.ragged.constant([[True], [False]]), "[[true], [false]]"),
        (lambda: tf.ragged.constant([list(range(8)), []]), "[[0, 1, 2, ..., 5, 6, 7], []]"),
        (
            lambda: tf.sparse.from_dense([0, 1]),
            "'SparseTensor(indices=[[1]], values=[1], shape=[2])'",
        ),
        (lambda: {"x": tf.ragged.constant([[1], []])}, "{'x': [[1], []]}"),
    ],
)
def test_print_writes_rows(given, text, tmp_path):
    path = tmp_path / "printed"
    tf.print(given(), output_stream=f"file://{path}")
    assert path.read_text() == text + "\n"


def test_rows_stand_in_templates():
    text = tf.strings.format("rows: {}", tf.ragged.constant([[1], [2, 3]]))
    assert text.numpy() == b"rows: [[1], [2, 3]]"
    with pytest.raises(ValueError, match="SparseTensor"):
        tf.strings.format("{}", tf.sparse.from_dense([0, 1]))
