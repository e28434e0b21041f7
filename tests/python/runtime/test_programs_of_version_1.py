"""How programs of version 1 start, read records, and profile themselves."""

import pytest
from library import tf


@pytest.mark.parametrize("options", [None, "GZIP"])
def test_records_without_a_dataset(tmp_path, options):
    options = options and tf.io.TFRecordOptions(options)
    path = str(tmp_path / "records")
    with tf.compat.v1.python_io.TFRecordWriter(path, options) as writer:
        for record in (b"one", b"two"):
            writer.write(record)
    for module in (tf.compat.v1.python_io, tf.compat.v1.io):
        assert list(module.tf_record_iterator(path, options)) == [b"one", b"two"]


def test_a_program_is_run_with_its_flags():
    flags = pytest.importorskip("absl.flags")
    flags.DEFINE_integer("steps_of_a_test", 1, "how many")
    seen = []

    def main(arguments):
        seen.append((tf.compat.v1.flags.FLAGS.steps_of_a_test, arguments[1:]))
        return 3

    with pytest.raises(SystemExit) as exit_of_program:
        tf.compat.v1.app.run(main, ["program", "--steps_of_a_test=5", "--unheard_of=2", "rest"])
    assert exit_of_program.value.code == 3
    assert seen == [(5, ["--unheard_of=2", "rest"])]


def test_one_profile_at_a_time_is_written(tmp_path):
    experimental = tf.profiler.experimental
    experimental.start(str(tmp_path), experimental.ProfilerOptions(host_tracer_level=3))
    with experimental.Trace("step", step_num=0, _r=1):
        tf.matmul(tf.ones([3, 3]), tf.ones([3, 3]))
    with pytest.raises(tf.errors.AlreadyExistsError, match="Another profiler is running"):
        experimental.start(str(tmp_path))
    experimental.stop()
    assert any((tmp_path / "plugins" / "profile").rglob("*.*"))
    with pytest.raises(tf.errors.UnavailableError, match="No profiler is running"):
        experimental.stop()
    with experimental.Profile(str(tmp_path)):
        pass
