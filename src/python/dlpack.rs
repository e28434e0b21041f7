//! DLPack: tensors to and from other libraries without a copy.
//!
//! The structures are those of the DLPack specification, versions 0.x (`DLManagedTensor`) and 1.x
//! (`DLManagedTensorVersioned`). What we export is marked read-only where the consumer understands versions.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;

use super::tensor::wrap;
use crate::array::Array;
use crate::dtype::DType;
use crate::memory::Block;
use crate::shape::{Few, Shape, Strides};
use crate::tensor::Tensor;

#[repr(C)]
#[derive(Clone, Copy)]
struct Device {
    kind: i32,
    id: i32,
}

#[repr(C)]
#[derive(Clone, Copy, PartialEq)]
struct DataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

#[repr(C)]
struct DlTensor {
    data: *mut c_void,
    device: Device,
    ndim: i32,
    dtype: DataType,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

#[repr(C)]
struct Managed {
    tensor: DlTensor,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

#[repr(C)]
struct Versioned {
    major: u32,
    minor: u32,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Versioned)>,
    flags: u64,
    tensor: DlTensor,
}

const CPU: i32 = 1;
const READ_ONLY: u64 = 1;
const IS_COPIED: u64 = 2;
const LEGACY: &std::ffi::CStr = c"dltensor";
const LEGACY_USED: &std::ffi::CStr = c"used_dltensor";
const VERSIONED: &std::ffi::CStr = c"dltensor_versioned";
const VERSIONED_USED: &std::ffi::CStr = c"used_dltensor_versioned";

fn data_type(dtype: DType) -> Option<DataType> {
    let code = match dtype {
        DType::String => return None,
        DType::Bool => 6,
        DType::BFloat16 => 4,
        DType::Float8E4M3B11FNUZ => 9,
        DType::Float8E4M3FN => 10,
        DType::Float8E4M3FNUZ => 11,
        DType::Float8E5M2 => 12,
        DType::Float8E5M2FNUZ => 13,
        d if d.is_complex() => 5,
        d if d.is_floating() => 2,
        d if d.is_unsigned() => 1,
        _ => 0,
    };
    Some(DataType { code, bits: (dtype.size() * 8) as u8, lanes: 1 })
}

fn dtype_of(ty: DataType) -> PyResult<DType> {
    DType::ALL.into_iter().find(|d| data_type(*d) == Some(ty)).ok_or_else(|| {
        PyTypeError::new_err(format!(
            "DLPack type code {} with {} bits and {} lanes is not supported",
            ty.code, ty.bits, ty.lanes
        ))
    })
}

/// What an exported tensor keeps alive.
struct Held {
    tensor: Tensor,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

impl Held {
    fn new(tensor: Tensor) -> Box<Held> {
        let shape = tensor.shape().iter().map(|&d| d as i64).few();
        let strides = tensor.array().strides().iter().map(|&s| s as i64).few();
        Box::new(Held { tensor, shape, strides })
    }

    fn describe(&mut self, dtype: DataType) -> DlTensor {
        DlTensor {
            data: self.tensor.array().as_ptr().cast_mut().cast(),
            device: Device { kind: CPU, id: 0 },
            ndim: self.shape.len() as i32,
            dtype,
            shape: self.shape.as_mut_ptr(),
            strides: self.strides.as_mut_ptr(),
            byte_offset: 0,
        }
    }
}

/// A capsule for another library: versioned where the consumer asks for 1.0 or later.
pub fn export<'py>(
    py: Python<'py>,
    tensor: &Tensor,
    max_version: Option<(u32, u32)>,
    device: Option<(i32, i32)>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    if device.is_some_and(|(kind, _)| kind != CPU) {
        return Err(PyBufferError::new_err("tensors live on the CPU; another DLPack device was asked for"));
    }
    let ty = data_type(tensor.dtype()).ok_or_else(|| PyBufferError::new_err("a string tensor has no DLPack form"))?;
    // Whoever gets truth values could write others than 0 and 1.
    let copied = copy == Some(true) || tensor.dtype() == DType::Bool;
    if copied && copy == Some(false) {
        return Err(PyBufferError::new_err("a bool tensor is exported by copying"));
    }
    let tensor = if copied { copy_of(tensor)? } else { tensor.clone() };
    let mut held = Held::new(tensor);
    let description = held.describe(ty);
    let manager = Box::into_raw(held).cast();
    let (pointer, name): (*mut c_void, _) = if max_version.is_some_and(|(major, _)| major >= 1) {
        let flags = if copied { IS_COPIED } else { READ_ONLY };
        let managed =
            Versioned { major: 1, minor: 0, manager, deleter: Some(delete_versioned), flags, tensor: description };
        (Box::into_raw(Box::new(managed)).cast(), VERSIONED)
    } else {
        let managed = Managed { tensor: description, manager, deleter: Some(delete_legacy) };
        (Box::into_raw(Box::new(managed)).cast(), LEGACY)
    };
    // SAFETY: a valid pointer, a static name, and a destructor that frees it if nobody consumed the capsule.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyCapsule_New(pointer, name.as_ptr(), Some(destroy_capsule))) }
}

fn copy_of(tensor: &Tensor) -> PyResult<Tensor> {
    let mut out = Array::scratch(tensor.dtype(), tensor.shape().clone())?;
    let from = tensor.array().contiguous()?;
    // SAFETY: contiguous plain data, `bytes()` long.
    out.bytes_mut().copy_from_slice(unsafe { std::slice::from_raw_parts(from.as_ptr(), from.bytes()) });
    Ok(Tensor::new(out))
}

unsafe extern "C" fn delete_legacy(managed: *mut Managed) {
    // SAFETY: both boxes were leaked by `export`, and a consumer deletes once.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.manager.cast::<Held>()));
    }
}

