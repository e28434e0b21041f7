"""Checks that a tag is the version in Cargo.toml, and that the change log tells of it.

python scripts/release/tag.py v0.1.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def version() -> str:
    """The version that crate and wheel get."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    if found is None:
        sys.exit("Cargo.toml has no version")
    return found[1]


def main() -> None:
    (tag,) = sys.argv[1:]
    if tag != f"v{version()}":
        sys.exit(f"The tag is {tag}, and Cargo.toml says {version()}")
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(version())} \(\d{{4}}-\d\d-\d\d\)$", log, re.MULTILINE):
        sys.exit(f"CHANGELOG.md has no dated heading for {version()}: make changelog")
    waiting = [p.name for p in (ROOT / "changelog").glob("*.md") if p.name != "README.md"]
    if waiting:
        sys.exit(f"Notes that CHANGELOG.md does not have yet: {', '.join(waiting)}")


if __name__ == "__main__":
    main()
