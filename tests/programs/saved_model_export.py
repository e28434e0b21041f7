"""The saved model guide: a module and a Keras model are written, read again, tuned and served."""

import contextlib
import io
import os
import shutil
import tempfile

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(4)
folder = tempfile.mkdtemp()
x = tf.constant(np.linspace(-1.0, 1.0, 12, dtype="float32").reshape(6, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True) * 2.0 + 1.0


class CustomModule(tf.Module):
    def __init__(self):
        super(CustomModule, self).__init__()
        self.v = tf.Variable(1.0)

    @tf.function
    def __call__(self, x):
        return x * self.v

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def mutate(self, new_v):
        self.v.assign(new_v)


class Regressor(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.w = tf.Variable(tf.random.normal([2, units], stddev=0.5), name="w")
        self.b = tf.Variable(tf.zeros([units]), name="b")
        self.head = tf.Variable(tf.random.normal([units, 1]), name="head")
        self.mean, self.std = tf.Variable(0.1, trainable=False), 2.0

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="features")])
    def predict(self, features):
        scaled = (features - self.mean) / self.std
        return {"prediction": tf.tanh(scaled @ self.w + self.b) @ self.head, "scaled": scaled}


module = CustomModule()
module(tf.constant(0.0))
path = os.path.join(folder, "module_no_signatures")
tf.saved_model.save(module, path)
imported = tf.saved_model.load(path)
assert imported(tf.constant(3.0)).numpy() == 3
imported.mutate(tf.constant(2.0))
print("imported", float(imported(tf.constant(3.0))), "own", float(module(tf.constant(3.0))))

call = module.__call__.get_concrete_function(tf.TensorSpec(None, tf.float32))
path = os.path.join(folder, "module_with_signature")
tf.saved_model.save(module, path, signatures={"serving_default": call, "array_input": call})
print(sorted(tf.saved_model.load(path).signatures.keys()))

model = Regressor(4)
model.predict(x)
path = os.path.join(folder, "regressor", "1")
tf.saved_model.save(model, path)
served = tf.saved_model.load(path).signatures["serving_default"]
print(sorted(served.structured_outputs), list(served.structured_input_signature[1]))
out = served(features=x)["prediction"]
print("served %.5f" % tf.reduce_sum(tf.abs(out)))

# Fine-tuning of what was loaded.
loaded = tf.saved_model.load(path)
optimizer = tf.keras.optimizers.SGD(0.05)
variables = [loaded.w, loaded.b, loaded.head]
for step in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((y - loaded.predict(x)["prediction"]) ** 2)
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    print("step %d loss %.5f" % (step, float(loss)))
print("unchanged %.5f" % tf.reduce_sum(tf.abs(model.predict(x)["prediction"])))

net = tf.keras.Sequential(
    [
        tf.keras.Input((2,), name="features"),
        tf.keras.layers.Dense(3, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(1, name="price"),
    ]
)
net.compile("adam", "mse")
history = net.fit(x, y, epochs=2, verbose=0)
print(["%.5f" % value for value in history.history["loss"]])
export_dir = os.path.join(folder, "net")
with contextlib.redirect_stdout(io.StringIO()):  # it tells the numbers of objects
    net.export(export_dir)
restored = tf.saved_model.load(export_dir)
print(tf.saved_model.contains_saved_model(export_dir), len(restored.trainable_variables))
np.testing.assert_allclose(restored.serve(x), net.predict(x, verbose=0), rtol=1e-6)


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def serve_scaled(raw):
    return {"price": net(raw / 2.0)}


tf.saved_model.save(net, export_dir + "_2", signatures={"serving_default": serve_scaled})
infer = tf.saved_model.load(export_dir + "_2").signatures["serving_default"]
print("price %.5f" % float(tf.reduce_sum(infer(raw=x)["price"])))
shutil.rmtree(folder)
