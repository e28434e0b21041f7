"""The features of a `FeatureSpace`: what there is to say of a column, or of several together."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any

from ..layers.preprocessing.categories import Discretization
from ..layers.preprocessing.hashing import Hashing
from ..layers.preprocessing.lookup import IntegerLookup, StringLookup
from ..layers.preprocessing.scaling import Normalization, Rescaling
from ..layers.wrapping import Identity
from ..naming import unique_name
from .objects import deserialize_keras_object, serialize_keras_object


class Part:
    """What is told of a feature or a cross; `output_mode` says how its numbers are encoded."""

    _modes: tuple[str, ...] = ("int", "one_hot")
    output_mode: str

    def _check_mode(self) -> None:
        if self.output_mode not in self._modes:
            raise ValueError(
                f"Invalid value for argument `output_mode`. Expected one of {self._modes}. "
                f"Received: output_mode={self.output_mode}"
            )

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The same with these arguments."""
        return cls(**config)


class Cross(Part):
    """Several features as one number below `crossing_dim`."""

    def __init__(
        self, feature_names: Sequence[str], crossing_dim: int, output_mode: str = "one_hot"
    ) -> None:
        self.feature_names = tuple(feature_names)
        self.crossing_dim, self.output_mode = crossing_dim, output_mode
        self._check_mode()

    @property
    def name(self) -> str:
        """The names of the features, joined."""
        return "_X_".join(self.feature_names)

    def get_config(self) -> dict[str, Any]:
        """The arguments."""
        return {
            "feature_names": list(self.feature_names),
            "crossing_dim": self.crossing_dim,
            "output_mode": self.output_mode,
        }


class Feature(Part):
    """A column: its dtype, and the layer that makes numbers of it."""

    _modes = ("int", "one_hot", "float")

    def __init__(self, dtype: str, preprocessor: Any, output_mode: str) -> None:
        if isinstance(preprocessor, Mapping):
            preprocessor = deserialize_keras_object(preprocessor)
        self.dtype, self.preprocessor, self.output_mode = dtype, preprocessor, output_mode
        self._check_mode()

    def get_config(self) -> dict[str, Any]:
        """The arguments."""
        preprocessor = serialize_keras_object(self.preprocessor)
        return {
            "dtype": self.dtype,
            "preprocessor": preprocessor,
            "output_mode": self.output_mode,
        }


def _named(kind: str, name: str | None) -> str:
    return f"{name or unique_name(kind)}_preprocessor"


class FeatureKinds:
    """The kinds of features, each of which may also be given by its name."""

    @staticmethod
    def cross(
        feature_names: Sequence[str], crossing_dim: int, output_mode: str = "one_hot"
    ) -> Cross:
        """Several features as one."""
        return Cross(feature_names, crossing_dim, output_mode)

    @staticmethod
    def feature(dtype: str, preprocessor: Any, output_mode: str) -> Feature:
        """A column with a layer of one's own."""
        return Feature(dtype, preprocessor, output_mode)

    @staticmethod
    def float(name: str | None = None) -> Feature:
        """Numbers as they are."""
        return Feature("float32", Identity(name=_named("float", name)), "float")

    @staticmethod
    def float_rescaled(
        scale: builtins.float = 1.0, offset: builtins.float = 0.0, name: str | None = None
    ) -> Feature:
        """Numbers times `scale`, plus `offset`."""
        layer = Rescaling(scale, offset, name=_named("float_rescaled", name))
        return Feature("float32", layer, "float")

    @staticmethod
    def float_normalized(name: str | None = None) -> Feature:
        """Numbers less their mean, divided by their spread."""
        layer = Normalization(axis=-1, name=_named("float_normalized", name))
        return Feature("float32", layer, "float")

    @staticmethod
    def float_discretized(
        num_bins: int | None,
        bin_boundaries: Any = None,
        output_mode: str = "one_hot",
        name: str | None = None,
    ) -> Feature:
        """The bins of numbers."""
        layer = Discretization(
            bin_boundaries=bin_boundaries,
            num_bins=num_bins if bin_boundaries is None else None,
            name=_named("float_discretized", name),
        )
        return Feature("float32", layer, output_mode)

    @staticmethod
    def integer_categorical(
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        output_mode: str = "one_hot",
        name: str | None = None,
    ) -> Feature:
        """Integers that stand for categories."""
        layer = IntegerLookup(
            max_tokens=max_tokens,
            num_oov_indices=num_oov_indices,
            name=_named("integer_categorical", name),
        )
        return Feature("int32", layer, output_mode)

    @staticmethod
    def string_categorical(
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        output_mode: str = "one_hot",
        name: str | None = None,
    ) -> Feature:
        """Words that stand for categories."""
        layer = StringLookup(
            max_tokens=max_tokens,
            num_oov_indices=num_oov_indices,
            name=_named("string_categorical", name),
        )
        return Feature("string", layer, output_mode)

    @staticmethod
    def string_hashed(
        num_bins: int, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """The hashes of words."""
        layer = Hashing(num_bins, name=_named("string_hashed", name))
        return Feature("string", layer, output_mode)

    @staticmethod
    def integer_hashed(
        num_bins: int, output_mode: str = "one_hot", name: str | None = None
    ) -> Feature:
        """The hashes of integers."""
        layer = Hashing(num_bins, name=_named("integer_hashed", name))
        return Feature("int32", layer, output_mode)
