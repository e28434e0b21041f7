"""Writes docs/names.md: every public name of TensorFlow's namespace and whether gradtape has it.

TensorFlow's names are those of tests/python/package/tensorflow_names.txt; `--check` says whether
the page is current."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

from gradtape._drop_in.checking.existence import judge

ROOT = Path(__file__).resolve().parent.parent
NAMES = ROOT / "tests" / "python" / "package" / "tensorflow_names.txt"
PAGE = ROOT / "docs" / "names.md"
HEAD = """# Names of TensorFlow

Made by `scripts/names.py`; not edited by hand. The names are those that TensorFlow 2.21 shows in
its public modules, Keras 3 among them. gradtape has **{there:,} of {all:,} ({share:.1%})**; of the
others, {said:,} are left out for a reason that is given here, and {open:,} are missing.

`python -m gradtape --check program.py` says the same about the names that a program uses.

| Module | Names | There |
|---|---|---|
"""


class Module(NamedTuple):
    """A module of TensorFlow: its names that are there, and the others with their reasons."""

    name: str
    there: list[str]
    absent: dict[str, str]

    @property
    def size(self) -> int:
        """How many names TensorFlow has in it."""
        return len(self.there) + len(self.absent)


def listed() -> dict[str, list[str]]:
    """TensorFlow's names by module; the empty name is TensorFlow itself."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in NAMES.read_text().splitlines():
        if line.startswith("["):
            names = found.setdefault(line.strip("[]").replace("tensorflow", ""), [])
        elif not line.startswith("#"):
            names.extend(line.split())
    return found


def judged(name: str, names: list[str]) -> Module:
    """The verdicts on the names of a module."""
    module = Module(name, [], {})
    for one in names:
        verdict = judge(".".join(filter(None, ["tensorflow", name, one])))
        if verdict.is_there:
            module.there.append(one)
        else:
            module.absent[one] = verdict.instead
    return module


def section(module: Module) -> str:
    """The part of the page about one module."""
    lines = [f"\n## {title(module)}\n"]
    if module.there:
        lines += textwrap.wrap(" ".join(f"`{one}`" for one in module.there), 110)
    reasons: dict[str, list[str]] = {}
    for one, reason in module.absent.items():
        reasons.setdefault(reason or "Missing", []).append(one)
    for reason, names in sorted(reasons.items(), key=lambda pair: (pair[0] == "Missing", pair)):
        text = f"{reason[0].upper()}{reason[1:]}: " + " ".join(f"`{one}`" for one in names)
        lines += ["", *textwrap.wrap(text, 110, initial_indent="- ", subsequent_indent="  ")]
    return "\n".join(lines) + "\n"


def title(module: Module) -> str:
    """How a program writes the module."""
    return f"tf.{module.name}".rstrip(".")


def page() -> str:
    """The whole page."""
    modules = [judged(name, names) for name, names in listed().items()]
    there, total = sum(len(m.there) for m in modules), sum(m.size for m in modules)
    said = sum(bool(reason) for m in modules for reason in m.absent.values())
    numbers = {"there": there, "all": total, "said": said, "open": total - there - said}
    rows = "".join(f"| `{title(m)}` | {m.size} | {len(m.there)} |\n" for m in modules)
    return HEAD.format(**numbers, share=there / total) + rows + "".join(map(section, modules))


def main() -> int:
    """Writes the page; with `--check`, 1 if it is not current."""
    text = page()
    if "--check" not in sys.argv:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        print("docs/names.md is not current: run scripts/names.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
