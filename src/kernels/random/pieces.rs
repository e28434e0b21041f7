//! The pieces in which TensorFlow shares out the rows of a draw among its threads, where numbers depend on them.
//!
//! Invariant: they are those of a machine with two processors, whatever this one has.

const THREADS: usize = 2;
/// What a piece of work should cost at least, in cycles, as the scheduler has it.
const TASK: f64 = 40_000.0;
/// What starting to share out, and each thread, is taken to cost.
const OVERHEAD: f64 = 100_000.0;

/// The rows of a piece: all of them unless `rows` of so many cycles each are worth two threads.
///
/// Pieces are made up to twice as long as need be where the last of them would leave a thread idle.
pub fn rows_of_piece(rows: usize, cycles: f64) -> usize {
    if (rows as f64 * cycles - OVERHEAD) / OVERHEAD + 0.9 < THREADS as f64 {
        return rows;
    }
    let finest = rows.div_ceil(4 * THREADS).max((TASK / cycles) as usize).min(rows);
    let (mut best, mut used, mut count) = (finest, usage(rows.div_ceil(finest)), rows.div_ceil(finest));
    while used < 1.0 && count > 1 {
        let coarser = rows.div_ceil(count - 1);
        if coarser > rows.min(2 * finest) {
            break;
        }
        count = rows.div_ceil(coarser);
        if usage(count) + 0.01 >= used {
            (best, used) = (coarser, used.max(usage(count)));
        }
    }
    best
}

/// The share of the threads' time that so many pieces use.
fn usage(pieces: usize) -> f64 {
    pieces as f64 / (pieces.div_ceil(THREADS) * THREADS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_are_one_piece() {
        assert_eq!((rows_of_piece(6, 2214.0), rows_of_piece(1, 1e9)), (6, 1));
    }

    /// TensorFlow 2.21 with two threads.
    #[test]
    fn known_pieces() {
        assert_eq!(rows_of_piece(100, 2214.0), 18);
    }
}
