"""`tf.raw_ops` over functions of other modules: each beside the function that it stands for."""

import inspect
from pathlib import Path

import numpy as np
import pytest
from library import ours, tf

raw, G, S, F = tf.raw_ops, tf.image, tf.strings, tf.io
FACTS = Path(__file__).parents[1] / "package" / "tensorflow_operations.txt"
X = tf.constant(np.sin(np.arange(48.0) * 0.7).reshape(1, 4, 4, 3).astype("f"))
P = tf.nn.relu(X)
M = tf.constant([[4.0, 1.0], [1.0, 3.0]])
BOXES = tf.constant([[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.9, 1.0], [2.0, 2.0, 3.0, 3.0]])
SCORES = tf.constant([0.9, 0.8, 0.7])
PNG = F.encode_png(tf.cast(tf.reshape(tf.range(12), [2, 2, 3]), tf.uint8))
GRID = tf.constant(np.arange(16.0).reshape(1, 4, 4, 1).astype("f"))
LOGITS = tf.constant(np.sin(np.arange(30.0)).reshape(5, 2, 3).astype("f"))

ROWS = [
    ("AdjustHue", {"images": P, "delta": 0.2}, lambda: G.adjust_hue(P, 0.2)),
    ("AdjustSaturation", {"images": P, "scale": 2.0}, lambda: G.adjust_saturation(P, 2.0)),
    ("RGBToHSV", {"images": P}, lambda: G.rgb_to_hsv(P)),
    ("HSVToRGB", {"images": P}, lambda: G.hsv_to_rgb(P)),
    (
        "CropAndResize",
        {"image": X, "boxes": [[0.0, 0.0, 0.5, 1.0]], "box_ind": [0], "crop_size": [3, 3]},
        lambda: G.crop_and_resize(X, [[0.0, 0.0, 0.5, 1.0]], [0], [3, 3]),
    ),
    (
        "ExtractImagePatches",
        {"images": X, "ksizes": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "rates": [1, 1, 1, 1],
         "padding": "VALID"},
        lambda: G.extract_patches(X, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"),
    ),
    ("DepthToSpace", {"input": tf.ones([1, 1, 1, 4]), "block_size": 2},
     lambda: tf.ones([1, 2, 2, 1])),
    ("SpaceToDepth", {"input": X, "block_size": 2}, lambda: tf.nn.space_to_depth(X, 2)),
    (
        "SpaceToBatchND",
        {"input": X, "block_shape": [2, 2], "paddings": [[0, 0], [0, 0]]},
        lambda: tf.space_to_batch(X, [2, 2], [[0, 0], [0, 0]]),
    ),
    (
        "NonMaxSuppressionV3",
        {"boxes": BOXES, "scores": SCORES, "max_output_size": 3, "iou_threshold": 0.5,
         "score_threshold": 0.0},
        lambda: [0, 2],
    ),
    ("StringLower", {"input": "AB"}, lambda: S.lower("AB")),
    ("StringJoin", {"inputs": ["a", "b"], "separator": "-"}, lambda: tf.constant("a-b")),
    ("StringLength", {"input": ["a", "bcd"]}, lambda: [1, 3]),
    ("StringToNumber", {"string_tensor": ["1.5"]}, lambda: [1.5]),
    ("RegexReplace", {"input": "a1", "pattern": r"\d", "rewrite": "x"}, lambda: tf.constant("ax")),
    ("Substr", {"input": "hello", "pos": 1, "len": 2}, lambda: tf.constant("el")),
    ("AsString", {"input": [1, 2]}, lambda: S.as_string([1, 2])),
    ("ReduceJoin", {"inputs": ["a", "b"], "reduction_indices": 0}, lambda: tf.constant("ab")),
    ("StringToHashBucketFast", {"input": "a", "num_buckets": 99},
     lambda: S.to_hash_bucket_fast("a", 99)),
    ("DecodeRaw", {"bytes": b"\x01\x02", "out_type": tf.uint8}, lambda: [1, 2]),
    ("DecodePng", {"contents": PNG}, lambda: F.decode_png(PNG)),
    ("DecodeImage", {"contents": PNG}, lambda: F.decode_image(PNG)),
    ("EncodeBase64", {"input": "abc"}, lambda: F.encode_base64("abc")),
    ("ParseTensor", {"serialized": F.serialize_tensor(M), "out_type": tf.float32}, lambda: M),
    ("Add", {"x": 1.0, "y": 2.0}, lambda: 3.0),
    ("BatchMatMul", {"x": M, "y": M, "adj_y": True}, lambda: tf.matmul(M, M, transpose_b=True)),
    ("Bincount", {"arr": [1, 1, 2], "size": 4, "weights": tf.constant([], tf.float32)},
     lambda: [0.0, 2.0, 1.0, 0.0]),
    ("DenseBincount", {"input": [1, 1, 2], "size": 3, "weights": [0.5, 1.0, 2.0]},
     lambda: [0.0, 1.5, 2.0]),
    ("ClipByValue", {"t": [1.0, 5.0], "clip_value_min": 0.0, "clip_value_max": 2.0},
     lambda: [1.0, 2.0]),
    ("Concat", {"concat_dim": 0, "values": [[1], [2]]}, lambda: [1, 2]),
    ("Diag", {"diagonal": [1.0, 2.0]}, lambda: tf.linalg.tensor_diag([1.0, 2.0])),
    ("Einsum", {"inputs": [M, M], "equation": "ij,jk->ik"}, lambda: tf.matmul(M, M)),
    ("Gather", {"params": [1, 2, 3], "indices": [2]}, lambda: [3]),
    ("InTopK", {"predictions": [[0.1, 0.9]], "targets": [1], "k": 1}, lambda: [True]),
    ("Inv", {"x": [2.0]}, lambda: [0.5]),
    ("LinSpace", {"start": 0.0, "stop": 1.0, "num": 3}, lambda: [0.0, 0.5, 1.0]),
    ("MatrixDiag", {"diagonal": [1.0, 2.0]}, lambda: tf.linalg.diag([1.0, 2.0])),
    ("MatrixSetDiag", {"input": M, "diagonal": [9.0, 8.0]},
     lambda: tf.linalg.set_diag(M, [9.0, 8.0])),
    ("MirrorPad", {"input": [1, 2, 3], "paddings": [[1, 1]], "mode": "REFLECT"},
     lambda: [2, 1, 2, 3, 2]),
    ("Pad", {"input": [1], "paddings": [[1, 1]]}, lambda: [0, 1, 0]),
    ("Reverse", {"tensor": M, "dims": [True, False]}, lambda: tf.reverse(M, [0])),
    ("Select", {"condition": [True, False], "x": [1, 2], "y": [3, 4]}, lambda: [1, 4]),
    ("StatelessRandomNormal", {"shape": [3], "seed": [1, 2]},
     lambda: tf.random.stateless_normal([3], [1, 2], alg="philox")),
    ("Where", {"condition": [True, False, True]}, lambda: [[0], [2]]),
    ("UpperBound", {"sorted_inputs": [[1, 2, 2]], "values": [[2]]}, lambda: [[3]]),
    ("ConjugateTranspose", {"x": M, "perm": [1, 0]}, lambda: tf.transpose(M)),
    ("DiagPart", {"input": M}, lambda: [4.0, 3.0]),
    ("FakeQuantWithMinMaxArgs", {"inputs": [-7.0, 0.3]},
     lambda: tf.quantization.fake_quant_with_min_max_args([-7.0, 0.3])),
    ("MatrixDiagPart", {"input": M}, lambda: [4.0, 3.0]),
    ("MatrixSolveLs", {"matrix": M, "rhs": M, "l2_regularizer": tf.constant(0.0, tf.float64)},
     lambda: tf.eye(2)),
    ("MaxPoolV2", {"input": GRID, "ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1],
                   "padding": "VALID"}, lambda: tf.nn.max_pool2d(GRID, 2, 2, "VALID")),
    ("BatchToSpaceND", {"input": tf.ones([4, 1, 1, 1]), "block_shape": [2, 2],
                        "crops": [[0, 0], [0, 0]]}, lambda: tf.ones([1, 2, 2, 1])),
    ("StringStrip", {"input": " a "}, lambda: tf.constant("a")),
    ("StringUpper", {"input": "ab"}, lambda: tf.constant("AB")),
    ("StringFormat", {"inputs": [tf.constant(1)], "template": "x {}", "placeholder": "{}"},
     lambda: tf.constant("x 1")),
    ("StaticRegexFullMatch", {"input": ["ab", "b"], "pattern": "a.*"}, lambda: [True, False]),
    ("CheckNumerics", {"tensor": [1.0], "message": "m"}, lambda: [1.0]),
    ("IRFFT2D", {"input": tf.signal.rfft2d(M), "fft_length": [2, 2]}, lambda: M),
    ("RFFT2D", {"input": M, "fft_length": [2, 2]}, lambda: tf.signal.rfft2d(M)),
]  # fmt: skip


@pytest.mark.parametrize(("op", "given", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_as_the_function(op, given, expected):
    found, wanted = getattr(raw, op)(**given), tf.convert_to_tensor(expected())
    assert found.shape == wanted.shape
    if wanted.dtype == tf.string:
        assert found.numpy() is not None
        assert (np.asarray(found) == np.asarray(wanted)).all()
    else:
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=1e-5, atol=1e-6)
    with pytest.raises(TypeError):
        getattr(raw, op)(*given.values())


@pytest.mark.parametrize("name", ["Bilinear", "Bicubic", "NearestNeighbor", "Area"])
def test_sizes_of_version_1(name):
    found = getattr(raw, f"Resize{name}")(images=GRID, size=[2, 3])
    older = {"NearestNeighbor": "nearest_neighbor"}.get(name, name.lower())
    wanted = getattr(tf.compat.v1.image, f"resize_{older}")(GRID, [2, 3])
    np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=1e-5)


def test_results_of_several_parts():
    limits = {"max_output_size": 3, "iou_threshold": 0.5, "score_threshold": 0.0}
    kept = raw.NonMaxSuppressionV4(
        boxes=BOXES, scores=SCORES, pad_to_max_output_size=True, **limits
    )
    assert kept.selected_indices.numpy().tolist() == [0, 2, 0]
    assert int(kept.valid_outputs) == 2
    soft = raw.NonMaxSuppressionV5(
        boxes=BOXES, scores=SCORES, soft_nms_sigma=0.0, pad_to_max_output_size=True, **limits
    )
    assert soft.selected_indices.numpy().tolist() == [0, 2, 0]
    assert int(soft.valid_outputs) == 2
    values = raw.Svd(input=M, compute_uv=False)
    np.testing.assert_allclose(values.s.numpy(), tf.linalg.svd(M, compute_uv=False), rtol=1e-5)
    decoded = raw.CTCGreedyDecoder(inputs=LOGITS, sequence_length=[5, 4], merge_repeated=True)
    (wanted,), likely = tf.nn.ctc_greedy_decoder(LOGITS, [5, 4])
    np.testing.assert_array_equal(decoded.decoded_values.numpy(), wanted.values.numpy())
    np.testing.assert_allclose(decoded.log_probability.numpy(), likely.numpy(), rtol=1e-5)
    assert [part.numpy().tolist() for part in raw.ListDiff(x=[1, 2, 3], y=[2])] == [[1, 3], [0, 2]]


def test_files(tmp_path):
    path = str(tmp_path / "a.txt")
    raw.WriteFile(filename=path, contents="hello")
    assert raw.ReadFile(filename=path).numpy() == b"hello"
    assert raw.MatchingFiles(pattern=path).numpy().tolist() == [path.encode()]


def test_gradients():
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = raw.ResizeBilinear(images=X, size=[2, 2], half_pixel_centers=True)
    wanted = tf.image.resize(X, [2, 2])
    np.testing.assert_allclose(y.numpy(), wanted.numpy(), atol=1e-6)
    assert float(tf.reduce_sum(tape.gradient(y, X))) == pytest.approx(12.0, rel=1e-4)


@ours("TensorFlow's functions have their signature")
def test_arguments_are_tensorflows():
    from gradtape._raw.operations import over_functions

    lines = [line.split() for line in FACTS.read_text().splitlines()[1:]]
    known = {op: arguments for op, *arguments in lines}
    for op in over_functions():
        found = list(inspect.signature(getattr(raw, op)).parameters)
        assert found == [*known[op], "name"], op


def test_parts_of_lists():
    assert [int(part[0]) for part in raw.Split(axis=0, value=[1, 2], num_split=2)] == [1, 2]
    assert [x.numpy().tolist() for x in raw.ShapeN(input=[M, M[0]])] == [[2, 2], [2]]
