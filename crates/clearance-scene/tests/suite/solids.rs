//! Solids on a grid of whole numbers, each drawn by triangles of its own: what they share, whether
//! they touch and how far apart they are is counted cell by cell.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::collections::HashMap;

use clearance::{Ball, Capsule, Cuboid, Cylinder, Pose, Rotation3, Shape, Space, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{
    Body, Boxes, Class, Inside, Object, Part, Rules, between, classify, nearest,
};

type Cell = [i32; 3];
type Cells = BTreeSet<Cell>;

/// Numbers that look random (a linear congruence, Knuth's constants), the same every run.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, count: i32) -> i32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((self.0 >> 33) % u64::try_from(count).unwrap()).unwrap()
    }
    fn one_in(&mut self, count: i32) -> bool {
        self.below(count) == 0
    }
    fn cell(&mut self, count: i32) -> Cell {
        [0; 3].map(|_| self.below(count))
    }
    /// One to three boxes, at times with a cell left out.
    fn solid(&mut self) -> Cells {
        let mut cells = Cells::new();
        for _ in 0..=self.below(3) {
            let (low, size) = (self.cell(3), self.cell(3));
            cells.extend(boxed(low, size.map(|x| x + 1)));
        }
        if self.one_in(3) && cells.len() > 1 {
            let place = usize::try_from(self.below(99)).unwrap() % cells.len();
            let cell = *cells.iter().nth(place).unwrap();
            cells.remove(&cell);
        }
        cells
    }
}

fn boxed(low: Cell, size: Cell) -> Cells {
    let along = |i: usize| low[i]..low[i] + size[i];
    along(0).flat_map(|x| along(1).flat_map(move |y| along(2).map(move |z| [x, y, z]))).collect()
}

fn moved(cells: &Cells, by: Cell) -> Cells {
    cells.iter().map(|c| [0, 1, 2].map(|i| c[i] + by[i])).collect()
}

/// Cells joined by their faces.
fn pieces(cells: &Cells) -> Vec<Cells> {
    let mut left = cells.clone();
    let mut all = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut piece, mut open) = (Cells::from([first]), vec![first]);
        while let Some(cell) = open.pop() {
            for (axis, step) in [(0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1)] {
                let mut next = cell;
                next[axis] += step;
                if left.remove(&next) {
                    piece.insert(next);
                    open.push(next);
                }
            }
        }
        all.push(piece);
    }
    all
}

/// The surface of cells, each square of it cut at random.
fn surface(draw: &mut Draw, cells: &Cells, mesh: &mut Mesh) {
    let mut numbers: HashMap<[i64; 3], u32> = HashMap::new();
    // In half cells.
    let mut corner = |mesh: &mut Mesh, at: [i64; 3]| {
        *numbers.entry(at).or_insert_with(|| {
            mesh.vertices.push(at.map(|x| x as f64 * 0.5));
            u32::try_from(mesh.vertices.len() - 1).unwrap()
        })
    };
    let way = draw.below(3);
    for cell in cells {
        for axis in 0..3 {
            for high in [0, 1] {
                let mut beyond = *cell;
                beyond[axis] += 2 * high - 1;
                if cells.contains(&beyond) {
                    continue;
                }
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let at = |a: i64, b: i64| {
                    let mut at = cell.map(|x| 2 * i64::from(x));
                    at[axis] += 2 * i64::from(high);
                    at[u] += a;
                    at[v] += b;
                    at
                };
                let mut loop_of = [at(0, 0), at(2, 0), at(2, 2), at(0, 2)];
                if high == 0 {
                    loop_of.reverse();
                }
                let [a, b, c, d] = loop_of.map(|at| corner(mesh, at));
                match if way == 2 { draw.below(3) } else { way } {
                    0 => mesh.triangles.extend([[a, b, c], [a, c, d]]),
                    1 => mesh.triangles.extend([[a, b, d], [b, c, d]]),
                    _ => {
                        let m = corner(mesh, at(1, 1));
                        mesh.triangles.extend([[a, b, m], [b, c, m], [c, d, m], [d, a, m]]);
                    }
                }
            }
        }
    }
}

fn soup(mesh: Mesh) -> Object {
    Object::new("soup", Body::of_triangles(mesh).unwrap())
}

/// An object of one surface or, at times, of one a piece of those given.
fn drawn(draw: &mut Draw, pieces: &[Cells]) -> Object {
    let mut mesh = Mesh::default();
    pieces.iter().for_each(|piece| surface(draw, piece, &mut mesh));
    soup(mesh)
}

/// Cell by cell, a box each.
fn compound(cells: &Cells) -> Object {
    let part = |cell: &Cell| Part {
        shape: Cuboid::new(Xyz::splat(0.5)).into(),
        pose: Pose::from_translation(middle(cell)),
    };
    Object::new("parts", Body::of_parts(cells.iter().map(part).collect()).unwrap())
}

