//! What is wrong with a piece of input, and in which field.

use std::fmt;

/// What is wrong, and the field that it is wrong in: `a.pose.translation: has 2 numbers, needs 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// From the outside in; empty where it is about the whole.
    path: String,
    message: String,
}

impl Fault {
    /// About the whole of what is being read; [`within`](Self::within) says where that is.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { path: String::new(), message: message.to_string() }
    }

    /// About one field of what is being read.
    pub fn field(name: &str, message: impl fmt::Display) -> Self {
        Self::new(message).within(name)
    }

    /// The fault as seen from outside the field `name`.
    pub fn within(mut self, name: &str) -> Self {
        if !self.path.is_empty() && !self.path.starts_with('[') {
            self.path.insert(0, '.');
        }
        self.path.insert_str(0, name);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "{path}: {}", self.message),
        }
    }
}

impl std::error::Error for Fault {}
