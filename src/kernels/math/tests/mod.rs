//! Accuracy, special values and drivers of the vector formulas.

mod functions;
mod reference;
