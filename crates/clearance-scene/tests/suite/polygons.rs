//! Faces of many corners in every format that has them, against exact areas and known distances.
//!
//! Outlines on a whole-numbered grid (stars, combs, spirals, keyholes, holes) become prisms, turned
//! by whole-numbered matrices so that no coordinate rounds. `CLEARANCE_JUDGED` is how many are
//! drawn.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::HashMap;
use std::f64::consts::TAU;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use clearance::{Ball, Pose, Xyz};
use clearance_scene::Mesh;
use clearance_scene::mesh::{Loaded, Reading};
use clearance_scene::scene::{Body, Object, between};

type Flat = [i64; 2];

/// Numbers that look random, the same every run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count as u64) as i64
    }
    fn from(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low + 1)
    }
}

fn cross([ax, ay]: Flat, [bx, by]: Flat, [cx, cy]: Flat) -> i128 {
    i128::from(bx - ax) * i128::from(cy - ay) - i128::from(by - ay) * i128::from(cx - ax)
}

/// Twice the area, with its sign.
fn area(ring: &[Flat]) -> i128 {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    ends.map(|(a, b)| cross([0, 0], *a, *b)).sum()
}

/// An outline that is simple but for bridges; or an outer ring and its holes.
struct Outline {
    outer: Vec<Flat>,
    holes: Vec<Vec<Flat>>,
}

/// Corners in the order of their angles about the origin.
fn star(draw: &mut Draw, corners: i64, size: i64) -> Vec<Flat> {
    loop {
        let mut angles: Vec<i64> = (0..corners).map(|_| draw.below(100_000)).collect();
        angles.sort_unstable();
        let mut ring: Vec<Flat> = Vec::new();
        for angle in angles {
            let radius = draw.from(size / 6 + 1, size) as f64;
            let (sine, cosine) = (angle as f64 * TAU / 100_000.0).sin_cos();
            let point = [(radius * cosine).round() as i64, (radius * sine).round() as i64];
            if ring.last().is_none_or(|last| cross([0, 0], *last, point) > 0) {
                ring.push(point);
            }
        }
        while ring.len() > 3 && cross([0, 0], ring[ring.len() - 1], ring[0]) <= 0 {
            ring.pop();
        }
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        if ring.len() > 3 && ends.clone().all(|(a, b)| cross([0, 0], *a, *b) > 0) {
            return ring;
        }
    }
}

/// Teeth on a back of many corners on one line.
fn comb(draw: &mut Draw, teeth: i64) -> Vec<Flat> {
    let is_square = draw.below(2) == 0;
    let mut ring: Vec<Flat> = (0..=2 * teeth).map(|x| [x, 0]).collect();
    for x in (0..=2 * teeth).rev() {
        let height = if x % 2 == 0 { draw.from(5, 20) } else { draw.from(1, 4) };
        if !is_square {
            ring.push([x, height]);
        } else if x > 0 {
            ring.extend([[x, height], [x - 1, height]]);
        }
    }
    ring
}

fn spiral(arms: usize) -> Vec<Flat> {
    let length = 2 * arms as i64 + 4;
    let ways = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    let mut at = [0, 0];
    let mut line = vec![at];
    for arm in 0..arms {
        let shorter = [0, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14][arm.min(16)];
        let way = ways[arm % 4];
        at = [at[0] + way[0] * (length - shorter), at[1] + way[1] * (length - shorter)];
        line.push(at);
    }
    let left = |arm: usize| [-ways[arm % 4][1], ways[arm % 4][0]];
    let inner = |place: usize| {
        let before = if place > 0 { left(place - 1) } else { [0, 0] };
        let behind = if place < arms { left(place) } else { [0, 0] };
        let [x, y] = line[place];
        [x + before[0] + behind[0], y + before[1] + behind[1]]
    };
    let back: Vec<Flat> = (0..=arms).rev().map(inner).collect();
    line.iter().copied().chain(back).collect()
}

