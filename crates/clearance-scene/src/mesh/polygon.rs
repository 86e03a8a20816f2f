//! Faces of more corners than three, cut into triangles: the one place that cuts, for every format.
//!
//! A reader makes a fan of each face as its corners come, since the vertices may come later. Then
//! [`Faces::cut`] keeps each fan that is proved to tile its face, and cuts the others anew.
//!
//! A face is looked at along the axis that its normal is nearest to, so that its corners keep their
//! bits. A fan about the first corner tiles it if no triangle turns the other way and all of them
//! go at most once about that corner, by exact signs. Else the face is swept ([`sweep`]).

use std::collections::HashMap;

use robust::{Coord, orient2d};

use super::{FILE_ROUNDOFF, sweep};

/// A face that is bent by more than this share of its width is reported.
const FLAT: f64 = 1e-6;

/// The fan of a face about its first corner, as its corners come.
#[derive(Debug)]
pub(super) struct Fan {
    begin: usize,
    hub: Option<u32>,
    last: Option<u32>,
    pub(super) corners: usize,
}

impl Fan {
    /// One whose triangles are to follow these.
    pub(super) const fn behind(triangles: &[[u32; 3]]) -> Self {
        Self { begin: triangles.len(), hub: None, last: None, corners: 0 }
    }

    /// Takes its triangles away again.
    pub(super) fn drop_from(&self, triangles: &mut Vec<[u32; 3]>) {
        triangles.truncate(self.begin);
    }

    pub(super) fn add(&mut self, corner: u32, triangles: &mut Vec<[u32; 3]>) {
        self.corners += 1;
        match (self.hub, self.last) {
            (None, _) => self.hub = Some(corner),
            (Some(hub), Some(last)) => {
                triangles.push([hub, last, corner]);
                self.last = Some(corner);
            }
            (Some(_), None) => self.last = Some(corner),
        }
    }
}

/// The faces of a file that may have to be cut.
#[derive(Debug, Default)]
pub(super) struct Faces {
    all: Vec<Face>,
    /// The outlines of holes, each with its face's place in `all`.
    holes: Vec<(usize, Vec<u32>)>,
    /// How many faces there are, triangles included.
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Face {
    /// Where the triangles of its fan begin and end.
    begin: usize,
    end: usize,
    origin: Origin,
}

/// Where a face stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) line: Option<usize>,
}

/// What is told about faces.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Those that cross themselves, each with the place of its first triangle.
    pub(super) crossed: Vec<(usize, Origin)>,
    /// How many are not flat, the first, and by how much the worst is bent.
    pub(super) bent: usize,
    pub(super) first_bent: Option<Origin>,
    pub(super) worst: f64,
}

impl Found {
    /// Adds what is told about other faces.
    pub(super) fn add_bent(&mut self, other: &Self) {
        self.bent += other.bent;
        self.first_bent = self.first_bent.or(other.first_bent);
        self.worst = self.worst.max(other.worst);
    }

    /// The note about faces that are not flat.
    pub(super) fn note(&self) -> Option<String> {
        let first = self.first_bent?;
        let (what, each) = match self.bent {
            1 => ("1 face is".to_owned(), "it was"),
            count => (format!("{count} faces are"), "each was"),
        };
        let place = match first.line {
            Some(line) => format!("line {line}"),
            None => format!("face {}", first.number),
        };
        let at = if self.bent == 1 { "" } else { "the first is " };
        let worst = self.worst;
        Some(format!(
            "{what} not flat, but bent by up to {worst:.1e} ({at}{place}): {each} cut as seen along \
             its normal"
        ))
    }
}

impl Faces {
    /// Ends a face whose fan is whole. `holes` are the outlines of its holes.
    pub(super) fn end(
        &mut self,
        fan: &Fan,
        holes: Vec<Vec<u32>>,
        line: Option<usize>,
        triangles: &[[u32; 3]],
    ) {
        self.count += 1;
        let (begin, end) = (fan.begin, triangles.len());
        if begin == end || (fan.corners == 3 && holes.is_empty()) {
            return;
        }
        let place = self.all.len();
        self.holes.extend(holes.into_iter().map(|hole| (place, hole)));
        self.all.push(Face { begin, end, origin: Origin { number: self.count, line } });
    }