unsafe extern "C" fn delete_versioned(managed: *mut Versioned) {
    // SAFETY: as `delete_legacy`.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.manager.cast::<Held>()));
    }
}

/// Frees the tensor of a capsule that nobody consumed (a consumer renames it).
unsafe extern "C" fn destroy_capsule(capsule: *mut ffi::PyObject) {
    // SAFETY: the interpreter hands over the dying capsule; the names tell which structure it holds.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, LEGACY.as_ptr()) == 1 {
            delete_legacy(ffi::PyCapsule_GetPointer(capsule, LEGACY.as_ptr()).cast());
        } else if ffi::PyCapsule_IsValid(capsule, VERSIONED.as_ptr()) == 1 {
            delete_versioned(ffi::PyCapsule_GetPointer(capsule, VERSIONED.as_ptr()).cast());
        }
    }
}

/// The producer's side of an imported tensor; deleted when the last view of its memory is gone.
struct Producer(Side);

#[derive(Clone, Copy)]
enum Side {
    Legacy(*mut Managed),
    Versioned(*mut Versioned),
}

// SAFETY: the specification allows the deleter to be called from any thread.
unsafe impl Send for Producer {}
// SAFETY: nothing is done with it but dropping.
unsafe impl Sync for Producer {}

impl Drop for Producer {
    fn drop(&mut self) {
        // The interpreter's lock is taken because producers' deleters often touch Python objects. While the interpreter
        // shuts down it cannot be had; the memory goes with the process.
        Python::try_attach(|_| release(self.0));
    }
}

thread_local! {
    /// How many deleters run inside of each other.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static WAITING: RefCell<Vec<Side>> = const { RefCell::new(Vec::new()) };
}

/// So many deleters may run inside of each other.
const DEEPEST: usize = 32;

/// Has the producer delete its side. Its memory may be that of an array which was imported in turn, and so on: a long
/// chain is taken apart by the outermost call, not by calls inside of calls, for which the stack would not suffice.
fn release(side: Side) {
    let depth = DEPTH.get();
    // At the end of a thread the list is gone.
    if depth >= DEEPEST && WAITING.try_with(|waiting| waiting.borrow_mut().push(side)).is_ok() {
        return;
    }
    DEPTH.set(depth + 1);
    delete(side);
    while depth == 0
        && let Ok(Some(next)) = WAITING.try_with(|waiting| waiting.borrow_mut().pop())
    {
        delete(next);
    }
    DEPTH.set(depth);
}

fn delete(side: Side) {
    // SAFETY: the pointer came out of a capsule that we consumed, so deleting is ours to do, once.
    unsafe {
        match side {
            Side::Legacy(m) => (*m).deleter.into_iter().for_each(|d| d(m)),
            Side::Versioned(m) => (*m).deleter.into_iter().for_each(|d| d(m)),
        }
    }
}

