"""Settings of devices as version 1 has them, penalties of frozen layers, a subclass of a network."""
# keras: 3

import os
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.compat.v1 import ConfigProto, InteractiveSession
from tensorflow.python.client import device_lib

config = tf.compat.v1.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.per_process_gpu_memory_fraction = 0.3
session = tf.compat.v1.Session(config=config)
tf.compat.v1.ConfigProto(
    gpu_options=tf.compat.v1.GPUOptions(allow_growth=True),
    intra_op_parallelism_threads=1,
    device_count={"GPU": 0},
)
s2 = InteractiveSession(config=config)
tf.compat.v1.reset_default_graph()

print(len(device_lib.list_local_devices()))
print(tf.executing_eagerly())
L = tf.keras.layers
a = L.Dense(3, kernel_regularizer="l2", kernel_initializer="ones", input_shape=(2,))
m = tf.keras.Sequential([a, L.Dense(1, kernel_regularizer="l2", kernel_initializer="ones")])
x, y = np.ones((4, 2), "float32"), np.zeros((4, 1), "float32")
a.trainable = False
print([round(float(l), 4) for l in m.losses], len(a.losses))
m.compile("sgd", "mse")
print(m.evaluate(x, y, verbose=0))
m.trainable = False
print(len(m.losses))


class PPO(tf.keras.Model):
    def __init__(self, clip_ratio=0.2, **kwargs):
        self.clip_ratio = clip_ratio
        super().__init__(**kwargs)


i = tf.keras.Input((3,))
p = PPO(clip_ratio=0.3, inputs=i, outputs=tf.keras.layers.Dense(1)(i))
print(sorted(p.get_config())[-1])

os.chdir(tempfile.mkdtemp())
p.save("p.keras")
print(type(tf.keras.models.clone_model(p)).__name__)
try:
    from tensorflow.python.keras.backend import set_session

    set_session(session)
    print("set")
except Exception as e:
    print(type(e).__name__)
