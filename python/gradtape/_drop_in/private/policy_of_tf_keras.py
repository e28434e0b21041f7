"""`tf_keras.mixed_precision` beside Keras 3: the policy that it sets is its own.

Invariant: the layers of `keras` compute as `keras` was told, whatever `tf_keras` was told; in a
program of Keras 2 both are one.
"""

from __future__ import annotations

from typing import Any

from ..._keras.mixed_precision import DTypePolicy, dtype_policy, set_dtype_policy
from ..._runtime.versions import is_keras_2_asked_for

_set: list[DTypePolicy | None] = [None]


def global_policy() -> DTypePolicy:
    """The policy that `tf_keras` was told last."""
    if is_keras_2_asked_for():
        return dtype_policy()
    return _set[0] or DTypePolicy()


def set_global_policy(policy: Any) -> None:
    """Tell `tf_keras` a policy or its name; None is `floatx` again."""
    if is_keras_2_asked_for():
        set_dtype_policy(policy)
    else:
        _set[0] = DTypePolicy(policy) if isinstance(policy, str) else policy


def of_tf_keras(found: Any, name: str) -> Any:
    """What `tf_keras.mixed_precision` has under this name."""
    return {"global_policy": global_policy, "set_global_policy": set_global_policy}.get(name, found)
