//! The loop over the elements of one parameter, and the formula of most rules.
//!
//! A formula is written for one element; the loop is compiled for each instruction set. Adding a rule is one formula, one
//! variant of [`Rule`] and one arm of [`update`].

use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};
use smallvec::SmallVec;

use super::further::{Adadelta, Adamax, Ftrl, Lion, Nadam};
use super::rows::Places;
use super::{Moments, Ready, Rule, Step};
use crate::dtype::{DType, Element};
use crate::kernels::math::Native;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::variable::Arrays;

/// Changes a parameter and its slots, given in this order: `w` loses `decay` times the learning rate of itself, then follows
/// the rule; at these places, or everywhere. Needs no memory that could be missing: once the first parameter of a step has changed, the
/// others do too.
pub(super) fn update(step: &Step, ready: &Ready, places: Option<Places<'_>>, decay: f64, arrays: Arrays<'_>) {
    let gradient = &ready.gradient;
    match gradient.dtype() {
        DType::Float32 => update_of::<f32>(step, (gradient.slice(), ready.sizes()), places, decay, slices(arrays)),
        DType::Float64 => update_of::<f64>(step, (gradient.slice(), ready.sizes()), places, decay, slices(arrays)),
        DType::Float16 => update_rows::<f16>(step, gradient.slice(), places, decay, slices(arrays)),
        DType::BFloat16 => update_rows::<bf16>(step, gradient.slice(), places, decay, slices(arrays)),
        other => unreachable!("parameters of {other} are refused before"),
    }
}

/// The memory of a parameter, then of its slots.
type Slices<'a, E> = SmallVec<[&'a mut [E]; 4]>;

fn slices<'b, 'a: 'b, E: Element>(arrays: Arrays<'a>) -> Slices<'b, E> {
    arrays.into_iter().map(|array| -> &'b mut [E] { array.slice_mut::<E>() }).collect()
}

/// How many 16-bit elements are widened at a time.
const BLOCK: usize = 1024;

/// 16-bit floats: row by row, where not everywhere.
fn update_rows<E: Element>(step: &Step, gradient: &[E], places: Option<Places<'_>>, decay: f64, mut data: Slices<'_, E>)
where
    [E]: HalfFloatSliceExt,
{
    let Some(places) = places else {
        return update_narrow(step, gradient, decay, data);
    };
    for (at, from) in places.spans() {
        let row = data.iter_mut().map(|data| &mut data[at..at + places.width]).collect();
        update_narrow(step, &gradient[from..from + places.width], decay, row);
    }
}

/// 16-bit floats: the same in `f32`, rounded at the end, one block after the other.
fn update_narrow<E>(step: &Step, gradient: &[E], decay: f64, mut data: Slices<'_, E>)
where
    [E]: HalfFloatSliceExt,
{
    let (mut wide_gradient, mut wide) = ([0.0; BLOCK], [[0.0; BLOCK]; 4]);
    for (i, gradient) in gradient.chunks(BLOCK).enumerate() {
        let (n, at) = (gradient.len(), i * BLOCK);
        gradient.convert_to_f32_slice(&mut wide_gradient[..n]);
        for (wide, narrow) in wide.iter_mut().zip(&data) {
            narrow[at..at + n].convert_to_f32_slice(&mut wide[..n]);
        }
        let block = wide.iter_mut().take(data.len()).map(|wide| &mut wide[..n]).collect();
        update_of::<f32>(step, (&wide_gradient[..n], None), None, decay, block);
        for (wide, narrow) in wide.iter().zip(&mut data) {
            narrow[at..at + n].convert_from_f32_slice(&wide[..n]);
        }
    }
}

fn update_of<'a, E: Native>(
    step: &Step,
    (gradient, sizes): (&'a [E], Option<&'a [E]>),
    places: Option<Places<'a>>,
    decay: f64,
    data: Slices<'a, E>,
) {
    let lr = step.learning_rate;
    let pass = Pass { gradient, sizes, places, decay: [decay, lr], data };
    match step.rule {
        Rule::Sgd => pass.run(Sgd { lr }),
        Rule::Momentum { momentum } => pass.run(Heavy::<false> { lr, momentum: single(momentum) }),
        Rule::Nesterov { momentum } => pass.run(Heavy::<true> { lr, momentum: single(momentum) }),
        Rule::Adam(moments) => pass.run(Adam::new::<E>(lr, moments)),
        Rule::AmsGrad(moments) => pass.run(AmsGrad(Adam::new::<E>(lr, moments))),
        Rule::Adagrad { epsilon } => pass.run(Adagrad { lr, epsilon }),
        Rule::Adadelta { rho, epsilon } => pass.run(Adadelta { lr, rho, epsilon }),
        Rule::Adamax(moments) => pass.run(Adamax::new::<E>(lr, moments)),
        Rule::Nadam { moments, product } => pass.run(Nadam::new::<E>(lr, moments, product)),
        Rule::Lion { beta_1, beta_2 } => pass.run(Lion { lr, beta_1: single(beta_1), beta_2: single(beta_2) }),
        Rule::Ftrl { beta, l1, l2, shrinkage } => {
            pass.run(Ftrl { rate: 1.0 / lr, least: beta / lr + 2.0 * l2, l1, shrinkage: 2.0 * shrinkage })
        }
        Rule::RmsProp { rho, epsilon, momentum, centered } => {
            let rms = Rms { lr, rho, epsilon };
            match (momentum, centered) {
                (None, false) => pass.run(rms),
                (Some(momentum), false) => pass.run(RmsMomentum { rms, momentum }),
                (None, true) => pass.run(RmsCentered(rms)),
                (Some(momentum), true) => pass.run(RmsBoth { rms, momentum }),
            }
        }
    }
}

