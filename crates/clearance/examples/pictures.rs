//! Draws the pictures of the verbs' documentation from the library's own answers, and compares them
//! with those in `src/pictures`; `bless` writes these anew.
//!
//! `cargo run --example pictures [bless]`

// A wrong assumption ends this program.
#![allow(clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::{env, fs, path::Path, process::ExitCode};

use clearance::{
    Cast, ConvexHull, Cuboid, Pose, Rotation2, Sweep, cast, contact_manifold, corner_points,
    distance, penetration, separation, support_point,
};
use glam::DVec2;

const A: &str = "#3d8bd4";
const B: &str = "#e0812f";
/// The colour of answers is the text's own, which is dark on light and light on dark.
const TEXT: &str = "currentColor";

type Stand = Pose<DVec2>;

fn main() -> ExitCode {
    let pictures = [
        ("distance", apart()),
        ("penetration", overlapping()),
        ("separation", along_a_direction()),
        ("cast", moving()),
        ("contact", touching()),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pictures");
    let mut status = ExitCode::SUCCESS;
    for (name, drawn) in pictures {
        let path = folder.join(name).with_extension("svg");
        if env::args().nth(1).as_deref() == Some("bless") {
            fs::write(&path, drawn).expect("the folder can be written to");
        } else if fs::read_to_string(&path).ok().as_deref() != Some(&drawn) {
            eprintln!("{name}.svg is not what the library answers: run this with `bless`");
            status = ExitCode::FAILURE;
        }
    }
    status
}

fn stand(angle: f64, x: f64, y: f64) -> Stand {
    Pose { translation: DVec2::new(x, y), rotation: Rotation2::from_angle(angle) }
}

/// A stone, A of each picture; and a box, B.
fn shapes() -> (ConvexHull<DVec2>, Cuboid<DVec2>) {
    let corners = [(-1.1, -0.5), (0.3, -0.9), (1.1, -0.1), (0.6, 0.8), (-0.7, 0.7)];
    let stone = ConvexHull::new(&corners.map(DVec2::from)).expect("the corners are numbers");
    (stone, Cuboid::new(DVec2::new(0.9, 0.5)))
}

fn apart() -> String {
    let (a, b) = shapes();
    let (at_a, at_b) = (stand(0.0, 1.4, 1.3), stand(0.5, 4.4, 1.5));
    let found = distance(&a, &at_a, &b, &at_b).expect("they are apart");
    let mut picture = Picture::new("the distance: from the nearest point of A to that of B");
    picture.pair((&a, &at_a), (&b, &at_b));
    picture.line(found.on_a, found.on_b, TEXT, "");
    picture.dot(found.on_a);
    picture.dot(found.on_b);
    let middle = found.on_a.midpoint(found.on_b);
    picture.text(middle + DVec2::new(0.0, 0.75), &format!("length {:.2}", found.length));
    picture.arrow(found.on_a - DVec2::Y * 0.3, found.on_a - DVec2::Y * 0.3 + found.normal * 0.6);
    picture.text(found.on_a + DVec2::new(0.5, -0.75), "normal");
    picture.finished()
}

fn overlapping() -> String {
    let (a, b) = shapes();
    let (at_a, at_b) = (stand(0.0, 1.8, 1.3), stand(0.5, 3.1, 1.35));
    let found = penetration(&a, &at_a, &b, &at_b).expect("they overlap");
    let mut picture = Picture::new("the depth: moved that far along the normal, B just touches A");
    picture.pair((&a, &at_a), (&b, &at_b));
    let way = found.normal * found.length;
    let out = Pose { translation: at_b.translation + way, ..at_b };
    picture.outline(&b, &out, B, "fill=\"none\" stroke-dasharray=\"4 3\"");
    picture.arrow(at_b.translation, out.translation);
    let place = out.translation + DVec2::new(1.2, -0.9);
    picture.text(place, &format!("length {:.2}", found.length));
    picture.finished()
}

fn along_a_direction() -> String {
    let (a, b) = shapes();
    let (at_a, at_b) = (stand(0.0, 1.4, 1.3), stand(0.5, 4.4, 1.5));
    let along = DVec2::new(0.96, -0.28);
    let found = separation(&a, &at_a, &b, &at_b, along);
    let last = support_point(&a, &at_a, along).point;
    let first = support_point(&b, &at_b, -along).point;
    let mut picture = Picture::new("the free slab between A and B along one direction");
    picture.pair((&a, &at_a), (&b, &at_b));
    // Both edges of the slab, at the height of the picture's middle.
    let middle = |on: DVec2| on + along.perp() * along.perp().dot(DVec2::new(3.0, 1.3) - on);
    for on in [last, first] {
        let at = middle(on);
        picture.line(
            at - along.perp() * 1.2,
            at + along.perp() * 1.2,
            TEXT,
            "stroke-dasharray=\"4 3\"",
        );
        picture.dot(on);
    }
    let from = middle(last) + along.perp() * 0.8;
    picture.arrow(from, from + along * found.length);
    let between = middle(last) + along * found.length * 0.5 - DVec2::Y * 0.1;
    picture.text(between, &format!("{:.2}", found.length));
    picture.finished()
}

fn moving() -> String {
    let (a, b) = shapes();
    let (at_a, at_b) = (stand(0.0, 1.4, 1.3), stand(0.5, 4.8, 1.75));
    let velocity = DVec2::new(-2.0, -0.4);
    let Cast::Hit(hit) = cast(&a, &at_a, &b, &at_b, &Sweep::new(velocity)) else {
        panic!("it flies towards A")
    };
    let mut picture = Picture::new("the first contact of B, which moves along the arrow");
    picture.pair((&a, &at_a), (&b, &at_b));
    let there = Pose { translation: at_b.translation + velocity * hit.time.low, ..at_b };
    picture.outline(&b, &there, B, "fill=\"none\" stroke-dasharray=\"4 3\"");
    picture.arrow(at_b.translation, there.translation);
    picture.dot(hit.witness.on_a);
    picture.text(there.translation + DVec2::new(0.6, -1.2), &format!("time {:.2}", hit.time.low));
    picture.finished()
}

fn touching() -> String {
    let (ground, block) = (Cuboid::new(DVec2::new(2.8, 0.5)), Cuboid::new(DVec2::new(0.9, 0.6)));
    let (at_a, at_b) = (stand(0.0, 3.0, 0.7), stand(0.03, 3.2, 1.75));
    let found = contact_manifold(&ground, &at_a, &block, &at_b, 0.0).expect("they touch");
    let mut picture =
        Picture::new("the contact points, and the normal that their depths are along");
    picture.pair((&ground, &at_a), (&block, &at_b));
    for point in found.points() {
        picture.dot(point.on_a);
        picture.arrow(point.on_a, point.on_a + found.normal * 0.6);
        let beside = DVec2::new(if point.on_a.x < 3.2 { -1.2 } else { 1.2 }, 0.3);
        picture.text(point.on_a + beside, &format!("depth {:.3}", point.depth));
    }
    picture.finished()
}

/// A picture in the world's units, y up; in a page that is light or dark.
struct Picture(String);

const SCALE: f64 = 50.0;
const HEIGHT: f64 = 2.7;

impl Picture {
    fn new(title: &str) -> Self {
        // A block of HTML to Markdown: it has no empty line.
        Self(format!(
            "<div><svg viewBox=\"0 0 300 135\" width=\"300\" height=\"135\" role=\"img\" \
             aria-label=\"{title}\" fill=\"none\" stroke-width=\"1.5\" font-size=\"12\">\n\
             <title>{title}</title>\n"
        ))
    }

    fn finished(mut self) -> String {
        self.0.push_str("</svg></div>\n");
        self.0
    }

    fn at(point: DVec2) -> String {
        format!("{:.1},{:.1}", point.x * SCALE, (HEIGHT - point.y) * SCALE)
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{element}").expect("text has room");
    }

    fn pair<S, T>(&mut self, a: (&S, &Stand), b: (&T, &Stand))
    where
        S: clearance::SupportMap<DVec2>,
        T: clearance::SupportMap<DVec2>,
    {
        for (name, color, middle) in [
            ("A", A, self.outline(a.0, a.1, A, &format!("fill=\"{A}\" fill-opacity=\"0.25\""))),
            ("B", B, self.outline(b.0, b.1, B, &format!("fill=\"{B}\" fill-opacity=\"0.25\""))),
        ] {
            let middle = Self::at(middle - DVec2::new(0.3, 0.3));
            let (x, y) = middle.split_once(',').expect("two coordinates");
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{color}\">{name}</text>"));
        }
    }

    /// Returns the shape's own origin.
    fn outline(
        &mut self,
        shape: &impl clearance::SupportMap<DVec2>,
        at: &Stand,
        color: &str,
        style: &str,
    ) -> DVec2 {
        // In order.
        let corners: Vec<DVec2> = corner_points(shape, at).collect();
        let hull = ConvexHull::new(&corners).expect("a polygon has corners");
        let corners: Vec<String> = hull.vertices().iter().map(|p| Self::at(*p)).collect();
        let corners = corners.join(" ");
        self.add(format_args!("<polygon points=\"{corners}\" stroke=\"{color}\" {style}/>"));
        at.translation
    }

    fn line(&mut self, from: DVec2, to: DVec2, color: &str, style: &str) {
        let (from, to) = (Self::at(from), Self::at(to));
        self.add(format_args!("<path d=\"M{from} L{to}\" stroke=\"{color}\" {style}/>"));
    }

    fn arrow(&mut self, from: DVec2, to: DVec2) {
        self.line(from, to, TEXT, "");
        let back = (from - to).normalize() * 0.14;
        let [left, right] = [0.5, -0.5].map(|side| to + back + back.perp() * side);
        let corners = [to, left, right].map(Self::at).join(" ");
        self.add(format_args!("<polygon points=\"{corners}\" fill=\"{TEXT}\"/>"));
    }

    fn dot(&mut self, at: DVec2) {
        let at = Self::at(at);
        let (x, y) = at.split_once(',').expect("two coordinates");
        self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{TEXT}\"/>"));
    }

    fn text(&mut self, at: DVec2, text: &str) {
        let at = Self::at(at);
        let (x, y) = at.split_once(',').expect("two coordinates");
        let middle = "text-anchor=\"middle\"";
        self.add(format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{TEXT}\" {middle}>{text}</text>"));
    }
}
