//! Both kernels against the formulas of this folder, element by element in `f64`.

use super::composed::Composed;
use super::fused::Examples;
use super::*;
use crate::kernels::parallel;

/// Numbers far from 0, so that cancellation shows.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|i| 100.0 + ((i * 37 + seed * 11 + i / 7) % 101) as f64 / 50.0).collect()
}

/// A matrix with its groups: rows, or columns.
struct Case {
    rows: usize,
    columns: usize,
    by_rows: bool,
}

impl Case {
    fn groups(&self) -> usize {
        if self.by_rows { self.rows } else { self.columns }
    }

    fn group(&self, at: usize) -> usize {
        if self.by_rows { at / self.columns } else { at % self.columns }
    }

    /// Sums of `f(place)` over groups.
    fn sums(&self, f: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.groups()];
        (0..self.rows * self.columns).for_each(|at| sums[self.group(at)] += f(at));
        sums
    }

    fn check(&self, epsilon: f64) {
        let (count, n) = (self.rows * self.columns, (self.rows * self.columns / self.groups()) as f64);
        let (x, gy) = (numbers(count, 1), numbers(count, 2));
        let (scale, offset) = (numbers(self.columns, 3), numbers(self.columns, 4));
        let (gm, gv) = (numbers(self.groups(), 5), numbers(self.groups(), 6));
        let column = |at: usize| at % self.columns;
        let mean: Vec<f64> = self.sums(|at| x[at]).iter().map(|s| s / n).collect();
        let apart = |at: usize| x[at] - mean[self.group(at)];
        let variance: Vec<f64> = self.sums(|at| apart(at).powi(2)).iter().map(|s| s / n).collect();
        let rate: Vec<f64> = variance.iter().map(|v| 1.0 / (v + epsilon).sqrt()).collect();
        let weight = |at: usize| gy[at] * scale[column(at)];
        let (ones, distances) = (self.sums(weight), self.sums(|at| weight(at) * apart(at)));
        let y = |at: usize| apart(at) * rate[self.group(at)] * scale[column(at)] + offset[column(at)];

        for way in [Way::Exact, Way::Composed { eager: true }, Way::Composed { eager: false }, Way::Fused] {
            if way == Way::Fused && (self.by_rows || !self.examples().fit()) {
                continue;
            }
            // Nothing is asked of the statistics of a fused one.
            let asked = if way == Way::Fused { 0.0 } else { 1.0 };
            let (gm, gv): (Vec<f64>, Vec<f64>) =
                (gm.iter().map(|g| g * asked).collect(), gv.iter().map(|g| g * asked).collect());
            let dx = |at: usize| {
                let i = self.group(at);
                let dv = gv[i] - rate[i].powi(3) / 2.0 * distances[i];
                weight(at) * rate[i] + apart(at) * 2.0 * dv / n + (gm[i] - rate[i] * ones[i]) / n
            };
            let (mut got_y, mut got_mean, mut got_variance) =
                (vec![9.5; count], vec![9.5; gm.len()], vec![9.5; gm.len()]);
            let out = [&mut got_y[..], &mut got_mean, &mut got_variance];
            let (mut got_dx, mut got_ds, mut got_do) =
                (vec![9.5; count], vec![9.5; scale.len()], vec![9.5; scale.len()]);
            let wanted = Wanted { x: &mut got_dx, scale: &mut got_ds, offset: &mut got_do };
            let g = Given { y: &gy, mean: &gm, variance: &gv };
            self.run(way, &x, [&scale, &offset], epsilon, out);
            self.run_back(way, g, &x, [&mean, &variance], epsilon, &scale, wanted);
            let close = |got: &[f64], right: &dyn Fn(usize) -> f64| {
                let size = (0..got.len()).map(|i| right(i).abs()).fold(1.0, f64::max);
                let far = (0..got.len()).find(|&i| !((got[i] - right(i)).abs() <= 1e-9 * size));
                assert!(far.is_none(), "{way:?} {} x {}: element {far:?}", self.rows, self.columns);
            };
            close(&got_y, &y);
            close(&got_mean, &|i| mean[i]);
            close(&got_variance, &|i| variance[i]);
            close(&got_dx, &dx);
            let down =
                |f: &dyn Fn(usize) -> f64, j: usize| (0..self.rows).map(|i| f(i * self.columns + j)).sum::<f64>();
            close(&got_ds, &|j| down(&|at| gy[at] * apart(at) * rate[self.group(at)], j));
            close(&got_do, &|j| down(&|at| gy[at], j));
        }
    }

    fn examples(&self) -> Examples {
        let count = if self.rows.is_multiple_of(3) { 3 } else { 1 };
        Examples { count, rows: self.rows / count, channels: self.columns }
    }

    fn run(&self, way: Way, x: &[f64], [scale, offset]: [&[f64]; 2], epsilon: f64, out: [&mut [f64]; 3]) {
        match (way, self.by_rows) {
            (Way::Exact, true) => rows::forward(x, scale, offset, epsilon, out),
            (Way::Exact, false) => columns::forward(x, scale, offset, epsilon, out),
            (Way::Composed { eager }, true) => {
                composed::rows(x, scale, offset, Composed { epsilon, eager, knows_counts: !eager }, out)
            }
            (Way::Composed { .. }, false) => composed::columns(x, scale, offset, epsilon, out),
            (Way::Fused, _) => fused::forward(self.examples(), x, scale, offset, epsilon, out),
        }
        .unwrap();
    }

    #[allow(clippy::too_many_arguments)]
    fn run_back(
        &self,
        way: Way,
        g: Given<f64>,
        x: &[f64],
        moments: [&[f64]; 2],
        epsilon: f64,
        scale: &[f64],
        mut wanted: Wanted<f64>,
    ) {
        let statistics = Statistics { mean: moments[0], variance: moments[1], epsilon };
        match (way, self.by_rows) {
            (Way::Exact, true) => rows::backward(g, x, statistics, scale, wanted),
            (Way::Exact, false) => columns::backward(g, x, statistics, scale, wanted),
            (Way::Composed { eager }, true) => {
                composed::rows_backward(g, x, moments, Composed { epsilon, eager, knows_counts: !eager }, scale, wanted)
            }
            (Way::Composed { eager }, false) => composed::columns_backward(
                g,
                x,
                moments,
                Composed { epsilon, eager, knows_counts: !eager },
                scale,
                wanted,
            ),
            (Way::Fused, _) => fused::backward(self.examples(), &g, x, moments, epsilon, scale, &mut wanted),
        }
        .unwrap();
    }
}

