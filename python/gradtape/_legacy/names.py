"""Names of version 1 that are the package's own under the same or another name."""

from __future__ import annotations

import sys
from typing import Any

from .._left_out import instead_of

_RENAMED = {
    "set_random_seed": "random.set_seed",
    "random_normal": "random.normal",
    "random_uniform": "random.uniform",
    "truncated_normal": "random.truncated_normal",
    "random_shuffle": "random.shuffle",
    "log": "math.log",
    "is_nan": "math.is_nan",
    "lgamma": "math.lgamma",
    "erf": "math.erf",
    "matrix_inverse": "linalg.inv",
    "matrix_determinant": "linalg.det",
    "matrix_transpose": "linalg.matrix_transpose",
    "cholesky": "linalg.cholesky",
    "trace": "linalg.trace",
    "diag": "linalg.diag",
    "floordiv": "math.floordiv",
    "mod": "math.mod",
    "rsqrt": "math.rsqrt",
    "ceil": "math.ceil",
    "segment_sum": "math.segment_sum",
    "unsorted_segment_sum": "math.unsorted_segment_sum",
    "sparse_tensor_dense_matmul": "sparse.sparse_dense_matmul",
    "string_split": "strings.split",
    "string_join": "strings.join",
    "substr": "strings.substr",
    "regex_replace": "strings.regex_replace",
    "string_to_number": "strings.to_number",
    "py_func": "numpy_function",
    "assert_near": "debugging.assert_near",
    "assert_non_negative": "debugging.assert_non_negative",
    "assert_positive": "debugging.assert_positive",
    "check_numerics": "debugging.check_numerics",
    "is_finite": "math.is_finite",
    "is_inf": "math.is_inf",
}
# Shared names that are another thing in version 1, or belong to graphs.
_NOT_SHARED = {"install", "layers", "losses", "metrics", "train", "uninstall"}


def look_up(name: str) -> Any:
    """The package's `name`; `AttributeError`, saying what to use instead, for what is left out."""
    package = sys.modules["gradtape"]
    path = _RENAMED.get(name, name)
    if not name.startswith("_") and name not in _NOT_SHARED:
        found: Any = package
        try:
            for part in path.split("."):
                found = getattr(found, part)
        except AttributeError:
            pass
        else:
            return found
    text = (
        f"module 'gradtape.compat.v1' has no attribute {name!r}: gradtape always executes eagerly"
    )
    instead = instead_of(name)
    raise AttributeError(f"{text}; {instead}" if instead else text, name=name)
