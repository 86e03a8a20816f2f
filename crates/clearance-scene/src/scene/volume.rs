//! How much two objects share: a volume between bounds, and the convex pieces of it.
//!
//! Parts are put each against each; where parts of one body overlap, what they share would count
//! twice, and is taken off the lower bound. A closed surface is the sum of the tetrahedra between
//! its triangles and one of its vertices, those that are seen from behind taken off: how often the
//! surface winds about a point is how many of these hold it. So the volume that it shares with a
//! convex body is the sum of what the tetrahedra share, and for two surfaces of what pairs of these
//! do.

use std::fmt;

use clearance::{ConvexHull, Overlap, OverlapError, Pose, Shape, Space, Xyz, overlap};
use robust::{Coord3D, orient3d};

use super::body::{Part, placed, xyz};
use super::extent::Extent;
use super::object::Object;
use crate::Mesh;

/// What two objects share.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedVolume {
    /// The exact volume is not less than the first, and not more than the second, in the cube of
    /// the unit of the poses. A surface counts what it winds about twice, as where it crosses
    /// itself, as twice.
    pub bounds: [f64; 2],
    /// The convex pieces, one for each pair of parts that overlap, as closed surfaces in the world;
    /// none where a body is a surface.
    pub pieces: Vec<Mesh>,
}

/// Why the volume is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoVolume {
    /// A body counts as larger by its padding, which rounds it.
    Padded,
    /// A part is curved, has no end, or is no shape.
    Part(OverlapError),
    /// A surface does not close, or closes in more than one piece.
    Open,
    /// The triangles of a surface do not turn alike.
    Turned,
    /// More pairs of triangles, or of a triangle and a part, than are counted.
    TooMany(usize),
}

impl fmt::Display for NoVolume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Padded => f.write_str("padding rounds an object"),
            Self::Part(error) => error.fmt(f),
            Self::Open => f.write_str("a surface is not closed, or is several"),
            Self::Turned => f.write_str("the triangles of a surface do not turn alike"),
            Self::TooMany(pairs) => {
                write!(f, "{pairs} pairs of triangles and parts are more than {MOST_PAIRS}")
            }
        }
    }
}

impl std::error::Error for NoVolume {}

/// Pairs of tetrahedra, or of one and a part, at most: some seconds.
const MOST_PAIRS: usize = 200_000;

/// The volume that two objects share, between bounds, by their parts or closed surfaces.
///
/// Cost: 10 to 30 µs a pair of parts, and twice that a pair of triangles where both are surfaces,
/// of those whose boxes meet.
///
/// # Errors
/// [`NoVolume`] says why nothing is known.
pub fn shared_volume(a: &Object, b: &Object) -> Result<SharedVolume, NoVolume> {
    if a.padding != 0.0 || b.padding != 0.0 {
        return Err(NoVolume::Padded);
    }
    let (ones, others) = (Pieces::of(a)?, Pieces::of(b)?);
    let pairs = ones.list.len().saturating_mul(others.list.len());
    if pairs > MOST_PAIRS && (ones.is_surface || others.is_surface) {
        return Err(NoVolume::TooMany(pairs));
    }
    let mut total = Bounds::default();
    let mut pieces = Vec::new();
    let mut most_of_one = 0.0;
    let mut meeting = [vec![false; ones.list.len()], vec![false; others.list.len()]];
    let [meets_b, meets_a] = &mut meeting;
    for (one, of_one) in ones.list.iter().zip(meets_b) {
        for (other, of_other) in others.list.iter().zip(meets_a.iter_mut()) {
            if one.extent.apart(&other.extent) > 0.0 {
                continue;
            }
            let found = shared(one, other)?;
            let [low, high] = found.volume;
            if high > 0.0 {
                (*of_one, *of_other) = (true, true);
            }
            total.add(found.volume, one.sign * other.sign);
            most_of_one = f64::max(most_of_one, low);
            if low > 0.0 && !ones.is_surface && !others.is_surface {
                pieces.push(mesh_of(&found));
            }
        }
    }
    let [mut low, high] = total.rounded_outward();
    // What overlaps within one body counts twice in the sum.
    for (side, meeting) in [&ones, &others].into_iter().zip(&meeting) {
        let parts: Vec<&Piece> =
            side.list.iter().zip(meeting).filter(|(_, meets)| **meets).map(|(p, _)| p).collect();
        if side.is_surface {
            continue;
        }
        for (place, one) in parts.iter().enumerate() {
            for other in parts.iter().skip(place + 1) {
                if one.extent.apart(&other.extent) <= 0.0 {
                    low = (low - shared(one, other)?.volume[1]).next_down();
                }
            }
        }
    }
    let is_of_parts = !ones.is_surface && !others.is_surface;
    let least = if is_of_parts { most_of_one } else { 0.0 };
    Ok(SharedVolume { bounds: [low.max(least), high.max(0.0)], pieces })
}

