//! A [`Warm`] memory of nothing real, like one read from a damaged file.

use clearance::Warm;
use serde::Deserialize;
use serde::de::value::{Error, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, IntoDeserializer, SeqAccess};

use crate::draw::Draw;

/// Its fields in the order in which a binary format holds them. JSON would do, but knows no NaN.
struct Fields {
    next: usize,
    features: Vec<Vec<u16>>,
    axis: Vec<f32>,
    vertices: u8,
}

impl<'de> SeqAccess<'de> for Fields {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.next += 1;
        match self.next {
            1 => seed.deserialize(std::mem::take(&mut self.features).into_deserializer()),
            2 => seed.deserialize(std::mem::take(&mut self.axis).into_deserializer()),
            3 => seed.deserialize(self.vertices.into_deserializer()),
            _ => return Ok(None),
        }
        .map(Some)
    }
}

pub fn garbage(draw: &mut Draw<'_>) -> Warm {
    let mut feature = || u16::from(draw.byte()).wrapping_sub(u16::from(draw.below(2)));
    let features = (0..4).map(|_| vec![feature(), feature()]).collect();
    let axis = (0..3).map(|_| draw.number::<f32>() as f32).collect();
    let fields = Fields { next: 0, features, axis, vertices: draw.byte() };
    Warm::deserialize(SeqAccessDeserializer::new(fields)).expect("the fields of a memory")
}
