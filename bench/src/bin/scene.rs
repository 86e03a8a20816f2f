//! All pairs of hulls within a distance, by parry's own hierarchy: `peers/scenes.py` compares it
//! with the managers of Python.
//!
//!     cargo run --profile dist --features peers --bin scene -- 0.25 A.obj [B.obj]
//!
//! Each object is a hull with its triangles given. Prints three processor times in seconds (the
//! shapes, the pairs whose boxes are near, their distances), then a line for each pair: the indices
//! of both hulls in their files, and the signed distance. Within one file, hulls with equal names
//! up to `_` are pieces of one part, and are not compared.

use std::env::args;
use std::fs::read_to_string;
use std::time::Duration;

use cpu_time::ProcessTime;
use parry3d_f64::bounding_volume::BoundingVolume;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d_f64::query::contact;
use parry3d_f64::shape::{ConvexPolyhedron, Shape};

struct Hull {
    part: String,
    corners: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
}

fn main() {
    let mut given = args().skip(1);
    let within: f64 = given.next().and_then(|text| text.parse().ok()).expect("a distance");
    let files: Vec<Vec<Hull>> = given.map(|path| hulls(&path)).collect();
    let (first, last) = (files.first().expect("a file"), files.last().expect("a file"));
    let alone = files.len() == 1;

    let (sides, build) = timed(|| {
        files.iter().map(|hulls| hulls.iter().map(shape).collect()).collect::<Vec<Vec<_>>>()
    });
    let (a, b) = (&sides[0], &sides[sides.len() - 1]);
    let (pairs, broad) = timed(|| {
        let tree = |shapes: &[ConvexPolyhedron]| {
            let boxes = shapes.iter().map(|shape| shape.local_aabb().loosened(0.5 * within));
            Bvh::from_iter(BvhBuildStrategy::Binned, boxes.enumerate())
        };
        let one = tree(a);
        let mut pairs = Vec::new();
        if alone {
            one.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |i, j| {
                pairs.push((i as usize, j as usize));
            });
        } else {
            let two = tree(b);
            let near = one.leaf_pairs(&two, |i, j| i.intersects(j));
            pairs.extend(near.map(|(i, j)| (i as usize, j as usize)));
        }
        pairs.retain(|(i, j)| !alone || first[*i].part != last[*j].part);
        pairs
    });
    let (answers, query) = timed(|| {
        let still = Pose::IDENTITY;
        let ask = |&(i, j): &(usize, usize)| {
            let (one, two): (&dyn Shape, &dyn Shape) = (&a[i], &b[j]);
            let found = contact(&still, one, &still, two, within).expect("parry knows hulls");
            found.map(|found| (i, j, found.dist))
        };
        pairs.iter().filter_map(ask).collect::<Vec<_>>()
    });
    println!("{} {} {}", build.as_secs_f64(), broad.as_secs_f64(), query.as_secs_f64());
    for (i, j, distance) in answers {
        println!("{i} {j} {distance}");
    }
}

fn shape(hull: &Hull) -> ConvexPolyhedron {
    ConvexPolyhedron::from_convex_mesh(hull.corners.clone(), &hull.triangles)
        .or_else(|| ConvexPolyhedron::from_convex_hull(&hull.corners))
        .expect("parry builds the hull")
}

fn timed<T>(make: impl FnOnce() -> T) -> (T, Duration) {
    let start = ProcessTime::now();
    let made = make();
    (made, start.elapsed())
}

/// The objects of an OBJ whose faces are triangles, each with its own corners.
fn hulls(path: &str) -> Vec<Hull> {
    let mut hulls: Vec<Hull> = Vec::new();
    let mut before = 0;
    for line in read_to_string(path).expect(path).lines() {
        let mut words = line.split_whitespace();
        let kind = words.next();
        if kind == Some("o") {
            before += hulls.last().map_or(0, |hull| hull.corners.len() as u32);
            let part = words.next().and_then(|name| name.split('_').next()).expect("a name");
            let part = part.to_owned();
            hulls.push(Hull { part, corners: Vec::new(), triangles: Vec::new() });
            continue;
        }
        let hull = hulls.last_mut().expect("an object first");
        match kind {
            Some("v") => hull.corners.push(Vector::from_array(three(words))),
            Some("f") => hull.triangles.push(three::<u32>(words).map(|i| i - 1 - before)),
            _ => panic!("no line of a hull: {line}"),
        }
    }
    hulls
}

fn three<'w, T: std::str::FromStr + Copy + Default>(
    words: impl Iterator<Item = &'w str>,
) -> [T; 3] {
    let mut all = [T::default(); 3];
    for (own, word) in all.iter_mut().zip(words) {
        *own = word.parse().ok().expect("a number");
    }
    all
}
