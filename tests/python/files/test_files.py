"""io.read_file, write_file, matching_files; io.gfile."""

import os
import pathlib

import pytest
from library import ours, tf

gfile = tf.io.gfile
NotFound = tf.errors.NotFoundError
Exists = tf.errors.AlreadyExistsError
Precondition = tf.errors.FailedPreconditionError
Permission = tf.errors.PermissionDeniedError
Invalid = tf.errors.InvalidArgumentError


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a1").write_text("1\n2\n")
    (tmp_path / "a2").write_text("2")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "x.txt").write_text("x")
    return str(tmp_path)


def test_what_is_written_is_read(tmp_path):
    path = str(tmp_path / "new" / "deep" / "a")
    assert tf.io.write_file(path, b"h\n\xff\0") is None
    assert tf.io.read_file(tf.constant(path)).numpy() == b"h\n\xff\0"
    assert tf.io.read_file(path).shape == []


def test_what_cannot_be_read(folder):
    with pytest.raises(NotFound, match=r"none; No such file or directory"):
        tf.io.read_file(folder + "/none")
    with pytest.raises(Precondition, match="Is a directory"):
        tf.io.read_file(folder)
    with pytest.raises(Invalid, match=r"filename tensor must be scalar, but had shape: \[1\]"):
        tf.io.read_file([folder])
    with pytest.raises(TypeError):
        tf.io.read_file(3)


@ours("a path object is a path")
def test_path_objects(tmp_path):
    tf.io.write_file(tmp_path / "a", "b")
    assert tf.io.read_file(tmp_path / "a").numpy() == b"b"


@pytest.mark.parametrize(
    ("patterns", "names"),
    [
        ("a*", ["a1", "a2"]),
        (["a2", "a1", "no*"], ["a1", "a2"]),
        ("a[12]", ["a1", "a2"]),
        ("*/x.txt", ["sub/x.txt"]),
        ("?1", ["a1"]),
        ("no*", []),
    ],
)
def test_matching_files(folder, patterns, names):
    full = [f"{folder}/{one}" for one in patterns] if isinstance(patterns, list) else patterns
    found = tf.io.matching_files(full if isinstance(patterns, list) else f"{folder}/{patterns}")
    assert found.numpy().tolist() == [f"{folder}/{name}".encode() for name in names]
    assert found.dtype == tf.string


# --- gfile ----------------------------------------------------------------------------------------


def test_asking_about_files(folder):
    assert gfile.exists(folder + "/a1")
    assert gfile.exists(pathlib.Path(folder))
    assert not gfile.exists(folder + "/no")
    assert not gfile.exists("")
    assert [gfile.isdir(folder), gfile.isdir(folder + "/a1"), gfile.isdir("no")] == [
        *(True, False, False)
    ]
    assert sorted(gfile.listdir(folder)) == ["a1", "a2", "sub"]
    found = gfile.stat(folder + "/a1")
    assert (found.length, found.is_directory) == (4, False)
    assert found.mtime_nsec > 10**18
    for function in (gfile.listdir, gfile.stat):
        with pytest.raises(NotFound):
            function(folder + "/no")


def test_patterns(folder):
    names = [name for name in os.listdir(folder) if name != "sub"]  # noqa: PTH208
    assert gfile.glob(folder + "/a*") == [f"{folder}/{name}" for name in names]
    assert gfile.glob([folder + "/a1", folder + "/sub/*"]) == [
        folder + "/a1",
        folder + "/sub/x.txt",
    ]
    assert gfile.glob(folder + "/**/x*") == [folder + "/sub/x.txt"]
    assert gfile.glob(folder + "/n*") == []


def test_folders(folder):
    gfile.mkdir(folder + "/q")
    gfile.mkdir(folder + "/q")
    with pytest.raises(NotFound):
        gfile.mkdir(folder + "/w/e")
    gfile.makedirs(folder + "/w/e")
    gfile.makedirs(folder + "/w/e")
    with pytest.raises(Precondition, match="not a directory"):
        gfile.makedirs(folder + "/a1")
    gfile.rmtree(folder + "/w")
    gfile.rmtree(folder + "/a1")
    assert sorted(gfile.listdir(folder)) == ["a2", "q", "sub"]
    with pytest.raises(NotFound, match="not found"):
        gfile.rmtree(folder + "/no")


def test_copy_rename_remove(folder):
    one, two = folder + "/a1", folder + "/c"
    gfile.copy(one, two)
    for function in (gfile.copy, gfile.rename):
        with pytest.raises(Exists, match="file already exists"):
            function(one, two)
        with pytest.raises(NotFound):
            function(folder + "/no", two, overwrite=True)
    gfile.copy(folder + "/a2", two, overwrite=True)
    assert pathlib.Path(two).read_text() == "2"
    gfile.rename(one, two, overwrite=True)
    assert pathlib.Path(two).read_text() == "1\n2\n"
    gfile.remove(two)
    with pytest.raises(NotFound):
        gfile.remove(two)
    with pytest.raises(Precondition):
        gfile.remove(folder + "/sub")


def test_walk(folder):
    names = [name for name in os.listdir(folder) if name != "sub"]  # noqa: PTH208
    above = (folder, ["sub"], names)
    below = (folder + "/sub", [], ["x.txt"])
    assert list(gfile.walk(folder)) == [above, below]
    assert list(gfile.walk(folder, topdown=False)) == [below, above]
    assert list(gfile.walk(folder + "/no")) == []


def test_join():
    assert gfile.join("a", "b") == os.path.join("a", "b")  # noqa: PTH118
    assert gfile.join("gs://a", "b") == "gs://a/b"
    assert gfile.join(b"a", b"b") == b"a/b"


# --- GFile ----------------------------------------------------------------------------------------


def test_a_file_is_read_piece_by_piece(tmp_path):
    path = str(tmp_path / "a")
    with gfile.GFile(path, "w") as file:
        file.write("a\nbb\n")
        file.write("ccc")
        assert file.tell() == 8
        with pytest.raises(Permission, match="File isn't open for reading"):
            file.read()
    file = gfile.GFile(path, "r")
    assert [file.readline(), file.tell(), file.read(2), file.readlines()] == [
        *("a\n", 2, "bb", ["\n", "ccc"])
    ]
    assert [file.readline(), file.read(), file.size()] == ["", "", 8]
    file.seek(1)
    assert file.read() == "\nbb\nccc"
    file.seek(-2, 2)
    assert file.read() == "cc"
    with pytest.raises(Invalid, match="Invalid whence argument: 7"):
        file.seek(0, 7)
    with pytest.raises(Permission, match="File isn't open for writing"):
        file.write("a")
    file.close()
    assert file.read() == "a\nbb\nccc"
    assert list(gfile.GFile(path)) == ["a\n", "bb\n", "ccc"]
    assert gfile.GFile(path, "rb").read() == b"a\nbb\nccc"


def test_modes(tmp_path):
    path = str(tmp_path / "a")
    with pytest.raises(Invalid, match="mode is not 'r' or 'w'"):
        gfile.GFile(path, "rw")
    nothing = gfile.GFile(path)  # opens when it is used
    with pytest.raises(NotFound):
        nothing.read()
    with gfile.GFile(path, "wb") as file:
        file.write(b"\xff")
    with gfile.GFile(path, "ab") as file:
        file.write(b"more")
    with gfile.GFile(path, "rb") as file:
        assert file.read() == b"\xffmore"
