"""`Options` of input pipelines: kept, told as they were set; `deterministic` has an effect."""

from __future__ import annotations

import enum
from typing import Any, ClassVar


class AutoShardPolicy(enum.IntEnum):
    """How a dataset is divided among machines; there is one."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class AutotuneAlgorithm(enum.Enum):
    """How TensorFlow tunes pipelines; without effect."""

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class ExternalStatePolicy(enum.Enum):
    """What happens to state outside of a pipeline; without effect."""

    WARN = 0
    IGNORE = 1
    FAIL = 2


class _Settings:
    """Settings by name, of which only those declared in `_defaults` exist."""

    _defaults: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        for name, value in self._defaults.items():
            object.__setattr__(self, name, value() if isinstance(value, type) else value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._defaults:
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({inner})"


class ThreadingOptions(_Settings):
    """Numbers of threads; without effect."""

    _defaults: ClassVar[dict[str, Any]] = {
        "max_intra_op_parallelism": None,
        "private_threadpool_size": None,
    }


class AutotuneOptions(_Settings):
    """How much may be tuned; without effect."""

    _defaults: ClassVar[dict[str, Any]] = dict.fromkeys(
        (
            "autotune_algorithm",
            "cpu_budget",
            "enabled",
            "initial_parallelism",
            "min_parallelism",
            "ram_budget",
        )
    )


class DistributeOptions(_Settings):
    """How a dataset is divided among machines; without effect."""

    _defaults: ClassVar[dict[str, Any]] = {
        "auto_shard_policy": AutoShardPolicy.AUTO,
        "num_devices": None,
    }


class OptimizationOptions(_Settings):
    """What TensorFlow's optimizer of graphs may do; without effect."""

    _defaults: ClassVar[dict[str, Any]] = dict.fromkeys(
        (
            "apply_default_optimizations",
            "filter_fusion",
            "filter_parallelization",
            "inject_prefetch",
            "map_and_batch_fusion",
            "map_and_filter_fusion",
            "map_fusion",
            "map_parallelization",
            "noop_elimination",
            "parallel_batch",
            "seq_interleave_prefetch",
            "shuffle_and_repeat_fusion",
            "warm_start",
        )
    )


class Options(_Settings):
    """Options of a dataset. `deterministic` is whether `map` with parallel calls keeps the order
    (unless its argument says otherwise); all others are kept and change nothing.

    >>> import gradtape as tf
    >>> options = tf.data.Options()
    >>> options.deterministic = False
    >>> tf.data.Dataset.range(3).with_options(options).options().deterministic
    False
    """

    _defaults: ClassVar[dict[str, Any]] = {
        "autotune": AutotuneOptions,
        "dataset_name": None,
        "deterministic": None,
        "experimental_deterministic": None,
        "experimental_distribute": DistributeOptions,
        "experimental_external_state_policy": None,
        "experimental_optimization": OptimizationOptions,
        "experimental_slack": None,
        "experimental_symbolic_checkpoint": None,
        "experimental_threading": ThreadingOptions,
        "experimental_warm_start": None,
        "framework_type": None,
        "threading": ThreadingOptions,
    }

    def merge(self, options: Options) -> Options:
        """New options: those of both, where `options` differs from what is usual."""
        merged, usual = Options(), Options()
        for source in (self, options):
            for name, value in vars(source).items():
                if value != getattr(usual, name):
                    setattr(merged, name, value)
        return merged
