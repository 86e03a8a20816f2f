//! A closed convex surface that planes cut, one after the other, in plain `f64`.
//!
//! Nothing here is proved: [`proof`](super::proof) looks at what comes out.

use alloc::vec::Vec;

use crate::list::{self, item};
use crate::math::{Space, Xyz};

/// The loops of faces, counter-clockwise from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Mesh {
    pub(super) points: Vec<Xyz>,
    /// Where each loop begins, and the last one ends.
    pub(super) starts: Vec<u32>,
    pub(super) corners: Vec<u32>,
    /// The number of the plane that each face lies on.
    pub(super) planes: Vec<u32>,
}

impl Mesh {
    pub(super) fn faces(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.planes.len()).map(|face| self.face(face))
    }

    pub(super) fn face(&self, number: usize) -> &[u32] {
        let [from, to] = [number, number + 1].map(|at| item(&self.starts, at) as usize);
        self.corners.get(from..to).unwrap_or_default()
    }

    pub(super) fn point(&self, number: u32) -> Xyz {
        item(&self.points, number as usize)
    }

    /// The mean of the points.
    pub(super) fn middle(&self) -> Xyz {
        #[allow(clippy::cast_precision_loss)]
        let share = 1.0 / self.points.len() as f64;
        self.points.iter().fold(Xyz::default(), |sum, p| sum + *p * share)
    }

    /// The largest coordinate.
    pub(super) fn size(&self) -> f64 {
        self.points.iter().map(|p| p.max_abs()).fold(0.0, f64::max)
    }

    fn clear(&mut self) {
        self.points.clear();
        self.starts.clear();
        self.starts.push(0);
        self.corners.clear();
        self.planes.clear();
    }

    /// Ends the loop that was pushed, or drops it where it has no area.
    fn end_loop(&mut self, plane: u32) {
        let begun = self.starts.last().map_or(0, |start| *start as usize);
        if self.corners.len() < begun + 3 {
            self.corners.truncate(begun);
            return;
        }
        self.starts.push(list::count(self.corners.len()));
        self.planes.push(plane);
    }

    /// A box, given by its lowest and highest coordinates, whose sides have the planes from this
    /// number on: lowest first, axis by axis.
    pub(super) fn of_box([min, max]: [Xyz; 2], first_plane: u32) -> Self {
        let mut mesh = Self::default();
        mesh.clear();
        let side =
            |bits: u32, bit: u32, low: f64, high: f64| if bits & bit == 0 { low } else { high };
        for bits in 0..8 {
            mesh.points.push(Xyz::new(
                side(bits, 1, min.x, max.x),
                side(bits, 2, min.y, max.y),
                side(bits, 4, min.z, max.z),
            ));
        }
        const LOOPS: [[u32; 4]; 6] =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        for (plane, corners) in (first_plane..).zip(LOOPS) {
            mesh.corners.extend(corners);
            mesh.end_loop(plane);
        }
        mesh
    }
}

/// What a plane does to a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// It leaves it as it is, or cuts some of it off.
    Left,
    /// It cuts all of it off.
    Emptied,
    /// Rounding left a surface that is not convex enough to be cut.
    Lost,
}

/// Memory for cuts.
#[derive(Default)]
pub(super) struct Knife {
    heights: Vec<f64>,
    /// The new number of each point, or [`GONE`].
    moved: Vec<u32>,
    /// The edges that were cut, from the point that stays to the one that goes, and the new point.
    cuts: Vec<[u32; 3]>,
    /// The edges of the new face.
    rim: Vec<[u32; 2]>,
    next: Mesh,
}

const GONE: u32 = u32::MAX;

impl Knife {
    /// Keeps what is below a plane. Points no higher than `slack` above it stay as they are.
    pub(super) fn cut(&mut self, mesh: &mut Mesh, plane: (u32, Xyz, f64), slack: f64) -> Cut {
        let (number, normal, offset) = plane;
        self.heights.clear();
        self.heights.extend(mesh.points.iter().map(|p| normal.dot(*p) - offset));
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for height in &self.heights {
            least = if *height < least { *height } else { least };
            most = if *height > most { *height } else { most };
        }
        if most <= slack {
            return Cut::Left;
        }
        if least >= -slack {
            return Cut::Emptied;
        }
        self.keep_points(mesh, slack);
        self.cuts.clear();
        self.rim.clear();
        for face in 0..mesh.planes.len() {
            if !self.cut_face(mesh, face, slack) {
                return Cut::Lost;
            }
        }
        if !self.close(number) {
            return Cut::Lost;
        }
        core::mem::swap(mesh, &mut self.next);
        Cut::Left
    }

