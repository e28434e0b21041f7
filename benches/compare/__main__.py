"""Times this library and its peers in turn, in one run: `make compare`.

Each library works in a process of its own. Row by row they take samples in turns, so that whatever
else the machine does falls on all alike; the table shows the best and the median sample of each,
and how many times this library's best that is. Compare figures within a run, never across runs.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

import budgets
import footprint
import machine
import peers
import report
import sweep
import turns
import workloads

ROOT = Path(__file__).resolve().parents[2]
SWEPT = ("gradtape", "torch", "tensorflow")  # whom the sweep compares
# Rounds, and seconds that a sample takes; the sweep has 700 rows.
FULL, SWEEP, QUICK = (15, 0.05), (5, 0.02), (3, 0.01)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benches/compare", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few and short samples: a smoke test")
    parser.add_argument("--peers", metavar="A,B", help=f"of {', '.join(peers.LIBRARIES)}")
    parser.add_argument("--only", default="", metavar="PATTERN", help="rows whose title matches it")
    parser.add_argument("--arrays", action="store_true", help="single operations at three sizes")
    parser.add_argument(
        "--sweep", action="store_true", help="each operation, forward and gradient, at three sizes"
    )
    parser.add_argument("--goals", action="store_true", help="judge every row by its goal as well")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every sample")
    return parser.parse_args()


def found(names: list[str]) -> dict[str, str]:
    """The interpreter of each library that can be imported."""
    pythons = {name: peers.interpreter(name) for name in names}
    return {name: python for name, python in pythons.items() if python}


def time_table(
    pythons: dict[str, str],
    table: list[workloads.Workload],
    only: str,
    effort: tuple[int, float],
) -> tuple[list[turns.Row], dict[str, dict[str, str]]]:
    """The rows of a table whose title matches `only`, and what the libraries say of themselves."""
    wanted = [row for row in table if re.search(only, row.title)]
    timed = [(i, row) for i, row in enumerate(workloads.EVERY) if row in wanted]
    return turns.time_rows(pythons, timed, *effort)


def measure(
    pythons: dict[str, str], only: str, quick: bool
) -> tuple[list[turns.Row], dict[str, dict[str, str]]]:
    """Every row whose title matches `only`, and what the libraries say of themselves."""
    rows, about = time_table(pythons, workloads.TIMED, only, QUICK if quick else FULL)
    for index, row in enumerate(workloads.MEMORY):
        if re.search(only, row.title):
            turns.tell(f"  memory: {row.title}")
            rows.append(turns.memory_row(pythons, index, row))
    if re.search(only, "import, resident and installed size"):
        turns.tell("  import and size")
        importers = {name: python for name, python in pythons.items() if name != "function"}
        rows += turns.import_rows(importers, (QUICK if quick else FULL)[0])
        rows.append(turns.size_row(importers))
    return rows, about


def main() -> None:
    options = arguments()
    names = options.peers.split(",") if options.peers else list(peers.LIBRARIES)
    if unknown := set(names) - set(peers.LIBRARIES):
        sys.exit(f"no such library: {', '.join(sorted(unknown))}")
    pythons = found(names)
    if options.sweep:
        pythons = {name: pythons[name] for name in SWEPT if name in pythons}
        rows, about = time_table(
            pythons, workloads.SWEEP, options.only, QUICK if options.quick else SWEEP
        )
    elif options.arrays:
        rows, about = time_table(
            pythons, workloads.ARRAYS, options.only, QUICK if options.quick else FULL
        )
    else:
        rows, about = measure(pythons, options.only, options.quick)
    wheel = footprint.wheel(ROOT)
    description = machine.describe()

    print(report.heading(description, about, [name for name in names if name not in pythons]))
    print(f"\n{report.table(rows, list(pythons))}\n")
    print("Best-median of each; (x2): twice this library's best; -: there is no such thing.")
    if wheel:
        print(f"Wheel: {wheel['name']}, {report.size(wheel['bytes'])}.")
    print("\n".join(report.notes(rows)))
    if options.sweep:
        print("", sweep.report(rows), sep="\n")
    if not (options.arrays or options.sweep):
        print("\nBudgets", *budgets.first_budgets(rows, wheel), sep="\n")
    if options.goals:
        print("\nGoals", *budgets.goals(rows), sep="\n")
    if options.json:
        result = {"machine": description, "libraries": about, "rows": report.as_json(rows)}
        options.json.write_text(json.dumps(result | {"wheel": wheel}, indent=1) + "\n")


if __name__ == "__main__":
    main()
