"""`DeviceSpec`: the parts of a device's name.

Invariant: immutable; equal by its parts, hashable. Every device is accepted, and all of them are
the CPU.
"""

from __future__ import annotations

from typing import Any

_PARTS = ("job", "replica", "task", "device_type", "device_index")
_TYPES = ("CPU", "GPU", "TPU", "TPU_SYSTEM", "XLA_CPU", "XLA_GPU")


class DeviceSpec:
    """The name of a device by its parts, any of which may be None.

    >>> spec = tf.DeviceSpec.from_string("/job:worker/task:1/gpu:0")
    >>> spec.job, spec.task, spec.device_type, spec.device_index
    ('worker', 1, 'GPU', 0)
    >>> spec.replace(device_type="CPU").to_string()
    '/job:worker/task:1/device:CPU:0'
    """

    __slots__ = tuple(f"_{part}" for part in _PARTS)

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        self._job = _or_none(str, job)
        self._replica = _or_none(int, replica)
        self._task = _or_none(int, task)
        self._device_type = None if device_type is None else str(device_type).upper()
        self._device_index = _or_none(int, device_index)

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        """From a name such as `"/job:a/replica:0/task:1/device:CPU:0"`, `"/gpu:0"` or `"GPU:0"`.

        Errors: `ValueError` for a part that is none.
        """
        parts: dict[str, Any] = {}
        for text in filter(None, spec.split("/")):
            part, _, value = text.partition(":")
            if part in ("job", "replica", "task") and value:
                parts[part] = value
            else:
                parts.update(_device(value if part == "device" else text, spec, parts))
        return cls(**parts)

    def parse_from_string(self, spec: str) -> DeviceSpec:
        """As `from_string`; this spec stays as it is."""
        return self.from_string(spec)

    @property
    def job(self) -> str | None:
        """The job, such as `"worker"`."""
        return self._job

    @property
    def replica(self) -> int | None:
        """The replica's number."""
        return self._replica

    @property
    def task(self) -> int | None:
        """The task's number."""
        return self._task

    @property
    def device_type(self) -> str | None:
        """`"CPU"`, `"GPU"` or `"TPU"`."""
        return self._device_type

    @property
    def device_index(self) -> int | None:
        """The number among devices of the type."""
        return self._device_index

    def to_string(self) -> str:
        """The name, as `tf.device` takes it."""
        named = [(part, getattr(self, part)) for part in _PARTS[:3]]
        text = "".join(f"/{part}:{value}" for part, value in named if value is not None)
        if self._device_type is not None:
            index = "*" if self._device_index is None else self._device_index
            text += f"/device:{self._device_type}:{index}"
        return text

    def replace(self, **kwargs: Any) -> DeviceSpec:
        """A copy with some parts replaced."""
        return type(self)(**{**self._as_dict(), **kwargs})

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """A copy in which the parts that `dev` has replace those here."""
        given = {part: value for part, value in dev._as_dict().items() if value is not None}
        return self.replace(**given)

    def _as_dict(self) -> dict[str, Any]:
        return {part: getattr(self, part) for part in _PARTS}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceSpec) and self._as_dict() == other._as_dict()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self._as_dict().values())

    def __repr__(self) -> str:
        parts = ", ".join(f"{part}={value}" for part, value in self._as_dict().items())
        return f"<DeviceSpec({parts})>"


def _or_none(kind: Any, value: Any) -> Any:
    return None if value is None else kind(value)


def _device(text: str, spec: str, before: dict[str, Any]) -> dict[str, Any]:
    """Type and number of a device, such as `"GPU:0"`."""
    kind, _, index = text.partition(":")
    if kind.upper() not in _TYPES:
        raise ValueError(
            f"Unknown attribute '{kind}' is encountered while parsing the device spec: '{spec}'."
        )
    if "device_type" in before:
        raise ValueError(
            f"Multiple device types are not allowed while parsing the device spec: {spec}."
        )
    return {"device_type": kind, "device_index": None if index in ("", "*") else int(index)}
