"""Where `get_file` keeps archives and what is in them: in the folders of Keras 3."""

import tarfile
import zipfile
from pathlib import Path

import pytest
from library import tf

get_file = tf.keras.utils.get_file


@pytest.fixture
def origin(tmp_path):
    """Archives with one folder: the address of that of a name."""
    inside = tmp_path / "photos"
    inside.mkdir()
    (inside / "a.txt").write_text("a rose")

    def made(name):
        if name.endswith(".zip"):
            with zipfile.ZipFile(tmp_path / name, "w") as archive:
                archive.write(inside / "a.txt", "photos/a.txt")
        else:
            with tarfile.open(tmp_path / name, "w:gz") as archive:
                archive.add(inside, "photos")
        return (tmp_path / name).as_uri()

    return made


PLACES = [
    ("p.zip", None, "extract", "p.zip_archive", "p.zip"),
    ("p.zip", "q.zip", "extract", "q.zip", "q_extracted"),
    ("p.zip", "q", "extract", "q_archive", "q"),
    ("p.tgz", None, "extract", "p.tgz_archive", "p.tgz"),
    ("p.tgz", None, "untar", "p.tgz_archive", "p.tgz"),
    ("p.tgz", "photos", "untar", "photos_archive", "photos"),
    ("p.tar.gz", "v1.2.tar.gz", "extract", "v1.2.tar.gz", "v1_extracted"),
]


@pytest.mark.parametrize(("source", "name", "how", "archive", "folder"), PLACES)
def test_an_archive_has_its_folder(tmp_path, origin, source, name, how, archive, folder):
    cache = tmp_path / "cache"
    cache.mkdir()
    for _ in range(2):
        found = get_file(name, origin(source), cache_dir=str(cache), **{how: True})
        assert found == str(cache / "datasets" / folder)
    assert (cache / "datasets" / archive).is_file()
    assert (Path(found) / "photos" / "a.txt").read_text() == "a rose"
