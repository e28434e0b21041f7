//! The rows of the operation table with the arguments of their samples, as tests of derivatives call them: as functions of
//! their `float64` tensors.
#![allow(dead_code, reason = "each test uses a part")]

use gradtape::array::Array;
use gradtape::dtype::DType;
use gradtape::error::Result;
use gradtape::gradient_tape::{GradientTape, Watched};
use gradtape::ops;
use gradtape::ops::def::{Arg, Args, Input, Kind, OpDef, Sample};
use gradtape::shape::Shape;
use gradtape::tensor::Tensor;

/// A small generator, so that every run sees the same numbers.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn tensor(&mut self, shape: &Shape, low: f64, high: f64) -> Tensor {
        let values: Vec<f64> = (0..shape.elements()).map(|_| low + (high - low) * self.next()).collect();
        Tensor::new(Array::from_slice(shape.clone(), &values).unwrap())
    }
}

fn make(input: &Input, numbers: &mut Numbers) -> Arg {
    match *input {
        Input::Real(shape, low, high) => Arg::Tensor(numbers.tensor(&Shape::new(shape), low, high)),
        Input::At(shape, values) => Arg::Tensor(Tensor::from_slice(shape, values)),
        Input::Ints(shape, values) => {
            let values: Vec<i32> = values.iter().map(|&v| v as i32).collect();
            Arg::Tensor(Tensor::from_slice(shape, &values))
        }
        Input::Bools(shape, values) => Arg::Tensor(Tensor::from_slice(shape, values)),
        Input::Spd(shape) => Arg::Tensor(positive_definite(&Shape::new(shape), numbers)),
        Input::List(items) => Arg::Tensors(
            items
                .iter()
                .map(|i| match make(i, numbers) {
                    Arg::Tensor(t) => t,
                    other => panic!("a list of tensors holds {other:?}"),
                })
                .collect(),
        ),
        Input::Absent => Arg::None,
    }
}

/// `A A^T / n + I` for a random `A`, for each matrix of the batch.
fn positive_definite(shape: &Shape, numbers: &mut Numbers) -> Tensor {
    let n = shape[shape.rank() - 1];
    let a = numbers.tensor(shape, -1.0, 1.0).to_vec::<f64>().unwrap();
    let mut out = vec![0.0; a.len()];
    for (a, out) in a.chunks(n * n).zip(out.chunks_mut(n * n)) {
        for (k, o) in out.iter_mut().enumerate() {
            let (i, j) = (k / n, k % n);
            *o = (0..n).map(|l| a[i * n + l] * a[j * n + l]).sum::<f64>() / n as f64 + f64::from(u8::from(i == j));
        }
    }
    Tensor::from_slice(shape, &out)
}

/// A row with the arguments of one sample.
pub struct Case {
    pub def: &'static OpDef,
    pub args: Vec<Arg>,
}

impl Case {
    fn new(def: &'static OpDef, sample: &Sample, seed: u64) -> Case {
        let mut numbers = Numbers(seed);
        let mut inputs = sample.inputs.iter();
        let args = def
            .params
            .iter()
            .map(|p| match sample.args.iter().find(|(name, _)| *name == p.name) {
                Some((_, value)) => value.arg(p.kind),
                None if p.kind.takes_tensors() => match (inputs.next(), p.kind) {
                    (Some(input), Kind::Options) => match make(input, &mut numbers) {
                        Arg::Tensors(ts) => Arg::Options(ts.into_iter().map(Some).collect()),
                        other => other,
                    },
                    (Some(input), _) => make(input, &mut numbers),
                    (None, _) => p.default.arg(p.kind),
                },
                None => p.default.arg(p.kind),
            })
            .collect();
        Case { def, args }
    }

    /// The inputs that have gradients, in order.
    pub fn variables(&self) -> Vec<Tensor> {
        let mut all = Vec::new();
        for arg in &self.args {
            match arg {
                Arg::Tensor(t) => all.push(t.clone()),
                Arg::Tensors(ts) => all.extend(ts.iter().cloned()),
                Arg::Options(ts) => all.extend(ts.iter().flatten().cloned()),
                _ => {}
            }
        }
        all.retain(|t| t.dtype() == DType::Float64);
        all
    }

    /// The outputs for these values of the variables.
    pub fn call(&self, values: &[Tensor]) -> Result<Vec<Tensor>> {
        let mut values = values.iter();
        let mut place =
            |t: &Tensor| if t.dtype() == DType::Float64 { values.next().unwrap().clone() } else { t.clone() };
        let args = self
            .args
            .iter()
            .map(|arg| match arg {
                Arg::Tensor(t) => Arg::Tensor(place(t)),
                Arg::Tensors(ts) => Arg::Tensors(ts.iter().map(&mut place).collect()),
                Arg::Options(ts) => Arg::Options(ts.iter().map(|t| t.as_ref().map(&mut place)).collect()),
                other => other.clone(),
            })
            .collect();
        let outputs = (self.def.call)(&Args(args))?.into_tensors();
        outputs.into_iter().map(|y| if y.dtype().is_complex() { both_parts(&y) } else { Ok(y) }).collect()
    }

