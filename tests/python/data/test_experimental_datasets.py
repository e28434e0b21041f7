"""Datasets of examples, of queries, of padded and sparse batches; tables made of datasets."""

import sqlite3

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

experimental = tf.data.experimental


def example(label, words):
    features = {
        "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[label])),
        "words": tf.train.Feature(bytes_list=tf.train.BytesList(value=words)),
    }
    return tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()


@pytest.fixture
def records(tmp_path):
    for name, labels in (("a", [1, 2, 3]), ("b", [4, 5])):
        with tf.io.TFRecordWriter(str(tmp_path / f"{name}.tfrecord")) as writer:
            for label in labels:
                writer.write(example(label, [b"w"] * label))
    return str(tmp_path / "*.tfrecord")


FEATURES = {"label": tf.io.FixedLenFeature([], tf.int64), "words": tf.io.VarLenFeature(tf.string)}


def test_batches_of_the_features_of_files(records):
    dataset = experimental.make_batched_features_dataset(
        records, 2, FEATURES, label_key="label", num_epochs=1, shuffle=False
    )
    batches = list(dataset)
    assert [labels.numpy().tolist() for _, labels in batches] == [[1, 2], [3, 4], [5]]
    assert batches[0][0]["words"].dense_shape.numpy().tolist() == [2, 2]


def test_they_are_shuffled_and_endless_unless_told(records):
    dataset = experimental.make_batched_features_dataset(records, 2, FEATURES, shuffle_seed=1)
    seen = [label for batch in dataset.take(20) for label in batch["label"].numpy().tolist()]
    assert len(seen) == 40
    assert set(seen) == {1, 2, 3, 4, 5}


def test_a_label_that_is_no_feature_is_refused(records):
    with pytest.raises(ValueError, match="must be one of the `features` keys"):
        experimental.make_batched_features_dataset(records, 2, FEATURES, label_key="x")


def test_serialized_batches_are_parsed():
    dataset = tf.data.Dataset.from_tensors([example(7, []), example(8, [])])
    parsed = dataset.apply(experimental.parse_example_dataset(FEATURES))
    assert next(iter(parsed))["label"].numpy().tolist() == [7, 8]


@pytest.fixture
def database(tmp_path):
    path = str(tmp_path / "rows.db")
    connection = sqlite3.connect(path)
    connection.execute("create table rows (n int, name text, x real, ok int)")
    connection.execute("insert into rows values (1, 'a', 0.5, 1), (2, null, 1.5, 0)")
    connection.commit()
    connection.close()
    return path


def test_rows_of_a_query(database):
    types = (tf.int32, tf.string, tf.float64, tf.bool)
    query = "select n, name, x, ok from rows order by n"
    rows = experimental.SqlDataset("sqlite", database, query, types)
    found = [tuple(x.numpy() for x in row) for row in rows]
    assert found == [(1, b"a", 0.5, True), (2, b"", 1.5, False)]
    assert [spec.dtype for spec in rows.element_spec] == list(types)


@pytest.mark.parametrize(
    ("driver", "query", "types", "text"),
    [
        ("mysql", "select 1", (tf.int32,), "The database type, mysql, is not supported"),
        ("sqlite", "select 1, 2", (tf.int32,), "must match"),
        ("sqlite", "select 1", (tf.complex64,), "must be one of"),
    ],
)
def test_queries_that_are_refused(database, driver, query, types, text):
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        list(experimental.SqlDataset(driver, database, query, types))


def test_a_query_that_fails(database):
    with pytest.raises(tf.errors.UnknownError, match=r"syntax error|incomplete input"):
        list(experimental.SqlDataset("sqlite", database, "select", (tf.int32,)))


def test_a_dataset_is_padded_to_a_length():
    dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": [[1.0], [2.0]]})
    padded = dataset.apply(experimental.pad_to_cardinality(4))
    assert int(padded.cardinality()) == 4
    assert [(int(e["a"]), float(e["b"][0]), bool(e["valid"])) for e in padded] == [
        *((1, 1.0, True), (2, 2.0, True)),
        *((0, 0.0, False), (0, 0.0, False)),
    ]


def test_what_cannot_be_padded():
    with pytest.raises(ValueError, match="requires its input dataset to be a dictionary"):
        tf.data.Dataset.range(2).apply(experimental.pad_to_cardinality(4))
    with pytest.raises(ValueError, match="cardinality"):
        tf.data.Dataset.from_tensors({"a": 1}).repeat().apply(experimental.pad_to_cardinality(4))


