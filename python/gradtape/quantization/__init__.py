"""Fake quantization."""

from .._namespace import TYPE_CHECKING, lazy

if TYPE_CHECKING:
    from .._ops.quantization import (
        fake_quant_with_min_max_args as fake_quant_with_min_max_args,
        fake_quant_with_min_max_vars as fake_quant_with_min_max_vars,
        fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel,
    )

_ON_FIRST_USE = {
    "_ops.quantization": (
        "fake_quant_with_min_max_args",
        "fake_quant_with_min_max_vars",
        "fake_quant_with_min_max_vars_per_channel",
    )
}

__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
