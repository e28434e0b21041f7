"""Seconds for a step of data-parallel training: one process, two with and without overlap, DDP.

    python benches/distributed.py [--rate 1gbit] [--peer PYTHON]

A perceptron of `--layers` square layers of `--width` is trained with SGD; every process has one
thread. With `--rate`, the two processes are in network namespaces of their own (this needs root),
between which the kernel lets no more through. `--peer` is a Python with PyTorch, for its
DistributedDataParallel with gloo. The figures are medians over the steps.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve()
NAMES = ("gradtape-a", "gradtape-b")


def seconds_of(step, steps):
    """The median time of a step, after two that prepare."""
    times = []
    for _ in range(steps + 2):
        began = time.perf_counter()
        step()
        times.append(time.perf_counter() - began)
    return statistics.median(times[2:])


def train_gradtape(options):
    import gradtape as tf
    from gradtape import distribute

    tf.config.threading.set_intra_op_parallelism_threads(1)
    distribute.configure(overlap=options.overlap, bucket_bytes=options.bucket)
    size = distribute.size()
    tf.random.set_seed(0)
    shape = [options.width, options.width]
    layers = [tf.Variable(tf.random.normal(shape) * 0.05) for _ in range(options.layers)]
    x = tf.random.normal([options.batch // size, options.width])
    optimizer = tf.keras.optimizers.SGD(1e-3)

    def step():
        with tf.GradientTape() as tape:
            y = x
            for w in layers:
                y = tf.nn.relu(y @ w)
            loss = tf.reduce_mean(y * y)
        if size > 1:
            tape = distribute.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, layers), layers))

    found = seconds_of(step, options.steps)
    return found if distribute.rank() == 0 else None


def train_torch(options):
    import torch

    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo")
    torch.manual_seed(0)
    size = torch.distributed.get_world_size()
    parts = []
    for _ in range(options.layers):
        parts += [torch.nn.Linear(options.width, options.width, bias=False), torch.nn.ReLU()]
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(*parts))
    optimizer = torch.optim.SGD(model.parameters(), 1e-3)
    x = torch.randn(options.batch // size, options.width)

    def step():
        optimizer.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()

    found = seconds_of(step, options.steps)
    rank = torch.distributed.get_rank()
    torch.distributed.destroy_process_group()
    return found if rank == 0 else None


def within(place):
    return ["ip", "netns", "exec", NAMES[place]]


def run(text):
    subprocess.run(text.split(), check=True)


def namespaces(rate):
    """Two network namespaces with a cable of bounded rate between them."""
    for name in NAMES:
        run(f"ip netns add {name}")
        run(f"ip -n {name} link set lo up")
    run(f"ip link add gt0 netns {NAMES[0]} type veth peer name gt1 netns {NAMES[1]}")
    for place, name in enumerate(NAMES):
        run(f"ip -n {name} addr add 10.77.0.{place + 1}/24 dev gt{place}")
        run(f"ip -n {name} link set gt{place} up")
        run(f"tc -n {name} qdisc add dev gt{place} root tbf rate {rate} burst 256kb latency 50ms")


def without_namespaces():
    for name in NAMES:
        subprocess.run(["ip", "netns", "del", name], check=False)


def by_mpi(command, apart):
    mpirun = shutil.which("mpirun", path=Path(sys.executable).parent) or shutil.which("mpirun")
    environment = {"OMP_NUM_THREADS": "1"}
    if not apart:
        return [mpirun, "-n", "2", *command], environment
    # Processes on one machine would use its memory: they are to use the network.
    environment |= {"MPIR_CVAR_NOLOCAL": "1", "FI_PROVIDER": "tcp"}
    one, other = ([*within(place), *command] for place in (0, 1))
    return [mpirun, "-n", "1", *one, ":", "-n", "1", *other], environment


def time_of(command, environment):
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=600
    )
    found = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not found:
        return f"failed: {done.stderr.strip()[-300:]}"
    return json.loads(found[0])["seconds"]


def time_of_torch(command, apart):
    """DDP starts its processes by the environment."""
    started = []
    for rank in (0, 1):
        address = "10.77.0.1" if apart else "127.0.0.1"
        environment = {
            **os.environ,
            "MASTER_ADDR": address,
            "MASTER_PORT": "29511",
            "WORLD_SIZE": "2",
            "RANK": str(rank),
            "OMP_NUM_THREADS": "1",
            **({"GLOO_SOCKET_IFNAME": f"gt{rank}"} if apart else {}),
        }
        full = [*(within(rank) if apart else []), *command]
        started.append(subprocess.Popen(full, env=environment, stdout=subprocess.PIPE, text=True))
    lines = [process.communicate(timeout=600)[0] for process in started]
    found = [line for text in lines for line in text.splitlines() if line.startswith("{")]
    return json.loads(found[0])["seconds"] if found else "failed"


def compare(options, given):
    apart = options.rate is not None
    mine = [sys.executable, str(HERE), "--role", "gradtape", *given]
    rows = {"one process": time_of(mine, {"OMP_NUM_THREADS": "1"})}
    for name, extra in [("two, overlap", []), ("two, no overlap", ["--no-overlap"])]:
        rows[name] = time_of(*by_mpi([*mine, *extra], apart))
    if options.peer:
        theirs = [options.peer, str(HERE), "--role", "torch", *given]
        rows["two, PyTorch DDP with gloo"] = time_of_torch(theirs, apart)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--role", choices=["gradtape", "torch"])
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--bucket", type=int, default=4 << 20)
    parser.add_argument("--no-overlap", dest="overlap", action="store_false")
    parser.add_argument("--rate")
    parser.add_argument("--peer")
    options = parser.parse_args()
    if options.role:
        found = train_gradtape(options) if options.role == "gradtape" else train_torch(options)
        if found is not None:
            print(json.dumps({"seconds": found}), flush=True)
        return
    names = ("width", "layers", "batch", "steps", "bucket")
    given = [text for name in names for text in (f"--{name}", str(getattr(options, name)))]
    try:
        if options.rate:
            namespaces(options.rate)
        rows = compare(options, given)
    finally:
        if options.rate:
            without_namespaces()
    print(f"{options.layers} layers of {options.width}, batch {options.batch}")
    for name, found in rows.items():
        print(f"{name:30}", f"{1000 * found:.1f} ms" if isinstance(found, float) else found)
    print("load of the machine:", os.getloadavg()[0])


if __name__ == "__main__":
    main()