def test_sparse_batches():
    dataset = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n, 2], n))
    batches = list(dataset.apply(experimental.dense_to_sparse_batch(2, [None, 3])))
    assert [batch.dense_shape.numpy().tolist() for batch in batches] == [[2, 2, 3], [1, 3, 3]]
    assert tf.sparse.to_dense(batches[0])[:, :, 0].numpy().tolist() == [[1, 0], [2, 2]]
    with pytest.raises(tf.errors.DataLossError):
        list(dataset.apply(experimental.dense_to_sparse_batch(2, [1, 2])))


def test_elements_by_their_places():
    dataset = tf.data.Dataset.range(5).shuffle(5, seed=1, reshuffle_each_iteration=False)
    if not AGAINST_TENSORFLOW:  # which has the third of another order
        assert int(experimental.at(dataset, 3)) == int(list(dataset)[3])
    with pytest.raises(tf.errors.OutOfRangeError):
        experimental.at(tf.data.Dataset.range(5), 5)


def test_tables_of_datasets():
    words = tf.data.Dataset.from_tensor_slices(["a", "b", "c"])
    table = experimental.index_table_from_dataset(words, vocab_size=2, default_value=9)
    assert table.lookup(tf.constant(["b", "c"])).numpy().tolist() == [1, 9]
    pairs = tf.data.Dataset.zip((words, tf.data.Dataset.from_tensor_slices([3.5, 4.5, 5.5])))
    table = experimental.table_from_dataset(pairs, default_value=0.0)
    assert table.lookup(tf.constant(["c", "d"])).numpy().tolist() == [5.5, 0.0]
    numbers = tf.data.Dataset.from_tensor_slices(np.array([7, 8], np.int64))
    table = experimental.index_table_from_dataset(numbers, key_dtype=tf.int64)
    assert table.lookup(tf.constant([8, 9], tf.int64)).numpy().tolist() == [1, -1]


def test_tables_that_are_refused():
    words = tf.data.Dataset.from_tensor_slices(["a"])
    with pytest.raises((TypeError, ValueError), match=r"pairs|no len"):
        experimental.table_from_dataset(words)
    if AGAINST_TENSORFLOW:  # which finds out later
        return
    with pytest.raises(TypeError, match="key_dtype"):
        experimental.index_table_from_dataset(words, key_dtype=tf.int64)


def test_files_of_rows_are_shuffled_before_the_rows(tmp_path):
    for number in range(4):
        rows = "".join(f"{10 * number + row},0\n" for row in range(5))
        (tmp_path / f"{number}.csv").write_text(f"a,y\n{rows}")
    tf.random.set_seed(8)
    dataset = tf.data.experimental.make_csv_dataset(
        str(tmp_path / "*.csv"), batch_size=20, label_name="y", num_epochs=2
    )
    found = [batch["a"].numpy().tolist() for batch, _ in dataset]
    tf.random.set_seed(8)
    paths = sorted(str(path) for path in tmp_path.glob("*.csv"))
    names = tf.data.Dataset.from_tensor_slices(paths).shuffle(4)
    lines = names.flat_map(lambda name: tf.data.TextLineDataset(name).skip(1)).shuffle(10000)
    expected = [int(line.numpy().split(b",")[0]) for line in lines.repeat(2)]
    assert [row for batch in found for row in batch] == expected


@pytest.mark.parametrize(("epochs", "size"), [(None, 2), (1, None)])
def test_batches_of_columns_have_their_size_where_rows_go_on_for_ever(tmp_path, epochs, size):
    (tmp_path / "a.csv").write_text("x,y\n1,2.5\n3,4.5\n5,6\n")
    dataset = tf.data.experimental.make_csv_dataset(
        str(tmp_path / "a.csv"), 2, num_epochs=epochs, shuffle=False
    )
    assert dataset.element_spec["x"].shape.as_list() == [size]
    assert dataset.element_spec["y"].dtype == tf.float32


def test_choosing_goes_on_where_one_is_used_up():
    parts = [tf.data.Dataset.from_tensors(i).repeat(2) for i in range(2)]
    numbers = np.array([0, 0, 0, 1, 1, 0], np.int64)
    choice = tf.data.Dataset.from_tensor_slices(numbers)
    choose = tf.data.experimental.choose_from_datasets
    assert list(choose(parts, choice).as_numpy_iterator()) == [0, 0, 1, 1]
    assert list(choose(parts, choice, True).as_numpy_iterator()) == [0, 0]
