"""Profiles and snapshots of memory."""

import json
import xml.etree.ElementTree as ET

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")


@pytest.fixture
def profile():
    w = tf.Variable(tf.ones([8, 8]))
    with tf.profiler.profile() as p:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.matmul(w, w))  # product
        tape.gradient(y, w)
        tf.keras.optimizers.SGD(0.1).apply_gradients([(w * 1.0, w)])
    return p


def test_operations_are_counted_and_timed(profile):
    rows = {row.name: row for row in profile.rows}
    assert rows["MatMul"].count == 1
    assert rows["MatMul"].bytes == 256
    assert rows["MatMul (gradient of MatMul)"].count == 2
    assert "ApplyGradients" in rows
    assert 0 < sum(row.seconds for row in profile.rows) < profile.seconds
    assert "MatMul" in str(profile)
    assert "test_profiler.py:" in profile.by_line()


def test_layers_are_named():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, name="only")])
    with tf.profiler.profile() as p:
        with tf.GradientTape() as tape:
            y = model(tf.ones([1, 2]))
        tape.gradient(y, model.trainable_variables)
    assert f"  {model.name}/only\n" in p.by_module()
    assert f"{model.name}/only (gradients)" in p.by_module()


def test_nothing_is_seen_outside(profile):
    before = len(profile.events)
    tf.ones([2]) * 2.0
    assert len(profile.events) == before


def test_the_trace_file_is_what_perfetto_reads(profile, tmp_path):
    profile.save(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    spans = [e for e in events if e["ph"] == "X" and e["tid"] == 1]
    assert {"MatMul", "Sum"} <= {e["name"] for e in spans}
    assert all(e["dur"] >= 0 and e["ts"] >= 0 and e["pid"] == 1 for e in spans)
    assert {e["cat"] for e in spans} == {"forward", "backward"}
    assert any(e["ph"] == "M" and e["args"]["name"] == "lines" for e in events)


def test_the_flame_graph_has_the_program_s_lines(profile, tmp_path):
    stacks = profile.folded()
    assert any(s.startswith("profile (test_profiler.py:") and ";MatMul " in s for s in stacks)
    assert not any("pluggy" in s for s in stacks)
    assert "<svg" in profile._repr_html_()
    profile.save_flame_graph(tmp_path / "flame.svg")
    svg = ET.parse(tmp_path / "flame.svg").getroot()
    titles = [e.text for e in svg.iter() if e.tag.endswith("title")]
    assert any("MatMul" in title for title in titles)


def test_a_profile_may_be_entered_inside_a_tape():
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape, tf.profiler.profile() as p:
        y = x * x
    assert float(tape.gradient(y, x)) == 4.0
    assert [row.name for row in p.rows] == ["Mul"]


def test_a_difference_of_snapshots_names_what_grew():
    losses = []
    before = tf.memory.snapshot()
    losses.extend(tf.zeros([1000]) for _ in range(4))
    growth = tf.memory.snapshot() - before
    assert next((h.name, h.tensors, h.bytes) for h in growth.grew) == (
        "losses in test_a_difference_of_snapshots_names_what_grew()",
        4,
        16000,
    )
    assert growth.live_bytes >= 16000
    assert "losses" in str(growth)


def test_attributes_and_tapes_are_named():
    class Base:
        pass

    class Trainer(Base):
        pass

    trainer = Trainer()
    before = tf.memory.snapshot()
    trainer.history = [tf.zeros([500])]
    x = tf.Variable(tf.ones([300]))
    with tf.GradientTape(persistent=True) as tape:
        _ = y = tf.reduce_sum(x * x * x)
    growth = tf.memory.snapshot() - before
    names = {h.name.rpartition(".")[2]: h.bytes for h in growth.grew}
    assert names["history"] == 2000
    assert any("GradientTape" in h.name for h in growth.grew)
    assert growth.tapes == 1
    del tape, y


class _Owner:
    pass


def test_what_stays_keeps_its_name():
    shared = tf.zeros([7])
    owners = [_Owner() for _ in range(4)]
    owners[0].one, owners[1].other, owners[2].third = [shared], [shared], [shared]
    del shared
    names = set()
    for _ in range(3):
        owners.reverse()
        owners.append(_Owner())
        found = [h.name for h in tf.memory.snapshot().holders if h.name.startswith("_Owner.")]
        names.add(tuple(found))
    assert names == {("_Owner.one",)}


def test_garbage_is_held_by_nobody():
    before = tf.memory.snapshot()
    cycle = [tf.zeros([5000])]
    cycle.append(cycle)
    del cycle
    assert (tf.memory.snapshot() - before).live_bytes < 20000


def test_tensors_without_a_name_are_one_entry():
    before = tf.memory.snapshot()
    kept = iter([[tf.zeros([100])], {"a": tf.zeros([100])}])
    grew = {h.name: h.tensors for h in (tf.memory.snapshot() - before).grew}
    assert grew["nothing with a name"] == 2
    del kept
