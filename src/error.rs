//! The crate's one error type.
//!
//! Every error names the operation that refused, says what it saw, and knows which of TensorFlow's
//! exception types it becomes in Python. Building one is the cold path: the type is one pointer wide.

use std::fmt;
use std::sync::Arc;

use crate::shape::Shape;

/// The result of anything that can refuse its input.
pub type Result<T> = std::result::Result<T, Error>;

/// Which exception an [`Error`] becomes: TensorFlow's own, or Python's built-in of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// `tf.errors.InvalidArgumentError`: shapes, axes, indices or dtypes that do not fit an operation.
    InvalidArgument,
    /// `tf.errors.UnimplementedError`.
    Unimplemented,
    /// `tf.errors.ResourceExhaustedError`: memory for a result could not be had.
    ResourceExhausted,
    /// `tf.errors.InternalError`.
    Internal,
    /// `tf.errors.NotFoundError`.
    NotFound,
    /// `TypeError`.
    Type,
    /// `ValueError`.
    Value,
    /// `RuntimeError`.
    Runtime,
    /// `LookupError`.
    Lookup,
    /// `KeyError`.
    Key,
    /// `AttributeError`.
    Attribute,
    /// `IndexError`.
    Index,
    /// `KeyboardInterrupt`.
    Interrupt,
}

/// What went wrong, in which operation.
#[derive(Clone)]
pub struct Error(Box<Details>);

#[derive(Clone)]
struct Details {
    kind: ErrorKind,
    op: &'static str,
    message: String,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error of `kind` without an operation's name.
    #[cold]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Details { kind, op: "", message: message.into(), source: None }))
    }

    /// An argument that does not fit operation `op` (TensorFlow's operation type, such as `AddV2`).
    #[cold]
    pub fn invalid(op: &'static str, message: impl Into<String>) -> Error {
        Error(Box::new(Details { kind: ErrorKind::InvalidArgument, op, message: message.into(), source: None }))
    }

    /// `TypeError`.
    #[cold]
    pub fn type_error(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Type, message)
    }

    /// `ValueError`.
    #[cold]
    pub fn value(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Value, message)
    }

    /// Two shapes that do not broadcast against each other.
    #[cold]
    pub fn shapes(op: &'static str, a: &Shape, b: &Shape) -> Error {
        Error::invalid(op, format!("Incompatible shapes: {a} vs. {b}"))
    }

    /// The operation cannot answer for these (valid) arguments.
    #[cold]
    pub fn unimplemented(op: &'static str, message: impl Into<String>) -> Error {
        let mut error = Error::invalid(op, message);
        error.0.kind = ErrorKind::Unimplemented;
        error
    }

    /// Memory that could not be had; who asked for it is added by [`Error::in_op`].
    #[cold]
    pub fn exhausted(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::ResourceExhausted, message)
    }

    /// The same error, of operation `op` if it is one about memory that names no operation: such errors rise from
    /// below, where it is not known what the memory is for.
    #[cold]
    pub fn in_op(mut self, op: &'static str) -> Error {
        if self.0.kind == ErrorKind::ResourceExhausted && self.0.op.is_empty() {
            self.0.op = op;
        }
        self
    }

    /// Wraps a foreign error (a Python exception on its way through the core).
    #[cold]
    pub fn foreign(kind: ErrorKind, source: Arc<dyn std::error::Error + Send + Sync>) -> Error {
        let message = source.to_string();
        Error(Box::new(Details { kind, op: "", message, source: Some(source) }))
    }

    /// The exception type.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The operation type that refused, or `""`.
    pub fn op(&self) -> &'static str {
        self.0.op
    }

    /// The foreign error that this one carries, if any.
    pub fn source_error(&self) -> Option<&Arc<dyn std::error::Error + Send + Sync>> {
        self.0.source.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match self.0.op {
            "" => Ok(()),
            op => write!(f, " [Op:{op}]"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for Error {}
