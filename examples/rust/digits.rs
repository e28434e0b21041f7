//! Handwritten digits from a file: a small network, trained in minibatches.
//!
//!     cargo run --release --example digits -- digits.csv
//!
//! A line of the file is an image of 8 x 8 pixels, 64 numbers from 0 to 16, and behind them the digit. scikit-learn ships
//! 1,797 such lines: `python -c "import sklearn.datasets as d; print(d.__path__[0])"` names the folder; unpack
//! `data/digits.csv.gz` there with `gunzip -c`. A fifth of the lines is kept aside.

use std::path::Path;

use gradtape::{DType, GradientTape, Optimizer, Result, Tensor, Term, Variable, ops};

type AnyError = Box<dyn std::error::Error>;

/// Images `[n, 64]` with pixels from 0 to 1, and digits `[n]`.
struct Digits {
    images: Vec<f32>,
    digits: Vec<i32>,
}

impl Digits {
    fn read(path: &Path) -> std::result::Result<Digits, AnyError> {
        let mut all = Digits { images: Vec::new(), digits: Vec::new() };
        for (number, line) in std::fs::read_to_string(path)?.lines().enumerate() {
            let row = line.split(',').map(|x| x.trim().parse::<f32>()).collect::<std::result::Result<Vec<_>, _>>()?;
            let [pixels @ .., digit] = &row[..] else { continue };
            if pixels.len() != 64 {
                return Err(format!("line {} has {} pixels, not 64", number + 1, pixels.len()).into());
            }
            all.images.extend(pixels.iter().map(|x| x / 16.0));
            all.digits.push(*digit as i32);
        }
        Ok(all)
    }

    /// Images and digits of these lines.
    fn batch(&self, rows: &[usize]) -> (Tensor, Tensor) {
        let images: Vec<f32> = rows.iter().flat_map(|&i| &self.images[64 * i..64 * (i + 1)]).copied().collect();
        let digits: Vec<i32> = rows.iter().map(|&i| self.digits[i]).collect();
        (Tensor::from_slice(&[rows.len(), 64], &images), Tensor::from(digits))
    }
}

/// 64 pixels, 64 rectified units, 10 scores.
struct Network([Variable; 4]);

impl Network {
    fn new() -> Result<Network> {
        let normal =
            |n: i64, m: i64| ops::random_normal(&[n, m], 0.0, (2.0 / n as f64).sqrt(), DType::Float32, Some(n));
        let zeros = |n: usize| Tensor::from(vec![0.0f32; n]);
        Ok(Network([normal(64, 64)?, zeros(64), normal(64, 10)?, zeros(10)].map(Variable::new)))
    }

    fn scores(&self, images: &Tensor) -> Result<Tensor> {
        let [w1, b1, w2, b2] = self.0.each_ref().map(Variable::read);
        ((images.dot(w1) + b1).relu().dot(w2) + b2).tensor()
    }

    /// One step on a batch; its loss.
    fn step(&self, optimizer: &mut Optimizer, images: &Tensor, digits: &Tensor) -> Result<f32> {
        let tape = GradientTape::default();
        let loss = tape.record(|| {
            let scores = self.scores(images)?;
            ops::sparse_softmax_cross_entropy_with_logits(digits, &scores)?.mean_all().tensor()
        })??;
        let gradients = tape.gradient_of(&loss, self.0.each_ref())?;
        optimizer.apply(self.0.iter().zip(gradients))?;
        Ok(loss.item())
    }

    /// The share of the images that are read correctly.
    fn accuracy(&self, images: &Tensor, digits: &Tensor) -> Result<f32> {
        let read = ops::argmax(&self.scores(images)?, 1, DType::Int32)?;
        Ok(read.equal(digits).cast(DType::Float32).mean_all().tensor()?.item())
    }
}

/// Trains on four fifths; the accuracy on the last one.
fn train(all: &Digits, epochs: usize) -> Result<f32> {
    let order = ops::random_shuffle(&Tensor::from((0..all.digits.len() as i64).collect::<Vec<_>>()), Some(3))?
        .to_vec::<i64>()?;
    let order: Vec<usize> = order.into_iter().map(|i| i as usize).collect();
    let (held_out, train) = order.split_at(order.len() / 5);
    let (network, mut adam) = (Network::new()?, Optimizer::adam(0.003));
    for epoch in 0..epochs {
        let mut loss = 0.0;
        for rows in train.chunks(32) {
            let (images, digits) = all.batch(rows);
            loss += network.step(&mut adam, &images, &digits)? * rows.len() as f32 / train.len() as f32;
        }
        println!("epoch {:2}: loss {loss:.4}", epoch + 1);
    }
    let (images, digits) = all.batch(held_out);
    network.accuracy(&images, &digits)
}

fn main() -> std::result::Result<(), AnyError> {
    let path = std::env::args().nth(1).ok_or("name the file of digits")?;
    let all = Digits::read(Path::new(&path))?;
    println!("{} digits", all.digits.len());
    println!("read correctly: {:.1} % of those kept aside", 100.0 * train(&all, 15)?);
    Ok(())
}

/// Ten patterns of pixels, each many times with noise, in the form of the file.
#[cfg(test)]
fn made_up(lines: usize) -> String {
    let mut seed = 1u64;
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let patterns: Vec<Vec<u64>> = (0..10).map(|_| (0..64).map(|_| 12 * random(2)).collect()).collect();
    let line = |i: usize| {
        let pixels: Vec<String> = patterns[i % 10].iter().map(|p| (p + random(5)).to_string()).collect();
        format!("{},{}\n", pixels.join(","), i % 10)
    };
    (0..lines).map(line).collect()
}

#[test]
fn a_file_of_digits_is_learnt() {
    let path = std::env::temp_dir().join(format!("gradtape-digits-{}.csv", std::process::id()));
    std::fs::write(&path, made_up(400)).unwrap();
    let all = Digits::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!((all.digits.len(), all.images.len()), (400, 64 * 400));
    assert!(all.images.iter().all(|x| (0.0..=1.0).contains(x)));
    let accuracy = train(&all, 4).unwrap();
    assert!(accuracy > 0.95, "{accuracy}");
}

#[test]
fn a_line_without_its_pixels_is_named() {
    let path = std::env::temp_dir().join(format!("gradtape-digits-short-{}.csv", std::process::id()));
    std::fs::write(&path, format!("{}1,2,3\n", made_up(1))).unwrap();
    let text = Digits::read(&path).err().unwrap().to_string();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(text, "line 2 has 2 pixels, not 64");
}
