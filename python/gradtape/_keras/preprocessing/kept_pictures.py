"""The pictures of batches that an iterator writes into a folder, for people to look at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .images import array_to_img

if TYPE_CHECKING:
    from ..._typing import Array


class KeptPictures(NamedTuple):
    """Where pictures of batches go, and how they are called: prefix, number and a random number.

    The random number is one of NumPy's below `most`, as in Keras, so that changes of images go on
    as there.
    """

    folder: Any
    prefix: str
    format: str
    most: int

    def keep(self, batch: Array, numbers: Any, data_format: str | None) -> None:
        """Write the images of a batch, if there is a folder for them."""
        if not self.folder:
            return
        folder = Path(os.fspath(self.folder))
        for image, number in zip(batch, numbers, strict=True):
            name = f"{self.prefix}_{number}_{np.random.randint(self.most)}.{self.format}"
            array_to_img(image, data_format, scale=True).save(folder / name)
