"""The functions of `tf.io.gfile` under their older names, with older names of their arguments."""

from __future__ import annotations

from .._legacy.keywords import with_old_keywords
from . import gfile

Copy = with_old_keywords("gfile.Copy", gfile.copy)
DeleteRecursively = with_old_keywords("gfile.DeleteRecursively", gfile.rmtree)
Exists = with_old_keywords("gfile.Exists", gfile.exists)
Glob = with_old_keywords("gfile.Glob", gfile.glob)
IsDirectory = with_old_keywords("gfile.IsDirectory", gfile.isdir)
ListDirectory = with_old_keywords("gfile.ListDirectory", gfile.listdir)
MakeDirs = with_old_keywords("gfile.MakeDirs", gfile.makedirs)
MkDir = with_old_keywords("gfile.MkDir", gfile.mkdir)
Remove = with_old_keywords("gfile.Remove", gfile.remove)
Rename = with_old_keywords("gfile.Rename", gfile.rename)
Stat = with_old_keywords("gfile.Stat", gfile.stat)
Walk = with_old_keywords("gfile.Walk", gfile.walk)