/// A plate with holes, each joined to the edge below it by a bridge that is run through twice; or
/// with the holes apart.
fn plate(draw: &mut Draw, holes: i64, is_keyhole: bool) -> Outline {
    let (mut outer, mut apart) = (vec![[0, 0]], Vec::new());
    for number in 0..holes {
        let [x, y] = [14 + 28 * number, 14 + draw.below(3)];
        let corners = draw.from(4, 9);
        let mut hole: Vec<Flat> = star(draw, corners, 12);
        hole.iter_mut().for_each(|point| *point = [point[0] + x, point[1] + y]);
        hole.reverse();
        let lowest = (0..hole.len()).min_by_key(|place| hole[*place][1]).unwrap();
        hole.rotate_left(lowest);
        if is_keyhole {
            outer.push([hole[0][0], 0]);
            outer.extend(hole.iter().chain(&hole[..1]));
            outer.push([hole[0][0], 0]);
        } else {
            apart.push(hole);
        }
    }
    outer.extend([[28 * holes, 0], [28 * holes, 30], [0, 30]]);
    Outline { outer, holes: apart }
}

fn outline(draw: &mut Draw, kind: i64) -> Outline {
    let ring = |outer| Outline { outer, holes: Vec::new() };
    let mut own = match kind {
        0 => {
            let (corners, size) = (draw.from(5, 40), draw.from(4, 60));
            ring(star(draw, corners, size))
        }
        1 => {
            let teeth = draw.from(1, 12);
            ring(comb(draw, teeth))
        }
        2 => ring(spiral(draw.from(3, 12) as usize)),
        3 => {
            let holes = draw.from(1, 3);
            plate(draw, holes, true)
        }
        _ => {
            let holes = draw.from(1, 3);
            plate(draw, holes, false)
        }
    };
    // Sheared and stretched, so that no axis is special.
    let (stretch, shear) = (draw.from(1, 9), draw.from(-3, 3));
    for [x, y] in own.outer.iter_mut().chain(own.holes.iter_mut().flatten()) {
        *x = *x * stretch + *y * shear;
    }
    if draw.below(3) == 0 {
        let place = draw.below(own.outer.len() as i64) as usize;
        own.outer.insert(place, own.outer[place]);
    }
    own
}

impl Outline {
    fn rings(&self) -> impl Iterator<Item = &Vec<Flat>> + Clone {
        [&self.outer].into_iter().chain(&self.holes)
    }

    fn edges(&self) -> impl Iterator<Item = (Flat, Flat)> {
        let ends = |ring: &Vec<Flat>| -> Vec<(Flat, Flat)> {
            ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).collect()
        };
        self.rings().flat_map(ends)
    }

    /// Whether a point inside of a cell of the grid, given by twice its coordinates, is inside; by
    /// the crossings of a ray. Bridges count twice.
    fn holds(&self, [x, y]: Flat) -> bool {
        let crossed = self.edges().filter(|(a, b)| {
            let [a, b] = [a, b].map(|[x, y]| [2 * x, 2 * y]);
            let (low, high) = if a[1] < b[1] { (a, b) } else { (b, a) };
            low[1] <= y && y < high[1] && cross(low, high, [x, y]) > 0
        });
        crossed.count() % 2 == 1
    }

    /// The distance of a point outside, given likewise.
    fn distance(&self, point: Flat) -> f64 {
        let [x, y] = point.map(|x| x as f64 / 2.0);
        let of = |(a, b): (Flat, Flat)| {
            let [ax, ay, bx, by] = [a[0], a[1], b[0], b[1]].map(|x| x as f64);
            let (dx, dy) = (bx - ax, by - ay);
            let length = dx * dx + dy * dy;
            let along = (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0);
            let along = if length > 0.0 { along } else { 0.0 };
            (x - ax - along * dx).hypot(y - ay - along * dy)
        };
        self.edges().map(of).fold(f64::INFINITY, f64::min)
    }
}

/// Columns at right angles, all as long as `length`, of whole numbers.
struct Turn {
    columns: [[i64; 3]; 3],
    length: i64,
    origin: [i64; 3],
}

impl Turn {
    fn any(draw: &mut Draw) -> Self {
        let [a, b, c, d] = [0; 4].map(|_| draw.from(-3, 3));
        let length = a * a + b * b + c * c + d * d;
        if length == 0 {
            return Self::any(draw);
        }
        let columns = [
            [a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)],
            [2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b)],
            [2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d],
        ];
        Self { columns, length, origin: [0; 3].map(|_| draw.from(-1000, 1000)) }
    }

    fn at(&self, [x, y]: Flat, z: i64) -> [i64; 3] {
        let [u, v, w] = self.columns;
        [0, 1, 2].map(|i| self.origin[i] + x * u[i] + y * v[i] + z * w[i])
    }
}

