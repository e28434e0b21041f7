"""Runs every step of a release that needs no other machine, and prints what passed.

    python scripts/release/check.py [part of a step's name ...]

`make release-check` builds the wheel and the environment first. Ends with 1 if a step fails; one
that is skipped says why.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from steps import STEPS, Failed, Skipped


def outcome(step: Callable[[], str]) -> tuple[str, str]:
    """How a step ended, and what it says."""
    try:
        return "passed", step()
    except Skipped as reason:
        return "skipped", str(reason)
    except Failed as reason:
        return "FAILED", str(reason)


def main() -> None:
    chosen = {
        name: step
        for name, step in STEPS.items()
        if not sys.argv[1:] or any(part in name for part in sys.argv[1:])
    }
    if not chosen:
        sys.exit(f"No such step; there are: {', '.join(STEPS)}")
    rows = []
    for name, step in chosen.items():
        begin = time.monotonic()
        state, told = outcome(step)
        rows.append((state, name, f"{time.monotonic() - begin:.0f} s", told))
        print(f"{state}: {name}", flush=True)
    print()
    for state, name, seconds, told in rows:
        print(f"{state:8} {name:24} {seconds:>6}  {told}")
    if any(state == "FAILED" for state, *_ in rows):
        sys.exit(1)


if __name__ == "__main__":
    main()