fn middle(cell: &Cell) -> Xyz {
    let [x, y, z] = cell.map(|x| f64::from(x) + 0.5);
    Xyz::new(x, y, z)
}

/// The square of the distance of two cells.
fn apart(one: &Cell, two: &Cell) -> i32 {
    (0..3).map(|i| ((one[i] - two[i]).abs() - 1).max(0).pow(2)).sum()
}

/// What is true of two solids.
struct Truth {
    shares: bool,
    /// The square of their distance.
    apart: i32,
    /// No way out along an axis is shorter; the way out is no longer.
    way_out: i32,
}

/// Whether the surfaces of cells have a point in common: a corner, or the middle of an edge or a
/// face, with cells of both kinds around.
fn surfaces_meet(a: &Cells, b: &Cells) -> bool {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let is_on = |cells: &Cells, at: Cell| {
        let around = at.map(|x| [(x - 1).div_euclid(2), x.div_euclid(2)]);
        let near = |bits: usize| [0, 1, 2].map(|i| around[i][bits >> i & 1]);
        let inside = (0..8).filter(|bits| cells.contains(&near(*bits))).count();
        (1..8).contains(&inside)
    };
    few.iter().any(|cell| {
        let mut places = boxed(cell.map(|x| 2 * x), [3; 3]).into_iter();
        places.any(|at| is_on(few, at) && is_on(many, at))
    })
}

fn truth(a: &Cells, b: &Cells) -> Truth {
    let shares = a.intersection(b).next().is_some();
    let least = a.iter().flat_map(|c| b.iter().map(|d| apart(c, d))).min().unwrap();
    let ways = (0..3).flat_map(|axis| {
        [-1, 1].map(|way| {
            let mut by = [0; 3];
            (0..99)
                .find(|step| {
                    by[axis] = way * step;
                    moved(b, by).is_disjoint(a)
                })
                .unwrap()
        })
    });
    Truth { shares, apart: least, way_out: ways.min().unwrap() }
}

fn judged() -> u64 {
    crate::rounds(30)
}

