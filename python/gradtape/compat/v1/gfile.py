"""`tf.compat.v1.gfile`: `tf.io.gfile` under its older names."""

from ..._io.gfile_object import GFile as GFile
from ..._io.older_files import (
    Copy as Copy,
    DeleteRecursively as DeleteRecursively,
    Exists as Exists,
    Glob as Glob,
    IsDirectory as IsDirectory,
    ListDirectory as ListDirectory,
    MakeDirs as MakeDirs,
    MkDir as MkDir,
    Remove as Remove,
    Rename as Rename,
    Stat as Stat,
    Walk as Walk,
)

FastGFile = GFile
Open = GFile
