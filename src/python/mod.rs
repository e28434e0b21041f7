//! The Python layer: the only place that names pyo3 or numpy.
//!
//! The extension module `gradtape._core` holds the classes, a builtin for every row of the operation table, and what the
//! Python package needs underneath its public names.

mod advice;
mod binding;
mod buffer;
mod constant;
mod convert;
mod custom;
mod dlpack;
mod dtype;
mod error;
mod exchange;
mod forks;
mod forward;
mod graph;
mod hooks;
mod indexing;
mod items;
mod joined;
mod numpy;
mod observing;
mod operators;
mod optimizer;
mod reserve;
mod scope;
mod shape;
mod shortcut;
mod signals;
mod stack;
mod tape;
mod tensor;
mod traced;
mod variable;

use pyo3::prelude::*;

use crate::dtype::DType;

#[global_allocator]
static ALLOCATOR: reserve::WithReserve = reserve::WithReserve;

// Not safe without the interpreter's lock: a free-threaded interpreter switches it on when it imports this.
#[pymodule(gil_used = true)]
mod _core {
    #[pymodule_export]
    use super::binding::grammar::grammar;
    #[pymodule_export]
    use super::binding::registry;
    #[pymodule_export]
    use super::buffer::TensorBuffer;
    #[pymodule_export]
    use super::constant::constant;
    #[pymodule_export]
    use super::constant::convert_to_tensor;
    #[pymodule_export]
    use super::convert::take_for_weights;
    #[pymodule_export]
    use super::custom::record_custom;
    #[pymodule_export]
    use super::custom::register_gradient;
    #[pymodule_export]
    use super::dlpack::from_dlpack;
    #[pymodule_export]
    use super::dlpack::to_dlpack;
    #[pymodule_export]
    use super::dtype::PyDType;
    #[pymodule_export]
    use super::dtype::as_dtype;
    #[pymodule_export]
    use super::exchange::tensor_from_bytes;
    #[pymodule_export]
    use super::exchange::tensor_to_bytes;
    #[pymodule_export]
    use super::forward::PyAccumulator;
    #[pymodule_export]
    use super::graph::enter_dataset;
    #[pymodule_export]
    use super::graph::enter_graph;
    #[pymodule_export]
    use super::graph::enter_step;
    #[pymodule_export]
    use super::graph::graph_input;
    #[pymodule_export]
    use super::graph::is_in_function;
    #[pymodule_export]
    use super::graph::is_taped;
    #[pymodule_export]
    use super::graph::is_traced;
    #[pymodule_export]
    use super::graph::leave_dataset;
    #[pymodule_export]
    use super::graph::leave_graph;
    #[pymodule_export]
    use super::graph::leave_step;
    #[pymodule_export]
    use super::items::all_items;
    #[pymodule_export]
    use super::items::entries;
    #[pymodule_export]
    use super::observing::PyObserver;
    #[pymodule_export]
    use super::observing::note_left;
    #[pymodule_export]
    use super::observing::number_of;
    #[pymodule_export]
    use super::observing::thread_of;
    #[pymodule_export]
    use super::observing::value_number;
    #[pymodule_export]
    use super::operators::PyOperand;
    #[pymodule_export]
    use super::optimizer::apply_update;
    #[pymodule_export]
    use super::scope::get_name_scope;
    #[pymodule_export]
    use super::scope::is_recording;
    #[pymodule_export]
    use super::scope::set_name_scope;
    #[pymodule_export]
    use super::scope::start_variable_watch;
    #[pymodule_export]
    use super::scope::stop_recording_all;
    #[pymodule_export]
    use super::scope::stop_variable_watch;
    #[pymodule_export]
    use super::shape::PyShape;
    #[pymodule_export]
    use super::tape::PyGradientTape;
    #[pymodule_export]
    use super::tape::gradient_offered;
    #[pymodule_export]
    use super::tensor::PyTensor;
    #[pymodule_export]
    use super::tensor::is_tensor;
    #[pymodule_export]
    use super::traced::LoopMark;
    #[pymodule_export]
    use super::traced::PyStreams;
    #[pymodule_export]
    use super::traced::begin_loop;
    #[pymodule_export]
    use super::traced::draws_in_function;
    #[pymodule_export]
    use super::traced::enter_branch;
    #[pymodule_export]
    use super::traced::enter_eager;
    #[pymodule_export]
    use super::traced::enter_function;
    #[pymodule_export]
    use super::traced::enter_initial;
    #[pymodule_export]
    use super::traced::enter_streams;
    #[pymodule_export]
    use super::traced::leave_function;
    #[pymodule_export]
    use super::variable::PyVariable;
    #[pymodule_export]
    use super::variable::enter_creator;
    #[pymodule_export]
    use super::variable::leave_creator;
    #[pymodule_export]
    use super::variable::variable_from_parts;
    #[pymodule_export]
    use super::variable::variables_made;

    use super::*;

    /// `(live bytes, peak bytes, live blocks, cached bytes)` of tensor memory.
    #[pyfunction]
    fn memory_stats() -> (usize, usize, usize, usize) {
        let m = (crate::memory::live_bytes(), crate::memory::peak_bytes(), crate::memory::live_blocks());
        (m.0, m.1, m.2, crate::memory::cached_bytes())
    }

    #[pyfunction]
    fn memory_reset_peak() {
        crate::memory::reset_peak();
    }

    #[pyfunction]
    fn memory_empty_cache() {
        crate::memory::empty_cache();
    }

    #[pyfunction]
    fn memory_set_cache_limit(limit: usize) {
        crate::memory::set_cache_limit(limit);
    }

    #[pyfunction]
    fn take_means_as_constants(yes: bool) {
        crate::ops::take_means_as_constants(yes);
    }

    #[pyfunction]
    fn follow_to_the_letter(yes: bool) {
        crate::ops::follow_to_the_letter(yes);
        crate::tape::count_late_watches(yes);
    }

    #[pyfunction]
    fn restart_streams() {
        crate::ops::restart_streams();
    }

    #[pyfunction]
    fn begin_turns() {
        crate::gradient_tape::turns::begin();
    }

    #[pyfunction]
    fn end_turns() {
        crate::gradient_tape::turns::end();
    }

    #[pyfunction]
    fn set_num_threads(n: usize) {
        crate::kernels::parallel::set_threads(n);
    }

    #[pyfunction]
    fn num_threads_set() -> usize {
        crate::kernels::parallel::threads_set()
    }

    #[pyfunction]
    fn num_threads() -> usize {
        crate::kernels::parallel::threads()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::binding::add_functions(module)?;
        super::tensor::install_allocation(module.py())?;
        super::shortcut::install(module.py());
        super::variable::ask_creators(module.py());
        for dtype in DType::ALL {
            module.add(dtype.name(), super::dtype::object(module.py(), dtype))?;
        }
        module.add("Tensor", module.py().get_type::<PyTensor>())?;
        module.add("Variable", module.py().get_type::<PyVariable>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // Whether the compiler was told to optimise for size and speed: tests of either ask.
        module.add("__optimized__", !cfg!(debug_assertions))?;
        super::hooks::install();
        super::forks::install(module)?;
        Ok(())
    }
}
