"""io.decode_raw, decode_csv, base64."""

import zlib

import numpy as np
import pytest
from library import ours, tf

Invalid = tf.errors.InvalidArgumentError
raw = tf.io.decode_raw
csv = tf.io.decode_csv


def plain(tensors):
    return [t.numpy().tolist() if t.dtype != tf.string else t.numpy() for t in tensors]


def test_bytes_as_numbers():
    assert raw(b"\1\2\3\4", tf.uint8).numpy().tolist() == [1, 2, 3, 4]
    both = tf.constant([b"\1\2\3\4", b"abcd"])
    assert raw(both, tf.int16).numpy().tolist() == [[513, 1027], [25185, 25699]]
    swapped = raw(both, tf.int16, little_endian=False)
    assert swapped.numpy().tolist() == [[258, 772], [24930, 25444]]
    assert raw(b"\1\0", tf.bool).numpy().tolist() == [True, False]
    assert raw(b"\0" * 8, tf.complex64).shape == [1]
    assert raw(b"", tf.uint16).shape == [0]
    assert raw([[b"ab"], [b"cd"]], tf.uint8).shape == [2, 1, 2]


def test_complex_numbers_are_swapped_part_by_part():
    value = np.array([1.5 - 2j], np.complex64)
    found = raw(value.astype(">c8").tobytes(), tf.complex64, little_endian=False)
    assert found.numpy().tolist() == value.tolist()


def test_a_fixed_length_cuts_and_fills():
    values = [b"\1\2\3\4", b"ab"]
    assert raw(values, tf.uint8, fixed_length=3).numpy().tolist() == [[1, 2, 3], [97, 98, 0]]
    assert raw(values, tf.uint16, fixed_length=4).numpy().tolist() == [[513, 1027], [25185, 0]]
    with pytest.raises(Invalid, match="must be a multiple of the size of out_type"):
        raw(values, tf.uint16, fixed_length=3)
    with pytest.raises(Invalid, match=r"fixed_length \(0\) must be greater than zero"):
        raw(values, tf.uint16, fixed_length=0)


def test_what_is_no_number():
    with pytest.raises(Invalid, match="length 3 that is not a multiple of 2, the size of int16"):
        raw(b"\1\2\3", tf.int16)
    with pytest.raises(Invalid, match="requires input strings to all be the same size"):
        raw([b"\1\2", b"a"], tf.uint8)
    with pytest.raises(Invalid, match="not in the list of allowed values"):
        raw(b"ab", tf.string)


def test_base64():
    encode, decode = tf.io.encode_base64, tf.io.decode_base64
    assert encode(b"hello?>\xff").numpy() == b"aGVsbG8_Pv8"
    assert encode("hello?>", pad=True).numpy() == b"aGVsbG8_Pg=="
    assert decode(["YQ", "YmM="]).numpy().tolist() == [b"a", b"bc"]
    assert decode("aGVsbG8_Pg").numpy() == b"hello?>"
    for text in ("a+b/", "ab==cd", "aGVsbG8_Pg=", "YW J"):
        with pytest.raises(Invalid, match="Invalid character found in base64"):
            decode(text)
    for text in ("abcde", "a"):
        with pytest.raises(Invalid, match="length cannot be 1 modulo 4"):
            decode(text)


def test_decode_compressed():
    data = zlib.compress(b"hello")
    assert tf.io.decode_compressed([data], "ZLIB").numpy().tolist() == [b"hello"]
    assert tf.io.decode_compressed("a").numpy() == b"a"
    with pytest.raises(Invalid):
        tf.io.decode_compressed("a", "LZ")


@ours("in TensorFlow what is damaged comes back as what was read before")
def test_damaged_data_is_noticed():
    with pytest.raises(tf.errors.DataLossError):
        tf.io.decode_compressed(b"abc", "GZIP")


# --- csv ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("records", "defaults", "options", "columns"),
    [
        (["1,2.5,a", '3,4,"b,""c"'], [1, 1.0, ""], {}, [[1, 3], [2.5, 4.0], [b"a", b'b,"c']]),
        ([",,"], [[7], [1.5], ["x"]], {}, [[7], [1.5], [b"x"]]),
        ("1,2", [1, 2], {}, [1, 2]),
        ([["1,2"], ["3,4"]], [1, 2], {}, [[[1], [3]], [[2], [4]]]),
        ("1;2", [1, 2], {"field_delim": ";"}, [1, 2]),
        ("NA,2", [5, 6], {"na_value": "NA"}, [5, 2]),
        ("1,2,3", [1, 2], {"select_cols": [0, 2]}, [1, 3]),
        ('"a\nb",c', ["", ""], {}, [b"a\nb", b"c"]),
        ('"a",b', ["", ""], {"use_quote_delim": False}, [b'"a"', b"b"]),
        ("inf,1e3,0x1, 2 ", [1.0] * 4, {}, [np.inf, 1000.0, 1.0, 2.0]),
        (" 1 ,", [1, ""], {}, [1, b""]),
    ],
    ids=str,
)
def test_columns(records, defaults, options, columns):
    found = [t.numpy() for t in csv(records, defaults, **options)]
    assert [v.tolist() if isinstance(v, np.ndarray | np.generic) else v for v in found] == columns


def test_the_default_says_the_dtype():
    defaults = [tf.constant([], tf.int64), tf.constant([0.0], tf.float64), tf.constant(["a"])]
    found = csv("1,3.5,b", defaults)
    assert [t.dtype for t in found] == [tf.int64, tf.float64, tf.string]


@pytest.mark.parametrize(
    ("record", "defaults", "text"),
    [
        ("1", [1, 2], "Expect 2 fields but have 1 in record 0"),
        ("1,2,3", [1, 2], "Expect 2 fields but have 3 in record 0"),
        ("", ["x"], "Expect 1 fields but have 0 in record 0"),
        ("1,x", [1, 2], "Field 1 in record 0 is not a valid int32: x"),
        ("1,x", [1, 2.0], "Field 1 in record 0 is not a valid float: x"),
        ("3000000000", [1], "not a valid int32: 3000000000"),
        ('a"b,c', ["", ""], "Unquoted fields cannot have quotes/CRLFs inside"),
        ("1,2\n", [1, ""], "Unquoted fields cannot have quotes/CRLFs inside"),
        ('"ab,c', ["", ""], "Quoted field has to end with quote"),
        ('"ab"x,c', ["", ""], "Quote inside a string has to be escaped"),
        ("1", [True], "not in the list of allowed values"),
    ],
    ids=str,
)
def test_lines_that_do_not_fit(record, defaults, text):
    with pytest.raises(Invalid, match=text):
        csv(record, defaults)


def test_a_field_that_must_have_a_value():
    with pytest.raises(Invalid, match="Field 0 is required but missing in record 1"):
        csv(["1", '""'], [tf.constant([], tf.int32)])


@pytest.mark.parametrize("number", ["1_0", "٣", "0x1p3_"])
def test_numbers_only_python_would_read(number):
    with pytest.raises(Invalid):
        csv(number, [1.0] if "x" in number else [1])
