"""Documents name files that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PATH = re.compile(r"`((?:src|python|tests|docs|scripts|benches)/[\w./-]*)`")


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_every_path_is_there(name):
    named = PATH.findall((ROOT / name).read_text())
    missing = [p for p in named if not (ROOT / p).exists() and not (ROOT / "src" / p).exists()]
    assert not missing


def test_the_answers_to_newcomers_are_paths():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    table = text.split("## Where is ...?")[1].split("\n## ")[0]
    answers = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(answers) == 12
    assert all(PATH.search(answer) for answer in answers)
