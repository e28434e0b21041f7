"""What `sysconfig` says of the build."""

from library import tf


def test_no_gpu_is_needed():
    info = tf.sysconfig.get_build_info()
    assert {"is_cuda_build", "is_rocm_build", "is_tensorrt_build", "cpu_compiler"} <= info.keys()
    assert info["is_rocm_build"] is False
