"""Builds the site: `make docs`. Every program of every page runs, every picture is made anew, and
afterwards every link, picture and name is looked for.

    python scripts/site
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

os.environ["MPLBACKEND"] = "agg"

import check
from recipes import stage_recipes
from reference import stage_reference

from pages import stage_pages
from places import SITE, STAGE

HERE = Path(__file__).parent


def main() -> None:
    began = time.monotonic()
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(HERE / "static", STAGE / "_static")
    print(f"programs on pages: {stage_pages()}")
    print(f"recipes: {stage_recipes()}")
    print(f"public names: {stage_reference()}")
    print(f"staged in {time.monotonic() - began:.0f} s", flush=True)
    shutil.rmtree(SITE, ignore_errors=True)
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-j", "2"]
    doctrees = STAGE.with_name("site-doctrees")
    shutil.rmtree(doctrees, ignore_errors=True)
    done = subprocess.run([*sphinx, "-c", str(HERE), "-d", str(doctrees), str(STAGE), str(SITE)])
    if done.returncode:
        raise SystemExit("Sphinx is not content: see above")
    problems = check.problems(SITE)
    print(*problems, sep="\n", end="\n" if problems else "")
    if problems:
        raise SystemExit(f"{len(problems)} links, pictures or names of the site lead nowhere")
    print(f"{SITE.name}/index.html, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
