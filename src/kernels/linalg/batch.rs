//! Batches: one slice as many matrices, and who works on which.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::{Failure, Outcome};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::kernels::tasks::for_each_task;

/// Floating-point operations after which the user is asked whether to go on: some hundredths of a second.
const LONG: usize = 1 << 26;

/// The first `count` pieces of `size` elements each. A size of 0 gives empty pieces.
pub(super) fn pieces<T>(data: &[T], size: usize, count: usize) -> impl Iterator<Item = &[T]> {
    (0..count).map(move |i| &data[i * size..][..size])
}

/// As [`pieces`], to write to.
pub(super) fn pieces_mut<T>(mut data: &mut [T], size: usize, count: usize) -> impl Iterator<Item = &mut [T]> {
    (0..count).map(move |_| {
        let (piece, rest) = std::mem::take(&mut data).split_at_mut(size);
        data = rest;
        piece
    })
}

/// Does `count` jobs of about `cost` operations each; `job` is told how many threads it may use in turn.
/// Stops at the first failure that it meets, and returns the first in order among those met; between jobs the user is asked
/// whether to go on.
pub(super) fn run<J: Send>(
    jobs: impl Iterator<Item = J>,
    count: usize,
    cost: usize,
    job: impl Fn(J, usize) -> Outcome + Sync,
) -> Outcome {
    let threads = parallel::threads();
    if threads < 2 || count < 2 || !Grain::FACTORS.shares(cost.saturating_mul(count)) {
        return one_by_one(jobs, cost, |j| job(j, threads));
    }
    let (failed, first) = (AtomicBool::new(false), Mutex::new(None::<(usize, Failure)>));
    let shared = for_each_task(jobs, true, |i, j| {
        if failed.load(Relaxed) {
            return;
        }
        if let Err(failure) = job(j, 1) {
            failed.store(true, Relaxed);
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if first.as_ref().is_none_or(|(before, _)| i < *before) {
                *first = Some((i, failure));
            }
        }
    });
    shared?;
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    first.map_or(Ok(()), |(_, failure)| Err(failure))
}

/// As [`run`], of what every matrix has.
pub(super) fn run_all<J: Send>(
    jobs: impl Iterator<Item = J>,
    count: usize,
    cost: usize,
    job: impl Fn(J, usize) -> Result<()> + Sync,
) -> Result<()> {
    run(jobs, count, cost, |j, threads| Ok(job(j, threads)?)).map_err(|failure| match failure {
        Failure::Stopped(error) => error,
        Failure::Singular | Failure::NotConverged => unreachable!("no job answers that"),
    })
}

fn one_by_one<J>(jobs: impl Iterator<Item = J>, cost: usize, job: impl Fn(J) -> Outcome) -> Outcome {
    let mut work = 0;
    for j in jobs {
        job(j)?;
        work += cost.min(LONG);
        if work >= LONG {
            work = 0;
            interrupt::check()?;
        }
    }
    Ok(())
}

/// The product of lengths, as far as it can be counted: beside an empty axis others may be of any length.
pub(super) fn product<const N: usize>(lengths: [usize; N]) -> usize {
    lengths.into_iter().fold(1, usize::saturating_mul)
}

/// How many matrices of `size` elements a slice of `len` holds; empty ones do not count.
pub(super) fn count(len: usize, size: usize) -> usize {
    len.checked_div(size).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn pieces_may_be_empty() {
        let mut data = [1, 2, 3, 4];
        assert_eq!(pieces(&data, 2, 2).collect::<Vec<_>>(), [[1, 2], [3, 4]]);
        assert_eq!(pieces(&data, 0, 3).map(<[_]>::len).sum::<usize>(), 0);
        pieces_mut(&mut data, 2, 2).for_each(|piece| piece[0] = 0);
        assert_eq!(data, [0, 2, 0, 4]);
        assert_eq!(pieces_mut(&mut data, 0, 3).count(), 3);
    }

    #[test]
    fn every_job_is_done_once_and_failures_are_reported() {
        for cost in [1, Grain::FACTORS.shared] {
            let mut done = vec![0; 100];
            let counted = run(done.iter_mut(), 100, cost, |slot, threads| {
                *slot += 1;
                (threads > 0).then_some(()).ok_or(Failure::Singular)
            });
            assert!(counted.is_ok());
            assert_eq!(done, [1; 100]);
            let job = |i, _| if i == 7 { Err(Error::value("the eighth")) } else { Ok(()) };
            assert_eq!(run_all(0..100, 100, cost, job).unwrap_err().to_string(), "the eighth");
        }
    }
}