/// The faces of a prism by the numbers of their corners; the first two have all the holes.
struct Prism {
    vertices: Vec<[i64; 3]>,
    /// Each vertex in the plane, and whether it is at the top.
    seen: HashMap<[i64; 3], (Flat, bool)>,
    faces: Vec<Vec<u32>>,
    holes: [Vec<Vec<u32>>; 2],
}

const HEIGHT: i64 = 4;

fn prism(outline: &Outline, turn: &Turn, start: usize, is_turned: bool) -> Prism {
    let mut own = Prism {
        vertices: Vec::new(),
        seen: HashMap::new(),
        faces: Vec::new(),
        holes: [Vec::new(), Vec::new()],
    };
    let mut numbers: HashMap<[i64; 3], u32> = HashMap::new();
    let mut number = |own: &mut Prism, point: Flat, is_top: bool| {
        let place = turn.at(point, if is_top { HEIGHT } else { 0 });
        *numbers.entry(place).or_insert_with(|| {
            own.vertices.push(place);
            own.seen.insert(place, (point, is_top));
            own.vertices.len() as u32 - 1
        })
    };
    let mut sides = Vec::new();
    for (place, ring) in outline.rings().enumerate() {
        let mut ring = ring.clone();
        let count = ring.len();
        ring.rotate_left(start % count);
        let top: Vec<u32> = ring.iter().map(|point| number(&mut own, *point, true)).collect();
        let low: Vec<u32> = ring.iter().map(|point| number(&mut own, *point, false)).collect();
        for i in 0..count {
            let j = (i + 1) % count;
            if top[i] != top[j] {
                sides.push(vec![low[i], low[j], top[j], top[i]]);
            }
        }
        let low: Vec<u32> = low.into_iter().rev().collect();
        if place == 0 {
            own.faces.extend([top, low]);
        } else {
            own.holes[0].push(top);
            own.holes[1].push(low);
        }
    }
    own.faces.extend(sides);
    if is_turned {
        own.faces.iter_mut().for_each(|face| face.reverse());
        own.holes.iter_mut().flatten().for_each(|hole| hole.reverse());
    }
    own
}

const FORMATS: [&str; 6] = ["obj", "ply", "bin.ply", "off", "polylist.dae", "polygons.dae"];

fn words<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" ")
}

