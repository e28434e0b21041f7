"""The backend: what Keras finds as `keras.src.backend.gradtape`."""

from importlib import import_module

from keras.src.backend.common.name_scope import name_scope

from . import sparse as sparse  # isort: skip  # borrowed operations import it from here
from . import ops
from .ops import core, image, linalg, math, nn, numpy
from .ops.core import (
    IS_THREAD_SAFE,
    SUPPORTS_COMPLEX_DTYPES,
    SUPPORTS_RAGGED_TENSORS,
    SUPPORTS_SPARSE_TENSORS,
    Variable,
    cast,
    compute_output_spec,
    cond,
    convert_to_numpy,
    convert_to_tensor,
    device_scope,
    is_tensor,
    random_seed_dtype,
    scatter,
    shape,
    stop_gradient,
    vectorized_map,
)

random = import_module("keras.src.backend.gradtape.random")  # borrowed, as most of `ops`

from .rnn import bidirectional_gru, bidirectional_lstm, cudnn_ok, gru, lstm, rnn  # noqa: E402

SUPPORTS_GRADIENT = True
# Training is not spread over several machines here.
distribution_lib = None

__all__ = [
    "IS_THREAD_SAFE",
    "SUPPORTS_COMPLEX_DTYPES",
    "SUPPORTS_GRADIENT",
    "SUPPORTS_RAGGED_TENSORS",
    "SUPPORTS_SPARSE_TENSORS",
    "Variable",
    "bidirectional_gru",
    "bidirectional_lstm",
    "cast",
    "compute_output_spec",
    "cond",
    "convert_to_numpy",
    "convert_to_tensor",
    "core",
    "cudnn_ok",
    "device_scope",
    "distribution_lib",
    "gru",
    "image",
    "is_tensor",
    "linalg",
    "lstm",
    "math",
    "name_scope",
    "nn",
    "numpy",
    "ops",
    "random",
    "random_seed_dtype",
    "rnn",
    "scatter",
    "shape",
    "stop_gradient",
    "vectorized_map",
]
