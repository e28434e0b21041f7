"""What the borrowed `image` refuses and gradtape need not."""

from __future__ import annotations

from types import ModuleType


def replace_in(image: ModuleType) -> None:
    modes = image.AFFINE_TRANSFORM_FILL_MODES
    image.AFFINE_TRANSFORM_FILL_MODES = (*modes, "mirror")  # type: ignore[attr-defined]
