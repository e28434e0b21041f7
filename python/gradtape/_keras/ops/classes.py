"""The classes by which files of Keras have functions of `keras.ops`, and what is a setting of one.

A call in a model is an object of such a class, made with the settings, which is called with the
tensors. `catalog.of_class` is the way back.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from ..symbolic import is_symbolic

# Classes whose names do not follow from those of the functions.
_IRREGULAR = {
    "ctc_loss": "CTCLoss",
    "ctc_decode": "CTCDecode",
    "ssim": "SSIM",
    "psnr": "PSNR",
    "rgb_to_grayscale": "RGBToGrayscale",
    "rgb_to_hsv": "RGBToHSV",
    "hsv_to_rgb": "HSVToRGB",
    "batch_normalization": "BatchNorm",
    "layer_normalization": "LayerNorm",
    "rms_normalization": "RMSNorm",
    "searchsorted": "SearchSorted",
    "isin": "IsIn",
    "allclose": "AllClose",
    "svd": "SVD",
    "cdist": "CDist",
    "fft": "FFT",
    "fft2": "FFT2",
    "ifft2": "IFFT2",
    "rfft": "RFFT",
    "irfft": "IRFFT",
    "stft": "STFT",
    "istft": "ISTFT",
}
# The modules of those that are not functions of NumPy.
_MODULES = {
    "nn": """Relu Relu6 Sigmoid SparseSigmoid Softplus Softsign SparsePlus Silu LogSigmoid
        HardSigmoid HardSilu HardTanh TanhShrink Selu SoftShrink HardShrink Threshold Squareplus
        LeakyRelu Elu Celu Gelu Glu Sparsemax Softmax LogSoftmax CTCLoss CTCDecode
        DotProductAttention Unfold Fold DepthToSpace SpaceToDepth Conv DepthwiseConv SeparableConv
        ConvTranspose BinaryCrossentropy CategoricalCrossentropy SparseCategoricalCrossentropy
        OneHot MultiHot Polar Moments BatchNorm Normalize RMSNorm LayerNorm PSNR MaxPool AveragePool
        AdaptiveMaxPool AdaptiveAveragePool""",
    "math": """Erf Erfc Erfinv Rsqrt ViewAsComplex ViewAsReal Logdet CDist Logsumexp SegmentSum
        SegmentProd SegmentMax SegmentMin TopK InTopK FFT FFT2 IFFT2 RFFT IRFFT ExtractSequences
        STFT ISTFT""",
    "core": "Unstack ConvertToTensor Cast SaturateCast StopGradient Scatter ScatterUpdate Slice "
    "SliceUpdate",
    "image": """RGBToGrayscale RGBToHSV HSVToRGB SobelEdges Resize PadImages CropImages
        ExtractPatches SSIM AffineTransform PerspectiveTransform MapCoordinates GaussianBlur
        ElasticTransform ScaleAndTranslate""",
    "linalg": """Det Inv Eig Eigh Cholesky CholeskyInverse LuFactor Qr SVD Solve SolveTriangular
        Lstsq Pinv MatrixRank Norm""",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}
# Arguments that are of the call also where they are no tensors.
_OF_CALL = frozenset({"x", "x1", "x2", "xs", "y", "a", "key", "indices", "condition", "inputs"})


def form_of(
    function: Callable[..., Any], kind: str | None, name: str, args: Any, kwargs: Any
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The entry of a call in a file, and the arguments that are left; None without a class.

    `kind` is the class of an operator, which has no settings.

    >>> from gradtape._keras.ops.classes import form_of
    >>> from gradtape.keras import ops
    >>> entry, rest = form_of(ops.sum, None, "sum_1", (), {"x": 0, "axis": 1})
    >>> entry["class_name"], entry["config"], rest
    ('Sum', {'name': 'sum_1', 'axis': 1, 'keepdims': False}, {'args': (0,), 'kwargs': {}})
    """
    path = getattr(function, "keras_path", None)
    if path is None:
        operands = (*args, *kwargs.values())  # which the core and Keras call by other names
        return None if kind is None else (_entry(kind, name, {}), {"args": operands, "kwargs": {}})
    bound = inspect.signature(function).bind(*args, **kwargs)
    given = dict(bound.arguments)
    bound.apply_defaults()
    settings: dict[str, Any] = {}
    positional: list[Any] = []
    for parameter in bound.signature.parameters.values():
        value = bound.arguments[parameter.name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += value
        elif parameter.kind is parameter.VAR_KEYWORD:
            settings |= value
        elif parameter.name in _OF_CALL or is_symbolic(value):
            if parameter.name in given:
                positional.append(value)
        else:
            settings[parameter.name] = value
    plain = path.removeprefix("keras.ops.")
    regular = "".join(part.capitalize() for part in plain.split("_"))
    entry = _entry(_IRREGULAR.get(plain, regular), name, settings)
    return entry, {"args": tuple(positional), "kwargs": {}}


def _entry(kind: str, name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    module = f"keras.src.ops.{_MODULE_OF.get(kind, 'numpy')}"
    config = {"name": name, **settings}
    return {"module": module, "class_name": kind, "config": config, "registered_name": kind}
