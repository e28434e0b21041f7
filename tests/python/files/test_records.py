"""io.TFRecordWriter, data.TFRecordDataset, train.Example, io.parse_example, tensors as messages."""

import sys
from pathlib import Path

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

pytest.importorskip("google.protobuf")
THEIRS = Path(__file__).parent / "written_by_tensorflow"
Invalid, DataLoss = tf.errors.InvalidArgumentError, tf.errors.DataLossError
Fixed, Sequence, Var = tf.io.FixedLenFeature, tf.io.FixedLenSequenceFeature, tf.io.VarLenFeature
train = tf.train


def read(path, *args, **kwargs):
    return [r.numpy() for r in tf.data.TFRecordDataset(str(path), *args, **kwargs)]


def feature(kind, values):
    types = {"int64": train.Int64List, "float": train.FloatList, "bytes": train.BytesList}
    return train.Feature(**{f"{kind}_list": types[kind](value=values)})


@pytest.fixture
def three(tmp_path):
    with tf.io.TFRecordWriter(str(tmp_path / "a")) as writer:
        for number in range(3):
            writer.write(b"rec%d" % number)
    return tmp_path / "a"


def test_the_bytes_are_those_that_tensorflow_writes(three):
    assert three.read_bytes() == (THEIRS / "plain.tfrecord").read_bytes()


@pytest.mark.parametrize("kind", ["", "GZIP", "ZLIB"])
def test_what_is_written_is_read(tmp_path, kind):
    records = [b"", b"x" * 1000, bytes(range(256)), b"y" * 600_000, b"z"]
    path = str(tmp_path / "a")
    with tf.io.TFRecordWriter(path, tf.io.TFRecordOptions(kind)) as writer:
        for record in records:
            writer.write(record)
            writer.flush()
    assert read(path, compression_type=kind) == records


@pytest.mark.parametrize("kind", ["gzip", "zlib"])
def test_compressed_files_of_tensorflow(kind):
    assert read(THEIRS / f"{kind}.tfrecord", kind.upper()) == [b"x", b""]


@pytest.mark.parametrize("place", [0, 8, 9, 12, 15, 16, 19])
def test_a_changed_bit_is_noticed(three, place):
    data = bytearray(three.read_bytes())
    data[20 + place] ^= 4
    three.write_bytes(data)
    found, records = [], tf.data.TFRecordDataset(str(three)).map(lambda r: r).as_numpy_iterator()
    with pytest.raises(DataLoss, match=r"(corrupted|truncated) record at"):
        found.extend(records)
    assert found == [b"rec0"]


@pytest.mark.parametrize("cut", [1, 5, 13, 19])
def test_a_cut_file_is_noticed(three, cut):
    three.write_bytes(three.read_bytes()[: 20 + cut])
    if cut < 12 and AGAINST_TENSORFLOW:
        pytest.skip("TensorFlow takes a cut header for the end")
    with pytest.raises(DataLoss):
        read(three)


def test_which_files(three, tmp_path):
    paths = [str(three), str(three)]
    assert len(list(tf.data.TFRecordDataset(paths))) == 6
    assert len(list(tf.data.TFRecordDataset(tf.data.Dataset.from_tensor_slices(paths)))) == 6
    turns = [r.numpy() for r in tf.data.TFRecordDataset(paths, num_parallel_reads=2)]
    assert turns == [b"rec0", b"rec0", b"rec1", b"rec1", b"rec2", b"rec2"]
    with pytest.raises(tf.errors.NotFoundError):
        read(tmp_path / "no")
    with pytest.raises(TypeError, match="must contain `tf"):
        tf.data.TFRecordDataset(3)
    with pytest.raises(DataLoss):
        read(three, "GZIP")
    assert tf.data.TFRecordDataset(paths).element_spec == tf.TensorSpec([], tf.string)


def test_writing(tmp_path):
    for make in (tf.io.TFRecordOptions, lambda kind: tf.io.TFRecordWriter("a", kind)):
        with pytest.raises(ValueError, match='Not a valid compression_type: "X"'):
            make("X")
    writer = tf.io.TFRecordWriter(str(tmp_path / "a"))
    with pytest.raises(TypeError):
        writer.write(None)
    writer.close()
    writer.close()
    with pytest.raises(tf.errors.FailedPreconditionError, match="Writer is closed"):
        writer.write(b"a")


