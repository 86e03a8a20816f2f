//! JSON in which no object has a key twice.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::field;

/// A value none of whose objects has a key twice. JSON does not say which of the two counts, so
/// that what one program proves another might not read.
pub(crate) struct Unique(pub(crate) Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values).map(Self)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if all.contains_key(&key) {
                let key = field::shortened(&key);
                return Err(A::Error::custom(format_args!("the key `{key}` is there twice")));
            }
            let Unique(value) = fields.next_value()?;
            all.insert(key, value);
        }
        Ok(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::line::parse;

    #[test]
    fn a_key_that_is_there_twice_is_refused_however_deep() {
        let refused = |text: &str| parse(text.as_bytes()).unwrap_err().to_string();
        let twice = r#"{"query":{"dim":3},"query":{"dim":2}}"#;
        assert_eq!(refused(twice), "the key `query` is there twice, at column 26");
        assert!(refused(r#"[1,{"a":[{"b":1,"\u0062":2}]}]"#).starts_with("the key `b` is there"));
    }

    #[test]
    fn values_are_those_of_the_plain_parser() {
        let text = r#"{"a":[null,true,-1,18446744073709551615,0.1,"\u00e4",{"a":{}}],"b":-0}"#;
        let plain: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(parse(text.as_bytes()).unwrap(), plain);
        let wrong = parse(b"{\"a\":nan}").unwrap_err().to_string();
        assert!(wrong.starts_with("not JSON at column 7"), "{wrong}");
    }
}
