//! The kernels against the formulas of the cells, one number at a time in `f64`; their gradients against differences.

use super::*;
use crate::kernels::parallel;

fn numbers(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|i| ((i * 37 + seed * 11 + i / 7) % 101) as f64 / 50.0 - 1.0).collect()
}

struct Case {
    sizes: Sizes,
    blocks: usize,
    memory: usize,
    kept: usize,
    /// Projected inputs, states, weights, bias.
    inputs: [Vec<f64>; 5],
    mask: Option<Vec<bool>>,
}

type Answers = [Vec<f64>; 3];

impl Case {
    fn of<C: Cell>(sizes: Sizes, masked: bool) -> Case {
        let Sizes { steps, rows, units } = sizes;
        let width = C::BLOCKS * units;
        let bias = if C::SUMS { 0 } else { width };
        let lengths = [steps * rows * width, rows * units, C::MEMORY * rows * units, units * width, bias];
        let mut seed = 0;
        let inputs = lengths.map(|length| {
            seed += 1;
            numbers(length, seed)
        });
        let mask = masked.then(|| (0..steps * rows).map(|i| i % 3 != 1).collect());
        Case { sizes, blocks: C::BLOCKS, memory: C::MEMORY, kept: C::KEPT, inputs, mask }
    }

    fn borrowed(&self) -> Inputs<'_, f64> {
        let [_, h, c, kernel, bias] = &self.inputs;
        Inputs { start: [h, c], kernel, bias, mask: self.mask.as_deref() }
    }

    fn forward<C: Cell>(&self) -> Answers {
        let Sizes { steps, rows, units } = self.sizes;
        let mut out = [1, self.memory, self.kept].map(|blocks| vec![f64::NAN; steps * rows * units * blocks]);
        let [h, c, kept] = &mut out;
        forward::<C, f64>(self.sizes, &self.inputs[0], self.borrowed(), [h, c, kept]).unwrap();
        out
    }

    /// A weighted sum of all states.
    fn loss<C: Cell>(&self) -> f64 {
        let [h, c, _] = self.forward::<C>();
        let sum = |x: &[f64], seed| -> f64 { x.iter().zip(numbers(x.len(), seed)).map(|(x, w)| x * w).sum() };
        sum(&h, 7) + sum(&c, 8)
    }

    fn backward<C: Cell>(&self) -> [Vec<f64>; 5] {
        let [h, c, kept] = self.forward::<C>();
        let (gh, gc) = (numbers(h.len(), 7), numbers(c.len(), 8));
        let given = Given { states: [&gh, &gc], after: [&h, &c], kept: &kept };
        let mut found = self.inputs.clone().map(|x| vec![f64::NAN; x.len()]);
        let [projected, dh, dc, kernel, bias] = &mut found;
        let out = Found { projected, start: [dh, dc], kernel, bias };
        backward::<C, f64>(self.sizes, given, self.borrowed(), out).unwrap();
        found
    }

    /// State `h` after the last step of a row, from the formulas.
    fn last(&self, row: usize) -> Vec<f64> {
        let Sizes { steps, rows, units: n } = self.sizes;
        let width = self.blocks * n;
        let [z, h, c, kernel, bias] = &self.inputs;
        let mut h = h[row * n..(row + 1) * n].to_vec();
        let mut c = if self.memory > 0 { c[row * n..(row + 1) * n].to_vec() } else { vec![] };
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        for t in 0..steps {
            if self.mask.as_ref().is_some_and(|mask| !mask[t * rows + row]) {
                continue;
            }
            let z = &z[(t * rows + row) * width..][..width];
            let p: Vec<f64> = (0..width)
                .map(|j| (0..n).map(|i| h[i] * kernel[i * width + j]).sum::<f64>() + bias.get(j).unwrap_or(&0.0))
                .collect();
            for j in 0..n {
                let sum = |block: usize| z[block * n + j] + p[block * n + j];
                match self.blocks {
                    4 => {
                        c[j] = logistic(sum(1)) * c[j] + logistic(sum(0)) * sum(2).tanh();
                        h[j] = logistic(sum(3)) * c[j].tanh();
                    }
                    3 => {
                        let (u, r) = (logistic(sum(0)), logistic(sum(1)));
                        h[j] = u * h[j] + (1.0 - u) * (z[2 * n + j] + r * p[2 * n + j]).tanh();
                    }
                    _ => h[j] = sum(0).tanh(),
                }
            }
        }
        h
    }
}

fn check<C: Cell>() {
    for (steps, rows, units, masked) in [(1, 1, 1, false), (3, 2, 5, false), (4, 3, 2, true), (5, 40, 3, true)] {
        let sizes = Sizes { steps, rows, units };
        let case = Case::of::<C>(sizes, masked);
        let [h, ..] = case.forward::<C>();
        for row in [0, rows - 1] {
            let got = sizes.lines(&h, steps - 1, 0, units).get(row * units..(row + 1) * units);
            let got = got.unwrap_or_else(|| &h[((steps - 1) * rows + row) * units..][..units]);
            for (got, want) in got.iter().zip(case.last(row)) {
                assert!((got - want).abs() < 1e-13, "{sizes:?}: {got} {want}");
            }
        }
        slopes::<C>(&case);
    }
}

/// The gradient along one direction of each input.
fn slopes<C: Cell>(case: &Case) {
    for (k, gradient) in case.backward::<C>().into_iter().enumerate() {
        let direction = numbers(gradient.len(), 20 + k);
        let along: f64 = gradient.iter().zip(&direction).map(|(g, d)| g * d).sum();
        let moved = |step: f64| {
            let mut inputs = case.inputs.clone();
            inputs[k].iter_mut().zip(&direction).for_each(|(x, d)| *x += step * d);
            Case { inputs, mask: case.mask.clone(), ..*case }.loss::<C>()
        };
        let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        assert!((along - difference).abs() < 1e-7 * (1.0 + difference.abs()), "{k}: {along} {difference}");
    }
}

#[test]
fn long_short_term_memory() {
    check::<Lstm>();
}

#[test]
fn gated_recurrent_unit() {
    check::<Gru>();
}

#[test]
fn simple_cell() {
    check::<Simple>();
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let case = Case::of::<Gru>(Sizes { steps: 40, rows: 70, units: 32 }, false);
    let run = |n| parallel::with_threads(n, || (case.forward::<Gru>(), case.backward::<Gru>()));
    assert!(case.sizes.shared(Gru::BLOCKS) && run(1) == run(3));
}

#[test]
fn nothing_to_do_gives_zeros() {
    for (steps, rows, units) in [(0, 2, 2), (2, 0, 2), (2, 2, 0)] {
        let case = Case::of::<Lstm>(Sizes { steps, rows, units }, false);
        assert!(case.backward::<Lstm>()[1..].iter().flatten().all(|&d| d == 0.0));
    }
}
