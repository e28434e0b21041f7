"""Files and folders under the names that they have where TensorFlow defines them."""

from __future__ import annotations

from ..._io import gfile
from ..._io.gfile_object import GFile

FileIO = GFile
file_exists, is_directory, list_directory = gfile.exists, gfile.isdir, gfile.listdir
get_matching_files = gfile.glob
create_dir, recursive_create_dir = gfile.mkdir, gfile.makedirs
delete_file, delete_recursively = gfile.remove, gfile.rmtree


def read_file_to_string(filename: str, binary_mode: bool = False) -> str | bytes:
    """What is in a file."""
    with GFile(filename, "rb" if binary_mode else "r") as file:
        content: str | bytes = file.read()
    return content


def write_string_to_file(filename: str, file_content: str | bytes) -> None:
    """Make a file of a text or bytes."""
    with GFile(filename, "wb" if isinstance(file_content, bytes) else "w") as file:
        file.write(file_content)