    /// Puts the right triangles in the place of each fan that does not tile its face, and moves
    /// `ends`, which count triangles in ascending order, along.
    pub(super) fn cut<'e>(
        self,
        vertices: &[[f64; 3]],
        triangles: &mut Vec<[u32; 3]>,
        ends: impl Iterator<Item = &'e mut usize>,
    ) -> Found {
        let mut found = Found::default();
        let mut cuts: Vec<(Face, Vec<[u32; 3]>)> = Vec::new();
        let mut holes = self.holes.iter().peekable();
        for (place, face) in self.all.into_iter().enumerate() {
            let fan = triangles.get(face.begin..face.end).unwrap_or_default();
            let mut corners: Vec<u32> = fan.iter().take(1).flatten().copied().collect();
            corners.extend(fan.iter().skip(1).map(|[.., last]| *last));
            let mut rings = vec![corners.len()];
            while let Some((_, hole)) = holes.next_if(|(owner, _)| *owner == place) {
                corners.extend(hole);
                rings.push(corners.len());
            }
            let Some(outline) = Outline::of(&corners, rings, vertices) else { continue };
            if let Some(bend) = outline.bend() {
                found.bent += 1;
                found.first_bent.get_or_insert(face.origin);
                found.worst = found.worst.max(bend);
            }
            if outline.is_fan() {
                continue;
            }
            match outline.cut() {
                Some(cut) => cuts.push((face, cut)),
                None if outline.is_thin() => {}
                None => found.crossed.push((face.begin, face.origin)),
            }
        }
        if !cuts.is_empty() {
            replace(&cuts, triangles, ends, &mut found.crossed);
        }
        found
    }
}

/// Replaces triangles, and moves numbers of triangles along.
fn replace<'e>(
    cuts: &[(Face, Vec<[u32; 3]>)],
    triangles: &mut Vec<[u32; 3]>,
    ends: impl Iterator<Item = &'e mut usize>,
    crossed: &mut [(usize, Origin)],
) {
    let old = std::mem::take(triangles);
    // Where a cut face ended, and the number of triangles that there are up to there now.
    let mut moved = vec![(0, 0)];
    let mut done = 0;
    for (Face { begin, end, .. }, cut) in cuts {
        triangles.extend_from_slice(old.get(done..*begin).unwrap_or_default());
        triangles.extend_from_slice(cut);
        done = *end;
        moved.push((done, triangles.len()));
    }
    triangles.extend_from_slice(old.get(done..).unwrap_or_default());
    let mut steps = moved.iter().peekable();
    let mut last = (0, 0);
    for number in ends {
        while let Some(step) = steps.next_if(|(before, _)| before <= number) {
            last = *step;
        }
        *number = last.1 + (*number - last.0);
    }
    for (number, _) in crossed {
        let place = moved.partition_point(|(before, _)| before <= number).saturating_sub(1);
        let (before, now) = moved.get(place).copied().unwrap_or_default();
        *number = now + (*number - before);
    }
}

/// A face as seen along an axis, in a unit near its size, so that no product overflows.
struct Outline<'c> {
    corners: &'c [u32],
    /// Where the outer ring ends, and then each hole.
    rings: Vec<usize>,
    space: Vec<[f64; 3]>,
    flat: Vec<[f64; 2]>,
    normal: [f64; 3],
    /// The longest side of its box.
    width: f64,
    /// The factor of its lengths.
    unit: f64,
}

