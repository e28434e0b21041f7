"""`tf.compat.v1.gfile`: `tf.io.gfile` under its older names."""

from ..._io.gfile import (
    copy as Copy,  # noqa: F401
    exists as Exists,  # noqa: F401
    glob as Glob,  # noqa: F401
    isdir as IsDirectory,  # noqa: F401
    listdir as ListDirectory,  # noqa: F401
    makedirs as MakeDirs,  # noqa: F401
    mkdir as MkDir,  # noqa: F401
    remove as Remove,  # noqa: F401
    rename as Rename,  # noqa: F401
    rmtree as DeleteRecursively,  # noqa: F401
    stat as Stat,  # noqa: F401
    walk as Walk,  # noqa: F401
)
from ..._io.gfile_object import GFile as GFile

FastGFile = GFile
Open = GFile
