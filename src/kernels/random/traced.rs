//! The streams of a function that TensorFlow would trace once and then run many times.
//!
//! TensorFlow's rules. Each random operation of such a function has a stream of its own, which goes on from one run to the
//! next. The seed of an operation without one is its number among those of the function, from 0 on, beside the global
//! seed of when the function was traced. `set_seed` lets all streams begin again.

use super::philox::Philox;
use super::seeds::{DEFAULT_GLOBAL_SEED, Stream, avoided, entropy, seeded};

/// The streams of one function, in the order of its operations.
#[derive(Clone, Default)]
pub struct Traced {
    global: Option<i128>,
    era: u64,
    operations: Vec<Operation>,
}

#[derive(Clone, Copy)]
struct Operation {
    stream: Stream,
    start: Philox,
    place: Philox,
    /// How many blocks the last run took.
    blocks: u64,
}

/// Operations that draw for tensors, and do nothing where there are none.
const OF_TENSORS: [&str; 4] = ["RandomShuffle", "Multinomial", "RandomGamma", "RandomPoissonV2"];

/// How far a run of the function has come.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Run {
    operation: usize,
    unseeded: i128,
    /// How many more made a variable of the function.
    initial: i128,
    branch: usize,
    call: usize,
}

impl Run {
    /// The body of a loop, which TensorFlow traces as a function of its own, begins here.
    pub fn of_body(self) -> Self {
        Self { unseeded: 0, ..self }
    }

    /// What follows a loop that began at `self`, after a run of its body that came as far as `body`.
    pub fn after(self, body: Self) -> Self {
        Self { operation: body.operation, branch: body.branch, call: body.call, ..self }
    }

    /// The number of the next branch, whose ways TensorFlow traces as functions of their own.
    #[cfg(feature = "python")]
    pub fn next_branch(&mut self) -> usize {
        self.branch += 1;
        self.branch - 1
    }

    /// The number of the next place where it calls another function, whose state there TensorFlow keeps apart.
    #[cfg(feature = "python")]
    pub fn next_call(&mut self) -> usize {
        self.call += 1;
        self.call - 1
    }
}

impl Traced {
    /// The streams of a function that is traced under this global seed, in this era (`Seeds::era`).
    pub fn new(global: Option<i128>, era: u64) -> Self {
        Self { global, era, operations: Vec::new() }
    }

    /// The streams of the same function as if it had not run.
    pub fn anew(&self) -> Self {
        Self::new(self.global, self.era)
    }

    /// The seeds of the first operation, if it has none of its own.
    pub fn first_seeds(&self) -> [i64; 2] {
        let (global, operation) = match self.global {
            Some(global) => avoided(global, 0),
            None => (entropy(), entropy()),
        };
        [global as i64, operation as i64]
    }

    /// Sets aside the next `blocks` blocks of the stream of the next operation and says where they begin.
    pub fn set_aside(&mut self, run: &mut Run, era: u64, of: (Stream, Option<i128>), blocks: u64) -> Philox {
        let (stream, seed) = of;
        if era != self.era {
            self.operations.iter_mut().for_each(|operation| operation.place = operation.start);
            self.era = era;
        }
        let start = self.start(run.unseeded, seed);
        let fresh = Operation { stream, start, place: start, blocks };
        match self.operations.get_mut(run.operation) {
            None => self.operations.push(fresh),
            // Another operation than in the run before: a branch that was not taken then.
            Some(known) if (known.stream, known.start) != (stream, start) => *known = fresh,
            Some(_) => {}
        }
        let operation = &mut self.operations[run.operation];
        operation.blocks = blocks;
        run.operation += 1;
        run.unseeded += i128::from(seed.is_none());
        let next = operation.place.skipped(blocks);
        std::mem::replace(&mut operation.place, next)
    }

    /// Goes on as in a run whose results nobody sees, since what the function is called with never comes.
    pub fn lose_run(&mut self) {
        let draws = |operation: &&mut Operation| !OF_TENSORS.contains(&operation.stream.op);
        for operation in self.operations.iter_mut().filter(draws) {
            operation.place = operation.place.skipped(operation.blocks);
        }
    }

    /// Where an operation begins that makes a variable in the first run of the function.
    ///
    /// TensorFlow traces such a function twice, and takes the variables of the first trace: there these operations have
    /// numbers among the others, which go by the second.
    #[cfg(feature = "python")]
    pub fn initial(&self, run: &mut Run, seed: Option<i128>) -> Philox {
        let start = self.start(run.unseeded + run.initial, seed);
        run.initial += i128::from(seed.is_none());
        start
    }

    fn start(&self, number: i128, seed: Option<i128>) -> Philox {
        match (self.global, seed) {
            (Some(global), seed) => seeded(global, seed.unwrap_or(number)),
            (None, Some(seed)) => seeded(DEFAULT_GLOBAL_SEED, seed),
            (None, None) => Philox::from_seeds(entropy(), entropy()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RESERVED_BLOCKS, uniform};
    use super::*;

    const UNIFORM: Stream = Stream { op: "RandomUniform", types: 0 };

    fn draw(traced: &mut Traced, run: &mut Run, era: u64, seed: Option<i128>) -> f32 {
        let mut out = [0.0f32];
        uniform(traced.set_aside(run, era, (UNIFORM, seed), RESERVED_BLOCKS), &mut out).unwrap();
        (out[0] * 1e5).round() / 1e5
    }

    /// TensorFlow 2.21: `set_seed(42)`, then two runs of a `tf.function` of three operations, the last of seed 5.
    #[test]
    fn streams_go_on_from_run_to_run() {
        let mut traced = Traced::new(Some(42), 0);
        for answer in [[0.83546, 0.15013, 0.02621], [0.464, 0.11102, 0.81675]] {
            let mut run = Run::default();
            let drawn = [None, None, Some(5)].map(|seed| draw(&mut traced, &mut run, 0, seed));
            assert_eq!(drawn, answer);
        }
        assert_eq!(draw(&mut traced, &mut Run::default(), 1, None), 0.83546, "another era");
    }

    /// TensorFlow 2.21: the operation of a loop's body goes on from pass to pass.
    #[test]
    fn a_loop_has_one_body() {
        let mut traced = Traced::new(Some(42), 0);
        let before = Run::default();
        let drawn = [(); 3].map(|()| draw(&mut traced, &mut before.of_body(), 0, None));
        assert_eq!(drawn, [0.83546, 0.464, 0.9527]);
    }

    #[test]
    fn a_lost_run_draws() {
        let mut traced = Traced::new(Some(42), 0);
        let before = Run::default();
        let first = draw(&mut traced, &mut before.of_body(), 0, None);
        traced.lose_run();
        assert_eq!([first, draw(&mut traced, &mut before.of_body(), 0, None)], [0.83546, 0.9527]);
    }

    #[test]
    fn another_operation_at_a_place_has_its_own_stream() {
        let mut traced = Traced::new(Some(42), 0);
        draw(&mut traced, &mut Run::default(), 0, None);
        assert_eq!(draw(&mut traced, &mut Run::default(), 0, Some(5)), 0.02621);
        let other = Stream { op: "RandomStandardNormal", ..UNIFORM };
        let place = traced.set_aside(&mut Run::default(), 0, (other, Some(5)), 1);
        assert_eq!(place, seeded(42, 5));
    }

    #[test]
    fn without_seeds_no_two_draws_are_alike() {
        let mut traced = Traced::default();
        let one = traced.set_aside(&mut Run::default(), 0, (UNIFORM, None), 1);
        assert_ne!(one, traced.set_aside(&mut Run::default(), 0, (UNIFORM, None), 1));
    }
}
