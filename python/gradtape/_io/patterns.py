"""Files by the pattern of their path, as TensorFlow matches it: folder by folder.

`*` stands for any part of one name, dots in front included; a pattern that names no folder is one
of the current folder, which the paths that match then name.
"""

from __future__ import annotations

import fnmatch
import os
import re

_SPECIAL = re.compile(r"[*?\[\\]")
_ESCAPED = re.compile(r"\\(.)")


def matching(pattern: str) -> list[str]:
    """The paths that match, in the order in which the folders list them.

    >>> import os, tempfile
    >>> from gradtape._io.patterns import matching
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     open(os.path.join(folder, ".a.txt"), "w").close()
    ...     [os.path.basename(path) for path in matching(folder + "/*.txt")]
    ['.a.txt']
    """
    special = _SPECIAL.search(pattern)
    if special is None:
        return [pattern] if pattern and os.path.exists(pattern) else []  # noqa: PTH110  texts
    folder, slash, _ = pattern[: special.start()].rpartition("/")
    names = [name for name in pattern[len(folder) + len(slash) :].split("/") if name]
    found = [folder or slash or "."]
    for name in names:
        fits = re.compile(fnmatch.translate(_as_python(name))).match
        found = [_joined(one, entry) for one in found for entry in _entries(one) if fits(entry)]
    return found


def _as_python(name: str) -> str:
    """The pattern of one name with Python's signs: `[!ab]` for `[^ab]`, `[*]` for an escape."""
    return _ESCAPED.sub(r"[\1]", name).replace("[^", "[!")


def _entries(folder: str) -> list[str]:
    return os.listdir(folder) if os.path.isdir(folder) else []  # noqa: PTH208, PTH112  texts


def _joined(folder: str, name: str) -> str:
    return folder + name if folder.endswith("/") else f"{folder}/{name}"
