"""Calls that answer with named tuples, other dtypes or pieces than one would think."""

import numpy as np
import pytest
from library import tf

X = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def test_named_results():
    assert tf.math.approx_max_k(X, 1)._fields == ("values", "indices")
    assert tf.nn.isotonic_regression(X)._fields == ("output", "segments")
    hits = tf.nn.compute_accidental_hits([[1]], tf.constant([1], tf.int64), 1)
    assert hits._fields == ("indices", "ids", "weights")


@pytest.mark.parametrize("norm", [np.float64(2.0), np.array(2.0), np.int64(2), 2, 2.0])
def test_a_norm_may_be_a_number_of_any_kind(norm):
    (clipped, nothing), _ = tf.clip_by_global_norm([X, None], norm)
    assert clipped.dtype == tf.float32
    assert nothing is None
    assert float(tf.norm(clipped)) == pytest.approx(2.0)


@pytest.mark.parametrize("name", ["dct", "idct"])
def test_transforms_of_doubles_are_doubles(name):
    assert getattr(tf.signal, name)(np.array([1.0, 2.0])).dtype == tf.float64


def test_spectra_of_doubles_are_doubles():
    assert tf.signal.stft(np.sin(np.arange(8.0)), 4, 2).dtype == tf.complex128


def test_tuples_stay_tuples_and_scalars_are_only_checked():
    assert isinstance(tf.tuple((X, X)), tuple)
    assert tf.debugging.assert_scalar(1.0) is None


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [("a", 1, ["a", ""]), ("a b", 1, ["a", "b"]), (" a b ", 2, ["a", "b", ""]),
     ("a b c", 1, ["a", "b c"]), ("a b", 0, ["a b"]), ("", 1, []), ("a b", -1, ["a", "b"])],
)  # fmt: skip
def test_the_rest_of_a_split_counts_even_if_empty(text, most, expected):
    pieces = tf.strings.split(text, maxsplit=most).numpy().tolist()
    assert [piece.decode() for piece in pieces] == expected


def test_texts_are_filled_up_on_the_left():
    texts = tf.strings.as_string(tf.constant(["a", "longer"]), width=3)
    assert texts.numpy().tolist() == [b"  a", b"longer"]


def test_all_of_a_ragged_tensor_is_joined():
    rows = tf.ragged.constant([["a", "b"], ["c"]])
    assert tf.strings.reduce_join(rows, separator="-").numpy() == b"a-b-c"


def test_local_files_may_have_a_scheme(tmp_path):
    path = f"file://{tmp_path}/a.txt"
    with tf.io.gfile.GFile(path, "w") as file:
        file.write("text")
    assert tf.io.gfile.exists(path)
    assert tf.io.gfile.GFile(path).read() == "text"
    assert len(tf.io.gfile.glob(pattern for pattern in [f"{tmp_path}/*"])) == 1


def test_normalized_values_are_arrays_only_of_arrays():
    assert tf.is_tensor(tf.keras.utils.normalize([3.0, 4.0]))
    assert tf.keras.utils.normalize(np.array([[3.0, 4.0]])).tolist() == [[0.6, 0.8]]
