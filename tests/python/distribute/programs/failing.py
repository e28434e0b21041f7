"""Training in which process 1 fails in step 3, in the way that is asked for."""

import os
import signal
import sys
import time

import gradtape as tf
from gradtape import distribute as D

how = sys.argv[1]
x = tf.Variable(tf.ones([100]))
D.configure(bucket_bytes=64)
for step in range(1, 6):
    if step == 3 and D.rank() == 1:
        if how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif how == "hang":
            time.sleep(60)
        elif how == "slow":
            time.sleep(3)
        elif how == "raise":
            raise ZeroDivisionError("mine")
        elif how == "leave":
            sys.exit(0)
    width = 7 if how == "mismatch" and step == 3 and D.rank() == 1 else 5
    y = tf.Variable(tf.ones([width]))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(x * x) + tf.reduce_sum(y)
    tape = D.DistributedGradientTape(tape)
    tape.gradient(loss, [x, y])
print("finished")