/// A tensor over the memory of another library's array (which must not be changed afterwards), or a DLPack capsule. Truth
/// values are copied.
#[pyfunction]
pub fn from_dlpack(py: Python<'_>, x: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let capsule = if x.hasattr("__dlpack__")? { capsule_of(x)? } else { x.clone() };
    let raw = capsule.as_ptr();
    // SAFETY: names are checked before pointers are taken, and renaming marks the capsule as consumed.
    let (producer, tensor) = unsafe {
        if ffi::PyCapsule_IsValid(raw, VERSIONED.as_ptr()) == 1 {
            let m = ffi::PyCapsule_GetPointer(raw, VERSIONED.as_ptr()).cast::<Versioned>();
            if (*m).major != 1 {
                return Err(PyBufferError::new_err(format!(
                    "DLPack version {}.{} is not supported",
                    (*m).major,
                    (*m).minor
                )));
            }
            ffi::PyCapsule_SetName(raw, VERSIONED_USED.as_ptr());
            (Producer(Side::Versioned(m)), &(*m).tensor)
        } else if ffi::PyCapsule_IsValid(raw, LEGACY.as_ptr()) == 1 {
            let m = ffi::PyCapsule_GetPointer(raw, LEGACY.as_ptr()).cast::<Managed>();
            ffi::PyCapsule_SetName(raw, LEGACY_USED.as_ptr());
            (Producer(Side::Legacy(m)), &(*m).tensor)
        } else {
            return Err(PyTypeError::new_err(
                "from_dlpack takes an object with __dlpack__ or an unused DLPack capsule",
            ));
        }
    };
    wrap(py, Tensor::new(import(tensor, producer)?))
}

fn capsule_of<'py>(x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = x.py();
    let versioned = pyo3::types::PyDict::new(py);
    versioned.set_item("max_version", (1, 0))?;
    match x.call_method("__dlpack__", (), Some(&versioned)) {
        // Producers older than version 1 do not know the argument.
        Err(e) if e.is_instance_of::<PyTypeError>(py) => x.call_method0("__dlpack__"),
        other => other,
    }
}

fn import(tensor: &DlTensor, producer: Producer) -> PyResult<Array> {
    if tensor.device.kind != CPU {
        return Err(PyBufferError::new_err("only arrays in CPU memory can be imported"));
    }
    let dtype = dtype_of(tensor.dtype)?;
    let rank = usize::try_from(tensor.ndim).unwrap_or(0);
    if rank > crate::shape::MAX_RANK {
        return Err(PyValueError::new_err(format!("an array of {rank} dimensions; at most 32 are supported")));
    }
    // SAFETY: the producer's promise: `ndim` lengths, and as many strides or none.
    let (shape, strides) = unsafe {
        let lengths: &[i64] = if rank == 0 { &[] } else { std::slice::from_raw_parts(tensor.shape, rank) };
        let shape: Shape = lengths.iter().map(|&d| d.max(0) as usize).few();
        let strides = if tensor.strides.is_null() || rank == 0 {
            shape.strides()
        } else {
            Strides::from_iter(std::slice::from_raw_parts(tensor.strides, rank).iter().map(|&s| s as isize))
        };
        (shape, strides)
    };
    let Some(bytes) = shape.checked_elements().and_then(|n| n.checked_mul(dtype.size())) else {
        return Err(PyValueError::new_err(format!("an array of shape {shape} is too large to be imported")));
    };
    if bytes == 0 {
        return Ok(Array::zeros(dtype, shape)?);
    }
    if dtype == DType::Bool {
        // A copy: the memory may hold other bytes than 0 and 1, now or once somebody writes to it.
        return Ok(place(DType::UInt8, shape, strides, tensor, producer)?.cast(DType::Bool)?);
    }
    place(dtype, shape, strides, tensor, producer)
}

/// A view of the producer's memory, from its lowest address on: strides may be negative.
fn place(dtype: DType, shape: Shape, strides: Strides, tensor: &DlTensor, producer: Producer) -> PyResult<Array> {
    let size = dtype.size();
    let reach = |sign: isize| -> usize {
        shape.iter().zip(&strides).filter(|(_, s)| s.signum() == sign).map(|(d, s)| (d - 1) * s.unsigned_abs()).sum()
    };
    let (before, after) = (reach(-1), reach(1));
    let first = (tensor.data as usize) + tensor.byte_offset as usize;
    let start = NonNull::new((first - before * size) as *mut u8)
        .ok_or_else(|| PyValueError::new_err("a null DLPack pointer"))?;
    let aligned = first.is_multiple_of(size.min(8));
    // SAFETY: the producer keeps these bytes alive and unchanged until it is told to delete them.
    let block = unsafe { Block::foreign(start, (before + after + 1) * size, Box::new(producer)) };
    if !aligned {
        return Err(PyBufferError::new_err("the array's memory is not aligned for its elements"));
    }
    // SAFETY: every element lies between `before` and `after` elements around the first; alignment was checked; every
    // pattern of bits is a value of a dtype other than bool, which is not imported this way.
    Ok(unsafe { Array::from_block(dtype, shape, Some(strides), before, Arc::new(block)) })
}

/// A DLPack capsule of a tensor.
#[pyfunction]
pub fn to_dlpack<'py>(py: Python<'py>, tensor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    export(py, &super::convert::to_tensor(tensor, None)?, None, None, None)
}
