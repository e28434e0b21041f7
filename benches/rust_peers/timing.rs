//! What the three programs have in common: sizes, and how a row is timed.

use std::hint::black_box;
use std::time::Instant;

/// Images of a batch, pixels, hidden units, classes.
pub const SIZES: [usize; 4] = [32, 64, 64, 10];
/// Elements of the long arrays.
pub const LONG: usize = 1_000_000;
/// How far a step goes.
pub const RATE: f64 = 0.01;

/// Numbers between -1 and 1, the same for everyone.
pub fn numbers(n: usize, seed: u32) -> Vec<f32> {
    (0..n as u32).map(|i| ((i.wrapping_mul(2_654_435_761) ^ seed) >> 8) as f32 / 8_388_608.0 - 1.0).collect()
}

/// Prints the microseconds of one call: the median of the rounds that fit into two seconds, the first ones left aside.
pub fn row<R>(name: &str, calls: usize, mut f: impl FnMut() -> R) {
    let mut round = || {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(f())));
        start.elapsed().as_secs_f64() * 1e6 / calls as f64
    };
    let begin = Instant::now();
    while begin.elapsed().as_secs_f64() < 0.3 {
        round();
    }
    let (begin, mut rounds) = (Instant::now(), Vec::new());
    while begin.elapsed().as_secs_f64() < 2.0 {
        rounds.push(round());
    }
    rounds.sort_by(f64::total_cmp);
    println!("{name} {:.3}", rounds[rounds.len() / 2]);
}
