//! A pair as a Rust program, to be copied from the page.

use std::collections::BTreeSet;

use clearance::{Pose, Rotation, Scalar, Shape, Space};
use clearance_json::{Dimension, Fault, Libraries, Placed, Precision, Request, Task};
use serde_json::Value;

/// A program that prints the relation of the pair.
pub(crate) fn rust(pair: &Value) -> Result<String, Fault> {
    let request = Request::read(pair, None)?;
    request.perform(&Libraries::closed(), &Writing)
}

struct Writing;

impl Task for Writing {
    type Outcome = String;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<String, Fault> {
        let vector = match (S::DIM, a.precision) {
            (2, Precision::F32) => "Vec2",
            (2, Precision::F64) => "DVec2",
            (_, Precision::F32) => "Vec3",
            (_, Precision::F64) => "DVec3",
        };
        let mut program =
            Program { vector, precision: a.precision, names: BTreeSet::from(["Proximity"]) };
        let [shape_a, shape_b] = [program.shape(a.solid.shape())?, program.shape(b.solid.shape())?];
        let [pose_a, pose_b] = [program.pose(&a.pose), program.pose(&b.pose)];
        let names: Vec<&str> = program.names.iter().copied().collect();
        let names = names.join(", ");
        let fallible = [&shape_a, &shape_b].iter().any(|shape| shape.contains('?'));
        let (result, end) = if fallible {
            (" -> Result<(), Box<dyn std::error::Error>>", "    Ok(())\n}")
        } else {
            ("", "}")
        };
        Ok(format!(
            "\
// cargo add clearance glam@0.33
use clearance::{{{names}, proximity}};
use glam::{vector};

fn main(){result} {{
    let a = {shape_a};
    let pose_a = {pose_a};
    let b = {shape_b};
    let pose_b = {pose_b};
    match proximity(&a, &pose_a, &b, &pose_b) {{
        Proximity::Separated(w) => println!(\"apart by {{}} ± {{:e}}, along {{}}\", w.length, w.gap, w.normal),
        Proximity::Intersecting(w) => println!(\"overlapping by {{}} ± {{:e}}, along {{}}\", w.length, w.gap, w.normal),
        Proximity::Undecided(w) => println!(\"too close to call: {{}} ± {{:e}}\", w.length, w.gap),
    }}
{end}
"
        ))
    }
}

struct Program {
    /// Glam's name for the vectors.
    vector: &'static str,
    /// What its numbers are.
    precision: Precision,
    /// The names used from the library.
    names: BTreeSet<&'static str>,
}

impl Program {
    fn pose<S: Space>(&mut self, pose: &Pose<S>) -> String {
        let translation = self.point(pose.translation);
        if pose.rotation == Rotation::IDENTITY {
            return translation;
        }
        let [x, y, z, w] = pose.rotation.components().map(|x| self.number(x));
        let rotation = if S::DIM == 2 {
            self.names.insert("Rotation2");
            format!("Rotation2 {{ cos: {x}, sin: {y} }}")
        } else {
            self.names.insert("Rotation3");
            format!("Rotation3::from_xyzw({x}, {y}, {z}, {w})")
        };
        format!("({rotation}, {translation})")
    }

    fn shape<S: Space>(&mut self, shape: &Shape<S>) -> Result<String, Fault> {
        let precision = self.precision;
        let real = |x| number(x, precision);
        Ok(match shape {
            Shape::Point(point) => format!("{}({})", self.named("Point"), self.point(point.0)),
            Shape::Segment(s) => {
                let (a, b) = (self.point(s.a), self.point(s.b));
                format!("{} {{ a: {a}, b: {b} }}", self.named("Segment"))
            }
            Shape::Triangle(t) => {
                let [a, b, c] = [t.a, t.b, t.c].map(|p| self.point(p));
                format!("{} {{ a: {a}, b: {b}, c: {c} }}", self.named("Triangle"))
            }
            Shape::Ball(ball) => format!("{}::new({})", self.named("Ball"), real(ball.radius)),
            Shape::Capsule(c) => self.revolved("Capsule", real(c.half_height), real(c.radius)),
            Shape::Cylinder(c) => self.revolved("Cylinder", real(c.half_height), real(c.radius)),
            Shape::Cone(c) => self.revolved("Cone", real(c.half_height), real(c.radius)),
            Shape::Cuboid(c) => {
                format!("{}::new({})", self.named("Cuboid"), self.point(c.half_extents))
            }
            Shape::Ellipsoid(e) => {
                format!("{} {{ radii: {} }}", self.named("Ellipsoid"), self.point(e.radii))
            }
            Shape::Hull(hull) => {
                format!("{}::new(&{})?", self.named("ConvexHull"), self.points(hull.vertices()))
            }
            Shape::Frustum(f) => {
                let name = self.named("Frustum");
                match (f.view_projection(), f.corners()) {
                    (Some((columns, depth)), _) => {
                        let columns = columns.map(|column| {
                            let numbers = column.map(real);
                            format!("[{}]", numbers.join(", "))
                        });
                        let (columns, range) = (columns.join(", "), self.named("DepthRange"));
                        format!("{name}::from_view_projection([{columns}], {range}::{depth:?})?")
                    }
                    (None, Some(corners)) => {
                        format!("{name}::from_corners({})?", self.points(&corners))
                    }
                    (None, None) => return Err(Fault::new("there is no program for such a shape")),
                }
            }
            Shape::Rounded(r) => {
                let (inner, radius) = (self.shape(&r.inner)?, real(r.radius));
                format!("{} {{ inner: {inner}, radius: {radius} }}", self.named("Rounded"))
            }
            Shape::Scaled(s) => {
                let (inner, scale) = (self.shape(s.inner())?, self.point(s.scale()));
                format!("{}::new({inner}, {scale})?", self.named("Scaled"))
            }
            Shape::HalfSpace(half) => {
                let (normal, offset) = (self.point(half.normal), real(half.offset));
                format!("{}::new({normal}, {offset})", self.named("HalfSpace"))
            }
            Shape::Sum(sum) => {
                let (a, b) = (self.shape(&sum.a)?, self.shape(&sum.b)?);
                format!("{} {{ a: {a}, b: {b} }}", self.named("MinkowskiSum"))
            }
            // Pairs in JSON have no such shape.
            _ => return Err(Fault::new("there is no program for such a shape")),
        })
    }

    fn revolved(&mut self, name: &'static str, half_height: String, radius: String) -> String {
        let name = self.named(name);
        format!("{name} {{ half_height: {half_height}, radius: {radius} }}")
    }

    fn named(&mut self, name: &'static str) -> &'static str {
        self.names.insert(name);
        name
    }

    fn points<S: Space>(&self, points: &[S]) -> String {
        let points: Vec<String> = points.iter().map(|p| self.point(*p)).collect();
        format!("[{}]", points.join(", "))
    }

    fn point<S: Space>(&self, point: S) -> String {
        let numbers: Vec<String> = (0..S::DIM).map(|i| self.number(point.coordinate(i))).collect();
        format!("{}::new({})", self.vector, numbers.join(", "))
    }

    fn number(&self, x: f64) -> String {
        number(x, self.precision)
    }
}

/// A literal that reads back to the same float.
fn number(number: f64, precision: Precision) -> String {
    match precision {
        Precision::F32 => format!("{:?}", f32::from_f64(number)),
        Precision::F64 => format!("{number:?}"),
    }
}