/// Which of the kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Exact,
    Composed { eager: bool },
    Fused,
}

/// Narrow and wide, short and tall, longer than a run, and so large that threads share the work.
const SIZES: [(usize, usize); 9] =
    [(1, 1), (1, 7), (5, 1), (3, 4), (67, 130), (2, 9000), (5000, 3), (700, 129), (33, 4097)];

#[test]
fn rows_and_columns_are_what_the_formulas_say() {
    for (rows, columns) in SIZES {
        for by_rows in [true, false] {
            Case { rows, columns, by_rows }.check(0.25);
        }
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let (x, scale) = (numbers(5000 * 70, 1), numbers(70, 2));
    let run = |threads: usize| {
        parallel::with_threads(threads, || {
            let mut out = [vec![0.0; x.len()], vec![0.0; 70], vec![0.0; 70]];
            let [y, mean, variance] = &mut out;
            columns::forward(&x, &scale, &scale, 0.1, [y, mean, variance]).unwrap();
            out
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn of_nothing_there_are_no_statistics() {
    let (mut mean, mut variance) = ([0.0_f64; 2], [0.0; 2]);
    columns::forward(&[], &[1.0, 1.0], &[0.0, 0.0], 0.1, [&mut [], &mut mean, &mut variance]).unwrap();
    assert!(mean.iter().chain(&variance).all(|s| s.is_nan()));
    rows::forward(&[], &[], &[], 0.1, [&mut [], &mut mean, &mut variance]).unwrap();
    assert!(mean.iter().chain(&variance).all(|s| s.is_nan()));
    let (mut dscale, mut doffset) = ([1.0; 2], [1.0; 2]);
    let wanted = Wanted { x: &mut [], scale: &mut dscale, offset: &mut doffset };
    let statistics = Statistics { mean: &[0.0; 2], variance: &[0.0; 2], epsilon: 0.1 };
    let g = Given { y: &[], mean: &[0.0; 2], variance: &[0.0; 2] };
    columns::backward(g, &[], statistics, &[1.0, 1.0], wanted).unwrap();
    assert_eq!((dscale, doffset), ([0.0; 2], [0.0; 2]));
}

/// Means and variances down the middle axis, in `f64` and two passes.
fn plain_moments(x: &[f64], [planes, rows, inner]: [usize; 3]) -> Vec<[f64; 2]> {
    let places = (0..planes).flat_map(|p| (0..inner).map(move |j| (p, j)));
    let of_place = |(p, j): (usize, usize)| {
        let group: Vec<f64> = (0..rows).map(|i| x[(p * rows + i) * inner + j]).collect();
        let mean = group.iter().sum::<f64>() / rows as f64;
        [mean, group.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / rows as f64]
    };
    places.map(of_place).collect()
}

#[test]
fn moments_of_every_layout_are_those_of_two_passes_with_any_number_of_threads() {
    let lengths =
        [[1, 1, 1], [3, 7, 1], [5, BLOCK, 1], [2, BLOCK + 1, 1], [1, 40 * BLOCK + 77, 1], [900, 100, 1], [3, 50, 9]];
    for lengths in lengths.into_iter().chain([[1, 3000, 40], [2, 900, 130]]) {
        let x = numbers(lengths.iter().product(), 1);
        let narrow: Vec<f32> = x.iter().map(|&x| x as f32).collect();
        let groups = lengths[0] * lengths[2];
        let found = [1, 3].map(|threads| {
            let (mut mean, mut variance) = (vec![9.5; groups], vec![9.5; groups]);
            let (mut mean32, mut variance32) = (vec![9.5; groups], vec![9.5; groups]);
            parallel::with_threads(threads, || {
                moments(&x, lengths, &mut mean, &mut variance).unwrap();
                moments(&narrow, lengths, &mut mean32, &mut variance32).unwrap();
            });
            (mean, variance, mean32, variance32)
        });
        assert_eq!(found[0], found[1], "{lengths:?}");
        let (mean, variance, mean32, variance32) = &found[0];
        for (i, [m, v]) in plain_moments(&x, lengths).into_iter().enumerate() {
            assert!((mean[i] - m).abs() < 1e-12 * m && (variance[i] - v).abs() < 1e-9 * v.max(1e-3), "{lengths:?} {i}");
            let (m32, v32) = (f64::from(mean32[i]), f64::from(variance32[i]));
            assert!(
                (m32 - m).abs() < 1e-6 * m && (v32 - v).abs() < 1e-4 * v.max(1e-2),
                "{lengths:?} {i}: {v32}, not {v}"
            );
        }
    }
}

/// What TensorFlow 2.21 finds, whose packets of `float32` have 8 columns: of 19, the last 3 are added row by row.
#[test]
fn columns_are_added_up_in_tensorflows_order() {
    let (rows, n) = (1003, 19);
    let x: Vec<f32> = numbers(rows * n, 1).iter().map(|&x| x as f32).collect();
    let column = |j: usize| (0..rows).map(|i| x[i * n + j]).collect::<Vec<f32>>();
    let by_four = |x: &[f32]| {
        let (fours, rest) = x.split_at(rows / 4 * 4);
        let sums = [0, 1, 2, 3].map(|k| fours.iter().skip(k).step_by(4).fold(0.0f32, |sum, x| sum + x));
        rest.iter().fold(((sums[0] + sums[1]) + sums[2]) + sums[3], |sum, x| sum + x)
    };
    let (mut mean, mut variance) = (vec![0.0f32; n], vec![0.0f32; n]);
    moments(&x, [1, rows, n], &mut mean, &mut variance).unwrap();
    for j in 0..n {
        let sum = |x: &[f32]| if j < 16 { by_four(x) } else { x.iter().fold(0.0, |sum, x| sum + x) };
        let m = sum(&column(j)) / rows as f32;
        let squares: Vec<f32> = column(j).iter().map(|x| (x - m) * (x - m)).collect();
        assert_eq!([mean[j], variance[j]], [m, sum(&squares) / rows as f32], "{j}");
    }
}
