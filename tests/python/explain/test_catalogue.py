"""`tape.explain` on wrong programs: the sentence, the line that a trace adds, and what else it
tells."""

import inspect
import re

import pytest
from catalogue import PROGRAMS
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")

NAMES = [program.__name__ for program, _ in PROGRAMS]


def test_there_are_enough_programs_and_each_has_a_name():
    assert len(set(NAMES)) == len(NAMES) >= 40


def explained(program, **settings):
    """The explanation that the program asks for."""
    return program(lambda **own: tf.GradientTape(**settings, **own))[-1]


@pytest.mark.parametrize(("program", "sentence"), PROGRAMS, ids=NAMES)
def test_the_sentence_says_why(program, sentence):
    found = explained(program, persistent=True)
    assert not found.connected
    assert re.sub(r" \(\w+\.py:\d+\)", "", str(found)) == sentence


@pytest.mark.parametrize(("program", "sentence"), PROGRAMS, ids=NAMES)
def test_a_trace_names_the_line(program, sentence):
    found = explained(program, persistent=True, trace=True)
    assert re.sub(r" \(\w+\.py:\d+\)", "", str(found)) == sentence
    lines, first = inspect.getsourcelines(program)
    marked = [first + n for n, line in enumerate(lines) if "# here" in line]
    if marked:
        assert found.causes[0].line.line == marked[0]
        assert f"catalogue.py:{marked[0]}" in str(found)


@pytest.mark.parametrize(("program", "sentence"), PROGRAMS, ids=NAMES)
def test_a_tape_that_gave_its_gradient_still_says_why(program, sentence):
    def make(**own):
        return tf.GradientTape(**own)

    tape, target, source, _ = program(make)
    if not isinstance(target, tf.Tensor) or not tf.is_tensor(source):
        return
    try:
        gradient = tape.gradient(target, source)
    except RuntimeError:  # it has given its gradient already, or never recorded
        return
    assert gradient is None
    assert not tape.explain(target, source).connected
