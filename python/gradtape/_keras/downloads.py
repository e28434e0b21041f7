"""`keras.utils.get_file`: a file from the network, once, kept in Keras's cache.

Invariant: a file under its final name is whole, and has the hash that was asked for: a download is
written beside it and renamed when it is complete and right.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from urllib import error, parse, request

from .._runtime.versions import is_keras_2_asked_for
from .callbacks.bars import has_bars
from .callbacks.progbar import Progbar
from .messages import say

_CHUNK = 1 << 20
_TIMEOUT = 30.0  # seconds without an answer


def get_file(
    fname: str | os.PathLike[str] | None = None,
    origin: str | None = None,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: Any = "auto",
    cache_dir: str | os.PathLike[str] | None = None,
    force_download: bool = False,
) -> str:
    """The path of a file that is downloaded from `origin` unless it is already in the cache.

    The cache is `~/.keras` (or `$KERAS_HOME`), in it the folder `cache_subdir`. `file_hash` is
    the SHA-256 (or MD5) that the file must have. With `extract` or `untar` a tar or zip archive is
    unpacked, and the answer is the path of the folder; in Keras 2 (`TF_USE_LEGACY_KERAS`) it is
    unpacked beside itself, and the answer is its own path, and `fname` may be a path. Errors:
    `ValueError` without an origin or for a file with another hash; `OSError` where the file cannot
    be had, naming the place to put it by hand.

    >>> import gradtape as tf, tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "numbers.txt").write_text("1 2 3")
    >>> path = tf.keras.utils.get_file(
    ...     origin=(folder / "numbers.txt").as_uri(), cache_dir=folder / "cache")
    >>> pathlib.Path(path).read_text()
    '1 2 3'
    """
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    if md5_hash is not None and file_hash is None:
        file_hash, hash_algorithm = md5_hash, "md5"
    folder, kinds = _cache(cache_dir) / cache_subdir, "tar" if untar else archive_format
    if is_keras_2_asked_for():
        archive, answer = _places_of_keras_2(folder, _given_name(fname, origin), untar)
        _fetched(archive, origin, file_hash, hash_algorithm, force_download)
        if extract or (untar and not answer.exists()):
            _unpack_beside(archive, folder, kinds)
        return str(answer)
    name = _file_name(fname, origin)
    if not (extract or untar):
        return str(_fetched(folder / name, origin, file_hash, hash_algorithm, force_download))
    archive, target = _places(folder, name, named=bool(fname))
    fresh = force_download or not archive.exists()
    _fetched(archive, origin, file_hash, hash_algorithm, force_download)
    if fresh or not target.exists():
        _unpack(archive, target, kinds)
    return str(target)


def _cache(given: str | os.PathLike[str] | None) -> Path:
    """The folder of the cache; one in the system's place for such, if that cannot be written."""
    named = os.fsdecode(given) if given else os.environ.get("KERAS_HOME")
    wanted = Path(named or Path("~") / ".keras").expanduser()
    with contextlib.suppress(OSError):
        wanted.mkdir(parents=True, exist_ok=True)
        if os.access(wanted, os.W_OK):
            return wanted
    return Path(tempfile.gettempdir()) / ".keras"


def _given_name(fname: str | os.PathLike[str] | None, origin: str) -> str:
    name = os.fsdecode(fname) if fname else Path(parse.unquote(parse.urlsplit(origin).path)).name
    if not name:
        raise ValueError(
            f"The origin {origin!r} does not end in the name of a file; pass the `fname` argument."
        )
    return name


def _file_name(fname: str | os.PathLike[str] | None, origin: str) -> str:
    name = _given_name(fname, origin)
    if Path(name).name != name:
        raise ValueError(
            "Paths are no longer accepted as the `fname` argument. To specify the file's parent "
            f"directory, use the `cache_dir` argument. Received: fname={name}"
        )
    return name


def _places(folder: Path, name: str, named: bool) -> tuple[Path, Path]:
    """Where an archive is kept, and the folder that it is unpacked into, as Keras 3 has them."""
    if named and "." in name:
        return folder / name, folder / f"{name[: name.find('.')]}_extracted"
    return folder / f"{name}_archive", folder / name


def _places_of_keras_2(folder: Path, name: str, untar: bool) -> tuple[Path, Path]:
    """Where an archive is kept, and what its user is told: the same, or with `untar` a folder."""
    if not untar:
        return folder / name, folder / name
    target = folder / name.removesuffix(".tar.gz")
    return Path(f"{target}.tar.gz"), target


