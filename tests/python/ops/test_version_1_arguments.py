"""Places and names of arguments that version 1 has otherwise than version 2."""

import numpy as np
import pytest
from library import tf

V = tf.compat.v1
IMAGE = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
KERNEL = tf.ones([2, 2, 1, 1])
SPARSE = tf.sparse.from_dense([[1.0, 2.0], [0.0, 4.0]])
ONES = [1, 1, 1, 1]

# A call, and what TensorFlow answers.
CALLS = {
    "tensors": (lambda: V.convert_to_tensor(1, None, "n", tf.float32), 1.0),
    "preferred": (lambda: V.convert_to_tensor(1, preferred_dtype=tf.float32), 1.0),
    "constants": (lambda: V.constant(2.0, tf.float32, [2], "n", False), [2.0, 2.0]),
    "argmax": (lambda: V.argmax([1.0, 2.0], 0, "n"), 1),
    "sums": (lambda: V.reduce_sum([[1.0, 2.0]], 1, True, "n", None, None), [[3.0]]),
    "sums by keyword": (
        lambda: V.math.reduce_sum([[1.0, 2.0]], reduction_indices=1, keep_dims=True),
        [[3.0]],
    ),
    "squeeze": (lambda: V.squeeze([[1.0]], [0], "n", None), [1.0]),
    "gather": (lambda: V.gather([[1, 2]], [1], None, "n", 1), [[2]]),
    "pad": (lambda: V.pad([1], [[1, 1]], "CONSTANT", "n", 9), [9, 1, 9]),
    "transpose": (lambda: V.transpose([[1, 2]], [1, 0], "n"), [[1], [2]]),
    "shape": (lambda: V.shape([1, 2], "n", tf.int64), [2]),
    "zeros": (lambda: V.zeros_like(tensor=[1.0], dtype=tf.int32, optimize=False), [0]),
    "mask": (lambda: V.boolean_mask([[1, 2], [3, 4]], [True, False], "n", 1), [[1], [3]]),
    "counts": (lambda: V.confusion_matrix([0], [1], 2, tf.int32, "n", [3]), [[0, 3], [0, 0]]),
    "diagonal": (lambda: V.matrix_diag([1.0], "n"), [[1.0]]),
    "diagonal of a matrix": (lambda: V.diag([[1, 2]]), [[[[1, 0]], [[0, 2]]]]),
    "l2": (lambda: V.nn.l2_normalize([3.0, 4.0], 0, 1e-12, "n"), np.float32([0.6, 0.8])),
    "top": (
        lambda: V.nn.in_top_k(tf.constant([[0.1, 0.9], [0.8, 0.2]]), tf.constant([1, 1]), 1),
        [True, False],
    ),
    "moments": (lambda: V.nn.moments(tf.constant([[1.0, 3.0]]), [1], None, "n", True)[1], [[1.0]]),
    "convolution": (
        lambda: V.nn.conv2d(IMAGE, KERNEL, ONES, "VALID", True, "NHWC", ONES, "n")[0, ..., 0],
        [[8.0, 12.0], [20.0, 24.0]],
    ),
    "convolution by keyword": (
        lambda: V.nn.convolution(IMAGE, filter=KERNEL, padding="VALID", dilation_rate=[2, 2]),
        [[[[16.0]]]],
    ),
    "convolution by place": (
        lambda: V.nn.convolution(IMAGE, KERNEL, "VALID", None, [2, 2]),
        [[[[16.0]]]],
    ),
    "pool": (lambda: V.nn.pool(IMAGE, [2, 2], "MAX", "VALID", None, [2, 2]), [[[[4.0]]]]),
    "dilation": (lambda: V.nn.dilation2d(IMAGE, KERNEL[..., 0], ONES, ONES, "VALID")[0, 0, 0], [5]),
    "blocks": (lambda: V.space_to_batch(IMAGE[:, :2, :1], [[0, 0], [0, 0]], 1)[:, 1, 0, 0], [3.0]),
    "boxes": (
        lambda: V.image.crop_and_resize(IMAGE, [[0.0, 0, 1, 1]], box_ind=[0], crop_size=[1, 1]),
        [[[[4.0]]]],
    ),
    "sparse sums": (lambda: V.sparse_reduce_sum(SPARSE, reduction_axes=1), [3.0, 4.0]),
    "sparse of a namespace": (lambda: V.sparse.reduce_max(SPARSE, keep_dims=True), [[4.0]]),
    "segments": (lambda: V.sparse_segment_sum([[1.0], [2.0]], [0, 1], [0, 0], "n"), [[3.0]]),
    "texts": (lambda: V.reduce_join([["a", "b"]], reduction_indices=1), [b"ab"]),
    "numbers": (lambda: V.string_to_number(string_tensor=["1.5"]), [1.5]),
    "weights": (
        lambda: V.nn.weighted_cross_entropy_with_logits(targets=[0.0], logits=[0.0], pos_weight=1),
        [np.float32(np.log(2))],
    ),
    "a branch": (lambda: V.cond(tf.constant(True), fn1=lambda: [1], fn2=lambda: [2]), 1),
    "a loop": (lambda: V.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)]), 3),
    "a loop's list": (
        lambda: V.while_loop(lambda i: i < 3, lambda i: [i + 1], [tf.constant(0)])[0],
        3,
    ),
    "initial values": (lambda: V.constant_initializer([1, 2], tf.int32, False)([2]), [1, 2]),
    "initializers": (lambda: V.initializers.ones(tf.int32)([1]), [1]),
}