/// A convex piece of a body, in the world.
struct Piece {
    shape: Shape<Xyz>,
    pose: Pose<Xyz>,
    extent: Extent,
    /// How far its points may be off.
    off: f64,
    /// -1 of what is taken off.
    sign: f64,
}

struct Pieces {
    list: Vec<Piece>,
    is_surface: bool,
}

impl Pieces {
    fn of(object: &Object) -> Result<Self, NoVolume> {
        let Some(soup) = object.body.soup() else {
            let parts = object.body.parts().iter();
            let list = parts.map(|part| Piece::of(&object.pose, part, 1.0)).collect();
            return Ok(Self { list, is_surface: false });
        };
        let surface = soup.surface();
        if !surface.is_closed || surface.pieces.len() != 1 {
            return Err(NoVolume::Open);
        }
        if !soup.is_oriented() {
            return Err(NoVolume::Turned);
        }
        if soup.mesh.triangles.len() > MOST_PAIRS {
            return Err(NoVolume::TooMany(soup.mesh.triangles.len()));
        }
        let apex = soup.mesh.vertices.first().copied().unwrap_or_default();
        let (mut list, mut six) = (Vec::new(), 0.0);
        for triangle in (0..).take(soup.mesh.triangles.len()) {
            let clearance::Triangle { a, b, c } = soup.triangle(triangle);
            let [p, q, r, s] = [a, b, c, xyz(apex)].map(|v| {
                let [x, y, z] = v.coordinates();
                Coord3D { x, y, z }
            });
            // Positive where the apex is behind the triangle.
            let side = orient3d(p, q, r, s);
            let Ok(hull) = ConvexHull::new(&[a, b, c, xyz(apex)]) else { continue };
            if side == 0.0 {
                continue;
            }
            six += side;
            list.push(Piece::of(&object.pose, &Part::from(hull), side.signum()));
        }
        // A surface that is inside out surrounds as much.
        let way = if six < 0.0 { -1.0 } else { 1.0 };
        list.iter_mut().for_each(|piece| piece.sign *= way);
        Ok(Self { list, is_surface: true })
    }
}

impl Piece {
    fn of(body: &Pose<Xyz>, part: &Part, sign: f64) -> Self {
        let (pose, off) = placed(body, part);
        let extent = Extent::of_shape(&part.shape, &pose).grown(off);
        Self { shape: part.shape.clone(), pose, extent, off, sign }
    }
}

/// What two pieces share, its bounds widened by how far these may be off.
fn shared(one: &Piece, other: &Piece) -> Result<Overlap<Xyz>, NoVolume> {
    let found = overlap(&one.shape, &one.pose, &other.shape, &other.pose);
    let mut found = found.map_err(NoVolume::Part)?;
    for piece in [one, other] {
        if piece.off > 0.0 {
            // A convex body has no more surface than its box; twice, for both sides of it.
            let [x, y, z] = (piece.extent.high - piece.extent.low).coordinates();
            let by = 4.0 * piece.off * (x * y + y * z + z * x) * (1.0 + 1e-14);
            let [low, high] = found.volume;
            found.volume = [(low - by).next_down().max(0.0), (high + by).next_up()];
        }
    }
    Ok(found)
}

fn mesh_of(found: &Overlap<Xyz>) -> Mesh {
    let vertices = found.points().iter().map(|p| p.coordinates()).collect();
    let fan = |face: &[u32]| -> Vec<[u32; 3]> {
        let first = face.first().copied().unwrap_or_default();
        let rest = face.get(1..).unwrap_or_default();
        rest.iter().zip(rest.iter().skip(1)).map(|(q, r)| [first, *q, *r]).collect()
    };
    let triangles = found.faces().flat_map(fan).collect();
    Mesh { vertices, triangles }
}

/// Sums of lower and upper bounds, and of the magnitudes that they are sums of.
#[derive(Default)]
struct Bounds {
    low: f64,
    high: f64,
    magnitude: f64,
    count: f64,
}

impl Bounds {
    fn add(&mut self, [low, high]: [f64; 2], sign: f64) {
        let [low, high] = if sign > 0.0 { [low, high] } else { [-high, -low] };
        self.low += low;
        self.high += high;
        self.magnitude += low.abs().max(high.abs());
        self.count += 1.0;
    }

    fn rounded_outward(&self) -> [f64; 2] {
        if self.count <= 1.0 {
            return [self.low, self.high];
        }
        let by = f64::EPSILON * self.count * self.magnitude;
        [self.low - by, self.high + by]
    }
}
