"""Random operations in functions and in maps of datasets, which have streams of their own."""
# keras: 3

import tensorflow as tf

tf.random.set_seed(42)


@tf.function
def inner():
    return tf.random.uniform([])


f = lambda r: [round(float(x), 5) for x in (r if isinstance(r, (list, tuple)) else [r])]
print("eager", f(tf.random.uniform([])), f(tf.random.uniform([], seed=5)))


@tf.function
def loop(n):
    s = tf.TensorArray(tf.float32, 3)
    for i in tf.range(3):
        s = s.write(i, tf.random.uniform([]))
    return list(tf.unstack(s.stack(), 3)) if False else s.stack()


print(loop(1).numpy(), loop(1).numpy())


@tf.function
def pl(x):
    return [tf.random.uniform([]) for _ in range(3)]


print(f(pl(tf.zeros([2]))))
print(f(pl(tf.zeros([2]))))
print(f(pl(tf.zeros([3]))))
print(f(pl(tf.zeros([2]))))
tf.random.set_seed(42)
print("reset", f(inner()))
print(f(pl(tf.zeros([2]))))
print(f(pl(tf.zeros([4]))))


class A:
    @tf.function
    def m(self):
        return tf.random.uniform([])


a = A()
b = A()
print(f(a.m()), f(a.m()), f(b.m()))
tf.random.set_seed(7)
ds = tf.data.Dataset.range(3).map(lambda i: tf.random.uniform([]))
print([round(float(x), 5) for x in ds], [round(float(x), 5) for x in ds])
tf.random.set_seed(8)
print([round(float(x), 5) for x in ds])
ds = tf.data.Dataset.range(4).map(lambda i: tf.random.uniform([]), num_parallel_calls=1)
print([round(float(x), 5) for x in ds])


@tf.function
def c(x):
    if x > 0:
        return tf.random.uniform([])
    else:
        return tf.random.normal([])


print(f(c(tf.constant(1))), f(c(tf.constant(1))), f(c(tf.constant(-1))))
print("dropout", tf.function(lambda: tf.nn.dropout(tf.ones([6]), 0.5))().numpy())
print("shuffle", tf.function(lambda: tf.random.shuffle(tf.range(6)))().numpy())
print(
    "cat",
    tf.function(lambda: tf.random.categorical(tf.zeros([1, 9]), 6))().numpy(),
    tf.function(lambda: tf.random.truncated_normal([2]))().numpy(),
    tf.function(lambda: tf.random.gamma([2], 1.0))().numpy(),
)
g = tf.random.Generator.from_seed(1)
print(tf.function(lambda: g.normal([2]))().numpy())
print("eager after", tf.random.uniform([]).numpy())
