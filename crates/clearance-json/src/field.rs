//! Numbers and vectors out of JSON, checked, with the field named where they are wrong.

use clearance::Space;
use serde_json::{Map, Value};

use crate::fault::Fault;
use crate::request::Precision;

/// The keys and values of a JSON object.
pub type Object = Map<String, Value>;

/// A JSON value as an object.
///
/// # Errors
/// Where it is none.
pub fn object(value: &Value) -> Result<&Object, Fault> {
    value.as_object().ok_or_else(|| Fault::new(format!("must be an object, is {}", kind(value))))
}

/// A field that must be there.
///
/// # Errors
/// Where it is missing.
pub fn required<'v>(object: &'v Object, name: &str) -> Result<&'v Value, Fault> {
    object.get(name).ok_or_else(|| Fault::field(name, "is missing"))
}

/// A field that may be absent; `null` counts as absent.
pub fn optional<'v>(object: &'v Object, name: &str) -> Option<&'v Value> {
    object.get(name).filter(|value| !value.is_null())
}

/// What a value is, for messages.
pub fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "a boolean".into(),
        Value::Number(_) => "a number".into(),
        Value::String(text) => format!("the text \"{}\"", shortened(text)),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".into(),
    }
}

/// A text that messages repeat, cut where it is long.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => text.into(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// A number in `f64`.
///
/// # Errors
/// Where it is none.
pub fn number(value: &Value) -> Result<f64, Fault> {
    value.as_f64().ok_or_else(|| Fault::new(format!("must be a number, is {}", kind(value))))
}

/// A number rounded to a precision.
///
/// # Errors
/// Where it is none, or beyond `f32` where that is the precision.
pub fn scalar(value: &Value, precision: Precision) -> Result<f64, Fault> {
    rounded(number(value)?, precision)
}

/// A number that must not be negative: a radius, half a height.
///
/// # Errors
/// Where it is missing, negative or no number.
pub fn length(object: &Object, name: &str, precision: Precision) -> Result<f64, Fault> {
    let read = |value| {
        let number = number(value)?;
        if number < 0.0 {
            return Err(Fault::new(format!("must not be negative, is {number}")));
        }
        rounded(number, precision)
    };
    read(required(object, name)?).map_err(|fault| fault.within(name))
}

fn rounded(number: f64, precision: Precision) -> Result<f64, Fault> {
    let rounded = precision.rounded(number);
    if rounded.is_finite() {
        Ok(rounded)
    } else {
        Err(Fault::new(format!("{number:e} is too large for f32; use \"precision\":\"f64\"")))
    }
}

/// A list, as such.
///
/// # Errors
/// Where it is none.
pub fn list(value: &Value) -> Result<&[Value], Fault> {
    let items = value.as_array().map(Vec::as_slice);
    items.ok_or_else(|| Fault::new(format!("must be a list, is {}", kind(value))))
}

/// A list of exactly `N` numbers in `f64`.
///
/// # Errors
/// Where it is no list, or of another length.
pub fn numbers<const N: usize>(value: &Value) -> Result<[f64; N], Fault> {
    let items = list(value)?;
    let Ok(items) = <&[Value; N]>::try_from(items) else {
        return Err(Fault::new(format!("has {}, needs {N}", counted(items.len()))));
    };
    let mut found = [0.0; N];
    for (i, (slot, item)) in found.iter_mut().zip(items).enumerate() {
        *slot = number(item).map_err(|fault| fault.within(&format!("[{i}]")))?;
    }
    Ok(found)
}

/// A vector of the space, rounded to a precision.
///
/// # Errors
/// Where it is no list of as many numbers as the space has.
pub fn vector<S: Space>(value: &Value, precision: Precision) -> Result<S, Fault> {
    let items = list(value)?;
    let dim = S::DIM;
    if items.len() != dim {
        let count = counted(items.len());
        return Err(Fault::new(format!("has {count}, needs {dim} because `dim` is {dim}")));
    }
    let mut sum = S::default();
    for (i, item) in items.iter().enumerate() {
        let coordinate =
            scalar(item, precision).map_err(|fault| fault.within(&format!("[{i}]")))?;
        sum += S::axis(i) * coordinate;
    }
    Ok(sum)
}

/// A list of vectors.
///
/// # Errors
/// Where one of them is none.
pub fn vectors<S: Space>(value: &Value, precision: Precision) -> Result<Vec<S>, Fault> {
    let read = |(i, item)| vector(item, precision).map_err(|fault| fault.within(&format!("[{i}]")));
    list(value)?.iter().enumerate().map(read).collect()
}

/// A list of exactly `N` vectors.
///
/// # Errors
/// Where one of them is none, or there are more or fewer.
pub fn vectors_exactly<const N: usize, S: Space>(
    value: &Value,
    precision: Precision,
) -> Result<[S; N], Fault> {
    let points = vectors(value, precision)?;
    let wrong = |points: Vec<S>| Fault::new(format!("has {} points, needs {N}", points.len()));
    points.try_into().map_err(wrong)
}

fn counted(numbers: usize) -> String {
    match numbers {
        1 => "1 number".into(),
        n => format!("{n} numbers"),
    }
}
