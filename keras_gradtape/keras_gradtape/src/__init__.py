"""The backend: what Keras finds as `keras.src.backend.gradtape`."""

from importlib import import_module

from keras.src.backend.common.name_scope import name_scope

from .ops import core
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

# Those of Keras's TensorFlow backend, run on gradtape: see `_loading`.
image, linalg, math, nn, numpy, random = (
    import_module(f"keras.src.backend.gradtape.{part}")
    for part in ("image", "linalg", "math", "nn", "numpy", "random")
)

from .rnn import bidirectional_gru, bidirectional_lstm, cudnn_ok, gru, lstm, rnn  # noqa: E402

# Training is not spread over several machines here.
distribution_lib = None

__all__ = [
    "IS_THREAD_SAFE",
    "SUPPORTS_COMPLEX_DTYPES",
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
    "random",
    "random_seed_dtype",
    "rnn",
    "scatter",
    "shape",
    "stop_gradient",
    "vectorized_map",
]
