"""The exceptions of operations, with TensorFlow's names and codes.

Every class derives from `OpError`, carries `message`, `op`, `node_def` and `error_code`, and has
empty `args`. `InvalidArgumentError` is a `ValueError` as well, so that code which catches either
works. The core raises these classes by name, with `(None, None, message)`.
"""

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16


class OpError(Exception):
    """An operation failed.

    `node_def` and `op` are kept for TensorFlow's signature and are None here: every operation runs
    eagerly.

    >>> import gradtape as tf
    >>> error = tf.errors.OpError(None, None, "no such thing", tf.errors.NOT_FOUND)
    >>> str(error), error.error_code, error.args
    ('no such thing', 5, ())
    """

    def __init__(
        self, node_def: object, op: object, message: str, error_code: int, *args: dict[str, bytes]
    ) -> None:
        super().__init__()
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code
        self._payloads = dict(args[0]) if args else {}

    @property
    def message(self) -> str:
        """The text that says what went wrong."""
        return self._message

    @property
    def op(self) -> object:
        """Always None: there is no graph."""
        return self._op

    @property
    def node_def(self) -> object:
        """Always None: there is no graph."""
        return self._node_def

    @property
    def error_code(self) -> int:
        """The code of the class, one of the constants of this module."""
        return self._error_code

    @property
    def experimental_payloads(self) -> dict[str, bytes]:
        """Details that the raiser attached, by name."""
        return self._payloads

    def __str__(self) -> str:
        return self._message

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self._node_def, self._op, self._message, self._error_code)


def _rebuild(cls: type[OpError], node_def: object, op: object, message: str, code: int) -> OpError:
    """Unpickle: the concrete classes know their code, `OpError` itself is told."""
    if issubclass(cls, _Coded):
        return cls(node_def, op, message)
    return cls(node_def, op, message, code)


class _Coded(OpError):
    """An `OpError` whose class fixes the code."""

    CODE = UNKNOWN

    def __init__(self, node_def: object, op: object, message: str, *args: dict[str, bytes]) -> None:
        super().__init__(node_def, op, message, self.CODE, *args)


class CancelledError(_Coded):
    """The operation was cancelled."""

    CODE = CANCELLED


class UnknownError(_Coded):
    """No other class fits."""

    CODE = UNKNOWN


class InvalidArgumentError(_Coded, ValueError):
    """An argument has a wrong shape, dtype or value.

    >>> import gradtape as tf
    >>> try:
    ...     tf.reshape([1.0, 2.0], [3])
    ... except ValueError as error:
    ...     print(type(error).__name__, error.error_code)
    InvalidArgumentError 3
    """

    CODE = INVALID_ARGUMENT


class DeadlineExceededError(_Coded):
    """The time allowed ran out."""

    CODE = DEADLINE_EXCEEDED


class NotFoundError(_Coded):
    """Something asked for, such as a checkpoint, does not exist."""

    CODE = NOT_FOUND


class AlreadyExistsError(_Coded):
    """Something that was to be made exists."""

    CODE = ALREADY_EXISTS


class PermissionDeniedError(_Coded):
    """The caller may not do this."""

    CODE = PERMISSION_DENIED


class ResourceExhaustedError(_Coded):
    """There is not enough of something, as a rule memory."""

    CODE = RESOURCE_EXHAUSTED


class FailedPreconditionError(_Coded):
    """The system is not in the state that the operation needs."""

    CODE = FAILED_PRECONDITION


class AbortedError(_Coded):
    """The operation was given up."""

    CODE = ABORTED


class OutOfRangeError(_Coded):
    """A value or a position is past the end."""

    CODE = OUT_OF_RANGE


class UnimplementedError(_Coded):
    """The operation does not exist for these arguments."""

    CODE = UNIMPLEMENTED


class InternalError(_Coded):
    """An invariant of the library does not hold: a defect, please report it."""

    CODE = INTERNAL


class UnavailableError(_Coded):
    """A resource cannot be reached at the moment."""

    CODE = UNAVAILABLE


class DataLossError(_Coded):
    """Stored data are damaged or cut short."""

    CODE = DATA_LOSS


class UnauthenticatedError(_Coded):
    """The caller did not say who it is."""

    CODE = UNAUTHENTICATED


class OperatorNotAllowedInGraphError(TypeError):
    """Kept for code that catches it; eager execution never raises it."""
