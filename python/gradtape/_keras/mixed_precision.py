"""Dtype policies: in what dtype layers compute, and in what dtype their weights are."""

from __future__ import annotations

from typing import Any

from .. import _core
from .._runtime import manners
from .._runtime.versions import is_keras_2_asked_for
from . import settings
from .dtypes import whole_numbers

_COMPUTE = {"mixed_float16": "float16", "mixed_bfloat16": "bfloat16"}


class DTypePolicy:
    """The dtypes of a layer: "float32" is one for both, "mixed_bfloat16" computes in bfloat16.

    >>> import gradtape as tf
    >>> policy = tf.keras.mixed_precision.Policy("mixed_bfloat16")
    >>> policy.compute_dtype, policy.variable_dtype
    ('bfloat16', 'float32')
    """

    def __init__(self, name: str | None = None, source_name: str | None = None) -> None:
        self.name = settings.floatx() if name is None else str(name)
        if self.name not in _COMPUTE:
            try:
                _core.as_dtype(self.name)
            except TypeError:
                raise ValueError(
                    f"Cannot convert '{self.name}' to a mixed precision DTypePolicy. Valid "
                    "policies include 'mixed_float16', 'mixed_bfloat16', and the name of any "
                    "float dtype such as 'float32'."
                ) from None

    @property
    def compute_dtype(self) -> str:
        """The dtype of inputs and outputs."""
        return _COMPUTE.get(self.name, self.name)

    @property
    def variable_dtype(self) -> str:
        """The dtype of weights."""
        return "float32" if self.name in _COMPUTE else self.name

    def narrow(self) -> _core.DType | None:
        """The dtype that layers compute in, if it is not that of their weights."""
        mixed = self.compute_dtype != self.variable_dtype
        return _core.as_dtype(self.compute_dtype) if mixed else None

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal policy."""
        return {"name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> DTypePolicy:
        """The policy with these arguments."""
        return cls(**config)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DTypePolicy) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        kind = "Policy" if is_keras_2_asked_for() else "DTypePolicy"
        return f'<{kind} "{self.name}">'


FloatDTypePolicy = DTypePolicy  # all policies here are of floats


def dtype_policy() -> DTypePolicy:
    """The policy of new layers: that which was set, or `floatx`; in Keras 3 `floatx` as it was when
    it was first asked for in a session."""
    policy = settings.policy["set"]
    if policy is not None:
        return policy
    if not manners.are_of_keras_3():
        return DTypePolicy()
    program, first = settings.policy["first"]
    if first is None or program != manners.program():
        first = DTypePolicy(settings.floatx())
        settings.policy["first"] = (manners.program(), first)
    return first


def set_dtype_policy(policy: Any) -> None:
    """Make a policy, or the policy of a name, that of new layers; None is `floatx` again."""
    named = isinstance(policy, str)
    settings.policy["set"] = DTypePolicy(policy) if named else policy
    settings.policy["first"] = (None, None)


def serialize(dtype_policy: DTypePolicy) -> dict[str, Any]:
    """A policy as plain data.

    >>> import gradtape as tf
    >>> tf.keras.dtype_policies.serialize(tf.keras.DTypePolicy("mixed_bfloat16"))["config"]
    {'name': 'mixed_bfloat16'}
    """
    return {
        "module": "keras",
        "class_name": "DTypePolicy",
        "config": dtype_policy.get_config(),
        "registered_name": None,
    }


def said(dtype_policy: DTypePolicy) -> str | dict[str, Any]:
    """What the configuration of a layer says of its policy; under Keras 2 of one dtype its name."""
    described = serialize(dtype_policy)
    if not is_keras_2_asked_for():
        return described
    if dtype_policy.compute_dtype == dtype_policy.variable_dtype:
        return dtype_policy.name
    return {**described, "module": "keras.mixed_precision", "class_name": "Policy"}


def deserialize(config: dict[str, Any], custom_objects: Any = None) -> DTypePolicy:
    """The policy that `serialize` told of.

    >>> import gradtape as tf
    >>> policies = tf.keras.dtype_policies
    >>> policies.deserialize(policies.serialize(policies.get("float16")))
    <DTypePolicy "float16">
    """
    kind = (custom_objects or {}).get(config.get("class_name"), DTypePolicy)
    return kind.from_config(config["config"])


def get(identifier: Any) -> DTypePolicy:
    """The policy for what a layer was given as its dtype: a policy, its name or data, a dtype.

    >>> import gradtape as tf
    >>> tf.keras.dtype_policies.get("mixed_float16").compute_dtype
    'float16'
    """
    if identifier is None:
        return dtype_policy()
    if isinstance(identifier, DTypePolicy):
        return identifier
    if isinstance(identifier, dict):
        return DTypePolicy(**identifier.get("config", identifier))
    dtype = whole_numbers(identifier)
    return DTypePolicy(dtype if isinstance(dtype, str) else _core.as_dtype(dtype).name)