    fn keep_points(&mut self, mesh: &Mesh, slack: f64) {
        self.next.clear();
        // About as many faces and points come as go.
        self.next.points.reserve(mesh.points.len() + 16);
        self.next.corners.reserve(mesh.corners.len() + 64);
        self.next.starts.reserve(mesh.starts.len() + 16);
        self.next.planes.reserve(mesh.planes.len() + 16);
        self.moved.clear();
        for (point, height) in mesh.points.iter().zip(&self.heights) {
            let stays = *height <= slack;
            self.moved.push(if stays { list::count(self.next.points.len()) } else { GONE });
            if stays {
                self.next.points.push(*point);
            }
        }
    }

    /// Cuts one face; `false` where it leaves and comes back more than once.
    fn cut_face(&mut self, mesh: &Mesh, face: usize, slack: f64) -> bool {
        let corners = mesh.face(face);
        let Some(last) = corners.last() else { return true };
        let staying = corners.iter().filter(|at| item(&self.moved, **at as usize) != GONE).count();
        if staying == 0 {
            return true;
        }
        if staying == corners.len() {
            let moved = &self.moved;
            self.next.corners.extend(corners.iter().map(|at| item(moved, *at as usize)));
            self.next.end_loop(item(&mesh.planes, face));
            return true;
        }
        let (mut from, mut from_stays) = (*last, item(&self.moved, *last as usize) != GONE);
        let [mut exit, mut entry] = [None; 2];
        let begun = self.next.corners.len();
        for to in corners {
            let kept = item(&self.moved, *to as usize);
            let to_stays = kept != GONE;
            if from_stays != to_stays {
                let (stays, goes) = if from_stays { (from, *to) } else { (*to, from) };
                let at = self.crossing(mesh, stays, goes, slack);
                let side = if from_stays { &mut exit } else { &mut entry };
                if side.replace(at).is_some() {
                    return false;
                }
                if item(&self.moved, stays as usize) != at {
                    self.next.corners.push(at);
                }
            }
            if to_stays {
                self.next.corners.push(kept);
            }
            (from, from_stays) = (*to, to_stays);
        }
        match (exit, entry) {
            (Some(exit), Some(entry)) if exit != entry => self.rim.push([entry, exit]),
            _ => {}
        }
        // A loop of two corners is one edge, there and back: the rim has it.
        debug_assert!(begun <= self.next.corners.len());
        self.next.end_loop(item(&mesh.planes, face));
        true
    }

    /// Where an edge leaves: a corner that is on the plane, but for rounding, or a new point.
    fn crossing(&mut self, mesh: &Mesh, stays: u32, goes: u32, slack: f64) -> u32 {
        let [low, high] = [stays, goes].map(|corner| item(&self.heights, corner as usize));
        if low >= -slack {
            return item(&self.moved, stays as usize);
        }
        if let Some([.., at]) = self.cuts.iter().find(|[a, b, _]| (*a, *b) == (stays, goes)) {
            return *at;
        }
        let (p, q) = (mesh.point(stays), mesh.point(goes));
        let at = list::count(self.next.points.len());
        // From the nearer end, for the smaller rounding.
        let point = if -low <= high {
            p + (q - p) * (low / (low - high))
        } else {
            q + (p - q) * (high / (high - low))
        };
        self.next.points.push(point);
        self.cuts.push([stays, goes, at]);
        at
    }

    /// Closes the surface by a face on the plane; `false` where its edges are no single loop.
    fn close(&mut self, plane: u32) -> bool {
        let Some([first, mut at]) = self.rim.first().copied() else { return true };
        let mut left = self.rim.len();
        self.next.corners.push(first);
        while at != first {
            left -= 1;
            self.next.corners.push(at);
            let mut onward = self.rim.iter().filter(|[from, _]| *from == at);
            let (Some([_, to]), None) = (onward.next(), onward.next()) else { return false };
            if left == 0 {
                return false;
            }
            at = *to;
        }
        self.next.end_loop(plane);
        left == 1
    }
}
