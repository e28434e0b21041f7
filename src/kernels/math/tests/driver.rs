//! The loops: every length, operand kind and element type gives what the formula gives, element by element.

use std::mem::MaybeUninit;

use super::super::half_bits::{f16_to_f32, f32_to_f16};
use super::super::{Float, Map, Operand, Stored, map, map_in_place};

struct MulAdd {
    slope: f64,
}

impl Map<2> for MulAdd {
    #[inline(always)]
    fn f<R: Float>(&self, [x, y]: [R; 2]) -> R {
        x * R::of(self.slope) - y
    }
}

struct Sin;

impl Map<1> for Sin {
    const PARTIAL: bool = true;
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        x.sin()
    }
    #[inline(always)]
    fn covers<R: Float>(&self, [x]: [R; 1]) -> bool {
        x.is_moderate()
    }
}

const LENGTHS: [usize; 14] = [0, 1, 2, 7, 8, 15, 16, 17, 63, 64, 255, 257, 1024, 3001];

fn new<E: Stored, F: Map<N>, const N: usize>(op: &F, inputs: [Operand<'_, E>; N], n: usize) -> Vec<E> {
    let mut out = vec![MaybeUninit::uninit(); n];
    map(op, inputs, &mut out);
    // SAFETY: `map` writes all of its output.
    out.iter().map(|y| unsafe { y.assume_init() }).collect()
}

fn ramp(n: usize, from: f32) -> Vec<f32> {
    (0..n).map(|i| from + i as f32 * 0.25).collect()
}

#[test]
fn every_length_and_operand() {
    let op = MulAdd { slope: 3.0 };
    for n in LENGTHS {
        let (a, b) = (ramp(n, -5.0), ramp(n, 2.0));
        let want = |f: &dyn Fn(usize) -> f32| (0..n).map(f).collect::<Vec<f32>>();
        let (sa, sb) = (Operand::Slice(&a[..]), Operand::Slice(&b[..]));
        assert_eq!(new(&op, [sa, sb], n), want(&|i| a[i] * 3.0 - b[i]), "{n}");
        assert_eq!(new(&op, [sa, Operand::Scalar(7.0)], n), want(&|i| a[i] * 3.0 - 7.0), "{n}");
        assert_eq!(new(&op, [Operand::Scalar(7.0), sb], n), want(&|i| 21.0 - b[i]), "{n}");
        let mut c = a.clone();
        map_in_place(&op, [None, Some(sb)], &mut c);
        assert_eq!(c, want(&|i| a[i] * 3.0 - b[i]), "{n}");
        let mut c = b.clone();
        map_in_place(&op, [Some(sa), None], &mut c);
        assert_eq!(c, want(&|i| a[i] * 3.0 - b[i]), "{n}");
        let mut c = b.clone();
        map_in_place(&op, [None, None], &mut c);
        assert_eq!(c, want(&|i| b[i] * 3.0 - b[i]), "{n}");
    }
}

#[test]
fn an_element_does_not_depend_on_its_place() {
    let x: Vec<f64> = (0..100).map(|i| (i as f64 * 0.37).sin() * 30.0).collect();
    let whole = new(&Sin, [Operand::Slice(&x)], 100);
    for (i, &x) in x.iter().enumerate() {
        assert_eq!(new(&Sin, [Operand::Slice(&[x])], 1), [whole[i]], "{i}");
    }
}

#[test]
fn large_arguments_take_the_scalar_path() {
    for n in LENGTHS {
        let x: Vec<f32> = (0..n).map(|i| if i % 5 == 3 { 1e30 + i as f32 * 1e25 } else { i as f32 }).collect();
        let y = new(&Sin, [Operand::Slice(&x)], n);
        for (x, y) in x.iter().zip(y) {
            assert!((y as f64 - (*x as f64).sin()).abs() < 1e-7, "sin({x}) = {y}");
        }
    }
}

/// An IEEE half for these tests.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Half(u16);

// SAFETY: not plain.
unsafe impl Stored for Half {
    type Wide = f32;
    const PLAIN: bool = false;
    #[inline(always)]
    fn widen(self) -> f32 {
        f16_to_f32(self.0)
    }
    #[inline(always)]
    fn narrow(wide: f32) -> Half {
        Half(f32_to_f16(wide))
    }
}

#[test]
fn sixteen_bit_elements() {
    let op = MulAdd { slope: 2.0 };
    for n in LENGTHS {
        let a: Vec<Half> = (0..n).map(|i| Half(f32_to_f16(i as f32 * 0.5))).collect();
        let want: Vec<Half> = a.iter().map(|a| Half::narrow(a.widen() * 2.0 - 1.0)).collect();
        assert_eq!(new(&op, [Operand::Slice(&a), Operand::Scalar(Half(0x3c00))], n), want, "{n}");
        let mut b = a.clone();
        map_in_place(&op, [None, Some(Operand::Scalar(Half(0x3c00)))], &mut b);
        assert_eq!(b, want, "{n}");
    }
}

#[test]
#[should_panic(expected = "as long as its output")]
fn a_short_operand_is_refused() {
    new(&Sin, [Operand::Slice(&[1.0f32, 2.0])], 3);
}

#[test]
fn halves_survive_the_way_to_f32_and_back() {
    for bits in 0..=u16::MAX {
        let x = f16_to_f32(bits);
        if x.is_nan() {
            assert!(f16_to_f32(f32_to_f16(x)).is_nan(), "{bits:#x}");
        } else {
            assert_eq!(f32_to_f16(x), bits);
        }
    }
}

/// Between two neighbouring halves, the nearer one is taken, and of two equally near ones the even one.
#[test]
fn halves_round_to_nearest_even() {
    for bits in 0..0x7c00u16 {
        let next = if bits == 0x7bff { 65536.0 } else { f16_to_f32(bits + 1) };
        let middle = f16_to_f32(bits) / 2.0 + next / 2.0;
        let (below, above) = (f32::from_bits(middle.to_bits() - 1), f32::from_bits(middle.to_bits() + 1));
        let even = if bits % 2 == 0 { bits } else { bits + 1 };
        assert_eq!([f32_to_f16(below), f32_to_f16(middle), f32_to_f16(above)], [bits, even, bits + 1]);
        assert_eq!(f32_to_f16(-middle), even | 0x8000);
    }
}
