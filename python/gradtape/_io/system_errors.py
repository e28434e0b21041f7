"""What the operating system refuses, as the errors that TensorFlow has for it."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import errors

if TYPE_CHECKING:
    from .._typing import PathLike

_KINDS: dict[Any, type[errors.OpError]] = {
    errno.ENOENT: errors.NotFoundError,
    errno.EACCES: errors.PermissionDeniedError,
    errno.EPERM: errors.PermissionDeniedError,
    errno.EROFS: errors.PermissionDeniedError,
    errno.ENOSPC: errors.ResourceExhaustedError,
    errno.EDQUOT: errors.ResourceExhaustedError,
    errno.EMFILE: errors.ResourceExhaustedError,
    errno.ENFILE: errors.ResourceExhaustedError,
    errno.ENOMEM: errors.ResourceExhaustedError,
    errno.EFBIG: errors.OutOfRangeError,
    errno.EEXIST: errors.AlreadyExistsError,
    errno.EISDIR: errors.FailedPreconditionError,
    errno.ENOTDIR: errors.FailedPreconditionError,
    errno.ENOTEMPTY: errors.FailedPreconditionError,
    errno.EBUSY: errors.FailedPreconditionError,
    errno.ENAMETOOLONG: errors.InvalidArgumentError,
    errno.EINVAL: errors.InvalidArgumentError,
}


@contextlib.contextmanager
def system_errors(path: PathLike) -> Iterator[None]:
    """In this block an `OSError` about `path` becomes TensorFlow's error; it is the cause."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # not the operating system's
            raise
        kind: Any = _KINDS.get(error.errno, errors.UnknownError)
        reason = error.strerror or str(error)
        raise kind(None, None, f"{os.fsdecode(path)}; {reason}") from error
