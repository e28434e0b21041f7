"""Packages that only some functions need: imported when such a function is called.

At run time gradtape itself needs NumPy only; what needs more names the extra that brings it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needed(module: str, extra: str, what: str) -> Any:
    """The imported `module`, for `what`; `ImportError` with the command that installs it.

    >>> from gradtape._extras import needed
    >>> needed("not_there", "plots", "gradtape.plots")
    Traceback (most recent call last):
        ...
    ImportError: gradtape.plots needs the package 'not_there': pip install 'gradtape[plots]'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        text = f"{what} needs the package {package!r}: pip install 'gradtape[{extra}]'"
        raise ImportError(text, name=package) from None