fn written(prism: &Prism, format: &str) -> Vec<u8> {
    let Prism { vertices, faces, holes, .. } = prism;
    let lines = |begin: &str| -> String {
        vertices.iter().map(|vertex| format!("{begin}{}\n", words(vertex))).collect()
    };
    let listed = || -> String {
        faces.iter().map(|face| format!("{} {}\n", face.len(), words(face))).collect()
    };
    let header = |encoding: &str| {
        format!(
            "ply\nformat {encoding} 1.0\nelement vertex {}\nproperty double x\nproperty double y\n\
             property double z\nelement face {}\nproperty list ushort int vertex_indices\n\
             end_header\n",
            vertices.len(),
            faces.len()
        )
    };
    match format {
        "obj" => {
            let mut text = lines("v ");
            for face in faces {
                let _ = writeln!(text, "f {}", words(face.iter().map(|corner| corner + 1)));
            }
            text.into_bytes()
        }
        "ply" => (header("ascii") + &lines("") + &listed()).into_bytes(),
        "bin.ply" => {
            let mut bytes = header("binary_little_endian").into_bytes();
            bytes.extend(vertices.iter().flatten().flat_map(|x| (*x as f64).to_le_bytes()));
            for face in faces {
                bytes.extend((face.len() as u16).to_le_bytes());
                bytes.extend(face.iter().flat_map(|corner| corner.to_le_bytes()));
            }
            bytes
        }
        "off" => {
            let counts = format!("OFF\n{} {} 0\n", vertices.len(), faces.len());
            (counts + &lines("") + &listed()).into_bytes()
        }
        dae => {
            let primitive = if dae == "polylist.dae" {
                format!(
                    "<polylist count=\"{}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\
                     <vcount>{}</vcount><p>{}</p></polylist>",
                    faces.len(),
                    words(faces.iter().map(Vec::len)),
                    words(faces.iter().flatten())
                )
            } else {
                let face = |(place, face): (usize, &Vec<u32>)| {
                    let outer = format!("<p>{}</p>", words(face));
                    match holes.get(place).filter(|holes| !holes.is_empty()) {
                        None => outer,
                        Some(holes) => {
                            let holes = holes.iter().map(|hole| format!("<h>{}</h>", words(hole)));
                            format!("<ph>{outer}{}</ph>", holes.collect::<String>())
                        }
                    }
                };
                format!(
                    "<polygons count=\"{}\"><input semantic=\"VERTEX\" source=\"#v\" \
                     offset=\"0\"/>{}</polygons>",
                    faces.len(),
                    faces.iter().enumerate().map(face).collect::<String>()
                )
            };
            format!(
                "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><asset><up_axis>Z_UP</up_axis>\
                 </asset><library_geometries><geometry id=\"g\"><mesh><source id=\"s\">\
                 <float_array id=\"a\" count=\"{0}\">{1}</float_array><technique_common><accessor \
                 source=\"#a\" count=\"{2}\" stride=\"3\"><param name=\"X\"/><param name=\"Y\"/>\
                 <param name=\"Z\"/></accessor></technique_common></source><vertices id=\"v\"><input \
                 semantic=\"POSITION\" source=\"#s\"/></vertices>{primitive}</mesh></geometry>\
                 </library_geometries><library_visual_scenes><visual_scene id=\"w\"><node \
                 id=\"n\"><instance_geometry url=\"#g\"/></node></visual_scene>\
                 </library_visual_scenes><scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>",
                3 * vertices.len(),
                words(vertices.iter().flatten()),
                vertices.len()
            )
            .into_bytes()
        }
    }
}

fn read(format: &str, bytes: &[u8]) -> Loaded {
    let name = format!("prism.{format}");
    let text = || String::from_utf8_lossy(bytes).into_owned();
    Reading::default()
        .bytes(Path::new(&name), bytes)
        .unwrap_or_else(|error| panic!("{error}\n{}", text()))
}

/// That triangles tile the outline at the top and at the bottom, by exact numbers.
fn tile(mesh: &Mesh, outline: &Outline, prism: &Prism, is_turned: bool, draw: &mut Draw) {
    let corner = |place: &u32| prism.seen[&mesh.vertices[*place as usize].map(|x| x as i64)];
    let whole: i128 = outline.rings().map(|ring| area(ring)).sum();
    for is_top in [true, false] {
        let turn: i128 = if is_top == is_turned { -1 } else { 1 };
        let all = mesh.triangles.iter().map(|triangle| triangle.each_ref().map(corner));
        let caps = all.filter(|triangle| triangle.iter().all(|(_, top)| *top == is_top));
        let caps: Vec<[Flat; 3]> = caps.map(|t| t.map(|(point, _)| point)).collect();
        let areas: Vec<i128> = caps.iter().map(|[a, b, c]| turn * cross(*a, *b, *c)).collect();
        assert!(areas.iter().all(|area| *area >= 0));
        assert_eq!(areas.iter().sum::<i128>(), whole);
        for _ in 0..20 {
            let point = inner_point(outline, draw);
            let sides = caps.iter().map(|triangle| {
                let [a, b, c] = triangle.map(|[x, y]| [2 * x, 2 * y]);
                [cross(a, b, point), cross(b, c, point), cross(c, a, point)].map(|s| turn * s)
            });
            if sides.clone().any(|s| s.contains(&0) && s.iter().all(|s| *s >= 0)) {
                continue;
            }
            let times = sides.filter(|s| s.iter().all(|s| *s > 0)).count();
            assert_eq!(times, usize::from(outline.holds(point)), "{point:?}");
        }
    }
}

/// Twice the coordinates of a point in the box of an outline.
fn inner_point(outline: &Outline, draw: &mut Draw) -> Flat {
    [0, 1].map(|axis| {
        let values = outline.outer.iter().map(|point| point[axis]);
        let (low, high) = (values.clone().min().unwrap(), values.max().unwrap());
        2 * draw.from(low, high) + 1
    })
}

