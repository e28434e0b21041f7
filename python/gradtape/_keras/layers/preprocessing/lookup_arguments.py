"""What layers that look tokens up are made with: vocabularies, their weights, tokens, hashes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arguments import Argument

if TYPE_CHECKING:
    from ...._typing import TensorLike

# Names that Keras 2 takes for what numbers are looked up by.
OLDER = {"max_values": "max_tokens", "mask_value": "mask_token", "oov_value": "oov_token"}


class Vocabulary(Argument[Any, Any]):
    """Tokens in the order of their places, a file with one in each line, or None."""

    def convert(self, owner: Any, value: TensorLike | None) -> Any:
        if value is None:
            return None
        if isinstance(value, str | Path):
            lines = Path(value).read_text(encoding="utf-8").splitlines()
            return [owner._as_token(line) for line in lines]
        return [owner._as_token(token) for token in np.asarray(value).ravel().tolist()]


class Weights(Argument[Any, Any]):
    """A number for each token of the vocabulary, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        return None if value is None else np.asarray(value, "float32").ravel().tolist()


class Token(Argument[Any, Any]):
    """A token with a meaning of its own, or None."""


class Method(Argument[str, str]):
    """How numbers that are not known are dealt to several places: "floormod" or "farmhash"."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in ("floormod", "farmhash"):
            raise ValueError(
                f"Unknown value for `{self.name}` argument of layer {type(owner).__name__}. "
                f"Allowed values are ('floormod', 'farmhash'). Received: {value}"
            )
        return value


class Salt(Argument[Any, Any]):
    """The key of the hash of what is not known, two numbers or one twice, or None for none."""

    def convert(self, owner: Any, value: Any) -> list[int] | None:
        if value is None:
            return None
        pair = [value, value] if isinstance(value, int) else list(value)
        if len(pair) != 2:
            raise ValueError(
                f"The `{self.name}` argument must be a tuple of 2 integers or a single integer. "
                f"Received: {self.name}={value}."
            )
        return pair
