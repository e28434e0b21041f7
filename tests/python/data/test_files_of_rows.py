"""Files that datasets read in turn, and files of records that a dataset is written to."""

import pytest
from library import tf

ROWS = {"a": 3, "b": 6, "c": 2, "d": 4, "e": 1, "f": 3}
IN_TURN = {
    1: "a0 a1 a2 b0 b1 b2 b3 b4 b5 c0 c1 d0 d1 d2 d3 e0 f0 f1 f2",
    2: "a0 b0 a1 b1 a2 b2 b3 c0 b4 c1 b5 d0 e0 d1 d2 f0 d3 f1 f2",
    3: "a0 b0 c0 a1 b1 c1 a2 b2 b3 d0 e0 b4 d1 b5 d2 f0 d3 f1 f2",
    9: "a0 b0 c0 d0 e0 f0 a1 b1 c1 d1 f1 a2 b2 d2 f2 b3 d3 b4 b5",
}


@pytest.fixture
def tables(tmp_path):
    for name, count in ROWS.items():
        rows = "".join(f"{name},{number}\n" for number in range(count))
        (tmp_path / f"{name}.csv").write_text("key,value\n" + rows)
    return str(tmp_path / "*.csv")


def keys(dataset):
    batch = next(iter(dataset))
    pairs = zip(batch["key"].numpy(), batch["value"].numpy())
    return " ".join(f"{key.decode()}{value}" for key, value in pairs)


@pytest.mark.parametrize(("number", "rows"), IN_TURN.items())
def test_rows_come_from_so_many_files_in_turn(tables, number, rows):
    made = tf.data.experimental.make_csv_dataset(
        tables, 50, num_epochs=1, shuffle=False, num_parallel_reads=number
    )
    assert keys(made) == rows


def test_shuffled_rows_come_from_files_in_turn(tables):
    made = tf.data.experimental.make_csv_dataset(
        tables, 5, num_epochs=1, shuffle_seed=3, shuffle_buffer_size=4, num_parallel_reads=3
    )
    assert keys(made) == "a0 c0 b0 a2 b1"


@pytest.mark.parametrize("compression", [None, "", "GZIP", "ZLIB"])
def test_a_dataset_of_strings_is_written_as_records(tmp_path, compression):
    path = str(tmp_path / "records")
    writer = tf.data.experimental.TFRecordWriter(path, compression)
    for words in (["old"], ["one", "", "three"]):
        assert writer.write(tf.data.Dataset.from_tensor_slices(words)) is None
    found = tf.data.TFRecordDataset(path, compression)
    assert list(found.as_numpy_iterator()) == [b"one", b"", b"three"]


def test_records_come_from_a_generator(tmp_path):
    path = str(tmp_path / "records")
    made = tf.data.Dataset.from_generator(
        lambda: iter([b"1", b"2"]), output_types=tf.string, output_shapes=()
    )
    tf.data.experimental.TFRecordWriter(tf.constant(path)).write(made)
    assert list(tf.data.TFRecordDataset(path).as_numpy_iterator()) == [b"1", b"2"]


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda: b"record", "Expected a `tf.data.Dataset` object but got"),
        (lambda: tf.data.Dataset.range(2), "produces scalar `tf.string` elements"),
        (lambda: tf.data.Dataset.from_tensors(["a", "b"]), "produces scalar `tf.string`"),
    ],
)
def test_only_datasets_of_strings_are_written(tmp_path, made, text):
    writer = tf.data.experimental.TFRecordWriter(str(tmp_path / "records"))
    with pytest.raises(TypeError, match=text):
        writer.write(made())
