//! Tasks with more than a part of one slice to write: several outputs side by side.

use std::sync::{Mutex, PoisonError};

use super::parallel;
use super::parallel::Outcome;
use crate::error::Result;
use crate::memory::try_collect;

/// Calls `work` with the number of each task and the task: on several threads where the work is `large`, and then the
/// user may stop it.
///
/// Errors: as [`parallel::for_each`], and `ResourceExhausted` where memory for a list of the tasks is not to be had.
///
/// ```
/// use gradtape::kernels::tasks::for_each_task;
///
/// let (mut halves, mut squares) = ([0; 3], [0; 3]);
/// for_each_task(halves.iter_mut().zip(&mut squares), true, |i, (half, square)| {
///     *half = i / 2;
///     *square = i * i;
/// })?;
/// assert_eq!((halves, squares), ([0, 0, 1], [0, 1, 4]));
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn for_each_task<P: Send, R: Outcome>(
    tasks: impl Iterator<Item = P>,
    large: bool,
    work: impl Fn(usize, P) -> R + Sync,
) -> Result<()> {
    if !large {
        return tasks.enumerate().try_for_each(|(i, task)| work(i, task).outcome());
    }
    let tasks = try_collect(tasks.map(|task| Mutex::new(Some(task))))?;
    parallel::for_each(tasks.len(), |i| {
        let task = tasks[i].lock().unwrap_or_else(PoisonError::into_inner).take();
        task.map_or(Ok(()), |task| work(i, task).outcome())
    })
}
