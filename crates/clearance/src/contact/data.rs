//! A manifold as serde data: its points are a list of one to four.

use arrayvec::ArrayVec;

use crate::answer::Proximity;
use crate::math::Vector;

use super::{ContactPoint, MOST, Manifold};

/// See the [module](self).
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(
    rename = "Manifold",
    bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    )
)]
pub(super) struct ManifoldData<V: Vector> {
    normal: V,
    proximity: Proximity<V>,
    gap: V::Scalar,
    corners: u32,
    points: ArrayVec<ContactPoint<V>, MOST>,
}

impl<V: Vector> From<Manifold<V>> for ManifoldData<V> {
    fn from(manifold: Manifold<V>) -> Self {
        let Manifold { normal, proximity, gap, corners, .. } = manifold;
        let points = manifold.points().iter().copied().collect();
        Self { normal, proximity, gap, corners, points }
    }
}

impl<V: Vector> TryFrom<ManifoldData<V>> for Manifold<V> {
    type Error = &'static str;

    fn try_from(data: ManifoldData<V>) -> Result<Self, Self::Error> {
        let ManifoldData { normal, proximity, gap, corners, points: kept } = data;
        let first = *kept.first().ok_or("a manifold has at least one point")?;
        let points = core::array::from_fn(|i| kept.get(i).copied().unwrap_or(first));
        #[allow(clippy::cast_possible_truncation)] // At most four.
        let count = kept.len() as u8;
        Ok(Self { normal, proximity, gap, corners, points, count })
    }
}
