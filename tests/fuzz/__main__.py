"""Generated calls over everything public: `make fuzz`, or `python tests/fuzz --help`.

No program may end the process, panic, hang, or see an InternalError or SystemError. A seed and a
number make the same program again: `--seed 3 --call 1234` shows it and runs it alone.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import child
import grammar
import program
import runner

HEAD = "from hostile import *  # tests/fuzz/hostile.py: tf, np, and objects that answer badly\n"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests/fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="the first seed; 0 unless given")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, each with its calls")
    parser.add_argument("--calls", type=int, default=100_000, help="programs of each seed")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--call", type=int, help="show program number CALL and run it alone")
    parser.add_argument("--since", type=int, help="with --call: run those from SINCE on before it")
    parser.add_argument("--show", action="store_true", help="with --call: show it, do not run it")
    parser.add_argument("--names", action="store_true", help="tell which names never went well")
    parser.add_argument(
        "--findings", type=lambda p: Path(p).absolute(), help="append findings to this file"
    )
    return parser.parse_args()


def one(known: grammar.Grammar, args: argparse.Namespace) -> list[runner.Finding]:
    """Shows a program, and runs it in a child."""
    source = program.Source(known, args.seed)
    print(f"{HEAD}{source.program(args.call).text()}\n", flush=True)
    if args.show:
        return []
    run = runner.Runner(source)
    run.run(args.call if args.since is None else args.since, args.call + 1)
    for finding in run.findings:
        print(f"{finding.kind} {finding.where}\n{finding.detail}")
    ends = ", ".join(f"{kind}" for kind in run.kinds)
    print(f"it ended with: {ends or 'the process'}" if not run.findings else "")
    return run.findings


def report(finding: runner.Finding, source: program.Source) -> str:
    """A finding with its program."""
    code = source.program(finding.number).text()
    first = finding.detail.strip().splitlines()[:12]
    return (
        f"## {finding.kind}: {finding.path} {finding.where}\n"
        f'make fuzz FUZZ="--seed {finding.seed} --call {finding.number}"'
        f"  (after --since {finding.since})\n"
        f"```python\n{code}\n```\n" + "".join(f"    {line}\n" for line in first)
    )


def every(known: grammar.Grammar, args: argparse.Namespace) -> list[runner.Finding]:
    """Runs seed after seed, and tells of findings as they come."""
    start, found, seen = time.monotonic(), [], Counter()
    totals, tally, kinds = [0, 0, 0, 0], Counter(), Counter()
    for seed in range(args.seed, args.seed + args.seeds):
        if time.monotonic() - start >= args.seconds:
            break
        source = program.Source(known, seed)
        run = runner.Runner(source)
        gc.collect()
        gc.freeze()  # nothing of this is looked at again by the collectors of children
        number, last, told = args.first, args.first + args.calls, 0
        while number < last and time.monotonic() - start < args.seconds:
            left = args.seconds - (time.monotonic() - start)
            number = run.run(number, min(last, number + child.LIFE), left)
            for finding in run.findings[told:]:
                seen[finding.key] += 1
                if seen[finding.key] == 1:
                    text = report(finding, source)
                    print(text, flush=True)
                    if args.findings:
                        with args.findings.open("a") as file:
                            file.write(text + "\n")
            told = len(run.findings)
        found += run.findings
        totals = [a + b for a, b in zip(totals, run.totals)]
        tally += run.tally
        kinds += run.kinds
    summary(totals, tally, kinds, found, time.monotonic() - start, args)
    return found


def summary(totals, tally, kinds, found, seconds, args) -> None:
    """What was run, how fast, and what came of it."""
    ran, well, taped, stopped = totals
    each, busy = max(ran, 1), sum(os.times()[2:4]) or 1e-9
    print(
        f"{ran} calls in {seconds:.0f} s, {busy:.1f} s of a processor "
        f"({ran / busy:.0f} a second): {100 * well / each:.0f} % "
        f"went well, {100 * taped / each:.0f} % were under a tape, {stopped} were stopped"
    )
    names = {key.partition("\t")[0] for key in tally}
    good = {key.partition("\t")[0] for key in tally if key.endswith("\t1")}
    print(f"{len(names)} public names, {len(good)} of them went well at least once")
    if args.names:
        print("never went well:", *sorted(names - good), sep="\n  ")
        print("exceptions:", *kinds.most_common(), sep="\n  ")
    unlike = Counter(f.kind for f in found)
    print("findings:", ", ".join(f"{n} x {kind}" for kind, n in unlike.items()) or "none")


def main() -> int:
    """Runs what the arguments ask for; fails if there is a finding."""
    args = arguments()
    sys.modules["mpi4py"] = None  # an MPI is lost on the children, which are forked
    with tempfile.TemporaryDirectory(prefix="gradtape-fuzz-") as place:
        os.chdir(place)  # the documentation's examples write files
        known = grammar.Grammar()
        found = one(known, args) if args.call is not None else every(known, args)
        os.chdir("/")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
