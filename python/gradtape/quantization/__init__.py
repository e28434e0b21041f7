"""Fake quantization, and values quantized and back."""

from .._namespace import TYPE_CHECKING, lazy

if TYPE_CHECKING:
    from .._ops.dequantized import (
        quantize_and_dequantize as quantize_and_dequantize,
        quantize_and_dequantize_v2 as quantize_and_dequantize_v2,
    )
    from .._ops.quantization import (
        fake_quant_with_min_max_args as fake_quant_with_min_max_args,
        fake_quant_with_min_max_vars as fake_quant_with_min_max_vars,
        fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel,
    )

_ON_FIRST_USE = {
    "_ops.dequantized": ("quantize_and_dequantize", "quantize_and_dequantize_v2"),
    "_ops.quantization": (
        "fake_quant_with_min_max_args",
        "fake_quant_with_min_max_vars",
        "fake_quant_with_min_max_vars_per_channel",
    ),
}

__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