/// That a ball in a notch or a hole is as far from the prism as it is from the outline.
fn stay_clear(mesh: Mesh, outline: &Outline, turn: &Turn, draw: &mut Draw) -> usize {
    let body = Object::new("prism", Body::of_triangles(mesh).unwrap());
    assert!(body.body.is_closed(), "{:?} {:?}", outline.outer, outline.holes);
    let mut looked = 0;
    for _ in 0..6 {
        let point = inner_point(outline, draw);
        let apart = outline.distance(point);
        // On the grid, what is not 0 is at least some thousandths.
        if outline.holds(point) || apart < 1e-6 {
            continue;
        }
        let apart = apart * turn.length as f64;
        let [u, v, w] = turn.columns.map(|column| column.map(|x| x as f64));
        let [x, y] = point.map(|x| x as f64 / 2.0);
        let z = HEIGHT as f64 / 2.0;
        let center = [0, 1, 2].map(|i| turn.origin[i] as f64 + x * u[i] + y * v[i] + z * w[i]);
        let [x, y, z] = center;
        let ball = Body::of_parts(vec![Ball::new(apart / 2.0).into()]).unwrap();
        let pose = Pose::from_translation(Xyz::new(x, y, z));
        let ball = Object { pose, ..Object::new("ball", ball) };
        let found = between(&ball, &body, apart).unwrap().signed_distance();
        assert!((found - apart / 2.0).abs() <= 1e-9 * apart, "{found} for {}", apart / 2.0);
        looked += 1;
    }
    looked
}

#[test]
fn prisms_of_any_outline_are_cut_right() {
    let rounds = crate::rounds(60);
    let mut draw = Draw(1);
    let (mut members, mut concave, mut looked) = (0, 0, 0);
    while members < rounds {
        let outline = outline(&mut draw, members % 5);
        let turn = Turn::any(&mut draw);
        let count = outline.outer.len();
        let starts: Vec<usize> = match count {
            0..=12 => (0..count).collect(),
            _ => (0..2).map(|_| draw.below(count as i64) as usize).collect(),
        };
        for start in starts {
            let is_turned = draw.below(2) == 0;
            let prism = prism(&outline, &turn, start, is_turned);
            let format = match outline.holes.is_empty() {
                true => FORMATS[draw.below(6) as usize],
                false => FORMATS[5],
            };
            let Loaded { mesh, notes, .. } = read(format, &written(&prism, format));
            assert!(notes.is_empty(), "{notes:?}");
            tile(&mesh, &outline, &prism, is_turned, &mut draw);
            looked += stay_clear(mesh, &outline, &turn, &mut draw);
            let corners = outline.outer.iter().zip(outline.outer.iter().cycle().skip(1));
            let thirds = outline.outer.iter().cycle().skip(2);
            concave += usize::from(corners.zip(thirds).any(|((a, b), c)| cross(*a, *b, *c) < 0));
            members += 1;
        }
    }
    assert!(concave as i64 > members / 2, "{concave} of {members} have notches");
    assert!(looked as i64 > members, "{looked} balls beside {members} prisms");
}

/// A face that crosses itself bounds nothing that could be known.
#[test]
fn a_face_that_crosses_itself_is_named() {
    let bow = "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\n";
    for (text, line) in [
        (format!("{bow}o ok\nf 1 2 3\no bow\nf 1 2 3\nf 1 2 3 4\n"), 9),
        // Lobes that cancel, upright.
        ("o bow\nv 0 0 0\nv 0 2 2\nv 0 2 0\nv 0 0 2\nf 1 2 3 4\n".into(), 6),
        // A star of five points goes round twice.
        ("o bow\nv 0 3 1\nv 2 -3 1\nv -3 1 1\nv 3 1 1\nv -2 -3 1\nf 1 2 3 4 5\n".into(), 7),
    ] {
        let error = Reading::default().bytes(Path::new("bow.obj"), text.as_bytes()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(&format!("line {line}: object `bow`: face ")), "{message}");
        assert!(message.contains("crosses itself"), "{message}");
    }
    let path = std::env::temp_dir().join(format!("clearance-bow-{}.obj", std::process::id()));
    std::fs::write(&path, format!("{bow}o ok\nf 1 2 3\no bow\nf 1 2 3 4\n")).unwrap();
    let objects = Reading::default().each_object(&path).unwrap().each;
    assert!(objects[0].1.is_ok() && objects[1].1.is_err());
    std::fs::remove_file(&path).unwrap();
}

