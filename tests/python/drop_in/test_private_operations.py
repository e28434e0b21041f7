"""Functions of raw operations in private modules, and what programs import from them unused."""

import functools
import importlib
import operator

import pytest
from library import ours, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def private(path):
    return importlib.import_module(f"tensorflow.python.{path}")


def test_arguments_may_be_given_by_position():
    nn, maths = private("ops.gen_nn_ops"), private("ops.gen_math_ops")
    given = tf.constant([1.0, 2.0])
    assert nn.relu_grad(given, tf.constant([3.0, -1.0])).numpy().tolist() == [1.0, 0.0]
    assert maths.mat_mul([[1.0]], [[2.0]], transpose_b=True).numpy().tolist() == [[2.0]]
    assert int(maths.mul(2, 3)) == 6
    assert maths._sum(tf.constant([[1.0, 2.0]]), 1, True).numpy().tolist() == [[3.0]]
    with pytest.raises(TypeError):
        maths.mat_mul(*range(9))


def test_their_order_is_tensorflows():
    nn, linalg = private("ops.gen_nn_ops"), private("ops.gen_linalg_ops")
    image, kernel = tf.ones([1, 3, 3, 1]), tf.ones([1, 1, 2, 1])
    moved = nn.conv2d_backprop_input([1, 3, 3, 2], kernel, image, [1, 1, 1, 1], "SAME")
    assert moved.shape == [1, 3, 3, 2]
    found = nn.in_top_kv2(tf.constant([[0.1, 0.9]]), tf.constant([1]), 1)
    assert found.numpy().tolist() == [True]
    assert linalg.svd(tf.eye(2), True, False)[1].shape == [2, 2]


def test_an_operation_is_called_by_its_type_with_keywords():
    maths = private("ops.gen_math_ops")
    assert int(maths.Mul(x=2, y=3)) == 6
    with pytest.raises(TypeError, match="only takes keyword args"):
        maths.Mul(2, 3)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("gen_math_ops", "sigmoid_grad_eager_fallback"),
        ("gen_array_ops", "lower_bound"),
        ("gen_batch_ops", "batch"),
        ("gen_dataset_ops", "range_dataset"),
        ("gen_linalg_ops", "batch_matrix_inverse"),
    ],
)
def test_what_editors_complete_can_be_imported(module, name):
    assert callable(getattr(private(f"ops.{module}"), name))


@ours("no such operation is here")
def test_what_is_not_here_says_so_when_it_is_called():
    batch = private("ops.gen_batch_ops").batch
    with pytest.raises(NotImplementedError, match="batch is a raw operation of TensorFlow"):
        batch([1.0], num_batch_threads=1)


def test_modules_hold_what_their_files_import():
    import re

    assert private("framework.ops").re is re
    assert callable(private("distribute.multi_process_lib").multiprocessing.get_context)


def test_the_path_that_public_modules_have_inside():
    from tensorflow._api.v2 import data, math
    from tensorflow._api.v2.data import Dataset
    from tensorflow._api.v2.nn import depth_to_space

    assert data.Dataset is Dataset
    assert math.reduce_std is tf.math.reduce_std
    assert callable(depth_to_space)


def test_types():
    core = private("types.core")
    assert isinstance(tf.constant(1.0), core.Tensor)
    assert isinstance(tf.constant(1.0), core.Value)
    assert core.TensorLike is not None


def test_losses_of_keras_by_older_names():
    losses = private("keras.losses")
    y, prediction = tf.constant([[1.0]]), tf.constant([[0.25]])
    assert losses.huber_loss is not None
    assert float(losses.bce(y, prediction)[0]) == pytest.approx(1.386294, rel=1e-5)
    assert losses.BCE is losses.bce


def test_sizes_of_images_as_in_version_1():
    images = private("ops.image_ops")
    assert images.resize_bilinear(tf.ones([1, 2, 2, 1]), [4, 4]).shape == [1, 4, 4, 1]


def test_operations_on_strings_take_positions():
    texts, generated = private("ops.string_ops"), private("ops.gen_string_ops")
    assert texts.string_join(["a", "b"], "-").numpy() == b"a-b"
    assert generated.string_lower("AB").numpy() == b"ab"


def test_matrices_of_few_entries():
    csr = private("ops.linalg.sparse.sparse_csr_matrix_ops")
    entries = [
        tf.sparse.from_dense(a) for a in ([[0.0, 2, 0], [1, 0, 3]], [[0.0, 2], [1, 0], [0, 5]])
    ]
    a, b = (
        csr.sparse_tensor_to_csr_sparse_matrix(one.indices, one.values, one.dense_shape)
        for one in entries
    )
    product = csr.sparse_matrix_sparse_mat_mul(a=a, b=b, type=tf.float32)
    found = csr.csr_sparse_matrix_to_sparse_tensor(product, type=tf.float32)
    assert found.indices.numpy().tolist() == [[0, 0], [1, 1]]
    assert found.values.numpy().tolist() == [2.0, 17.0]
    assert list(found.dense_shape) == [2, 2]
    dense = csr.csr_sparse_matrix_to_dense(product, type=tf.float32)
    assert dense.numpy().tolist() == [[2.0, 0.0], [0.0, 17.0]]
    places = tf.constant([[0, 1], [1, 0]], tf.int64)
    chosen = csr.dense_to_csr_sparse_matrix(tf.constant([[1.0, 2.0], [3.0, 4.0]]), places)
    assert csr.csr_sparse_matrix_to_dense(chosen, tf.float32).numpy().tolist() == [[0, 2], [3, 0]]
    assert int(csr.sparse_matrix_nnz(chosen)) == 2
    assert callable(csr.tf_export)


def test_classes_for_tpus_may_be_named():
    tpu = importlib.import_module("tensorflow").tpu.experimental
    either = functools.reduce(operator.or_, [str | None, tpu.embedding.SGD, tpu.embedding.Adam])
    assert either is not None
    assert not isinstance("sgd", (tpu.embedding.SGD, tpu.embedding.Adam))
    assert tpu.HardwareFeature.EmbeddingFeature.V1 is not None


@ours("there is a TPU for no program here")
def test_what_is_for_tpus_says_so_when_it_is_called():
    embedding = importlib.import_module("tensorflow").tpu.experimental.embedding
    with pytest.raises(NotImplementedError, match=r"tf\.tpu\.experimental.* is for TPUs"):
        embedding.SGD()
