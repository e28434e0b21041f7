"""`tf.test`: a test case for tensors, and what this machine and this build have."""

from ._testing.case import TestCase as TestCase
from ._testing.machine import (
    gpu_device_name as gpu_device_name,
    is_built_with_cuda as is_built_with_cuda,
    is_built_with_gpu_support as is_built_with_gpu_support,
    is_built_with_rocm as is_built_with_rocm,
    is_built_with_xla as is_built_with_xla,
    is_cpu_target_available as is_cpu_target_available,
    is_gpu_available as is_gpu_available,
)
from ._testing.running import compute_gradient as compute_gradient, main as main, mock as mock
