//! Every row of the operation table against finite differences: first and second order, derivatives along a direction
//! that are read from the gradients, and the rule for batches of cotangents against one row at a time. What is 1 % off
//! is noticed.

use gradtape::array::Array;
use gradtape::dtype::DType;
use gradtape::error::Result;
use gradtape::gradient_tape::{GradientTape, Watched};
use gradtape::ops;
use gradtape::ops::def::{Arg, Args, Input, Kind, OpDef, Sample};
use gradtape::shape::Shape;
use gradtape::tensor::Tensor;

/// A small generator, so that every run sees the same numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn tensor(&mut self, shape: &Shape, low: f64, high: f64) -> Tensor {
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
struct Case {
    def: &'static OpDef,
    args: Vec<Arg>,
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
    fn variables(&self) -> Vec<Tensor> {
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
    fn call(&self, values: &[Tensor]) -> Result<Vec<Tensor>> {
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
    fn loss(&self, values: &[Tensor]) -> Result<Tensor> {
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

fn watched(list: &[Tensor]) -> Vec<Watched> {
    list.iter().map(Watched::from).collect()
}

/// The gradients of `f` at `x`; zeros where not connected.
fn gradients(x: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) -> Result<Vec<Tensor>> {
    let tape = GradientTape::new(false, true);
    let y = tape.record(|| {
        x.iter().try_for_each(|x| tape.watch(x))?;
        f(x)
    })??;
    let found = tape.gradient(&[Watched::from(&y)], &watched(x), &[])?;
    Ok(found.into_iter().zip(x).map(|(g, x)| g.unwrap_or_else(|| ops::zeros_of(x).unwrap())).collect())
}

fn dot(a: &[Tensor], b: &[Tensor]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| {
            a.to_vec::<f64>().unwrap().iter().zip(b.to_vec::<f64>().unwrap()).map(|(a, b)| a * b).sum::<f64>()
        })
        .sum()
}

fn moved(x: &[Tensor], direction: &[Tensor], by: f64) -> Vec<Tensor> {
    let step = |(x, d): (&Tensor, &Tensor)| {
        let values: Vec<f64> =
            x.to_vec::<f64>().unwrap().iter().zip(d.to_vec::<f64>().unwrap()).map(|(x, d)| x + by * d).collect();
        Tensor::from_slice(x.shape(), &values)
    };
    x.iter().zip(direction).map(step).collect()
}

/// The derivative of `f` along `direction` by central differences, with the error of the coarser step as a measure.
fn difference(x: &[Tensor], direction: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<f64>) -> Result<(f64, f64)> {
    let at = |h: f64| -> Result<f64> { Ok((f(&moved(x, direction, h))? - f(&moved(x, direction, -h))?) / (2.0 * h)) };
    let (coarse, fine) = (at(2e-4)?, at(1e-4)?);
    Ok((fine + (fine - coarse) / 3.0, (fine - coarse).abs()))
}

fn directions(x: &[Tensor], seed: u64, symmetric: bool) -> Vec<Tensor> {
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

fn agree(what: &str, analytic: f64, (numeric, uncertainty): (f64, f64)) -> std::result::Result<(), String> {
    let tolerance = 1e-6 * (1.0 + analytic.abs().max(numeric.abs())) + 10.0 * uncertainty;
    if (analytic - numeric).abs() <= tolerance {
        return Ok(());
    }
    Err(format!("{what}: the gradient says {analytic}, differences say {numeric}"))
}

/// Compares gradients of order 1 and 2 with differences; `scale` falsifies the gradient.
fn check(case: &Case, symmetric: bool, scale: f64) -> std::result::Result<(), String> {
    let x = case.variables();
    let loss = |x: &[Tensor]| case.loss(x);
    let gradient = |x: &[Tensor]| gradients(x, &loss);
    let d = directions(&x, 3, symmetric);
    let text = |e: gradtape::error::Error| format!("{e}");
    let first = gradient(&x).map_err(text)?;
    let numeric = difference(&x, &d, &|x| Ok(case.loss(x)?.item())).map_err(text)?;
    agree("first order", scale * dot(&first, &d), numeric)?;
    let u = directions(&x, 5, symmetric);
    let along = |x: &[Tensor]| -> Result<Tensor> {
        let g = gradient(x)?;
        let mut total = Tensor::scalar(0.0f64);
        for (g, u) in g.iter().zip(&u) {
            total = ops::add(&total, &ops::reduce_sum(&ops::multiply(g, u)?, None, false)?)?;
        }
        Ok(total)
    };
    let second = gradients(&x, &along).map_err(text)?;
    let numeric = difference(&x, &d, &|x| Ok(along(x)?.item())).map_err(text)?;
    agree("second order", scale * dot(&second, &d), numeric)
}

fn cases() -> impl Iterator<Item = (Case, bool)> {
    ops::registry().flat_map(|def| {
        def.samples.iter().enumerate().map(move |(i, sample)| {
            let symmetric = sample.inputs.iter().any(|i| matches!(i, Input::Spd(_)));
            (Case::new(def, sample, 40 + i as u64), symmetric)
        })
    })
}

#[test]
fn every_gradient_agrees_with_finite_differences_to_second_order() {
    let mut failures = Vec::new();
    for (case, symmetric) in cases() {
        if let Err(text) = check(&case, symmetric, 1.0) {
            failures.push(format!("{} {:?}: {text}", case.def.name, case.args));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_gradient_that_is_off_by_one_percent_is_noticed() {
    let mut unnoticed = Vec::new();
    for (case, symmetric) in cases() {
        let x = case.variables();
        let d = directions(&x, 3, symmetric);
        let size = gradients(&x, &|x| case.loss(x)).map(|g| dot(&g, &d)).unwrap_or(1.0);
        if size.abs() > 1e-3 && check(&case, symmetric, 1.01).is_ok() {
            unnoticed.push(format!("{} {:?}", case.def.name, case.args));
        }
    }
    assert!(unnoticed.is_empty(), "unnoticed:\n{}", unnoticed.join("\n"));
}

/// The derivatives of the outputs at `x` along `t`: what differentiating the gradient `vjp(u)` by its cotangent `u`, in
/// which it is linear, gives for the cotangent `t`.
fn along(case: &Case, x: &[Tensor], t: &[Tensor]) -> Result<Vec<Tensor>> {
    let (mut numbers, tape) = (Numbers(23), GradientTape::new(false, true));
    let (u, gradients) = tape.record(|| -> Result<_> {
        let inner = GradientTape::new(false, true);
        let mut ys = inner.record(|| {
            x.iter().try_for_each(|x| inner.watch(x))?;
            case.call(x)
        })??;
        ys.retain(|y| y.dtype() == DType::Float64);
        let u: Vec<Tensor> = ys.iter().map(|y| numbers.tensor(y.shape(), 0.5, 1.5)).collect();
        u.iter().try_for_each(|u| tape.watch(u))?;
        let seeds: Vec<_> = u.iter().cloned().map(Some).collect();
        Ok((u, inner.gradient(&watched(&ys), &watched(x), &seeds)?))
    })??;
    let pairs = gradients.into_iter().zip(t).filter_map(|(g, t)| Some((Watched::from(&g?), Some(t.clone()))));
    let (targets, seeds): (Vec<_>, Vec<_>) = pairs.unzip();
    let found = if targets.is_empty() { vec![None; u.len()] } else { tape.gradient(&targets, &watched(&u), &seeds)? };
    Ok(found.into_iter().zip(&u).map(|(d, u)| d.unwrap_or_else(|| ops::zeros_of(u).unwrap())).collect())
}

/// Compares the derivatives along a direction, of every element, with differences; `scale` falsifies them.
fn check_along(case: &Case, symmetric: bool, scale: f64) -> std::result::Result<(), String> {
    let (x, text) = (case.variables(), |e: gradtape::error::Error| format!("{e}"));
    let t = directions(&x, 7, symmetric);
    let flat = |ys: Vec<Tensor>| -> Vec<f64> {
        let floats = ys.iter().filter(|y| y.dtype() == DType::Float64);
        floats.flat_map(|y| y.to_vec::<f64>().unwrap()).collect()
    };
    let at = |h: f64| -> std::result::Result<Vec<f64>, String> {
        let [up, down] = [h, -h].map(|h| case.call(&moved(&x, &t, h)).map(flat).map_err(text));
        Ok(up?.iter().zip(down?).map(|(up, down)| (up - down) / (2.0 * h)).collect())
    };
    let (coarse, fine, found) = (at(2e-4)?, at(1e-4)?, flat(along(case, &x, &t).map_err(text)?));
    for (i, ((coarse, fine), found)) in coarse.iter().zip(&fine).zip(&found).enumerate() {
        let numeric = (fine + (fine - coarse) / 3.0, (fine - coarse).abs());
        agree(&format!("element {i} along a direction"), scale * found, numeric)?;
    }
    Ok(())
}

#[test]
fn derivatives_along_a_direction_are_read_from_the_gradients() {
    let (mut failures, mut unnoticed, mut tried) = (Vec::new(), Vec::new(), 0);
    for (case, symmetric) in cases() {
        let what = || format!("{} {:?}", case.def.name, case.args);
        if let Err(text) = check_along(&case, symmetric, 1.0) {
            failures.push(format!("{}: {text}", what()));
        }
        let x = case.variables();
        let found = along(&case, &x, &directions(&x, 7, symmetric)).unwrap_or_default();
        let large = found.iter().any(|d| d.to_vec::<f64>().unwrap().iter().any(|d| d.abs() > 1e-3));
        tried += usize::from(large);
        if large && check_along(&case, symmetric, 1.01).is_ok() {
            unnoticed.push(what());
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(unnoticed.is_empty(), "unnoticed:\n{}", unnoticed.join("\n"));
    assert!(tried > 300, "only {tried} cases have a derivative");
}

/// The jacobian of the outputs, once in one sweep and once row by row.
fn compare_jacobians(case: &Case) -> std::result::Result<(), String> {
    let x = case.variables();
    let text = |e: gradtape::error::Error| format!("{e}");
    let tape = GradientTape::new(true, true);
    let ys = tape
        .record(|| {
            x.iter().try_for_each(|x| tape.watch(x))?;
            case.call(&x)
        })
        .and_then(|y| y)
        .map_err(text)?;
    for y in ys.iter().filter(|y| y.dtype() == DType::Float64) {
        let whole = tape.jacobian(&Watched::from(y), &watched(&x)).map_err(text)?;
        for k in 0..y.shape().elements() {
            let mut one = vec![0.0; y.shape().elements()];
            one[k] = 1.0;
            let seed = Some(Tensor::from_slice(y.shape(), &one));
            let row = tape.gradient(&[Watched::from(y)], &watched(&x), &[seed]).map_err(text)?;
            for (i, (row, whole)) in row.iter().zip(&whole).enumerate() {
                let (Some(row), Some(whole)) = (row, whole) else {
                    if row.is_some() != whole.is_some() {
                        return Err(format!("input {i}: connected in one way only"));
                    }
                    continue;
                };
                let (row, n) = (row.to_vec::<f64>().unwrap(), row.shape().elements());
                let part = &whole.to_vec::<f64>().unwrap()[k * n..(k + 1) * n];
                if row.iter().zip(part).any(|(a, b)| (a - b).abs() > 1e-9 * (1.0 + a.abs())) {
                    return Err(format!("input {i}, row {k}: {row:?} one by one, {part:?} at once"));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn jacobians_in_one_sweep_equal_gradients_row_by_row() {
    let mut failures = Vec::new();
    for (case, _) in cases() {
        if let Err(text) = compare_jacobians(&case) {
            failures.push(format!("{} {:?}: {text}", case.def.name, case.args));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
