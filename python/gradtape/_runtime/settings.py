"""Settings of TensorFlow's runtime that change nothing here: operations run at once, on the CPU.

Invariant: what is set is what is told afterwards, so that a program can put things back.
"""

from __future__ import annotations

from typing import Any

_set: dict[str, Any] = {}
_optimizer_options: dict[str, Any] = {}
# The options of the optimizer of graphs, in the order in which they are told.
_OPTIMIZERS = (
    "layout_optimizer",
    "constant_folding",
    "shape_optimization",
    "remapping",
    "arithmetic_optimization",
    "dependency_optimization",
    "loop_optimization",
    "function_optimization",
    "debug_stripper",
    "disable_model_pruning",
    "scoped_allocator_optimization",
    "pin_to_host_optimization",
    "implementation_selector",
    "auto_mixed_precision",
    "use_plugin_optimizers",
    "disable_meta_optimizer",
    "auto_mixed_precision_onednn_bfloat16",
    "auto_mixed_precision_mkl",
)


def run_functions_eagerly(run_eagerly: bool) -> None:
    """True: `tf.function` is the Python function itself, whose arguments and results stay as they
    are and whose random numbers are those of eager operations.

    >>> tf.config.run_functions_eagerly(True)
    >>> tf.config.functions_run_eagerly()
    True
    >>> tf.config.run_functions_eagerly(False)
    """
    _set["functions"] = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """What `run_functions_eagerly` was last told, False at the start."""
    return _set.get("functions", False)


def set_soft_device_placement(enabled: bool) -> None:
    """Is remembered: there is one device to place things on."""
    _set["soft placement"] = enabled


def get_soft_device_placement() -> bool:
    """What was set last, True at the start."""
    return _set.get("soft placement", True)


def set_log_device_placement(enabled: bool) -> None:
    """Is remembered: every operation runs on the CPU, so nothing is logged about it.

    >>> tf.debugging.set_log_device_placement(False)
    """
    _set["log placement"] = enabled


def get_log_device_placement() -> bool:
    """What was set last, False at the start."""
    return _set.get("log placement", False)


def set_jit(enabled: bool | str) -> None:
    """Is remembered: operations are compiled beforehand.

    >>> tf.config.optimizer.set_jit(False)
    >>> tf.config.optimizer.get_jit()
    ''
    """
    _set["jit"] = enabled


def get_jit() -> str:
    """`"autoclustering"` if it was turned on, `""` if not."""
    return "autoclustering" if _set.get("jit") in (True, "autoclustering") else ""


def set_experimental_options(options: dict[str, Any]) -> None:
    """Is remembered: there are no graphs to optimize."""
    _optimizer_options.update(options)


def get_experimental_options() -> dict[str, Any]:
    """What was set, with what TensorFlow has set at the start, in its order."""
    known = {"disable_model_pruning": False, "disable_meta_optimizer": False, **_optimizer_options}
    return {name: known[name] for name in _OPTIMIZERS if name in known}


def enable_op_determinism() -> None:
    """Is remembered: results are always the same for the same seed, whatever the threads.

    >>> tf.config.experimental.enable_op_determinism()
    """
    _set["determinism"] = True


def disable_op_determinism() -> None:
    """Is remembered, and changes nothing."""
    _set["determinism"] = False


def is_op_determinism_enabled() -> bool:
    """What was set last, False at the start."""
    return _set.get("determinism", False)


def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Is remembered: products of float32 are always computed in float32."""
    _set["tensor float 32"] = enabled


def tensor_float_32_execution_enabled() -> bool:
    """What was set last, True at the start."""
    return _set.get("tensor float 32", True)


def set_synchronous_execution(enable: bool) -> None:
    """Is remembered: an operation is done when its function returns."""
    _set["synchronous"] = enable


def get_synchronous_execution() -> bool:
    """What was set last, True at the start."""
    return _set.get("synchronous", True)


def set_device_policy(device_policy: str | None) -> None:
    """Is remembered: tensors never move between devices.

    Errors: `ValueError` unless it is one of TensorFlow's words, such as `"silent"`, or None.
    """
    if device_policy not in (None, "silent", "silent_for_int32", "warn", "explicit"):
        raise ValueError(f"Not a valid device policy: {device_policy!r}")
    _set["device policy"] = device_policy or "silent"


def get_device_policy() -> str:
    """What was set last, `"silent"` at the start."""
    return _set.get("device policy", "silent")


def enable_traceback_filtering() -> None:
    """Is remembered: tracebacks show every frame, and there are few of them."""
    _set["traceback filtering"] = True


def disable_traceback_filtering() -> None:
    """Is remembered."""
    _set["traceback filtering"] = False


def is_traceback_filtering_enabled() -> bool:
    """What was set last, True at the start."""
    return _set.get("traceback filtering", True)


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Changes nothing: functions are not converted, so there is nothing to tell."""
