//! A line of the case file, as plain numbers that every peer accepts.

use serde_json::Value;

/// A point or vector; in the plane z is 0.
pub type Triple = [f64; 3];

/// A shape in its own frame.
#[derive(Debug)]
pub enum Form {
    Point,
    Ball {
        radius: f64,
    },
    Segment([Triple; 2]),
    Triangle([Triple; 3]),
    Capsule {
        ends: [Triple; 2],
        radius: f64,
    },
    Cuboid {
        half: Triple,
    },
    /// About local y: for one that is given about another axis, the frame includes the rotation.
    Cylinder {
        half_height: f64,
        radius: f64,
    },
    Hull(Vec<Triple>),
}

/// The pose and motion of a shape.
#[derive(Debug)]
pub struct Frame {
    pub translation: Triple,
    /// In space; normalised.
    pub quaternion: [f64; 4],
    /// In the plane.
    pub angle: f64,
    pub velocity: Triple,
    pub angular_velocity: f64,
}

#[derive(Debug)]
pub struct Body {
    pub form: Form,
    pub frame: Frame,
}

/// The query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    Intersect,
    Distance,
    Penetration,
    Cast,
}

#[derive(Debug)]
pub struct Row {
    pub id: String,
    pub dim: u64,
    pub query: Query,
    pub bodies: [Body; 2],
    pub max_time: f64,
}

impl Row {
    pub fn parse(line: &str) -> Option<Self> {
        let row: Value = serde_json::from_str(line).ok()?;
        let query = match row["query"].as_str()? {
            "intersect" => Query::Intersect,
            "distance" => Query::Distance,
            "penetration" => Query::Penetration,
            "cast" => Query::Cast,
            _ => return None,
        };
        Some(Self {
            id: row["id"].as_str()?.to_owned(),
            dim: row["dim"].as_u64()?,
            query,
            bodies: [body(&row["a"])?, body(&row["b"])?],
            max_time: row["max_toi"].as_f64().unwrap_or(1.0),
        })
    }
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let mut list = [0.0; N];
    for (slot, number) in list.iter_mut().zip(value.as_array()?) {
        *slot = number.as_f64()?;
    }
    Some(list)
}

fn body(value: &Value) -> Option<Body> {
    let points = || value["vertices"].as_array()?.iter().map(numbers).collect::<Option<Vec<_>>>();
    let radius = || value["radius"].as_f64();
    let half_height = || value["half_height"].as_f64();
    let axis = value["axis"].as_str().unwrap_or("y");
    let mut upright = false;
    let form = match value["type"].as_str()? {
        "point" => Form::Point,
        "sphere" | "circle" => Form::Ball { radius: radius()? },
        "segment" => Form::Segment(points()?.try_into().ok()?),
        "triangle" => Form::Triangle(points()?.try_into().ok()?),
        "capsule" => {
            let ends = match points() {
                Some(ends) => ends.try_into().ok()?,
                None => [half_height()?, -half_height()?].map(|h| match axis {
                    "x" => [h, 0.0, 0.0],
                    "z" => [0.0, 0.0, h],
                    _ => [0.0, h, 0.0],
                }),
            };
            Form::Capsule { ends, radius: radius()? }
        }
        "box" => Form::Cuboid { half: numbers(&value["half_extents"])? },
        "cylinder" => {
            upright = true;
            Form::Cylinder { half_height: half_height()?, radius: radius()? }
        }
        "hull" | "polygon" => Form::Hull(points()?),
        _ => return None,
    };
    let mut frame = frame(value)?;
    if upright {
        frame.quaternion = normalised(match axis {
            // A third of a turn about a diagonal permutes the axes.
            "x" => product(frame.quaternion, [-1.0, -1.0, -1.0, 1.0]),
            "z" => product(frame.quaternion, [1.0, 1.0, 1.0, 1.0]),
            _ => frame.quaternion,
        });
    }
    Some(Body { form, frame })
}

fn frame(value: &Value) -> Option<Frame> {
    let pose = &value["pose"];
    let translation = if pose.is_null() { [0.0; 3] } else { numbers(&pose["translation"])? };
    let quaternion = numbers(&pose["rotation"]).unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let angle = pose["angle"].as_f64().unwrap_or(0.0);
    let mut velocity = numbers(&value["velocity"]).unwrap_or([0.0; 3]);
    let mut angular_velocity = 0.0;
    // A sweep to a second pose within one unit of time.
    if let Some(motion) = value.get("motion") {
        let end: Triple = numbers(&motion["end_translation"])?;
        velocity = std::array::from_fn(|i| end[i] - translation[i]);
        angular_velocity = motion["end_angle"].as_f64()? - angle;
    }
    let quaternion = normalised(quaternion);
    Some(Frame { translation, quaternion, angle, velocity, angular_velocity })
}

fn product(p: [f64; 4], q: [f64; 4]) -> [f64; 4] {
    let ([a, b, c, d], [x, y, z, w]) = (p, q);
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}

fn normalised(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}
