"""Where the data sets lie, and the SHA-256 (or MD5) of each file as Keras publishes it."""

from __future__ import annotations

from ..downloads import get_file

_STORE = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"
_TORONTO = "https://www.cs.toronto.edu/~kriz/"

HASHES = {
    "mnist.npz": "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1",
    "boston_housing.npz": "f553886a1f8d56431e820c5b82552d9d95cfcb96d1e678153f8839538947dff5",
    "california_housing.npz": "1a2e3a52e0398de6463aebe6f4a8da34fb21fbb6b934cf88c3425e766f2a1a6f",
    "imdb.npz": "69664113be75683a8fe16e3ed0ab59fda8886cb3cd7ada244f7d9544e4676b9f",
    "imdb_word_index.json": "bfafd718b763782e994055a2d397834f",
    "reuters.npz": "d6586e694ee56d7a4e65172e12b3e987c03096cb01eab99753921ef915959916",
    "reuters_word_index.json": "4d44cc38712099c9e383dc6e5f11a921",
    "cifar-10-python.tar.gz": "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce",
    "cifar-100-python.tar.gz": "85cd44d02ba6437773c5bbd22e183051d648de2e7d6b014e1ef29b855ba677a7",
}


def stored(name: str, path: str | None = None, folder: str = "datasets") -> str:
    """The path of a data set's file `name`, kept under the name `path`."""
    return get_file(path or name, _STORE + name, file_hash=HASHES.get(name), cache_subdir=folder)


def unpacked(archive: str, folder: str) -> str:
    """The path of a folder with what is in one of the archives of the CIFAR data sets."""
    return get_file(folder, _TORONTO + archive, file_hash=HASHES[archive], extract=True)