impl<'c> Outline<'c> {
    /// `None` where a corner is not finite, which is refused later.
    fn of(corners: &'c [u32], rings: Vec<usize>, vertices: &[[f64; 3]]) -> Option<Self> {
        let at = |corner: &u32| vertices.get(*corner as usize).copied();
        let mut space = corners.iter().map(at).collect::<Option<Vec<[f64; 3]>>>()?;
        let most = space.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        if !space.iter().flatten().all(|x| x.is_finite()) {
            return None;
        }
        let unit = power_below(most);
        // What is smaller by far than any rounding would make products that vanish.
        let own = |x: f64| if (x * unit).abs() < 1e-40 { 0.0 } else { x * unit };
        space.iter_mut().for_each(|point| *point = point.map(own));
        let width = (0..3).map(|axis| {
            let values = space.iter().map(|point| coordinate(point, axis));
            let low = values.clone().fold(f64::INFINITY, f64::min);
            values.fold(f64::NEG_INFINITY, f64::max) - low
        });
        let width = width.fold(0.0, f64::max);
        let outer = space.get(..*rings.first()?)?;
        let (normal, shadow) = normal(outer);
        let size = |of: &[f64; 3], axis: usize| coordinate(of, axis).abs();
        let most = (0..3).map(|axis| size(&normal, axis)).fold(0.0, f64::max);
        // The lobes of a crossed outline may cancel.
        let of = if most > 1e-9 * width * width { normal } else { shadow };
        let axis = (0..3).max_by(|a, b| size(&of, *a).total_cmp(&size(&of, *b)))?;
        let seen = |[x, y, z]: &[f64; 3]| match axis {
            0 => [*y, *z],
            1 => [*z, *x],
            _ => [*x, *y],
        };
        let flat = space.iter().map(seen).collect();
        Some(Self { corners, rings, space, flat, normal, width, unit })
    }

    /// How far corners are from the plane in their midst, if farther than rounding explains.
    fn bend(&self) -> Option<f64> {
        let [x, y, z] = self.normal;
        let length = (x * x + y * y + z * z).sqrt();
        let mut middle = [0.0; 3];
        for point in &self.space {
            for (sum, x) in middle.iter_mut().zip(point) {
                *sum += x / self.space.len() as f64;
            }
        }
        let height = |point: &[f64; 3]| dot(self.normal, minus(*point, middle)).abs() / length;
        let bend = self.space.iter().map(height).fold(0.0, f64::max);
        // The largest coordinate is about 1.
        (bend > FLAT * self.width + 8.0 * FILE_ROUNDOFF).then(|| bend / self.unit)
    }

    /// Whether all corners are nearly on one line, so that any triangles of them do.
    fn is_thin(&self) -> bool {
        let Some((first, rest)) = self.space.split_first() else { return true };
        let from = rest.iter().map(|point| minus(*point, *first));
        let length = |v: [f64; 3]| dot(v, v).sqrt();
        let Some(far) = from.clone().max_by(|a, b| length(*a).total_cmp(&length(*b))) else {
            return true;
        };
        let off = |v: [f64; 3]| length(cross(far, v)) / length(far);
        from.map(off).all(|off| !(off > FLAT * self.width))
    }

    /// Whether the fan about the first corner tiles the face.
    fn is_fan(&self) -> bool {
        let (1, Some((hub, rim))) = (self.rings.len(), self.flat.split_first()) else {
            return false;
        };
        let Some(first) = rim.first().filter(|_| !rim.contains(hub)) else { return false };
        let (mut turn, mut is_beyond) = (0.0, false);
        for pair in rim.windows(2) {
            let &[b, c] = pair else { continue };
            let area = turning(*hub, b, c);
            if area == 0.0 {
                // Straight through the hub: on which side is not known.
                if b.iter()
                    .zip(&c)
                    .zip(hub)
                    .any(|((b, c), hub)| (b < hub && hub < c) || (b > hub && hub > c))
                {
                    return false;
                }
            } else if turn == 0.0 {
                turn = area.signum();
            } else if area.signum() != turn {
                return false;
            }
            // A spiral would go about the hub again.
            let side = turning(*hub, *first, c) * turn;
            is_beyond |= side < 0.0;
            if is_beyond && side > 0.0 {
                return false;
            }
        }
        true
    }