// --- The loop -----------------------------------------------------------------------------------

/// What happens to one element: the new parameter and the new slots. `#[inline(always)]`, as all that it calls.
pub(super) trait Formula<const N: usize>: Copy {
    fn f<T: Native>(self, w: T, g: Slope<T>, slots: [T; N]) -> (T, [T; N]);

    /// How large an element of a gradient counts as: its square.
    #[inline(always)]
    fn size<T: Native>(g: T) -> T {
        g * g
    }
}

/// An element of a gradient.
#[derive(Clone, Copy)]
pub(super) struct Slope<T> {
    /// The element: the sum of those of all rows of slices for its place.
    pub(super) sum: T,
    /// How large it counts as: the sum of the sizes of those.
    pub(super) size: T,
}

/// The memory of one parameter: `data` is the parameter itself, then the slots.
struct Pass<'a, E> {
    gradient: &'a [E],
    /// What its elements count as, where that does not follow from them.
    sizes: Option<&'a [E]>,
    places: Option<Places<'a>>,
    /// The weight decay and the learning rate.
    decay: [f64; 2],
    data: Slices<'a, E>,
}

impl<E: Native> Pass<'_, E> {
    fn run<F: Formula<N>, const N: usize>(self, formula: F) {
        let Pass { gradient, sizes, places, decay, data } = self;
        let mut data = data.into_iter();
        let w = data.next().expect("a parameter");
        let slots = std::array::from_fn(|_| data.next().expect("as many slots as were checked"));
        dispatch(&Loop::<F, E, N> { formula, gradient, sizes, places, decay }, &mut State { w, slots });
    }
}

struct State<'a, E, const N: usize> {
    w: &'a mut [E],
    slots: [&'a mut [E]; N],
}

struct Loop<'a, F, E, const N: usize> {
    formula: F,
    gradient: &'a [E],
    sizes: Option<&'a [E]>,
    places: Option<Places<'a>>,
    decay: [f64; 2],
}

impl<F: Formula<N>, E: Native, const N: usize> Loop<'_, F, E, N> {
    /// From element `at` on, with as many elements of a gradient.
    #[inline(always)]
    fn span(&self, state: &mut State<'_, E, N>, at: usize, g: &[E], size: impl Fn(usize, E) -> E) {
        let [decay, lr] = self.decay.map(E::of);
        let decayed = |w: E| if decay == E::of(0.0) { w } else { w - w * decay * lr };
        let w = &mut state.w[at..at + g.len()];
        let mut slots = state.slots.each_mut().map(|slot| &mut slot[at..at + g.len()]);
        for i in 0..g.len() {
            let old = std::array::from_fn(|k| slots[k][i]);
            let slope = Slope { sum: g[i], size: size(i, g[i]) };
            let (new_w, new) = self.formula.f(decayed(w[i]), slope, old);
            w[i] = new_w;
            for (slot, value) in slots.iter_mut().zip(new) {
                slot[i] = value;
            }
        }
    }
}

impl<'a, F: Formula<N>, E: Native, const N: usize> Kernel for Loop<'a, F, E, N> {
    type Out = State<'a, E, N>;

    #[inline(always)]
    fn run<A: Target>(&self, state: &mut State<'a, E, N>) {
        let Some(places) = self.places else {
            return self.span(state, 0, self.gradient, |_, g| F::size(g));
        };
        for (at, from) in places.spans() {
            let row = from..from + places.width;
            match self.sizes {
                None => self.span(state, at, &self.gradient[row], |_, g| F::size(g)),
                Some(sizes) => {
                    let sizes = &sizes[row.clone()];
                    self.span(state, at, &self.gradient[row], |i, _| sizes[i]);
                }
            }
        }
    }
}

// --- The formulas -------------------------------------------------------------------------------

#[derive(Clone, Copy)]
struct Sgd {
    lr: f64,
}

impl Formula<0> for Sgd {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, _: [T; 0]) -> (T, [T; 0]) {
        (w - T::of(self.lr) * g.sum, [])
    }
}

/// Momentum; looking ahead is Nesterov's.
#[derive(Clone, Copy)]
struct Heavy<const AHEAD: bool> {
    lr: f64,
    momentum: f64,
}

impl<const AHEAD: bool> Formula<1> for Heavy<AHEAD> {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [m]: [T; 1]) -> (T, [T; 1]) {
        let (push, momentum) = (T::of(self.lr) * g.sum, T::of(self.momentum));
        let m = momentum * m - push;
        (w + if AHEAD { momentum * m - push } else { m }, [m])
    }
}

