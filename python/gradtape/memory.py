"""How much memory tensors hold.

Tensors of at most 256 bytes live elsewhere and are not counted here.
"""

from ._explain.snapshots import snapshot as snapshot
from ._runtime.memory import (
    cached_bytes as cached_bytes,
    empty_cache as empty_cache,
    live_blocks as live_blocks,
    live_bytes as live_bytes,
    peak_bytes as peak_bytes,
    reset_peak as reset_peak,
    set_cache_limit as set_cache_limit,
    tape_size as tape_size,
)