#[test]
fn solids_share_touch_and_are_apart_as_their_cells() {
    let mut seen: HashMap<&str, u64> = HashMap::new();
    for round in 0..judged() {
        let mut draw = Draw(round);
        draw.below(2);
        let mut a = draw.solid();
        let (kind, b) = match draw.below(7) {
            0 => ("again", a.clone()),
            1 => {
                let whole = boxed([-1; 3], [7; 3]);
                ("rest", whole.difference(&a).copied().collect())
            }
            2 => {
                a = boxed([0; 3], draw.cell(2).map(|x| x + 4));
                if draw.one_in(2) {
                    a.remove(&[1; 3]);
                }
                let low = if draw.one_in(2) { draw.cell(4) } else { [1; 3] };
                ("in a box", moved(&boxed([0; 3], draw.cell(2).map(|x| x + 1)), low))
            }
            3 => ("within", moved(&boxed([0; 3], draw.cell(2).map(|x| x + 1)), draw.cell(4))),
            4 => {
                let other = draw.solid();
                let by = draw.cell(7).map(|x| x - 3);
                ("shared", a.union(&moved(&other, by)).copied().collect())
            }
            _ => {
                let other = draw.solid();
                ("any", moved(&other, draw.cell(11).map(|x| x - 5)))
            }
        };
        let as_pieces = |draw: &mut Draw, cells: &Cells, other: &Cells| {
            if draw.one_in(2) {
                return pieces(cells);
            }
            let common: Cells = cells.intersection(other).copied().collect();
            let rest: Cells = cells.difference(other).copied().collect();
            let parts = [common, rest];
            parts.iter().flat_map(pieces).collect()
        };
        let (parts_a, parts_b) = (as_pieces(&mut draw, &a, &b), as_pieces(&mut draw, &b, &a));
        let (mut one, mut two) = (drawn(&mut draw, &parts_a), drawn(&mut draw, &parts_b));
        if draw.one_in(6) {
            one = compound(&a);
        }
        // A piece in a hollow of the other, by the same triangles, is drawn as a two-sided surface.
        if !one.body.is_closed() || !two.body.is_closed() {
            continue;
        }
        // Of compounds each part counts alone, also where others are around it.
        let is_whole = one.body.mesh().is_some()
            && pieces(&a).len() == parts_a.len()
            && pieces(&b).len() == parts_b.len();
        let is_turned = draw.one_in(4);
        if is_turned {
            let mut x = || f64::from(draw.below(2001) - 1000) / 1000.0;
            let rotation = Rotation3::from_xyzw(x(), x(), x(), x() + 1.5);
            let translation = Xyz::new(x(), x(), x()) * 9.0;
            [&mut one, &mut two]
                .into_iter()
                .for_each(|object| object.pose = Pose { translation, rotation });
        }
        if draw.one_in(2) {
            std::mem::swap(&mut one, &mut two);
        }
        let truth = truth(&a, &b);
        let case = format!("round {round}, {kind}, turned {is_turned}: {a:?} and {b:?}");
        let found = between(&one, &two, 99.0).unwrap();
        let (signed, gap) = (found.signed_distance(), found.gap());
        let class = classify(&one, &two, &found, 0.0);
        let distance = f64::from(truth.apart).sqrt();
        if truth.shares {
            let deep = -signed - gap;
            assert!(deep > 0.001, "{case}: {found:?}");
            assert!(deep <= f64::from(truth.way_out), "{case}: {found:?}");
            assert!(
                class.depth_at_most.is_none_or(|most| most >= deep),
                "{case}: {class:?} of {found:?}"
            );
            let is_free = is_whole && !surfaces_meet(&a, &b);
            let right = match class.class {
                Class::Clash => !is_free,
                Class::Contains => !is_whole || is_free || found.surfaces.is_none(),
                Class::Duplicate => a == b,
                _ => false,
            };
            assert!(right, "{case}: {class:?} of {found:?}");
            *seen.entry(class.class.name()).or_default() += 1;
        } else if truth.apart > 0 {
            assert!((signed - distance).abs() <= gap, "{case}: {found:?}");
            assert_eq!(class.class, Class::Near, "{case}: {found:?}");
            assert_eq!(found.inside, Inside::Neither, "{case}: {found:?}");
            *seen.entry("near").or_default() += 1;
        } else if is_turned {
            assert!(signed.abs() <= gap.max(1e-12), "{case}: {found:?}");
        } else {
            assert!(signed <= 0.0 && -signed <= gap, "{case}: {found:?}");
            assert_eq!(class.class, Class::Touch, "{case}: {found:?}");
            *seen.entry("touch").or_default() += 1;
        }
        // A band forgives what is shallower, and nothing else.
        let banded = classify(&one, &two, &found, 0.125).class;
        let expected =
            if truth.shares { banded < Class::Undecided } else { banded > Class::Undecided };
        assert!(expected, "{case}: {banded:?} of {found:?}");
        // The deepest pair is the nearest of a scene.
        let aside = Object { pose: Pose::from_translation(Xyz::splat(400.0)), ..one.clone() };
        let scene = [one, aside, two];
        let best = nearest(&scene, &Boxes::new(&scene), &Rules::default()).unwrap();
        assert_eq!([best.a, best.b], [0, 2], "{case}: {best:?}");
        assert_eq!(best.clearance.signed_distance() <= 0.0, signed <= 0.0, "{case}");
    }
    println!("{seen:?}");
    if judged() < 300 {
        return;
    }
    for name in ["clash", "contains", "duplicate", "touch", "near"] {
        let count = seen.get(name).copied().unwrap_or(0);
        assert!(count * 200 >= judged(), "{name}: {seen:?}");
    }
}

/// A hole of a cube's size in a larger one.
fn hollow() -> Cells {
    boxed([-1; 3], [4; 3]).difference(&boxed([0; 3], [2; 3])).copied().collect()
}

#[test]
fn round_bodies_that_fill_a_solid_are_in_it() {
    let pose = Pose::from_translation(Xyz::splat(1.0));
    let round: [Shape<Xyz>; 4] = [
        Ball::new(1.0).into(),
        Cylinder::new(1.0, 1.0).into(),
        Capsule::new(0.5, 0.5).into(),
        Cuboid::new(Xyz::splat(1.0)).into(),
    ];
    let mut draw = Draw(7);
    for shape in round {
        let body = Object::new("body", Body::of_parts(vec![Part { shape, pose }]).unwrap());
        for (cells, depth) in [(boxed([0; 3], [2; 3]), 2.0), (hollow(), 0.0)] {
            let around = drawn(&mut draw, &[cells]);
            for [a, b] in [[&around, &body], [&body, &around]] {
                let found = between(a, b, 0.0).unwrap();
                let band = classify(a, b, &found, 1e-3).class;
                let class = classify(a, b, &found, 0.0).class;
                if depth > 0.0 {
                    assert!((found.signed_distance() + depth).abs() < 0.6, "{found:?}");
                    assert!(-found.signed_distance() - found.gap() <= depth, "{found:?}");
                    assert_eq!([class, band], [Class::Clash; 2], "{found:?}");
                } else {
                    assert_eq!([class, band], [Class::Touch; 2], "{found:?}");
                }
            }
        }
    }
}