/// Repeated corners, corners on a line, and faces without area.
#[test]
fn degenerate_faces_are_read() {
    let points = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 0\nv 1e-9 0 0\n";
    for (face, twice_area) in [
        ("1 2 3 4 5", 8.0),
        ("2 3 4 5 1", 8.0),
        ("2 1 5 4 3", 8.0),
        ("1 1 3 4 5", 8.0),
        ("1 3 3 4 5 6", 8.0),
        ("6 1 2 3 4 5 5", 8.0),
        // A line, there and back.
        ("1 2 3 2", 0.0),
        ("1 3 2 1", 0.0),
        // A spike that runs back along itself.
        ("1 3 4 5 4", 4.0),
        ("1 2 3 4", 4.0),
    ] {
        let text = format!("{points}f {face}\nf 1 3 4\n");
        let loaded = read("obj", text.as_bytes());
        let areas = loaded.mesh.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| loaded.mesh.vertices[i as usize]);
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs()
        });
        // The triangle behind it has 4.
        assert_eq!(areas.sum::<f64>(), twice_area + 4.0, "{face}");
    }
}

/// A face that is bent is cut, and said to be bent.
#[test]
fn a_bent_face_is_said() {
    let text = "v 0 0 0\nv 4 0 0\nv 4 4 1\nv 0 4 0\nf 1 2 3 4\nf 1 2 3\n";
    let notes = read("obj", text.as_bytes()).notes;
    assert_eq!(notes.len(), 1);
    let note = notes[0].to_string();
    assert!(note.contains("1 face is not flat") && note.contains("line 5"), "{note}");
    // Not what rounding to floats explains.
    let text = "v 0 0 0\nv 4 0 0\nv 4 4 1e-7\nv 0 4 0\nf 1 2 3 4\n";
    assert!(read("obj", text.as_bytes()).notes.is_empty());
}

/// Sizes beyond what squares of floats hold.
#[test]
fn notches_of_any_size() {
    for power in [-150, -60, 0, 60, 150] {
        let corners = [[0, 0], [2, 0], [2, 2], [1, 1], [0, 2]];
        let text: String =
            corners.iter().map(|[x, y]| format!("v {x}e{power} {y}e{power} 0\n")).collect();
        let mesh = read("obj", format!("{text}f 3 4 5 1 2\n").as_bytes()).mesh;
        let areas = mesh.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| mesh.vertices[i as usize].map(|x| x / 10_f64.powi(power)));
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs()
        });
        assert!((areas.sum::<f64>() - 6.0).abs() < 1e-9, "{:?}", mesh.triangles);
    }
}

/// What ends here ends within seconds; by the square it took hours.
#[test]
fn faces_of_very_many_corners() {
    const CORNERS: i64 = 60_000;
    let mut draw = Draw(7);
    let mut shapes = vec![star(&mut draw, CORNERS, 1 << 30), comb(&mut draw, CORNERS / 4)];
    // Teeth a million times as long as they are wide.
    let tooth = |x: i64| [x, if x % 2 == 0 { 0 } else { 1_000_000 + x }];
    shapes.push((0..CORNERS).map(tooth).chain([[CORNERS, -5], [0, -5]]).collect());
    for ring in shapes {
        let points: String = ring.iter().map(|[x, y]| format!("v {x} {y} 0\n")).collect();
        let text = format!("{points}f {}\n", words(1..=ring.len()));
        let begun = Instant::now();
        let mesh = read("obj", text.as_bytes()).mesh;
        assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", begun.elapsed());
        let areas = mesh.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| mesh.vertices[i as usize].map(|x| x as i64));
            cross([a[0], a[1]], [b[0], b[1]], [c[0], c[1]])
        });
        assert_eq!(areas.clone().sum::<i128>(), area(&ring));
        assert!(areas.clone().all(|area| area >= 0) || areas.clone().all(|area| area <= 0));
    }
}