# --- Examples -------------------------------------------------------------------------------------

EXAMPLE = train.Example(
    features=train.Features(
        feature={
            "i": feature("int64", [1, -2, 3]),
            "f": feature("float", [1.5]),
            "b": feature("bytes", [b"x", b"yy"]),
            "e": train.Feature(),
        }
    )
)
DATA = EXAMPLE.SerializeToString()
ONE_OF_TENSORFLOW = (
    b"\n=\n\x15\n\x01i\x12\x10\x1a\x0e\n\x0c\x01\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01\x03\n\x0e\n"
    b"\x01b\x12\t\n\x07\n\x01x\n\x02yy\n\r\n\x01f\x12\x08\x12\x06\n\x04\x00\x00\xc0?\n\x05\n\x01e"
    b"\x12\x00"
)


def single(features):
    found = tf.io.parse_single_example(DATA, features)
    return {key: value.numpy().tolist() for key, value in found.items()}


def test_messages():
    assert train.Example.FromString(ONE_OF_TENSORFLOW) == EXAMPLE
    assert len(DATA) == len(ONE_OF_TENSORFLOW)
    again = train.Example()
    again.ParseFromString(DATA)
    assert list(again.features.feature["i"].int64_list.value) == [1, -2, 3]
    assert again.features.feature["b"].WhichOneof("kind") == "bytes_list"
    assert list(train.Int64List(value=np.arange(3)).value) == [0, 1, 2]
    for kind, value in ((train.Int64List, "a"), (train.BytesList, "text")):
        with pytest.raises(TypeError):
            kind(value=[value])


def test_features_of_a_fixed_shape():
    features = {
        "i": Fixed([3, 1], tf.int64),
        "f": Fixed([], tf.float32),
        "b": Fixed([2], tf.string),
    }
    assert single(features) == {"i": [[1], [-2], [3]], "f": 1.5, "b": [b"x", b"yy"]}
    default = {"z": Fixed([], tf.int64, 7), "e": Fixed([2], tf.float32, [1.0, 2.0])}
    assert single(default) == {"z": 7, "e": [1.0, 2.0]}


def test_lists_of_any_length():
    features = {
        "i": Sequence([], tf.int64, allow_missing=True),
        "b": Sequence([2], tf.string, allow_missing=True),
        "z": Sequence([], tf.float32, allow_missing=True),
    }
    assert single(features) == {"i": [1, -2, 3], "b": [[b"x", b"yy"]], "z": []}


@pytest.mark.parametrize(
    ("features", "text"),
    [
        ({"i": Fixed([2], tf.int64)}, "Key: i"),
        ({"i": Fixed([3], tf.float32)}, "Data types don't match"),
        ({"z": Fixed([], tf.int64)}, r"Feature: z \(data type: int64\) is required but could not"),
        ({"e": Fixed([], tf.int64)}, r"Feature: e \(data type: int64\) is required but could not"),
        ({"i": Sequence([2], tf.int64, allow_missing=True)}, "divisible by 2, found 3"),
        ({"i": Fixed([3], tf.int32)}, "int32"),
    ],
)
def test_examples_that_do_not_fit(features, text):
    with pytest.raises(Invalid, match=text):
        tf.io.parse_single_example(DATA, features)


def test_the_arguments_of_parse_example():
    with pytest.raises(ValueError, match="features cannot be empty"):
        tf.io.parse_single_example(DATA, {})
    with pytest.raises(ValueError, match="must be a scalar"):
        tf.io.parse_single_example([DATA], {"i": Fixed([3], tf.int64)})
    with pytest.raises(ValueError, match="requires allow_missing to be True"):
        tf.io.parse_single_example(DATA, {"i": Sequence([], tf.int64)})
    with pytest.raises(ValueError, match="First dimension of shape for feature i unknown"):
        tf.io.parse_single_example(DATA, {"i": Fixed([None], tf.int64)})
    with pytest.raises(Invalid):
        tf.io.parse_single_example(b"junk", {"i": Fixed([3], tf.int64)})


