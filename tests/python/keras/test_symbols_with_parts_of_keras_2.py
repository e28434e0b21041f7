"""How symbolic inputs of Keras 2 that stand for sparse and ragged tensors print themselves."""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


def test_sparse_ones():
    symbol = keras.Input((4,), sparse=True, name="few")
    spec = "SparseTensorSpec(TensorShape([None, 4]), tf.float32)"
    assert repr(symbol) == f"<KerasTensor: type_spec={spec} (created by layer 'few')>"
    told = f"type_spec={spec}, name='few', description=\"created by layer 'few'\""
    assert str(symbol) == f"KerasTensor({told})"


@pytest.mark.parametrize(
    ("shape", "sizes", "rank"),
    [((None,), "[None, None]", 1), ((None, 2), "[None, None, 2]", 1), ((3, 2), "[None, 3, 2]", 0)],
)
def test_ragged_ones(shape, sizes, rank):
    symbol = keras.Input(shape, ragged=True, name="rows", dtype="int64")
    spec = f"RaggedTensorSpec(TensorShape({sizes}), tf.int64, {rank}, tf.int64)"
    assert repr(symbol) == f"<KerasTensor: type_spec={spec} (created by layer 'rows')>"


def test_others():
    symbol = keras.Input((4,), name="all")
    about = "shape=(None, 4) dtype=float32 (created by layer 'all')"
    assert repr(symbol) == f"<KerasTensor: {about}>"
