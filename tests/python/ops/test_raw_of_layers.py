"""`tf.raw_ops` of losses and layers, and small ones: results with several parts, gradients."""

import pytest
from library import tf

raw = tf.raw_ops
LOGITS = [[1.0, 2.0], [0.5, -0.5]]


def test_cross_entropies_bring_their_gradients():
    found = raw.SoftmaxCrossEntropyWithLogits(features=LOGITS, labels=[[0.5, 0.5], [1.0, 0.0]])
    assert found.loss.numpy().tolist() == pytest.approx([0.8132617, 0.3132617], rel=1e-5)
    assert found.backprop[0].numpy().tolist() == pytest.approx([-0.2310586, 0.2310586], rel=1e-5)
    numbers = raw.SparseSoftmaxCrossEntropyWithLogits(features=LOGITS, labels=[1, 0])
    assert numbers.loss.numpy().tolist() == pytest.approx([0.3132617, 0.3132617], rel=1e-5)
    assert numbers.backprop[0].numpy().tolist() == pytest.approx([0.2689414, -0.2689414], rel=1e-5)
    x = tf.constant(LOGITS)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = raw.SparseSoftmaxCrossEntropyWithLogits(features=x, labels=[1, 0])[0]
    assert tape.gradient(y, x)[0].numpy().tolist() == pytest.approx([0.2689414, -0.2689414], 1e-5)


def test_products():
    x, y = tf.ones([1, 2, 3]), tf.ones([3, 2])
    assert raw.BatchMatMulV2(x=x, y=y).numpy().tolist() == [[[3.0, 3.0], [3.0, 3.0]]]
    assert raw.BatchMatMulV2(x=x, y=x, adj_y=True).shape == [1, 2, 2]
    sparse = {"a_indices": [[0, 1]], "a_values": [2.0], "a_shape": [2, 2]}
    found = raw.SparseTensorDenseMatMul(**sparse, b=[[1.0], [3.0]])
    assert found.numpy().tolist() == [[6.0], [0.0]]
    turned = raw.SparseTensorDenseMatMul(**sparse, b=[[1.0], [3.0]], adjoint_a=True)
    assert turned.numpy().tolist() == [[0.0], [2.0]]


def test_pieces_of_texts():
    found = raw.StringSplitV2(input=["a b", "c"], sep=" ")
    assert found.indices.numpy().tolist() == [[0, 0], [0, 1], [1, 0]]
    assert found.values.numpy().tolist() == [b"a", b"b", b"c"]
    assert found.shape.numpy().tolist() == [2, 2]


def test_small_ones():
    assert raw.NoOp() is None
    assert raw.Assert(condition=True, data=["a"]) is None
    with pytest.raises(tf.errors.InvalidArgumentError):
        raw.Assert(condition=False, data=["a"])
    assert raw.Empty(shape=[2], dtype=tf.int32, init=True).numpy().tolist() == [0, 0]
    assert raw.PopulationCount(x=tf.constant([3, 255], tf.uint8)).numpy().tolist() == [2, 8]
    assert raw.PopulationCount(x=tf.constant([-1, 1], tf.int32)).numpy().tolist() == [32, 1]
    assert raw.NthElement(input=[[3.0, 1.0, 2.0]], n=1).numpy().tolist() == [2.0]
    assert raw.NthElement(input=[3.0, 1.0, 2.0], n=0, reverse=True).numpy() == 3.0
    assert raw.ApproximateEqual(x=[1.0, 1.0], y=[1.00001, 2.0], tolerance=1e-4)[0].numpy()
    assert raw.GuaranteeConst(input=[1]).numpy().tolist() == [1]
    drawn = raw.StatelessRandomUniform(shape=[1], seed=[1, 2])
    assert float(drawn[0]) == pytest.approx(0.8440604, rel=1e-6)


def test_quantized_values():
    ends = {"input_min": 0.0, "input_max": 1.0}
    found = raw.QuantizeAndDequantizeV4(input=[0.5, 2.0], range_given=True, **ends)
    assert found.numpy().tolist() == pytest.approx([0.503937, 1.0], rel=1e-5)
    fake = raw.FakeQuantWithMinMaxVars(inputs=[0.5], min=0.0, max=1.0)
    assert float(fake[0]) == pytest.approx(0.4980392, rel=1e-5)
    channels = raw.FakeQuantWithMinMaxVarsPerChannel(inputs=[[0.5]], min=[0.0], max=[1.0])
    assert float(channels[0, 0]) == pytest.approx(0.5019608, rel=1e-5)
