//! What a topic's viewpoint sees, as a PNG: the nearest surface of A, of B and of all else for each
//! pixel, laid over one another from the back.

use clearance::{Space, Xyz};
use clearance_json::Fault;
use clearance_scene::{Mesh, bcf};

use super::Picture;
use super::html::colour;
use super::row::Row;
use crate::args::Up;

const WIDTH: usize = 600;
const HEIGHT: usize = 400;
/// Half of what the camera sees from top to bottom, over its distance: the tangent of half its angle
/// of 60 degrees.
const HALF_VIEW: f64 = 0.577;
/// Pixels between lines of sight whose tangents are 1 apart.
const FOCUS: f64 = 0.5 * HEIGHT as f64 / HALF_VIEW;
/// Triangles of what is not of the pair, at most.
const MOST_AROUND: usize = 50_000;
const GREEN: [u8; 3] = [0x2e, 0x9e, 0x5b];
const GREY: [u8; 3] = [0x88, 0x96, 0xa3];

/// A camera that sees a pair, with z up.
pub(super) struct View(pub(super) bcf::View);

impl View {
    /// Sees the smaller object whole.
    pub(super) fn of(row: &Row<'_>, picture: &Picture<'_>) -> Self {
        let ends = [row.point_a, row.point_b].map(|point| turned(picture.up, point));
        let [from, to] = ends;
        let middle = (from + to) * 0.5;
        let reach = |mesh: &Mesh| {
            let corners = mesh.vertices.iter().map(|v| (turned(picture.up, *v) - middle).length());
            corners.fold(0.0, f64::max)
        };
        let smaller = picture.pair(row).into_iter().flatten().map(reach).fold(f64::MAX, f64::min);
        Self(bcf::View::of(ends, smaller))
    }

    /// The PNG. A has the colour of its class, B is green, the larger of both translucent, all else
    /// faint, and a black line joins the nearest or deepest points.
    pub(super) fn png(&self, row: &Row<'_>, picture: &Picture<'_>) -> Result<Vec<u8>, Fault> {
        let mut layers = [(colour(row.kind), 1.0), (GREEN, 1.0), (GREY, 0.18)]
            .map(|(colour, solid)| Layer { colour, solid, pixels: vec![NOTHING; WIDTH * HEIGHT] });
        let pair = picture.pair(row);
        let [size_a, size_b] = pair.map(|mesh| mesh.map_or(0.0, size));
        let [a, b, around] = &mut layers;
        (if size_a >= size_b { &mut *a } else { &mut *b }).solid = 0.5;
        for (layer, mesh) in [a, b].into_iter().zip(pair) {
            mesh.iter().for_each(|mesh| self.draw(mesh, picture.up, layer));
        }
        let mut left = MOST_AROUND;
        let is_other = |mesh: &&Mesh| !pair.iter().flatten().any(|own| std::ptr::eq(*own, *mesh));
        for mesh in picture.meshes().filter(is_other) {
            let count = mesh.triangles.len();
            if count <= left && self.may_see(mesh, picture.up) {
                left -= count;
                self.draw(mesh, picture.up, around);
            }
        }
        let mut image: Vec<[u8; 3]> = (0..WIDTH * HEIGHT).map(|at| blend(&layers, at)).collect();
        self.mark(&mut image);
        encoded(image.as_flattened())
    }

    /// A point as the camera has it: to the right, upward, and ahead.
    fn seen(&self, point: Xyz) -> Xyz {
        let from = point - self.0.eye;
        let right = self.0.direction.cross(self.0.upward);
        Xyz::new(from.dot(right), from.dot(self.0.upward), from.dot(self.0.direction))
    }

    /// Whether the ball about a mesh reaches into what is ahead and not much farther than the pair.
    fn may_see(&self, mesh: &Mesh, up: Up) -> bool {
        let Some(middle) = crate::picture::middle(mesh) else { return false };
        let (seen, radius) = (self.seen(turned(up, middle)), 0.5 * size(mesh));
        seen.z + radius > 0.0 && seen.z - radius < 4.0 * self.0.distance
    }

    fn draw(&self, mesh: &Mesh, up: Up, layer: &mut Layer) {
        let seen: Vec<Xyz> = mesh.vertices.iter().map(|v| self.seen(turned(up, *v))).collect();
        let corner = |i: u32| seen.get(usize::try_from(i).unwrap_or(usize::MAX)).copied();
        for [a, b, c] in &mesh.triangles {
            if let (Some(a), Some(b), Some(c)) = (corner(*a), corner(*b), corner(*c)) {
                let normal = (b - a).cross(c - a);
                let light = normal.dot(Xyz::new(0.3, 0.5, 0.8)).abs() / normal.length();
                for [a, b, c] in self.ahead([a, b, c]) {
                    layer.fill([a, b, c].map(flat), 0.5 + 0.5 * light);
                }
            }
        }
    }