def test_a_batch():
    many = tf.io.parse_example(
        [DATA, b""],
        {
            "i": Sequence([], tf.int64, allow_missing=True),
            "b": Sequence([], tf.string, allow_missing=True, default_value="zz"),
            "f": Fixed([], tf.float32, 0.5),
        },
    )
    found = {key: value.numpy().tolist() for key, value in many.items()}
    assert found["i"] == [[1, -2, 3], [0, 0, 0]]
    assert found["b"] == [[b"x", b"yy"], [b"zz", b"zz"]]
    assert found["f"] == [1.5, 0.5]
    with pytest.raises(Invalid, match=r"Name: b, Feature: i \(data type: int64\) is required"):
        tf.io.parse_example([DATA, b""], {"i": Fixed([3], tf.int64)}, example_names=["a", "b"])


def test_sparse_features():
    one = tf.io.parse_single_example(DATA, {"i": Var(tf.int64)})["i"]
    assert one.values.numpy().tolist() == [1, -2, 3]
    assert one.dense_shape.numpy().tolist() == [3]
    many = tf.io.parse_example([DATA, b""], {"i": Var(tf.int64)})["i"]
    assert many.indices.numpy().tolist() == [[0, 0], [0, 1], [0, 2]]
    assert many.dense_shape.numpy().tolist() == [2, 3]


def test_parsing_in_a_dataset(tmp_path):
    with tf.io.TFRecordWriter(str(tmp_path / "a")) as writer:
        for _ in range(4):
            writer.write(DATA)
    features = {"i": Fixed([3], tf.int64)}
    dataset = tf.data.TFRecordDataset(str(tmp_path / "a"))
    dataset = dataset.map(lambda x: tf.io.parse_single_example(x, features)["i"]).batch(3)
    assert [len(batch) for batch in dataset] == [3, 1]


def test_sparse_features_in_a_dataset():
    dataset = tf.data.Dataset.from_tensor_slices([DATA, DATA])
    sparse = dataset.map(lambda x: tf.io.parse_single_example(x, {"i": Var(tf.int64)})["i"])
    assert [e.values.numpy().tolist() for e in sparse] == [[1, -2, 3]] * 2
    dense = sparse.map(tf.sparse.to_dense).batch(2)
    assert next(iter(dense)).numpy().tolist() == [[1, -2, 3]] * 2


def test_a_batch_of_sparse_tensors():
    dataset = tf.data.Dataset.from_tensor_slices([DATA, DATA])
    sparse = dataset.map(lambda x: tf.io.parse_single_example(x, {"i": Var(tf.int64)})["i"])
    batch = next(iter(sparse.batch(2)))
    one = next(iter(sparse)).values.numpy().tolist()
    assert batch.values.numpy().tolist() == one * 2
    assert batch.dense_shape.numpy().tolist() == [2, len(one)]


SEQUENCE = train.SequenceExample(
    context=train.Features(feature={"c": feature("int64", [5])}),
    feature_lists=train.FeatureLists(
        feature_list={
            "w": train.FeatureList(feature=[feature("int64", [1]), feature("int64", [2])]),
        }
    ),
).SerializeToString()


def test_sequence_examples():
    context, lists = tf.io.parse_single_sequence_example(
        SEQUENCE, {"c": Fixed([], tf.int64)}, {"w": Sequence([], tf.int64)}
    )
    assert int(context["c"]) == 5
    assert lists["w"].numpy().tolist() == [1, 2]
    _, lists, lengths = tf.io.parse_sequence_example(
        [SEQUENCE, SEQUENCE], {"c": Fixed([], tf.int64)}, {"w": Sequence([], tf.int64)}
    )
    assert lists["w"].numpy().tolist() == [[1, 2], [1, 2]]
    assert lengths["w"].numpy().tolist() == [2, 2]
    missing = {"z": Sequence([2], tf.int64, allow_missing=True)}
    found = tf.io.parse_single_sequence_example(SEQUENCE, sequence_features=missing)[1]
    assert found["z"].shape == [0, 2]
    with pytest.raises(Invalid, match="Feature list 'z' is required but could not be found"):
        tf.io.parse_single_sequence_example(
            SEQUENCE, sequence_features={"z": Sequence([], tf.int64)}
        )


