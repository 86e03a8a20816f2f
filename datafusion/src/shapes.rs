//! The shapes that rows name by their indices.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use clearance::{Pose, Shape, Xyz};
use clearance_json::{Libraries, line, shape::placed};
use datafusion::error::{DataFusionError, Result};

/// Shapes of space, by index; clones share them.
#[derive(Clone, Debug)]
pub struct Shapes(Arc<[Shape<Xyz>]>);

impl Shapes {
    /// The shapes of a file, one on each line, in the form of `docs/formats.md`.
    ///
    /// ```
    /// assert!(clearance_datafusion::Shapes::read("no such file").is_err());
    /// ```
    ///
    /// # Errors
    /// Of the file, or of a line, which is named.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let told = |error: &dyn std::fmt::Display| {
            DataFusionError::Execution(format!("{}: {error}", path.display()))
        };
        let text = std::fs::read_to_string(path).map_err(|error| told(&error))?;
        Self::of(&text).map_err(|error| told(&error))
    }

    /// The shapes of a text, one on each line.
    ///
    /// ```
    /// let shapes = clearance_datafusion::Shapes::of(r#"{"type":"sphere","radius":0.5}"#)?;
    /// assert_eq!(shapes.all().len(), 1);
    /// # Ok::<(), datafusion::error::DataFusionError>(())
    /// ```
    ///
    /// # Errors
    /// Of a line, which is numbered from 1.
    pub fn of(text: &str) -> Result<Self> {
        let libraries = Libraries::closed();
        let mut shapes = Vec::new();
        for (number, one) in (1..).zip(text.lines()).filter(|(_, one)| !one.trim().is_empty()) {
            let wrong = |why: String| DataFusionError::Execution(format!("line {number}: {why}"));
            let value = line::parse(one.as_bytes()).map_err(|error| wrong(error.to_string()))?;
            let read = placed(&value, &libraries.space_f64).map_err(|e| wrong(e.to_string()))?;
            if read.pose != Pose::identity() {
                return Err(wrong("has a pose, but a shape has none of its own".into()));
            }
            shapes.push(read.solid.into_shape());
        }
        Ok(Self(shapes.into()))
    }

    /// All of them.
    ///
    /// ```
    /// let shapes = clearance_datafusion::Shapes::from_iter([clearance::Ball::new(0.5).into()]);
    /// assert_eq!(shapes.all().len(), 1);
    /// ```
    pub fn all(&self) -> &[Shape<Xyz>] {
        &self.0
    }

    /// A hash of what they are, the same in every process of one build.
    pub(crate) fn mark(&self) -> String {
        let mut hash = DefaultHasher::new();
        for shape in self.all() {
            format!("{shape:?}").hash(&mut hash);
        }
        format!("{:016x}", hash.finish())
    }

    /// Which list this is: equal for clones.
    pub(crate) fn identity(&self) -> usize {
        self.0.as_ptr().addr()
    }
}

impl FromIterator<Shape<Xyz>> for Shapes {
    fn from_iter<I: IntoIterator<Item = Shape<Xyz>>>(shapes: I) -> Self {
        Self(shapes.into_iter().collect())
    }
}