    /// What of a triangle is before the eye: none, one or two triangles.
    fn ahead(&self, corners: [Xyz; 3]) -> impl Iterator<Item = [Xyz; 3]> {
        let near = 1e-3 * self.0.distance;
        let [a, b, c] = corners;
        let mut kept = Vec::with_capacity(4);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if from.z >= near {
                kept.push(from);
            }
            if (from.z >= near) != (to.z >= near) {
                kept.push(from + (to - from) * ((near - from.z) / (to.z - from.z)));
            }
        }
        let fan = match *kept.as_slice() {
            [a, b, c] => [Some([a, b, c]), None],
            [a, b, c, d] => [Some([a, b, c]), Some([a, c, d])],
            _ => [None, None],
        };
        fan.into_iter().flatten()
    }

    /// The line from A to B above all else, with a dot at either end.
    fn mark(&self, image: &mut [[u8; 3]]) {
        let [from, to] = self.0.ends.map(|end| flat(self.seen(end)));
        let steps = 2 * WIDTH;
        for step in 0..=steps {
            let along = step as f64 / steps as f64;
            let size = if step == 0 || step == steps { 4_i32 } else { 1 };
            let at = |axis: usize| {
                let [from, to] = [from, to].map(|end| end.get(axis).copied().unwrap_or(0.0));
                (from + along * (to - from)).round()
            };
            for (x, y) in (-size..=size).flat_map(|y| (-size..=size).map(move |x| (x, y))) {
                if x * x + y * y <= size * size
                    && let Some(at) = place(at(0) + f64::from(x), at(1) + f64::from(y))
                    && let Some(pixel) = image.get_mut(at)
                {
                    *pixel = [0; 3];
                }
            }
        }
    }
}

/// The nearest surface for each pixel: one over how far ahead it is, and how light.
struct Layer {
    colour: [u8; 3],
    solid: f64,
    pixels: Vec<(f64, f64)>,
}

const NOTHING: (f64, f64) = (0.0, 0.0);

impl Layer {
    /// A triangle of the picture, whose corners are x, y and one over how far ahead.
    fn fill(&mut self, [a, b, c]: [[f64; 3]; 3], light: f64) {
        let cross = |[ax, ay, _]: [f64; 3], [bx, by, _]: [f64; 3], x: f64, y: f64| {
            (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        };
        let ([ax, ay, _], [bx, by, _], [cx, cy, _]) = (a, b, c);
        let area = cross(a, b, cx, cy);
        if !(area != 0.0 && area.is_finite()) {
            return;
        }
        let range = |a: f64, b: f64, c: f64, end: usize| {
            let (low, high) = (a.min(b).min(c).ceil(), a.max(b).max(c).floor() + 1.0);
            // Negative numbers become 0.
            (low as usize, (high as usize).min(end))
        };
        let (left, right) = range(ax, bx, cx, WIDTH);
        let (top, bottom) = range(ay, by, cy, HEIGHT);
        for row in top..bottom {
            let y = row as f64;
            let line = self.pixels.get_mut(row * WIDTH + left..row * WIDTH + right.max(left));
            for (pixel, x) in line.into_iter().flatten().zip(left..) {
                let x = x as f64;
                let [u, v, w] =
                    [cross(b, c, x, y), cross(c, a, x, y), cross(a, b, x, y)].map(|e| e / area);
                let nearness = u * a[2] + v * b[2] + w * c[2];
                if u >= 0.0 && v >= 0.0 && w >= 0.0 && nearness > pixel.0 {
                    *pixel = (nearness, light);
                }
            }
        }
    }
}

/// The colour of a pixel: what is farther is seen through what is nearer.
fn blend(layers: &[Layer; 3], at: usize) -> [u8; 3] {
    let mut found: Vec<(f64, f64, &Layer)> = Vec::with_capacity(3);
    for layer in layers {
        let (nearness, light) = layer.pixels.get(at).copied().unwrap_or(NOTHING);
        if nearness > 0.0 {
            found.push((nearness, light, layer));
        }
    }
    // The translucent one of two in one place is before the other.
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.2.solid.total_cmp(&a.2.solid)));
    let colour = found.iter().fold([255.0; 3], |behind: [f64; 3], (_, light, layer)| {
        let mut colour = behind;
        for (colour, own) in colour.iter_mut().zip(layer.colour) {
            *colour += layer.solid * (light * f64::from(own) - *colour);
        }
        colour
    });
    colour.map(|x| x as u8)
}

fn encoded(image: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(Fault::new)?;
    writer.write_image_data(image).map_err(Fault::new)?;
    writer.finish().map_err(Fault::new)?;
    Ok(bytes)
}

/// On the picture: x to the right, y down, and one over how far ahead.
fn flat(seen: Xyz) -> [f64; 3] {
    let scale = FOCUS / seen.z;
    [0.5 * WIDTH as f64 + scale * seen.x, 0.5 * HEIGHT as f64 - scale * seen.y, 1.0 / seen.z]
}

fn place(x: f64, y: f64) -> Option<usize> {
    let is_in = x >= 0.0 && y >= 0.0 && x < WIDTH as f64 && y < HEIGHT as f64;
    is_in.then_some(y as usize * WIDTH + x as usize)
}

fn turned(up: Up, point: [f64; 3]) -> Xyz {
    let [x, y, z] = up.turned(point);
    Xyz::new(x, y, z)
}

/// The diagonal of the box about a mesh.
fn size(mesh: &Mesh) -> f64 {
    let points = mesh.vertices.iter().map(|[x, y, z]| Xyz::new(*x, *y, *z));
    let box_ = clearance_scene::scene::Extent::of_points(points);
    if mesh.vertices.is_empty() { 0.0 } else { (box_.high - box_.low).length() }
}
