//! `--html`: the objects and the frusta, and rows that fly to what a camera sees.

use std::borrow::Cow;

use clearance::{Frustum, Pose, Xyz};
use clearance_json::Fault;
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, View};

use super::Named;
use crate::objects::Side;
use crate::picture::{Cell, Line, Page, Shown, Tone, middle, of_body};

/// What is seen, from most to least; what is not; and the frusta, which are drawn so that one looks
/// through. What crosses may stand before all that is inside.
const TONES: [(&str, [u8; 3], f64); 4] = [
    (View::Inside.name(), [0x2b, 0x8a, 0x4a], 1.0),
    (View::Crossing.name(), [0xe0, 0x8b, 0x1a], 0.45),
    (View::Outside.name(), [0x6b, 0x76, 0x84], 0.35),
    ("camera", [0x5b, 0x8d, 0xbd], 0.15),
];

/// The file. What no camera sees has no row.
pub(super) fn html(
    side: &Side,
    cameras: &[Named],
    views: &[Vec<View>],
    summary: &str,
) -> Result<String, Fault> {
    let frusta = cameras.iter().map(|camera| frustum(&camera.frustum));
    let frusta = frusta.collect::<Result<Vec<Mesh>, Fault>>()?;
    let mut rows = Vec::new();
    for (place, (camera, (own, frustum))) in
        cameras.iter().zip(views.iter().zip(&frusta)).enumerate()
    {
        // As the table has them.
        for (wanted, tone) in [(View::Inside, 0), (View::Crossing, 1)] {
            let seen = own.iter().zip(&side.objects).zip(&side.meshes).enumerate();
            let seen = seen.filter(|(_, ((view, _), _))| **view == wanted);
            rows.extend(seen.map(|(object, ((_, what), mesh))| {
                // Of what has no end there is no mesh.
                let there = middle(mesh).or_else(|| middle(frustum)).unwrap_or_default();
                Line {
                    id: format!("view-{place}-{object}"),
                    cells: vec![Cell::Text(camera.name.clone()), Cell::Text(what.name.clone())],
                    tone,
                    objects: [frusta.len() + object, place],
                    ends: [there; 2],
                }
            }));
        }
    }
    // Cameras come first: what is beyond the drawing's limit becomes a box.
    let cameras = frusta.into_iter().zip(cameras).map(|(mesh, camera)| Shown {
        name: Cow::Borrowed(&*camera.name),
        mesh: Cow::Owned(mesh),
        tone: Some(TONES.len() - 1),
    });
    let seen = |object: usize| {
        let best = views.iter().filter_map(|own| match own.get(object)? {
            View::Inside => Some(0),
            View::Crossing => Some(1),
            View::Outside => Some(2),
        });
        best.min()
    };
    let objects = side.meshes.iter().zip(&side.objects).enumerate();
    let objects = objects.map(|(i, (mesh, object))| Shown {
        name: Cow::Borrowed(&*object.name),
        mesh: Cow::Borrowed(mesh),
        tone: seen(i),
    });
    let title = format!("What cameras see of {}", side.file);
    let page = Page {
        title: &title,
        summary,
        up: side.up,
        unit: &side.lengths(),
        tones: TONES.map(|(name, colour, solid)| Tone { name, colour, solid }).into(),
        faint: 0.15,
        objects: cameras.chain(objects).collect(),
        columns: &["camera", "object"],
        rows,
        is_named: false,
        film: None,
    };
    page.html()
}

fn frustum(frustum: &Frustum<Xyz>) -> Result<Mesh, Fault> {
    let body = Body::of_parts(vec![(*frustum).into()]).map_err(Fault::new)?;
    Ok(of_body(&body, &Pose::identity()))
}