/// A number that Keras casts to the type of the variable: it is a float32 first, so float64 has no more of it.
pub(super) fn single(number: f64) -> f64 {
    f64::from(number as f32)
}

/// `base^step`. For float32 it is computed in float32, as Keras does: for a base near 1 most digits of what is missing to 1 go in
/// the first steps, and it is these that one compares.
pub(super) fn power<E: Native>(base: f64, step: f64) -> f64 {
    match size_of::<E>() {
        4 => f64::from((base as f32).powf(step as f32)),
        _ => single(base).powf(step),
    }
}

/// What an average knows of its numbers after so many steps from zero, `1 - beta^step`.
pub(super) fn known<E: Native>(beta: f64, step: f64) -> f64 {
    (E::of(1.0) - E::of(power::<E>(beta, step))).f64()
}

#[derive(Clone, Copy)]
struct Adam {
    /// The learning rate, corrected for the moments' start at zero.
    alpha: f64,
    mean: f64,
    square: f64,
    epsilon: f64,
}

impl Adam {
    fn new<E: Native>(lr: f64, m: Moments) -> Adam {
        let (mean, square) = (E::of(known::<E>(m.beta_1, m.step)), E::of(known::<E>(m.beta_2, m.step)));
        let alpha = (E::of(lr) * square.sqrt() / mean).f64();
        Adam { alpha, mean: 1.0 - m.beta_1, square: 1.0 - m.beta_2, epsilon: m.epsilon }
    }

    #[inline(always)]
    fn moments<T: Native>(self, g: Slope<T>, m: T, v: T) -> (T, T) {
        (m + T::of(self.mean) * (g.sum - m), v + T::of(self.square) * (g.size - v))
    }

    #[inline(always)]
    fn moved<T: Native>(self, w: T, m: T, v: T) -> T {
        w - T::of(self.alpha) * m / (v.sqrt() + T::of(self.epsilon))
    }
}

impl Formula<2> for Adam {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [m, v]: [T; 2]) -> (T, [T; 2]) {
        let (m, v) = self.moments(g, m, v);
        (self.moved(w, m, v), [m, v])
    }
}

#[derive(Clone, Copy)]
struct AmsGrad(Adam);

impl Formula<3> for AmsGrad {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [m, v, largest]: [T; 3]) -> (T, [T; 3]) {
        let (m, v) = self.0.moments(g, m, v);
        let largest = T::select(v > largest, v, largest);
        (self.0.moved(w, m, largest), [m, v, largest])
    }
}

#[derive(Clone, Copy)]
struct Adagrad {
    lr: f64,
    epsilon: f64,
}

impl Formula<1> for Adagrad {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [acc]: [T; 1]) -> (T, [T; 1]) {
        let acc = acc + g.size;
        (w - T::of(self.lr) * g.sum / (acc + T::of(self.epsilon)).sqrt(), [acc])
    }
}

#[derive(Clone, Copy)]
struct Rms {
    lr: f64,
    rho: f64,
    epsilon: f64,
}

impl Rms {
    /// `rho * average + (1 - rho) * x`.
    #[inline(always)]
    fn average<T: Native>(self, average: T, x: T) -> T {
        T::of(self.rho) * average + T::of(1.0 - self.rho) * x
    }

    #[inline(always)]
    fn change<T: Native>(self, g: T, variance: T) -> T {
        T::of(self.lr) * g / (variance + T::of(self.epsilon)).sqrt()
    }
}

impl Formula<1> for Rms {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [v]: [T; 1]) -> (T, [T; 1]) {
        let v = self.average(v, g.size);
        (w - self.change(g.sum, v), [v])
    }
}

#[derive(Clone, Copy)]
struct RmsCentered(Rms);

impl Formula<2> for RmsCentered {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [v, a]: [T; 2]) -> (T, [T; 2]) {
        let (v, a) = (self.0.average(v, g.size), self.0.average(a, g.sum));
        (w - self.0.change(g.sum, v - a * a), [v, a])
    }
}

#[derive(Clone, Copy)]
struct RmsMomentum {
    rms: Rms,
    momentum: f64,
}

impl Formula<2> for RmsMomentum {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [v, m]: [T; 2]) -> (T, [T; 2]) {
        let v = self.rms.average(v, g.size);
        let m = T::of(self.momentum) * m + self.rms.change(g.sum, v);
        (w - m, [v, m])
    }
}

#[derive(Clone, Copy)]
struct RmsBoth {
    rms: Rms,
    momentum: f64,
}

impl Formula<3> for RmsBoth {
    #[inline(always)]
    fn f<T: Native>(self, w: T, g: Slope<T>, [v, m, a]: [T; 3]) -> (T, [T; 3]) {
        let (v, a) = (self.rms.average(v, g.size), self.rms.average(a, g.sum));
        let m = T::of(self.momentum) * m + self.rms.change(g.sum, v - a * a);
        (w - m, [v, m, a])
    }
}
