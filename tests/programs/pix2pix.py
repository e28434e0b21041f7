"""Pix2pix, as in the tutorial: down- and upsampling blocks, PatchGAN, generator of skips, image pipeline."""

import os
import time

import numpy as np
import tensorflow as tf

OUTPUT_CHANNELS, LAMBDA = 3, 100
SIZE = 16
rng = np.random.RandomState(13)
os.makedirs("train", exist_ok=True)
for i in range(4):
    picture = tf.cast(rng.randint(0, 255, (18, 36, 3)), tf.uint8)
    tf.io.write_file("train/%d.png" % i, tf.io.encode_png(picture))


def load(image_file):
    image = tf.io.read_file(image_file)
    image = tf.io.decode_png(image)
    w = tf.shape(image)[1]
    w = w // 2
    input_image = tf.cast(image[:, w:, :], tf.float32)
    real_image = tf.cast(image[:, :w, :], tf.float32)
    return input_image, real_image


def normalize(input_image, real_image):
    return (input_image / 127.5) - 1, (real_image / 127.5) - 1


def load_image_train(image_file):
    input_image, real_image = load(image_file)
    nearest = tf.image.ResizeMethod.NEAREST_NEIGHBOR
    input_image = tf.image.resize(input_image, [SIZE, SIZE], method=nearest)
    real_image = tf.image.resize(real_image, [SIZE, SIZE], method=nearest)
    stacked = tf.stack([input_image, real_image], axis=0)
    cropped = tf.image.random_crop(stacked, size=[2, SIZE, SIZE, 3])
    input_image, real_image = normalize(cropped[0], cropped[1])
    return tf.image.flip_left_right(input_image), tf.image.flip_left_right(real_image)


train_dataset = tf.data.Dataset.list_files("train/*.png", shuffle=False)
train_dataset = train_dataset.map(load_image_train, num_parallel_calls=tf.data.AUTOTUNE).batch(2)


def downsample(filters, size, apply_batchnorm=True):
    initializer = tf.random_normal_initializer(0.0, 0.02)
    result = tf.keras.Sequential()
    result.add(
        tf.keras.layers.Conv2D(
            filters, size, strides=2, padding="same", kernel_initializer=initializer, use_bias=False
        )
    )
    if apply_batchnorm:
        result.add(tf.keras.layers.BatchNormalization())
    result.add(tf.keras.layers.LeakyReLU())
    return result


def upsample(filters, size, apply_dropout=False):
    initializer = tf.random_normal_initializer(0.0, 0.02)
    result = tf.keras.Sequential()
    result.add(
        tf.keras.layers.Conv2DTranspose(
            filters, size, strides=2, padding="same", kernel_initializer=initializer, use_bias=False
        )
    )
    result.add(tf.keras.layers.BatchNormalization())
    if apply_dropout:
        result.add(tf.keras.layers.Dropout(0.5))
    result.add(tf.keras.layers.ReLU())
    return result


def Generator():
    inputs = tf.keras.layers.Input(shape=[SIZE, SIZE, 3])
    down_stack = [downsample(4, 4, apply_batchnorm=False), downsample(6, 4), downsample(8, 4)]
    up_stack = [upsample(6, 4), upsample(4, 4)]
    last = tf.keras.layers.Conv2DTranspose(
        OUTPUT_CHANNELS, 4, strides=2, padding="same", activation="tanh"
    )
    x = inputs
    skips = []
    for down in down_stack:
        x = down(x)
        skips.append(x)
    skips = reversed(skips[:-1])
    for up, skip in zip(up_stack, skips):
        x = up(x)
        x = tf.keras.layers.Concatenate()([x, skip])
    return tf.keras.Model(inputs=inputs, outputs=last(x))


def Discriminator():
    inp = tf.keras.layers.Input(shape=[SIZE, SIZE, 3], name="input_image")
    tar = tf.keras.layers.Input(shape=[SIZE, SIZE, 3], name="target_image")
    x = tf.keras.layers.concatenate([inp, tar])
    x = downsample(6, 4)(downsample(4, 4, False)(x))
    x = tf.keras.layers.ZeroPadding2D()(x)
    x = tf.keras.layers.Conv2D(8, 4, strides=1, use_bias=False)(x)
    x = tf.keras.layers.LeakyReLU()(tf.keras.layers.BatchNormalization()(x))
    x = tf.keras.layers.ZeroPadding2D()(x)
    return tf.keras.Model(inputs=[inp, tar], outputs=tf.keras.layers.Conv2D(1, 4, strides=1)(x))


generator, discriminator = Generator(), Discriminator()
for model in (generator, discriminator):
    for v in model.trainable_variables:
        if len(v.shape) == 4:
            v.assign(rng.normal(scale=0.2, size=v.shape))
loss_object = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def generator_loss(disc_generated_output, gen_output, target):
    gan_loss = loss_object(tf.ones_like(disc_generated_output), disc_generated_output)
    l1_loss = tf.reduce_mean(tf.abs(target - gen_output))
    return gan_loss + (LAMBDA * l1_loss), gan_loss, l1_loss


def discriminator_loss(real, generated):
    real_loss = loss_object(tf.ones_like(real), real)
    return real_loss + loss_object(tf.zeros_like(generated), generated)


generator_optimizer = tf.keras.optimizers.Adam(2e-4, beta_1=0.5)
discriminator_optimizer = tf.keras.optimizers.Adam(2e-4, beta_1=0.5)
summary_writer = tf.summary.create_file_writer(os.path.join("logs", "fit"))


@tf.function
def train_step(input_image, target, step):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        gen_output = generator(input_image, training=True)
        real = discriminator([input_image, target], training=True)
        generated = discriminator([input_image, gen_output], training=True)
        gen_total, gen_gan, gen_l1 = generator_loss(generated, gen_output, target)
        disc_loss = discriminator_loss(real, generated)
    gen_grads = gen_tape.gradient(gen_total, generator.trainable_variables)
    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_grads, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_grads, discriminator.trainable_variables))
    with summary_writer.as_default():
        tf.summary.scalar("gen_total_loss", gen_total, step=step // 1000)
        tf.summary.scalar("disc_loss", disc_loss, step=step)
    return gen_total, gen_gan, gen_l1, disc_loss


start = time.time()
for step, (input_image, target) in train_dataset.repeat().take(4).enumerate():
    losses = train_step(input_image, target, step)
    print("step", int(step), *("%.4f" % loss for loss in losses))
assert time.time() > start
print(len(os.listdir("logs/fit")), generator.count_params(), discriminator.output_shape)
