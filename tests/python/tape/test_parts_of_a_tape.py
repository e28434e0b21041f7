"""Gradients between any two places of a long persistent tape: as from a tape with nothing else."""

import random

import pytest
from checks import assert_close
from library import tf

LENGTH = 300


def steps(seed):
    """A program: for each value after the first four, what it is made of."""
    draw = random.Random(seed)
    program = []
    for known in range(4, LENGTH, 2):
        near = [draw.randrange(max(0, known - 12), known) for _ in range(2)]
        program.append((draw.choice(["product", "sum", "halves"]), *near))
    return program


def run(program, values, start=0):
    """Appends the results to `values`: two for each step, as `halves` has."""
    for kind, a, b in program[start:]:
        x, y = values[a], values[b]
        if kind == "product":
            values += [x * tf.tanh(y), x - y]
        elif kind == "sum":
            values += [0.5 * (x + y), tf.sin(x)]
        else:
            values += tf.split(tf.concat([x, y], 0), 2)
    return values


def leaves():
    return [tf.constant([0.3 + k, 0.1 * k]) for k in range(4)]


@pytest.mark.parametrize("seed", range(6))
def test_a_gradient_does_not_depend_on_what_else_the_tape_holds(seed):
    program, draw = steps(seed), random.Random(seed)
    values = leaves()
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(values[:4])
        run(program, values)
    for _ in range(25):
        target = draw.randrange(LENGTH)
        wanted = [draw.randrange(max(0, target - 15), LENGTH) for _ in range(3)] + [
            draw.randrange(4)
        ]
        wanted = wanted[: draw.randint(1, 4)]
        found = tape.gradient(values[target], [values[i] for i in wanted])
        again = leaves()
        with tf.GradientTape() as alone:
            alone.watch(again[:4])
            run(program[: max(0, target // 2 - 1)], again)
        known = [i for i in wanted if i < len(again)]
        expected = (
            alone.gradient(again[target], [again[i] for i in known])
            if target < len(again)
            else None
        )
        for i, g in zip(wanted, found, strict=True):
            want = expected[known.index(i)] if i in known else None
            assert (g is None) == (want is None), (target, i)
            if g is not None:
                assert_close(g, want)


def test_one_output_of_an_operation_far_up_a_long_tape():
    x = tf.constant([1.0, 2.0, 3.0, 4.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x
        for _ in range(100):
            y = y + 0.0
        parts = tf.unstack(y)
        squares = [part * part for part in parts]
        for _ in range(100):
            y = y * 1.0
    for k, (part, square) in enumerate(zip(parts, squares, strict=True)):
        assert_close(tape.gradient(square, part), 2.0 * (k + 1))
        assert tape.gradient(square, y) is None
        assert tape.gradient(square, parts[k - 1]) is None
        assert_close(tape.gradient(square, x), [2.0 * (k + 1) if i == k else 0.0 for i in range(4)])


def test_a_target_before_its_source_is_not_connected():
    x = tf.constant(1.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        chain = [x]
        for _ in range(100):
            chain.append(chain[-1] * 1.5)
    assert tape.gradient(chain[40], chain[60]) is None
    assert_close(tape.gradient(chain[60], chain[60]), 1.0)
    assert_close(tape.gradient(chain[62], chain[60]), 2.25)


def test_many_sources_named_twice_share_their_gradients():
    xs = [tf.constant(float(k)) for k in range(30)]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = tf.add_n([x * x for x in xs])
    found = tape.gradient(y, xs + xs[::-1])
    assert [g.numpy() for g in found[:30]] == [2.0 * k for k in range(30)]
    assert all(a is b for a, b in zip(found[:30], found[:29:-1], strict=True))
