"""`tf.raw_ops` of variables: reading, scattering, and TensorFlow's training operations.

What the training operations leave in the variables is TensorFlow 2.21's, recorded.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from library import tf

raw = tf.raw_ops
HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "recorded" / "training_operations.json").read_text())
_FACTS = HERE.parent / "package" / "tensorflow_operations.txt"
ARGUMENTS = {
    line.split()[0]: line.split()[1:] for line in _FACTS.read_text().splitlines() if line[0] != "#"
}
STATE = {
    "var": [1.0, -2.0, 0.5],
    "m": [0.1, 0.2, -0.3],
    "v": [0.4, 0.5, 0.6],
    "vhat": [0.3, 0.9, 0.6],
    "accum": [0.5, 0.25, 1.0],
    "accum_update": [0.1, 0.3, 0.2],
    "ms": [0.6, 0.7, 0.8],
    "mg": [0.1, -0.2, 0.3],
    "mom": [0.05, -0.05, 0.1],
    "linear": [0.2, -1.5, 0.7],
    "gradient_accumulator": [0.2, -1.5, 0.7],
    "gradient_squared_accumulator": [0.5, 0.25, 1.0],
}
NUMBERS = {
    "lr": 0.1,
    "alpha": 0.2,
    "beta1": 0.9,
    "beta2": 0.99,
    "beta1_power": 0.81,
    "beta2_power": 0.9801,
    "epsilon": 1e-3,
    "rho": 0.9,
    "momentum": 0.8,
    "l1": 0.3,
    "l2": 0.05,
    "l2_shrinkage": 0.01,
    "lr_power": -0.5,
    "sign_decay": 0.7,
    "beta": 0.6,
    "logbase": 1.5,
}
GRADIENT = [0.3, -0.6, 0.9]


def given_to(operation, sparse):
    """The variables and the arguments for an operation."""
    variables, arguments = {}, {}
    for key in ARGUMENTS[operation]:
        if key in STATE:
            state = [[x] for x in STATE[key]] if sparse else STATE[key]
            variables[key] = tf.Variable(state)
            arguments[key] = variables[key].handle
        elif key in NUMBERS:
            arguments[key] = NUMBERS[key]
        elif key in ("grad", "delta"):
            arguments[key] = tf.constant([[x] for x in GRADIENT[:2]] if sparse else GRADIENT)
        elif key == "indices":
            arguments[key] = tf.constant([2, 0])
        elif key == "global_step":
            arguments[key] = tf.constant(3, tf.int64)
    return variables, arguments


@pytest.mark.parametrize("case", RECORDED)
def test_training_operations_do_what_tensorflows_do(case):
    sparse = case.startswith("Sparse")
    name = f"ResourceSparseApply{case[6:]}" if sparse else f"ResourceApply{case}"
    name, plus, switch = name.partition("+")
    name, minus, other = name.partition("-")
    variables, arguments = given_to(name, sparse)
    if switch == "twice":
        arguments["indices"] = tf.constant([1, 1])
    elif plus or minus:
        arguments[switch or other] = bool(plus)
    getattr(raw, name)(**arguments)
    for key, wanted in RECORDED[case].items():
        np.testing.assert_allclose(variables[key].numpy().ravel(), wanted, 2e-5, 2e-6, err_msg=key)


def test_every_training_operation_is_recorded():
    known = {case.partition("+")[0].partition("-")[0].removeprefix("Sparse") for case in RECORDED}
    there = {name.removeprefix("ResourceApply") for name in dir(raw) if "ResourceApply" in name}
    assert there <= known


def test_rows_are_scattered():
    v = tf.Variable([1.0, 2.0, 3.0])
    raw.ResourceScatterAdd(resource=v.handle, indices=[0, 2], updates=[10.0, 20.0])
    assert v.numpy().tolist() == [11.0, 2.0, 23.0]
    raw.ResourceScatterUpdate(resource=v.handle, indices=[1], updates=[5.0])
    raw.ResourceScatterMul(resource=v.handle, indices=[1, 1], updates=[2.0, 3.0])
    assert v.numpy().tolist() == [11.0, 30.0, 23.0]
    raw.ResourceScatterNdSub(ref=v.handle, indices=[[0]], updates=[1.0])
    assert v.numpy().tolist() == [10.0, 30.0, 23.0]


def test_variables_are_read_and_assigned():
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        y = raw.ReadVariableOp(resource=v.handle, dtype=tf.float32) ** 2
    assert tape.gradient(y, v).numpy().tolist() == [2.0, 4.0, 6.0]
    raw.AssignSubVariableOp(resource=v.handle, value=tf.ones([3]))
    assert raw.ResourceGather(
        resource=v.handle, indices=[2, 0], dtype=tf.float32
    ).numpy().tolist() == [2.0, 0.0]
    assert raw.VariableShape(input=v.handle).numpy().tolist() == [3]
