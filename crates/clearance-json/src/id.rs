//! What a line is called, digit for digit.

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The `id` of a line.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Id<'v> {
    /// A value, which prints as it was written.
    Value(&'v Value),
    /// The text as written: a number that is no 64-bit integer would lose digits as a value.
    Text(Box<RawValue>),
}

impl<'v> Id<'v> {
    /// The id of a line of text that is the value given.
    pub fn of(text: &[u8], value: &'v Value) -> Option<Self> {
        let id = value.get("id")?;
        if is_exact(id) {
            return Some(Self::Value(id));
        }
        Some(Self::written(text).unwrap_or(Self::Value(id)))
    }

    /// The id of a line refused for what it says elsewhere. `None` where it is there twice, or is
    /// itself no value that every reader takes: `1e400`, half a surrogate pair.
    pub(crate) fn written(text: &[u8]) -> Option<Self> {
        let Named(id) = serde_json::from_slice(text).ok()?;
        id.filter(|id| serde_json::from_str::<Value>(id.get()).is_ok()).map(Self::Text)
    }
}

impl std::fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text.get()),
        }
    }
}

/// Whether a value prints as it was written.
pub(crate) fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(number) => !number.is_f64(),
        Value::Array(items) => items.iter().all(is_exact),
        Value::Object(fields) => fields.values().all(is_exact),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

/// The text of the key `id` of an object.
struct Named(Option<Box<RawValue>>);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Named;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
                let mut id = None;
                while let Some(key) = map.next_key::<String>()? {
                    if key == "id" {
                        if id.is_some() {
                            return Err(A::Error::duplicate_field("id"));
                        }
                        id = Some(map.next_value()?);
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(Named(id))
            }
        }

        deserializer.deserialize_map(Keys)
    }
}
