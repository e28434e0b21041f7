"""With TF_USE_LEGACY_KERAS `get_file` leaves archives beside what they hold, and takes paths."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest
from library import ours, tf

pytestmark = ours("Keras 2 by the environment")
get_file = tf.keras.utils.get_file


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "datasets"


@pytest.fixture
def zipped(tmp_path):
    with zipfile.ZipFile(tmp_path / "weather.csv.zip", "w") as archive:
        archive.writestr("weather.csv", "1,2")
    return (tmp_path / "weather.csv.zip").as_uri()


@pytest.fixture
def tarred(tmp_path):
    with tarfile.open(tmp_path / "flowers.tgz", "w:gz") as archive:
        member = tarfile.TarInfo("photos/a.txt")
        member.size = 6
        archive.addfile(member, io.BytesIO(b"a rose"))
    return (tmp_path / "flowers.tgz").as_uri()


def test_an_archive_is_unpacked_beside_itself_and_its_path_is_the_answer(cache, zipped):
    path = get_file("weather.csv.zip", zipped, extract=True)
    assert path == str(cache / "weather.csv.zip")
    assert Path(path.removesuffix(".zip")).read_text() == "1,2"
    Path(path.removesuffix(".zip")).unlink()
    get_file(origin=zipped, extract=True)
    assert (cache / "weather.csv").is_file()


def test_what_is_no_archive_stays_as_it_is(cache, tmp_path):
    (tmp_path / "plain.txt").write_text("one")
    path = get_file(origin=(tmp_path / "plain.txt").as_uri(), extract=True)
    assert path == str(cache / "plain.txt")
    assert [file.name for file in cache.iterdir()] == ["plain.txt"]


@pytest.mark.parametrize("name", ["photos", "photos.tar.gz"])
def test_untar_tells_the_folder(cache, tarred, name):
    assert get_file(name, tarred, untar=True) == str(cache / "photos")
    assert (cache / "photos" / "a.txt").read_text() == "a rose"
    assert (cache / "photos.tar.gz").is_file()


def test_the_name_may_be_a_path(cache, zipped, tmp_path):
    elsewhere = tmp_path / "here" / "weather.zip"
    assert get_file(str(elsewhere), zipped) == str(elsewhere)
    assert elsewhere.is_file()
    assert get_file("deeper/weather.zip", zipped) == str(cache / "deeper" / "weather.zip")
