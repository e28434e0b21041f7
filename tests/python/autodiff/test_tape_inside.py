"""What a tape was made with, under the names by which wrappers of tapes ask."""

import pytest
from library import tf


def test_how_a_tape_was_made():
    tape = tf.GradientTape(persistent=True, watch_accessed_variables=False)
    assert (tape._persistent, tape._watch_accessed_variables, tape._recording) == (
        True,
        False,
        False,
    )
    with tape:
        assert tape._recording
    assert not tf.GradientTape()._persistent
    assert tf.GradientTape()._watch_accessed_variables


def test_a_program_may_assign_them():
    tape = tf.GradientTape(persistent=True)
    tape._persistent = True
    assert tape._persistent


def test_others_are_missing():
    with pytest.raises(AttributeError, match="'GradientTape' object has no attribute 'nothing'"):
        tf.GradientTape().nothing  # noqa: B018
