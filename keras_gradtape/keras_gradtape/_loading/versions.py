"""The versions of Keras that its own tests have been run on with this backend."""

from __future__ import annotations

import importlib.metadata
import warnings

# From, and up to but without; pyproject.toml has the same range.
TESTED = ((3, 12), (3, 17))


def warn_if_unknown() -> None:
    """A warning for a version outside the range, and for none: then `import keras` will tell."""
    try:
        text = importlib.metadata.version("keras")
    except importlib.metadata.PackageNotFoundError:
        return
    if not is_tested(text):
        first, last = (".".join(map(str, edge)) for edge in TESTED)
        warnings.warn(
            f"keras {text} has not been tested with keras_gradtape, which knows {first} up to, but "
            f"without, {last}: what it answers may be wrong. Install a version in that range, or a "
            "newer keras_gradtape.",
            stacklevel=5,
        )


def is_tested(version: str) -> bool:
    """Whether a version lies in the range.

    >>> from keras_gradtape._loading.versions import is_tested
    >>> is_tested("3.15.1"), is_tested("3.11.0"), is_tested("4.0.dev2026")
    (True, False, False)
    """
    major, _, rest = version.partition(".")
    minor = rest.partition(".")[0]
    if not (major.isdigit() and minor.isdigit()):
        return False
    return TESTED[0] <= (int(major), int(minor)) < TESTED[1]