# --- Tensors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "dtype", "data"),
    [
        ([2.0], "float32", b'\x08\x01\x12\x04\x12\x02\x08\x01"\x04\x00\x00\x00@'),
        (3, "int32", b'\x08\x03\x12\x00"\x04\x03\x00\x00\x00'),
        (["a", "bb"], "string", b"\x08\x07\x12\x04\x12\x02\x08\x02B\x01aB\x02bb"),
        ([True, False], "bool", b'\x08\n\x12\x04\x12\x02\x08\x02"\x02\x01\x00'),
        ([1.5], "bfloat16", b'\x08\x0e\x12\x04\x12\x02\x08\x01"\x02\xc0?'),
        ([1 + 2j], "complex64", b'\x08\x08\x12\x04\x12\x02\x08\x01"\x08\x00\x00\x80?\x00\x00\x00@'),
        ([1], "uint64", b'\x08\x17\x12\x04\x12\x02\x08\x01"\x08\x01\x00\x00\x00\x00\x00\x00\x00'),
    ],
    ids=str,
)  # fmt: skip
def test_serialized_tensors(value, dtype, data):
    tensor = tf.constant(value, dtype)
    assert tf.io.serialize_tensor(tensor).numpy() == data
    back = tf.io.parse_tensor(data, dtype)
    assert back.dtype == dtype
    assert back.shape == tensor.shape
    assert tf.io.serialize_tensor(back).numpy() == data


def test_what_is_no_tensor():
    with pytest.raises(Invalid, match="Type mismatch between parsed tensor"):
        tf.io.parse_tensor(tf.io.serialize_tensor(1), tf.float32)
    with pytest.raises(Invalid, match="Could not parse `serialized` as TensorProto"):
        tf.io.parse_tensor(b"junk", tf.float32)
    with pytest.raises(Invalid, match="Cannot parse tensor from proto"):
        tf.io.parse_tensor(b"", tf.float32)


@ours("there is no memory for so much")
def test_a_message_that_claims_too_much():
    proto = tf.make_tensor_proto(1)
    for _ in range(3):
        proto.tensor_shape.dim.add(size=1 << 20)
    with pytest.raises(tf.errors.ResourceExhaustedError):
        tf.make_ndarray(proto)


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (1, b"\x08\x03\x12\x00:\x01\x01"),
        (1.5, b"\x08\x01\x12\x00*\x04\x00\x00\xc0?"),
        (True, b"\x08\n\x12\x00Z\x01\x01"),
        ("a", b"\x08\x07\x12\x00B\x01a"),
        ([1, 2], b'\x08\x03\x12\x04\x12\x02\x08\x02"\x08\x01\x00\x00\x00\x02\x00\x00\x00'),
        (np.array([1j]), b"\x08\x12\x12\x04\x12\x02\x08\x01b\x10" + 14 * b"\0" + b"\xf0?"),
    ],
    ids=str,
)  # fmt: skip
def test_tensor_protos(value, data):
    proto = tf.make_tensor_proto(value)
    assert proto.SerializeToString() == data
    array = tf.make_ndarray(proto)
    expected = value.encode() if isinstance(value, str) else value
    assert array.tolist() == (expected.tolist() if isinstance(expected, np.ndarray) else expected)


def test_a_proto_of_one_number_fills_its_shape():
    assert tf.make_ndarray(tf.make_tensor_proto(3, shape=[2, 2])).tolist() == [[3, 3], [3, 3]]
    assert tf.make_ndarray(tf.make_tensor_proto(np.ones(2, "float16"))).tolist() == [1, 1]


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")
def test_checksums_with_and_without_their_package():
    from gradtape._io import checksum

    for data in (b"", b"123456789", bytes(range(256))):
        assert checksum.crc32c(data) == checksum.by_table(data)
        assert checksum.unmasked(checksum.masked(checksum.crc32c(data))) == checksum.crc32c(data)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")
def test_without_protobuf(monkeypatch):
    from gradtape._io import messages

    monkeypatch.setattr(messages, "_classes", {})
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    with pytest.raises(ImportError, match=r"pip install 'gradtape\[records\]'"):
        tf.io.serialize_tensor(1)
