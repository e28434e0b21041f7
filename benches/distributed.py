"""Seconds for a step of data-parallel training: one process, two with and without overlap, DDP.

    python benches/distributed.py [--rate 1gbit] [--peer PYTHON] [--role sums]

A perceptron of `--layers` square layers of `--width` is trained with SGD; every process has one
thread. Of two processes each has half of the batch, and their three ways take turns, step by step:
without messages, with messages after the backward pass, with messages during it. With `--rate`,
the two processes are in network namespaces of their own (this needs root), between which the
kernel lets no more through; how many bytes went that way is counted. No delay is added. `--peer`
is a Python with PyTorch, for its DistributedDataParallel with gloo. `--role sums` measures sums of
several sizes instead. The figures are the least and the median over the steps.
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


def time_taken(step):
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


def in_turns(steps, rounds, before=lambda: None):
    """The times of each step by its name, after two rounds that prepare."""
    times = {name: [] for name in steps}
    for _ in range(rounds + 2):
        for name, step in steps.items():
            before()
            times[name].append(time_taken(step))
    return {name: found[2:] for name, found in times.items()}


def train_gradtape(options):
    import gradtape as tf
    from gradtape import distribute

    tf.config.threading.set_intra_op_parallelism_threads(1)
    size = distribute.size()
    tf.random.set_seed(0)
    shape = [options.width, options.width]
    layers = [tf.Variable(tf.random.normal(shape) * 0.05) for _ in range(options.layers)]
    x = tf.random.normal([options.batch // size, options.width])
    optimizer = tf.keras.optimizers.SGD(1e-3)

    def step(messages, overlap):
        distribute.configure(overlap=overlap, bucket_bytes=options.bucket)
        with tf.GradientTape() as tape:
            y = x
            for w in layers:
                y = tf.nn.relu(y @ w)
            loss = tf.reduce_mean(y * y)
        if messages:
            tape = distribute.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, layers), layers))

    if size == 1:
        return in_turns({"one process": lambda: step(False, False)}, options.steps)
    ways = {
        "two, no messages": lambda: step(False, False),
        "two, no overlap": lambda: step(True, False),
        "two, overlap": lambda: step(True, True),
    }
    found = in_turns(ways, options.steps, distribute.barrier)
    return found if distribute.rank() == 0 else None


def sum_gradtape(options):
    """Sums of messages of several lengths, one after the other."""
    import gradtape as tf
    from gradtape import distribute

    lengths = [1 << 8, 1 << 14, 1 << 18, 1 << 20, 1 << 22]
    values = {length: tf.ones([length // 4]) for length in lengths}
    sums = {f"{n} bytes": lambda v=v: distribute.allreduce(v) for n, v in values.items()}
    found = in_turns(sums, options.steps, distribute.barrier)
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

    before = torch.distributed.barrier
    found = in_turns({"two, PyTorch DDP with gloo": step}, options.steps, before)
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
    for place in (0, 1):
        while of_cable(place, "operstate") != "up":  # the kernel takes up to a second to say so
            time.sleep(0.1)


def of_cable(place, name):
    """What the kernel says of one end of the cable."""
    read = [*within(place), "cat", f"/sys/class/net/gt{place}/{name}"]
    return subprocess.run(read, check=True, capture_output=True, text=True).stdout.strip()


def without_namespaces():
    for name in NAMES:
        subprocess.run(["ip", "netns", "del", name], check=False)


def by_mpi(command, apart):
    mpirun = shutil.which("mpirun", path=Path(sys.executable).parent) or shutil.which("mpirun")
    environment = {"OMP_NUM_THREADS": "1"}
    if not apart:
        return [mpirun, "-n", "2", *command], environment
    # Processes on one machine would use its memory: they are to use the network. (MPICH's wheel
    # has UCX too, which finds that memory whatever MPIR_CVAR_NOLOCAL says.)
    environment |= {"MPIR_CVAR_NOLOCAL": "1", "MPIR_CVAR_CH4_NETMOD": "ofi", "FI_PROVIDER": "tcp"}
    one, other = ([*within(place), "env", f"FI_TCP_IFACE=gt{place}", *command] for place in (0, 1))
    return [mpirun, "-n", "1", *one, ":", "-n", "1", *other], environment


def sent_bytes():
    """How many bytes have gone from the first namespace to the other."""
    return int(of_cable(0, "statistics/tx_bytes"))


def time_of(command, environment):
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=600
    )
    found = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not found:
        raise SystemExit(f"failed: {done.stderr.strip()[-300:]}")
    return json.loads(found[0])


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
    return json.loads(found[0]) if found else {}


def compare(options, given):
    apart = options.rate is not None
    mine = [sys.executable, str(HERE), "--inside", options.role, *given]
    alone = options.role == "gradtape"
    rows = time_of(mine, {"OMP_NUM_THREADS": "1"}) if alone else {}
    rows |= counted(apart, lambda: time_of(*by_mpi(mine, apart)))
    if options.peer:
        theirs = [options.peer, str(HERE), "--inside", "torch", *given]
        rows |= counted(apart, lambda: time_of_torch(theirs, apart))
    return rows


def counted(apart, measure):
    """What is measured; says how many bytes went through the cable meanwhile."""
    before = sent_bytes() if apart else 0
    rows = measure()
    if apart:
        sent = sent_bytes() - before
        print(f"{sent / 1e6:.1f} MB went from the first process to the other")
        if sent < 1e6:
            raise SystemExit("The messages did not go through the cable: nothing is measured.")
    return rows


def show(rows):
    for name, times in rows.items():
        least, median = 1000 * min(times), 1000 * statistics.median(times)
        print(f"{name:30} least {least:.2f} ms, median {median:.2f} ms")
    if "two, overlap" in rows:
        none, after, during = (
            min(rows[f"two, {way}"]) for way in ("no messages", "no overlap", "overlap")
        )
        print(f"hidden: {100 * (after - during) / (after - none):.0f} % of {after - none:.3f} s")


INSIDE = {"gradtape": train_gradtape, "sums": sum_gradtape, "torch": train_torch}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--role", choices=["gradtape", "sums"], default="gradtape")
    parser.add_argument("--inside", choices=INSIDE, help=argparse.SUPPRESS)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--bucket", type=int, default=1 << 20)
    parser.add_argument("--rate")
    parser.add_argument("--peer")
    options = parser.parse_args()
    if options.inside:
        found = INSIDE[options.inside](options)
        if found is not None:
            print(json.dumps(found), flush=True)
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
    show(rows)
    print("load of the machine:", os.getloadavg()[0])


if __name__ == "__main__":
    main()