def _fetched(path: Path, origin: str, file_hash: str | None, algorithm: str, force: bool) -> Path:
    """The file in its place: the one that is there if it is right, else a new one."""
    if path.is_file() and not force and _is_right(path, file_hash, algorithm):
        return path
    if path.is_file() and not force:
        print(
            f"A local file was found at {path}, but it is incomplete or another one: its hash is "
            f"not {file_hash}. It is downloaded again.",
            file=sys.stderr,
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    _announce(f"Downloading data from {origin}")
    with _temporary(path) as part:
        try:
            _download(origin, part)
        except (error.URLError, TimeoutError, OSError) as reason:
            raise OSError(
                f"{path.name} cannot be downloaded from {origin}: {reason}. Without a network, put "
                f"the file at {path}"
            ) from reason
        if not _is_right(part, file_hash, algorithm):
            raise ValueError(
                f"Incomplete or corrupted file detected. The {_algorithm(file_hash, algorithm)} "
                f"file hash of {origin} does not match the provided value of {file_hash}."
            )
        part.replace(path)
    return path


def _announce(text: str) -> None:
    """On the standard output as Keras does where lines of progress are Keras's, else beside it."""
    if has_bars():
        say(text)
    else:
        print(text, file=sys.stderr)


@contextlib.contextmanager
def _temporary(path: Path) -> Iterator[Path]:
    """A new file beside `path`, which is gone afterwards unless it was renamed."""
    handle, name = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _download(origin: str, part: Path) -> None:
    with request.urlopen(origin, timeout=_TIMEOUT) as answer, part.open("wb") as file:
        size = int(answer.headers.get("Content-Length") or 0)
        _copy(answer, file, size)


def _copy(answer: Any, file: IO[bytes], size: int) -> None:
    """Copy, with Keras's bar where it has one, else with a line on a terminal."""
    bar = Progbar(size or None) if has_bars() else None
    done, shown = 0, bar is None and sys.stderr.isatty()
    if bar is not None and not is_keras_2_asked_for():
        bar.update(0)
    while chunk := answer.read(_CHUNK):
        file.write(chunk)
        done += len(chunk)
        if bar is not None:
            bar.update(done)
        elif shown:
            share = f" of {size / 1e6:.1f} MB ({100 * done // size} %)" if size else " MB"
            print(f"\r{done / 1e6:.1f}{share}", end="", file=sys.stderr, flush=True)
    if shown:
        print(file=sys.stderr)
    if size and done < size:
        raise OSError(f"the connection ended after {done} of {size} bytes")


def _is_right(path: Path, file_hash: str | None, algorithm: str) -> bool:
    if file_hash is None:
        return True
    found = hashlib.new(_algorithm(file_hash, algorithm), usedforsecurity=False)
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest() == str(file_hash).lower()


def _algorithm(file_hash: Any, algorithm: str) -> str:
    """ "sha256" or "md5": what was asked for, or what the length of the hash tells."""
    if algorithm in ("sha256", "md5"):
        return algorithm
    return "sha256" if len(str(file_hash)) == 64 else "md5"


def _unpack(archive: Path, target: Path, archive_format: Any) -> None:
    """Unpack so that `target` appears with everything in it or not at all."""
    with tempfile.TemporaryDirectory(dir=target.parent) as fresh:
        inside = Path(fresh) / "all"
        inside.mkdir()
        if not _extracted(archive, str(inside), archive_format):
            raise ValueError(f"{archive} is not an archive of a known format (tar, zip).")
        shutil.rmtree(target, ignore_errors=True)
        shutil.move(str(inside), str(target))


def _unpack_beside(archive: Path, folder: Path, archive_format: Any) -> None:
    """Unpack into the folder, as Keras 2 does whenever it is asked; what is no archive stays."""
    folder.mkdir(parents=True, exist_ok=True)
    _extracted(archive, str(folder), archive_format)


def _extracted(archive: Path, folder: str, archive_format: Any) -> bool:
    """Put everything into the folder; False for a file that is no archive of the formats."""
    kinds = ("tar", "zip") if archive_format == "auto" else archive_format or ()
    if "tar" in kinds and tarfile.is_tarfile(archive):
        with tarfile.open(archive) as opened:
            _extract_tar(opened, folder)
    elif "zip" in kinds and zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as opened_zip:
            opened_zip.extractall(folder)
    else:
        return False
    return True


def _extract_tar(opened: tarfile.TarFile, folder: str) -> None:
    """Everything that stays inside of `folder`."""
    if hasattr(tarfile, "data_filter"):
        opened.extractall(folder, filter="data")
        return
    root = Path(folder).resolve()
    for member in opened.getmembers():
        inside = (root / member.name).resolve().is_relative_to(root)
        if not inside or not (member.isfile() or member.isdir()):
            raise ValueError(f"The archive holds {member.name!r}, which would leave the folder.")
    opened.extractall(folder)
