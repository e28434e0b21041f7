"""What a tape holds: operations, tables, graphs and pictures."""

import re
import xml.etree.ElementTree as ET

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")


def recorded(steps=3, **settings):
    w = tf.Variable(tf.ones([4, 4]), name="w")
    x = tf.ones([2, 4])
    with tf.GradientTape(persistent=True, **settings) as tape:
        h = x
        for _ in range(steps):
            h = tf.nn.relu(tf.matmul(h, w))
        y = tf.reduce_sum(h)
    return tape, y, w


def test_operations_are_typed_and_in_order():
    tape, _, _ = recorded(2)
    operations = tape.operations
    assert [o.type for o in operations] == ["MatMul", "Relu", "MatMul", "Relu", "Sum"]
    assert str(operations[0].outputs[0]) == "float32[2, 4]"
    assert operations[1].inputs == (operations[0].outputs[0].number,)
    first = operations[0]
    assert [str(kept) for kept in first.kept] == [
        "input 0"
    ]  # w is needed by nobody: x is unwatched
    assert first.kept_bytes == 32
    assert first.line is None
    assert operations[-1].kept_bytes == 0


def test_a_trace_adds_lines_and_times():
    tape, y, w = recorded(2, trace=True)
    tape.gradient(y, w)
    assert {o.line.function for o in tape.operations} == {"recorded"}
    assert all(o.seconds > 0 for o in tape.operations)
    assert all(o.backward_seconds > 0 for o in tape.operations if o.type == "MatMul")


def test_the_table_counts_and_adds_up():
    tape, _, _ = recorded(3)
    summary = tape.summary()
    counts = {row.type: row.count for row in summary.rows}
    assert counts == {"MatMul": 3, "Relu": 3, "Sum": 1}
    assert (summary.operations, summary.kept_bytes) == tf.memory.tape_size(tape)
    assert re.search(r"MatMul +3 +float32\[2, 4\]", str(summary))
    assert str(summary).endswith("kept (stopped)")
    with pytest.raises(ValueError, match="trace=True"):
        tape.summary(times=True)


def test_a_used_up_tape_says_so_and_a_tracing_one_remembers():
    x = tf.Variable(2.0)
    for trace, count in ((False, 0), (True, 1)):
        with tf.GradientTape(trace=trace) as tape:
            y = x * x
        tape.gradient(y, x)
        assert tape.summary().operations == count
        assert "used up" in str(tape.summary())


def test_graphs_have_every_operation_and_every_arrow():
    tape, _, _ = recorded(2)
    dot, mermaid = tape.to_dot(), tape.to_mermaid()
    assert dot.startswith("digraph tape {")
    assert (dot.count("label="), dot.count("->")) == (6, 6)
    assert (mermaid.count("MatMul"), mermaid.count("-->")) == (2, 6)
    assert '"w<br/>float32[4, 4]"' in mermaid


@pytest.mark.parametrize("trace", [False, True])
def test_large_tapes_are_folded(trace):
    tape, _, _ = recorded(250, trace=trace)
    assert len(tape.operations) == 501
    for most in (60, 10):
        assert tape.to_mermaid(most).count("[") <= 4 * (most + 2)
        assert tape.to_dot(most).count("label=") <= most + 1
    assert "Relu" in tape.to_dot()
    assert "operations" in tape.to_dot()
    assert f"Folded by {'line' if trace else 'order'}" in tape._repr_html_()
    with pytest.raises(ValueError, match="most must be positive"):
        tape.to_dot(0)


def titles(mermaid):
    return re.findall(r'n\d+(?:\(\[|\[)"([^"<]*)', mermaid)


def test_a_model_folds_by_layer():
    model = tf.keras.Sequential([tf.keras.layers.Dense(4, "tanh", name=n) for n in ("one", "two")])
    x = tf.ones([2, 4])
    with tf.GradientTape(persistent=True, trace=True) as tape:
        for _ in range(100):
            x = model(x)
        y = tf.reduce_sum(x)
    assert len(tape.operations) == 601
    assert {o.module for o in tape.operations} == {
        "",
        *(f"{model.name}/{n}" for n in ("one", "two")),
    }
    shown = titles(tape.to_mermaid())
    assert shown == ["one", "two", f"{model.name}/one", f"{model.name}/two", "Sum"]
    assert titles(tape.to_mermaid(2)) == ["4 variables", model.name, "Sum"]
    assert "Folded by module" in tape._repr_html_()
    del y


def test_plain_modules_fold_by_the_attributes_that_hold_them():
    class Scale(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(2.0)

        def __call__(self, x):
            return tf.sin(x * self.w)

    class Net(tf.Module):
        def __init__(self):
            super().__init__()
            self.first, self.rest = Scale(), [Scale(), Scale()]

        def __call__(self, x):
            for scale in (self.first, *self.rest):
                x = scale(x)
            return x

    with tf.GradientTape(persistent=True, trace=True) as tape:
        _ = Net()(tf.constant(1.0))
    modules = ["net/first", "net/rest[0]", "net/rest[1]"]
    assert [o.module for o in tape.operations] == [m for m in modules for _ in range(2)]
    assert titles(tape.to_mermaid(by="module"))[3:] == modules


def test_a_tape_folds_by_name_scope():
    x = tf.Variable(1.0, name="x")
    with tf.GradientTape(persistent=True, trace=True) as tape:
        y = x
        for outer in "ab":
            for inner in "cd":
                with tf.name_scope(outer), tf.name_scope(inner):
                    for _ in range(20):
                        y = tf.sin(y)
    assert titles(tape.to_mermaid()) == ["x", "a/c", "a/d", "b/c", "b/d"]
    assert titles(tape.to_mermaid(2)) == ["x", "a", "b"]
    assert titles(tape.to_mermaid(by="line")) == ["x", "80 operations"]
    with pytest.raises(ValueError, match="by must be None or one of module, scope"):
        tape.to_mermaid(by="colour")


def test_the_picture_is_well_formed_and_needs_no_network():
    tape, _, _ = recorded(250)
    html = tape._repr_html_()
    svg = ET.fromstring(html[html.index("<svg") : html.index("</svg>") + 6])
    groups = [e for e in svg if e.tag.endswith("}g")]
    boxes = [e for group in groups for e in group.iter() if e.tag.endswith("rect")]
    assert 20 < len(boxes) <= 42
    width, height = float(svg.get("width")), float(svg.get("height"))
    for box in boxes:
        assert float(box.get("x")) + float(box.get("width")) <= width
        assert float(box.get("y")) + float(box.get("height")) <= height
    places = [(box.get("x"), box.get("y")) for box in boxes]
    assert len(set(places)) == len(places)
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")


def test_an_empty_tape_is_shown_too():
    tape = tf.GradientTape()
    assert tape.operations == ()
    assert "0 operations" in str(tape.summary())
    assert "<svg" in tape._repr_html_()
