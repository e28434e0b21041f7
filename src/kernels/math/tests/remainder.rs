//! Remainders and whole quotients: the bits that the library's `fmod` gives, and what follows from them exactly.

use super::super::isa::Isa;
use super::super::{Float, Map, Native};
use super::measure::{apply, random};

macro_rules! quotient {
    ($Name:ident, $method:ident) => {
        struct $Name;
        impl Map<2> for $Name {
            const PARTIAL: bool = true;
            #[inline(always)]
            fn f<R: Float>(&self, [x, y]: [R; 2]) -> R {
                x.$method(y)
            }
            #[inline(always)]
            fn covers<R: Float>(&self, [x, y]: [R; 2]) -> bool {
                x.divides(y)
            }
        }
    };
}

quotient!(Fmod, fmod);
quotient!(FloorMod, floormod);
quotient!(FloorDiv, floordiv);
quotient!(TruncDiv, truncdiv);

/// Pairs of all kinds of quotients: any exponents, near integers, small and large integers over one another, the ends.
fn pairs() -> Vec<[f64; 2]> {
    let mut random = random(5);
    let special =
        [0.0, -0.0, 1.0, -1.0, 0.1, 3.0, 5e-324, -2.2e-308, f64::MAX, f64::INFINITY, -f64::INFINITY, f64::NAN];
    let mut pairs: Vec<[f64; 2]> = special.iter().flat_map(|&x| special.map(|y| [x, y])).collect();
    for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 50_000 } {
        let y = random() * (random() * 300.0).exp();
        let n = (random() * (random().abs() * 40.0).exp()).round();
        pairs.extend([[random() * (random() * 300.0).exp(), y], [n * y, y], [(n * y).next_up(), y]]);
        pairs.extend([[(n * y).next_down(), y], [n, (random() * 1e3).round()], [y * 1e10, y], [y * 1e-10, y]]);
    }
    pairs
}

/// The same number: NaN equals NaN, 0 does not equal -0.
fn demand<T: Native, F: Map<2>>(name: &str, op: &F, pairs: &[[T; 2]], truth: impl Fn(f64, f64) -> f64) {
    let [x, y] = [0, 1].map(|k| pairs.iter().map(|p| p[k]).collect::<Vec<T>>());
    for isa in Isa::available() {
        for (i, got) in apply(isa, op, [&x, &y]).into_iter().enumerate() {
            let (x, y, got) = (x[i].f64(), y[i].f64(), got.f64());
            let want = truth(x, y);
            let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
            assert!(same, "{name} {isa:?} {x:e}, {y:e}: {got:e}, not {want:e}");
        }
    }
}

/// The remainder of doubles with the sign of the divisor.
fn floored(x: f64, y: f64) -> f64 {
    let left = x % y;
    if left != 0.0 && (left < 0.0) != (y < 0.0) { left + y } else { left }
}

#[test]
fn remainders_have_the_bits_of_fmod() {
    let pairs = pairs();
    demand("fmod f64", &Fmod, &pairs, |x, y| x % y);
    demand("floormod f64", &FloorMod, &pairs, floored);
    let singles: Vec<[f32; 2]> = pairs.iter().map(|p| p.map(|x| x as f32)).collect();
    demand("fmod f32", &Fmod, &singles, |x, y| x % y);
    demand("floormod f32", &FloorMod, &singles, |x, y| floored(x, y) as f32 as f64);
}

#[test]
fn quotients_of_integers_are_rounded_once() {
    // Integers of 24 bits: the quotient in double precision is never rounded up to an integer.
    let mut random = random(6);
    let mut integer = || (random() * 16_777_216.0).trunc();
    let pairs: Vec<[f64; 2]> = (0..20_000).map(|_| [integer(), (integer() / 1e3).trunc()]).collect();
    // Times a power of two beyond the range, so that the quotient of the scaled numbers is the same.
    let scaled: Vec<[f64; 2]> = pairs.iter().map(|p| p.map(|x| x * 2f64.powi(900))).collect();
    let singles: Vec<[f32; 2]> = pairs.iter().map(|p| p.map(|x| x as f32)).collect();
    for pairs in [&pairs, &scaled] {
        demand("floordiv f64", &FloorDiv, pairs, |x, y| (x / y).floor());
        demand("truncdiv f64", &TruncDiv, pairs, |x, y| (x / y).trunc());
    }
    demand("floordiv f32", &FloorDiv, &singles, |x, y| (x / y).floor() as f32 as f64);
    demand("truncdiv f32", &TruncDiv, &singles, |x, y| (x / y).trunc() as f32 as f64);
}

#[test]
fn a_quotient_just_below_an_integer_is_rounded_down() {
    let below = [[1.0, 0.1, 9.0], [3.0, 0.3, 10.0], [6.0, 0.1, 59.0], [1e-300, -1e300, -1.0], [-5e-324, 1e308, -1.0]];
    for [x, y, want] in below {
        demand("floordiv", &FloorDiv, &[[x, y]], |_, _| want);
        demand("truncdiv", &TruncDiv, &[[x, y]], |_, _| if want == -1.0 { -0.0 } else { want });
    }
    // As TensorFlow has it, which rounds down the quotient that IEEE 754 gives.
    let ends = [
        [-1.0, f64::INFINITY],
        [1.0, -f64::INFINITY],
        [1.0, f64::INFINITY],
        [f64::INFINITY, 2.0],
        [1.0, -0.0],
        [0.0, 0.0],
        [0.0, -3.0],
        [1e308, 1e-308],
    ];
    demand("floordiv", &FloorDiv, &ends, |x, y| (x / y).floor());
    demand("truncdiv", &TruncDiv, &ends, |x, y| (x / y).trunc());
}
