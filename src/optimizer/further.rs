//! The formulas of the rules that are asked for more rarely, as [`super::Rule`] defines them.

use super::Moments;
use super::rules::{Formula, Slope, known, power, single};
use crate::kernels::math::Native;

/// `rho * average + (1 - rho) * x`.
#[inline(always)]
fn average<T: Native>(rho: f64, average: T, x: T) -> T {
    T::of(rho) * average + T::of(1.0 - rho) * x
}

#[derive(Clone, Copy)]
pub(super) struct Adadelta {
    pub(super) lr: f64,
    pub(super) rho: f64,
    pub(super) epsilon: f64,
}

impl Formula<2> for Adadelta {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [squares, changes]: [T; 2]) -> (T, [T; 2]) {
        let squares = average(self.rho, squares, g.size);
        let epsilon = T::of(self.epsilon);
        let change = (changes + epsilon).sqrt() / (squares + epsilon).sqrt();
        let moved = T::of(self.lr) * change * g.sum;
        (w - moved, [squares, average(self.rho, changes, change * change * g.size)])
    }
}

#[derive(Clone, Copy)]
pub(super) struct Adamax {
    /// The learning rate, corrected for the mean's start at zero.
    alpha: f64,
    mean: f64,
    beta_2: f64,
    epsilon: f64,
}

impl Adamax {
    pub(super) fn new<E: Native>(lr: f64, m: Moments) -> Adamax {
        let alpha = lr / known::<E>(m.beta_1, m.step);
        Adamax { alpha, mean: 1.0 - m.beta_1, beta_2: m.beta_2, epsilon: m.epsilon }
    }
}

impl Formula<2> for Adamax {
    #[inline(always)]
    fn size<T: Native>(g: T) -> T {
        g.abs()
    }

    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [m, u]: [T; 2]) -> (T, [T; 2]) {
        let m = m + T::of(self.mean) * (g.sum - m);
        let (old, now) = (T::of(self.beta_2) * u, g.size);
        // What is not a number stays so.
        let u = T::select(old >= now, old, now);
        (w - T::of(self.alpha) * m / (u + T::of(self.epsilon)), [m, u])
    }
}

#[derive(Clone, Copy)]
pub(super) struct Nadam {
    lr: f64,
    /// What the mean counts, and what that is divided by, since it started at zero.
    ahead: [f64; 2],
    /// The same for the gradient.
    now: [f64; 2],
    mean: f64,
    square: f64,
    /// What the mean square is divided by.
    known: f64,
    epsilon: f64,
}

impl Nadam {
    pub(super) fn new<E: Native>(lr: f64, m: Moments, product: f64) -> Nadam {
        let (one, product) = (E::of(1.0), E::of(product));
        let u = |step: f64| E::of(single(m.beta_1)) * (one - E::of(0.5) * E::of(power::<E>(0.96, step)));
        let (this, next) = (u(m.step), u(m.step + 1.0));
        Nadam {
            lr,
            ahead: [next, one - product * next].map(E::f64),
            now: [one - this, one - product].map(E::f64),
            mean: 1.0 - single(m.beta_1),
            square: 1.0 - single(m.beta_2),
            known: known::<E>(m.beta_2, m.step),
            epsilon: m.epsilon,
        }
    }
}

impl Formula<2> for Nadam {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [m, v]: [T; 2]) -> (T, [T; 2]) {
        let m = m + T::of(self.mean) * (g.sum - m);
        let v = v + T::of(self.square) * (g.size - v);
        let part = |x: T, [share, known]: [f64; 2]| T::of(share) * x / T::of(known);
        let way = part(m, self.ahead) + part(g.sum, self.now);
        let root = (v / T::of(self.known)).sqrt();
        (w - way * T::of(self.lr) / (root + T::of(self.epsilon)), [m, v])
    }
}

#[derive(Clone, Copy)]
pub(super) struct Lion {
    pub(super) lr: f64,
    pub(super) beta_1: f64,
    pub(super) beta_2: f64,
}

impl Formula<1> for Lion {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [m]: [T; 1]) -> (T, [T; 1]) {
        let (way, zero, lr) = (average(self.beta_1, m, g.sum), T::of(0.0), T::of(self.lr));
        // Zero and what is not a number are their own sign.
        let change = T::select(way > zero, lr, T::select(way < zero, -lr, way));
        (w - change, [average(self.beta_2, m, g.sum)])
    }
}

#[derive(Clone, Copy)]
pub(super) struct Ftrl {
    /// One over the learning rate.
    pub(super) rate: f64,
    /// The part of the denominator that is always there.
    pub(super) least: f64,
    pub(super) l1: f64,
    /// Twice the shrinkage.
    pub(super) shrinkage: f64,
}

impl Formula<2> for Ftrl {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [a, z]: [T; 2]) -> (T, [T; 2]) {
        let (b, rate, l1) = (a + g.size, T::of(self.rate), T::of(self.l1));
        let z = z + g.sum + T::of(self.shrinkage) * w - (b.sqrt() - a.sqrt()) * rate * w;
        let clipped = T::select(z > l1, l1, T::select(z < -l1, -l1, z));
        ((clipped - z) / (b.sqrt() * rate + T::of(self.least)), [b, z])
    }
}