@pytest.mark.parametrize("name", CALLS)
def test_arguments_stand_where_version_1_has_them(name):
    call, expected = CALLS[name]
    np.testing.assert_array_equal(np.asarray(call()), np.asarray(expected))


def test_none_leaves_an_argument_to_its_other_name():
    found = V.nn.conv2d(IMAGE, None, ONES, "VALID", filters=KERNEL)
    assert found.shape.as_list() == [1, 2, 2, 1]


def test_labels_have_no_gradient():
    labels, logits = tf.Variable([[0.3, 0.7]]), tf.Variable([[1.0, 2.0]])
    with tf.GradientTape(persistent=True) as tape:
        old = V.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        new = V.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits)
    assert tape.gradient(old, labels) is None
    assert tape.gradient(new, labels) is not None


@pytest.mark.parametrize(
    ("split", "values"),
    [
        (lambda: V.string_split(["a b", "c"]), [b"a", b"b", b"c"]),
        (lambda: V.string_split(source=["a,;b"], delimiter=",;"), [b"a", b"b"]),
        (lambda: V.string_split(["a,,b"], ",", False), [b"a", b"", b"b"]),
        (lambda: V.string_split(["ab"], ""), [b"a", b"b"]),
        (lambda: V.strings.split("a b"), [b"a", b"b"]),
    ],
)
def test_texts_are_split_into_sparse_tensors(split, values):
    found = split()
    assert isinstance(found, tf.SparseTensor)
    assert found.values.numpy().tolist() == values


def test_texts_are_split_into_rows_where_that_is_asked_for():
    assert V.strings.split(["a b"], result_type="RaggedTensor").to_list() == [[b"a", b"b"]]
    with pytest.raises(ValueError, match="result_type"):
        V.strings.split(["a b"], result_type="Tensor")


def test_functions_of_files_take_their_older_names(tmp_path):
    folder, path = str(tmp_path / "q"), str(tmp_path / "a")
    V.gfile.MakeDirs(dirname=folder)
    with V.gfile.FastGFile(path, "w") as file:
        file.write("x")
    V.gfile.Copy(oldpath=path, newpath=path + "2")
    V.gfile.Rename(oldname=path + "2", newname=path + "3", overwrite=True)
    assert V.gfile.Glob(filename=path + "3") == [path + "3"]
    assert next(iter(V.gfile.Walk(folder, in_order=True)))[0].rstrip("/") == folder
    V.gfile.DeleteRecursively(dirname=folder)
    assert not V.gfile.Exists(filename=folder)


def test_too_many_arguments_are_refused():
    with pytest.raises(TypeError):
        V.squeeze([[1]], [0], "n", None, 1, 2)


def test_pairs_of_a_row_are_compared():
    labels, found = tf.constant([[1.0, 2.0, 4.0]]), tf.constant([[2.0, 5.0, 5.0]])
    loss = V.losses.mean_pairwise_squared_error
    assert loss(labels, found).numpy() == pytest.approx(8 / 3)
    assert loss(labels, found, 0.5).numpy() == pytest.approx(4 / 3)
    assert loss(labels, found, 0.0).numpy() == 0