    /// A number that depends on every element of every output.
    pub fn loss(&self, values: &[Tensor]) -> Result<Tensor> {
        let mut numbers = Numbers(17);
        let mut total = Tensor::scalar(0.0f64);
        for y in self.call(values)?.iter().filter(|y| y.dtype() == DType::Float64) {
            let weights = numbers.tensor(y.shape(), 0.5, 1.5);
            total = ops::add(&total, &ops::reduce_sum(&ops::multiply(y, &weights)?, None, false)?)?;
        }
        Ok(total)
    }
}

/// Real and imaginary part, weighed differently.
fn both_parts(y: &Tensor) -> Result<Tensor> {
    ops::add(&ops::real(y)?, &ops::multiply(&ops::imag(y)?, &Tensor::scalar(0.7f64))?)
}

pub fn watched(list: &[Tensor]) -> Vec<Watched> {
    list.iter().map(Watched::from).collect()
}

/// The gradients of `f` at `x`; zeros where not connected.
pub fn gradients(x: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) -> Result<Vec<Tensor>> {
    let tape = GradientTape::new(false, true);
    let y = tape.record(|| {
        x.iter().try_for_each(|x| tape.watch(x))?;
        f(x)
    })??;
    let found = tape.gradient(&[Watched::from(&y)], &watched(x), &[])?;
    Ok(found.into_iter().zip(x).map(|(g, x)| g.unwrap_or_else(|| ops::zeros_of(x).unwrap())).collect())
}

pub fn dot(a: &[Tensor], b: &[Tensor]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| {
            a.to_vec::<f64>().unwrap().iter().zip(b.to_vec::<f64>().unwrap()).map(|(a, b)| a * b).sum::<f64>()
        })
        .sum()
}

pub fn moved(x: &[Tensor], direction: &[Tensor], by: f64) -> Vec<Tensor> {
    let step = |(x, d): (&Tensor, &Tensor)| {
        let values: Vec<f64> =
            x.to_vec::<f64>().unwrap().iter().zip(d.to_vec::<f64>().unwrap()).map(|(x, d)| x + by * d).collect();
        Tensor::from_slice(x.shape(), &values)
    };
    x.iter().zip(direction).map(step).collect()
}

/// The derivative of `f` along `direction` by central differences, with the error of the coarser step as a measure.
pub fn difference(x: &[Tensor], direction: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<f64>) -> Result<(f64, f64)> {
    let at = |h: f64| -> Result<f64> { Ok((f(&moved(x, direction, h))? - f(&moved(x, direction, -h))?) / (2.0 * h)) };
    let (coarse, fine) = (at(2e-4)?, at(1e-4)?);
    Ok((fine + (fine - coarse) / 3.0, (fine - coarse).abs()))
}

pub fn directions(x: &[Tensor], seed: u64, symmetric: bool) -> Vec<Tensor> {
    let mut numbers = Numbers(seed);
    x.iter()
        .map(|x| {
            let d = numbers.tensor(x.shape(), -1.0, 1.0);
            if symmetric && x.rank() >= 2 && x.shape()[x.rank() - 1] == x.shape()[x.rank() - 2] {
                symmetrized(&d)
            } else {
                d
            }
        })
        .collect()
}

/// Functions of symmetric matrices are tried along symmetric directions only.
fn symmetrized(d: &Tensor) -> Tensor {
    let n = d.shape()[d.rank() - 1];
    let values = d.to_vec::<f64>().unwrap();
    let mut out = values.clone();
    for (v, o) in values.chunks(n * n).zip(out.chunks_mut(n * n)) {
        (0..n * n).for_each(|k| o[k] = (v[k] + v[(k % n) * n + k / n]) / 2.0);
    }
    Tensor::from_slice(d.shape(), &out)
}

pub fn agree(what: &str, analytic: f64, (numeric, uncertainty): (f64, f64)) -> std::result::Result<(), String> {
    let tolerance = 1e-6 * (1.0 + analytic.abs().max(numeric.abs())) + 10.0 * uncertainty;
    if (analytic - numeric).abs() <= tolerance {
        return Ok(());
    }
    Err(format!("{what}: the gradient says {analytic}, differences say {numeric}"))
}

pub fn cases() -> impl Iterator<Item = (Case, bool)> {
    ops::registry().flat_map(|def| {
        def.samples.iter().enumerate().map(move |(i, sample)| {
            let symmetric = sample.inputs.iter().any(|i| matches!(i, Input::Spd(_)));
            (Case::new(def, sample, 40 + i as u64), symmetric)
        })
    })
}
