//! A hull as one block of bytes, which a file, read-only memory or a caller's buffer can hold: a
//! header, the corners, and the numbers of faces and edges.

use clearance::{ConvexHull, HullRef, Space, Xyz};

/// "CLH1", on a machine that stores the low byte first.
const MAGIC: u32 = 0x3148_4c43;

/// What stands before the corners.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    magic: u32,
    pub(crate) vertices: u32,
    pub(crate) index: u32,
    bytes: u32,
    center: Xyz,
    extents: Xyz,
    inradius: f64,
    reach: f64,
}

const CORNER: usize = size_of::<Xyz>();

const _: () = assert!(size_of::<Header>() == 80);

impl Header {
    /// Where the numbers begin, if the block has so many bytes.
    pub(crate) fn numbers_at(&self, bytes: usize) -> Option<usize> {
        let at = (self.vertices as usize).checked_mul(CORNER)?.checked_add(size_of::<Self>())?;
        let end = (self.index as usize).checked_mul(size_of::<u32>())?.checked_add(at)?;
        (self.magic == MAGIC && self.bytes as usize == end && end <= bytes).then_some(at)
    }

    /// The hull of a block that was checked where it was made.
    pub(crate) fn hull<'a>(
        &self,
        corners: &'a [Xyz],
        index: &'a [u32],
    ) -> Option<HullRef<'a, Xyz>> {
        HullRef::trusted(corners, index, (self.center, self.inradius, self.reach, self.extents))
    }

    /// Whether all numbers are those of a hull.
    pub(crate) fn is_true(&self, corners: &[Xyz], index: &[u32]) -> bool {
        let claimed = (self.center, self.inradius, self.reach, self.extents);
        HullRef::new(corners, index).is_ok_and(|hull| bits(hull.measures()) == bits(claimed))
    }
}

fn bits((center, inradius, reach, extents): (Xyz, f64, f64, Xyz)) -> [u64; 8] {
    let ([x, y, z], [u, v, w]) = (center.coordinates(), extents.coordinates());
    [x, y, z, inradius, reach, u, v, w].map(f64::to_bits)
}

/// The block of the hull of points; `None` where they have none.
pub(crate) fn built(points: &[Xyz]) -> Option<Vec<u8>> {
    let hull = ConvexHull::new(points).ok()?;
    let index = hull.index();
    let (center, inradius, reach, extents) = HullRef::new(hull.vertices(), &index).ok()?.measures();
    let bytes = size_of::<Header>() + hull.vertices().len() * CORNER + index.len() * 4;
    let counts = [hull.vertices().len(), index.len(), bytes].map(u32::try_from);
    let [Ok(vertices), Ok(numbers), Ok(bytes)] = counts else { return None };
    let mut block = Vec::new();
    for number in [MAGIC, vertices, numbers, bytes] {
        block.extend(number.to_ne_bytes());
    }
    let measures = [center.coordinates(), extents.coordinates()].into_iter().flatten();
    let corners = hull.vertices().iter().flat_map(|corner| corner.coordinates());
    for number in measures.chain([inradius, reach]).chain(corners) {
        block.extend(number.to_ne_bytes());
    }
    for number in index {
        block.extend(number.to_ne_bytes());
    }
    Some(block)
}