    /// Triangles that tile the face, or `None` where the outline crosses itself.
    fn cut(&self) -> Option<Vec<[u32; 3]>> {
        let mut numbers: HashMap<[u64; 2], usize> = HashMap::with_capacity(self.flat.len());
        // The corners without those that are seen in the place of an earlier one.
        let mut firsts: Vec<usize> = Vec::new();
        let mut places = Vec::with_capacity(self.flat.len());
        for (corner, point) in self.flat.iter().enumerate() {
            let key = point.map(|x| (x + 0.0).to_bits());
            let place = *numbers.entry(key).or_insert_with(|| {
                firsts.push(corner);
                firsts.len() - 1
            });
            let (own, first) = (self.space.get(corner)?, self.space.get(*firsts.get(place)?)?);
            let apart = minus(*own, *first).into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            if apart > FLAT * self.width {
                return None;
            }
            places.push(place);
        }
        let corner = |place: usize| firsts.get(place).copied();
        let point = |corner: &usize| self.flat.get(*corner).copied();
        let points = firsts.iter().map(point).collect::<Option<Vec<[f64; 2]>>>()?;
        let cut = sweep::triangles(&points, &self.edges(&places))?;
        let vertex = |place| self.corners.get(corner(place)?).copied();
        cut.into_iter()
            .map(|triangle| {
                let [a, b, c] = triangle.map(vertex);
                Some([a?, b?, c?])
            })
            .collect()
    }

    /// The edges of all rings, each pair of ends once, with how often more it is run through from
    /// the first end to the second than back; those that cancel are left out.
    fn edges(&self, places: &[usize]) -> Vec<(usize, usize, i32)> {
        let mut edges = Vec::with_capacity(places.len());
        let mut begin = 0;
        for end in &self.rings {
            let ring = places.get(begin..*end).unwrap_or_default();
            let points = self.space.get(begin..*end).unwrap_or_default();
            // Exporters do not agree on which way a hole turns.
            let is_turned = begin > 0 && dot(normal(points).0, self.normal) > 0.0;
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let times = if (a < b) != is_turned { 1 } else { -1 };
                edges.extend((a != b).then(|| (*a.min(b), *a.max(b), times)));
            }
            begin = *end;
        }
        edges.sort_unstable();
        let alike = edges.chunk_by(|(a, b, _), (c, d, _)| (a, b) == (c, d));
        let summed = alike.filter_map(|same| {
            let (a, b, _) = same.first()?;
            Some((*a, *b, same.iter().map(|(.., times)| times).sum()))
        });
        summed.filter(|(.., times)| *times != 0).collect()
    }
}

/// Positive where a, b, c turn left, negative where they turn right, 0 on a line: the exact sign.
pub(super) fn turning(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    let [a, b, c] = [a, b, c].map(|[x, y]| Coord { x, y });
    orient2d(a, b, c)
}

/// Newell's normal of a ring, as long as twice its area; and the same of absolute values.
fn normal(ring: &[[f64; 3]]) -> ([f64; 3], [f64; 3]) {
    let (mut sum, mut shadow) = ([0.0; 3], [0.0; 3]);
    let Some((first, rest)) = ring.split_first() else { return (sum, shadow) };
    for pair in rest.windows(2) {
        let &[a, b] = pair else { continue };
        let own = cross(minus(a, *first), minus(b, *first));
        for ((sum, shadow), x) in sum.iter_mut().zip(&mut shadow).zip(own) {
            *sum += x;
            *shadow += x.abs();
        }
    }
    (sum, shadow)
}

/// A power of two that brings numbers of up to this size to about 1.
fn power_below(most: f64) -> f64 {
    // The bits of the exponent; those of a subnormal are 0.
    let exponent = ((most.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    2_f64.powi((-exponent).clamp(-1022, 1000))
}

fn coordinate(point: &[f64; 3], axis: usize) -> f64 {
    point.get(axis).copied().unwrap_or(0.0)
}

fn minus([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [a - x, b - y, c - z]
}

fn dot([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
    a * x + b * y + c * z
}

fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}
