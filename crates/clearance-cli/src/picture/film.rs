//! How objects move, and what is proved of their motion.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clearance::{Pose, Space, Xyz};
use serde_json::{Value, json};

/// Moments of a motion.
pub(crate) struct Film {
    pub(crate) frames: Vec<Frame>,
    pub(crate) spans: Vec<Span>,
    /// The frame that is shown first.
    pub(crate) first: usize,
}

/// Where the first objects stand at a time, from where they stand in the picture; the others stand
/// still. And what is nearest.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) time: f64,
    pub(crate) moves: Vec<Pose<Xyz>>,
    pub(crate) said: String,
    pub(crate) tone: usize,
    pub(crate) objects: [usize; 2],
    pub(crate) ends: [[f64; 3]; 2],
}

/// What is known from one time to another: `free`, `meets` or `unknown`.
pub(crate) struct Span {
    pub(crate) known: &'static str,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Film {
    /// The same for the viewer, whose coordinates are about a place: of each object the three rows
    /// of its matrix, in `f32`.
    #[allow(clippy::cast_possible_truncation)] // What a screen shows is f32.
    pub(super) fn json(&self, about: &Pose<Xyz>) -> Value {
        let back = about.inverse();
        let mut moves = Vec::new();
        for pose in self.frames.iter().flat_map(|frame| &frame.moves) {
            let pose = back.compose(pose).compose(about);
            let columns = [0, 1, 2].map(|axis| pose.transform_vector(Xyz::axis(axis)));
            for column in columns.into_iter().chain([pose.translation]) {
                moves.extend(
                    column.coordinates().map(|x| x as f32).into_iter().flat_map(f32::to_le_bytes),
                );
            }
        }
        let here = |point: [f64; 3]| {
            let [x, y, z] = point;
            back.transform_point(Xyz::new(x, y, z)).coordinates().map(|x| x as f32)
        };
        let frames = self.frames.iter().map(|frame| {
            json!({
                "time": frame.time,
                "said": frame.said,
                "tone": frame.tone,
                "objects": frame.objects,
                "ends": frame.ends.map(here),
            })
        });
        let spans = self.spans.iter();
        let spans = spans.map(|own| json!({"known": own.known, "from": own.from, "to": own.to}));
        json!({
            "moves": BASE64_STANDARD.encode(&moves),
            "moving": self.frames.iter().map(|frame| frame.moves.len()).max(),
            "frames": frames.collect::<Vec<_>>(),
            "spans": spans.collect::<Vec<_>>(),
            "first": self.first,
        })
    }
}
