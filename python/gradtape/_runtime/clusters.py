"""The machines that a program was told of: their addresses by jobs, and what knows them.

It is for the program to read; processes are started and connected by MPI.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any


class ClusterSpec:
    """The addresses of a cluster's tasks, by jobs: from a dict of lists or of dicts by number.

    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {3: "c:1"}})
    >>> cluster.jobs, cluster.num_tasks("worker"), cluster.task_address("ps", 3)
    (['worker', 'ps'], 2, 'c:1')
    """

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, ClusterSpec):
            cluster = cluster._jobs
        if not isinstance(cluster, Mapping):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network "
                "addresses, or a `ClusterDef` protocol buffer"
            )
        self._jobs: dict[str, dict[int, str]] = {
            job: _numbered(tasks) for job, tasks in cluster.items()
        }

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._jobs)

    def num_tasks(self, job_name: str) -> int:
        """How many tasks a job has; `ValueError` for no such job."""
        return len(self._job(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The numbers of a job's tasks."""
        return sorted(self._job(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task; `ValueError` for no such task."""
        job = self._job(job_name)
        if task_index not in job:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return job[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks by number, None for numbers that are left out."""
        job = self._job(job_name)
        return [job.get(number) for number in range(max(job, default=-1) + 1)]

    def as_dict(self) -> dict[str, Any]:
        """Lists of addresses by job, dicts where numbers are left out."""
        found: dict[str, Any] = {}
        for name, job in self._jobs.items():
            is_whole = sorted(job) == list(range(len(job)))
            found[name] = self.job_tasks(name) if is_whole else dict(job)
        return found

    def _job(self, name: str) -> dict[int, str]:
        if name not in self._jobs:
            raise ValueError(f"No such job in cluster: {name!r}")
        return self._jobs[name]

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClusterSpec) and other._jobs == self._jobs

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"ClusterSpec({self.as_dict()!r})"


def _numbered(tasks: Any) -> dict[int, str]:
    if isinstance(tasks, Mapping):
        return {int(number): str(address) for number, address in tasks.items()}
    return {number: str(address) for number, address in enumerate(tasks)}


class ClusterResolver:
    """Says which machines there are; subclasses know from where."""

    task_type: str | None = None
    task_id: int | None = None
    environment = ""

    def cluster_spec(self) -> ClusterSpec:
        """The machines."""
        raise NotImplementedError

    def master(self, task_type: Any = None, task_id: Any = None, rpc_layer: Any = None) -> str:
        """The address of a task, empty without one."""
        kind = self.task_type if task_type is None else task_type
        number = self.task_id if task_id is None else task_id
        if kind is None or number is None:
            return ""
        address = self.cluster_spec().task_address(kind, number)
        return f"{rpc_layer}://{address}" if rpc_layer else address

    def num_accelerators(self, *ignored: Any, **settings: Any) -> dict[str, int]:
        """There are none."""
        return {}


class SimpleClusterResolver(ClusterResolver):
    """The machines that it was made with.

    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1"]})
    >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
    >>> resolver.cluster_spec().num_tasks("worker")
    1
    """

    def __init__(
        self,
        cluster_spec: ClusterSpec,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: Any = None,
        rpc_layer: str | None = None,
    ) -> None:
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError("cluster_spec must be a `tf.train.ClusterSpec`.")
        self._cluster_spec, self._master = cluster_spec, master
        self.task_type, self.task_id = task_type, task_id
        self.environment, self.rpc_layer = environment, rpc_layer

    def cluster_spec(self) -> ClusterSpec:
        """The machines."""
        return self._cluster_spec

    def master(self, task_type: Any = None, task_id: Any = None, rpc_layer: Any = None) -> str:
        """The address of a task, by default the one that was given."""
        if task_type is None or task_id is None:
            return self._master
        return super().master(task_type, task_id, rpc_layer or self.rpc_layer)


class TFConfigClusterResolver(ClusterResolver):
    """The machines that the environment's `TF_CONFIG`, a text of JSON, tells of.

    >>> tf.distribute.cluster_resolver.TFConfigClusterResolver().cluster_spec().as_dict()
    {}
    """

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        task = _tf_config().get("task", {})
        self.task_type = task_type or task.get("type")
        number = task.get("index") if task_id is None else task_id
        self.task_id = None if number is None else int(number)
        self.rpc_layer, self.environment = rpc_layer, environment or ""

    def cluster_spec(self) -> ClusterSpec:
        """The machines, none without the variable."""
        return ClusterSpec(_tf_config().get("cluster", {}))


def _tf_config() -> dict[str, Any]:
    return dict(json.loads(os.environ.get("TF_CONFIG") or "{}"))
