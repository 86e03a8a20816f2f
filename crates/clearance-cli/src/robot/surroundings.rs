//! `--world`: files to what stands around a robot.

use std::collections::HashMap;
use std::path::Path;

use clearance::{Ball, Pose, Xyz};
use clearance_json::suggest::did_you_mean;
use clearance_json::{Fault, escape};
use clearance_scene::Mesh;
use clearance_scene::mesh::Cloud;
use clearance_scene::robot::{Posed, Robot, World};
use clearance_scene::scene::{Body, Object, Part};

use crate::args::{By, ObjectsArgs, RobotArgs, unit_name};
use crate::clash::{number, progress_bar};
use crate::objects;
use crate::words::{are, counted};

/// Points of a cloud that are drawn at most.
const MOST_DRAWN: usize = 200_000;

/// What stands around a robot.
pub(super) struct Surroundings {
    /// None where all of it is carried.
    pub(super) world: Option<World>,
    /// What files were read, as headlines have it.
    pub(super) lines: Vec<String>,
    /// Each object's mesh, for pictures.
    pub(super) meshes: Vec<Mesh>,
}

/// Reads all files, if there are any, and lets links carry what they are to, from where it stands
/// at the begin. Notes go behind `notes`. Returns the pairs of links that may touch what is
/// carried.
pub(super) fn read(
    args: &RobotArgs,
    robot: &mut Robot,
    begin: &[f64],
    notes: &mut Vec<String>,
) -> Result<(Option<Surroundings>, Vec<[usize; 2]>), Fault> {
    if args.world.is_empty() {
        return Ok((None, Vec::new()));
    }
    let mut things = Things::default();
    for path in &args.world {
        let cloud = args.meshes.reading().cloud(path).map_err(Fault::new)?;
        let line = match cloud {
            Some(cloud) => {
                notes.extend(cloud.notes.iter().map(|note| format!("{}: {note}", path.display())));
                let (object, mesh, line) = of_cloud(path, cloud, args)?;
                things.clouds.push(object.name.clone());
                things.objects.push(object);
                things.meshes.push(mesh);
                line
            }
            None => {
                let side = side(path, args)?;
                notes.extend(side.notes.iter().cloned());
                let line = about(&side, args);
                things.objects.extend(side.objects);
                things.meshes.extend(side.meshes);
                line
            }
        };
        things.lines.push(format!("around it {line}"));
    }
    if args.point_radius.is_some() && things.clouds.is_empty() {
        let message = "is for point clouds, and none of the files holds one";
        return Err(Fault::field("--point-radius", message));
    }
    let root = robot.links.iter().find(|link| link.joint.is_none());
    let root = root.map_or("", |link| link.name.as_str());
    things.lines.push(format!("all in the frame of {}, the root link", escape::shown(root)));
    let touch = things.attach(&args.attach, robot, begin)?;
    let Things { objects, meshes, mut lines, .. } = things;
    if objects.is_empty() && !touch.is_empty() {
        for (option, is_given) in [
            ("--may-touch", !args.may_touch.is_empty()),
            ("--link-padding", !args.link_padding.is_empty()),
            ("--link-scale", !args.link_scale.is_empty()),
        ] {
            if is_given {
                return Err(Fault::field(option, "is of a world, and all of it is carried"));
            }
        }
        return Ok((Some(Surroundings { world: None, lines, meshes }), touch));
    }
    let mut world = World::new(objects).map_err(|why| Fault::field("--world", why))?;
    grow(args, robot, &mut world, &mut lines)?;
    let_out(&args.may_touch, robot, &mut world, &mut lines)?;
    Ok((Some(Surroundings { world: Some(world), lines, meshes }), touch))
}

/// What was read.
#[derive(Default)]
struct Things {
    objects: Vec<Object>,
    meshes: Vec<Mesh>,
    lines: Vec<String>,
    /// The names of point clouds.
    clouds: Vec<String>,
}

impl Things {
    /// Lets links carry objects, which then stand around no more. Returns pairs of what is carried
    /// and links that may touch it; the first of each with the link that carries it.
    fn attach(
        &mut self,
        attach: &[String],
        robot: &mut Robot,
        begin: &[f64],
    ) -> Result<Vec<[usize; 2]>, Fault> {
        let mut posed = Posed::default();
        posed.set(robot, begin);
        let mut touch = Vec::new();
        for text in attach {
            let fault = |message: String| Fault::field("--attach", message);
            let mut words = text.split(',').map(str::trim);
            let name = words.next().unwrap_or_default();
            let links = words.map(|name| link(robot, name).map_err(fault));
            let links = links.collect::<Result<Vec<usize>, Fault>>()?;
            let Some(carrier) = links.first() else {
                return Err(fault("write OBJECT,LINK, and behind it links that may touch".into()));
            };
            let mut own = self.objects.iter().zip(0..).filter(|(object, _)| object.name == name);
            let shown = escape::shown(name);
            let place = match (own.next(), own.next()) {
                (Some((_, place)), None) => place,
                (Some(_), Some(_)) => {
                    return Err(fault(format!("several objects are called `{shown}`")));
                }
                (None, _) => {
                    let known = self.objects.iter().map(|own| own.name.as_str());
                    let meant = did_you_mean(name, known);
                    return Err(fault(format!("nothing around is called `{shown}`{meant}")));
                }
            };
            if self.clouds.iter().any(|cloud| cloud == name) {
                return Err(fault(format!("`{shown}` is a point cloud, which no link carries")));
            }
            let object = self.objects.remove(place);
            if place < self.meshes.len() {
                self.meshes.remove(place);
            }
            let stands = posed.links.get(*carrier).copied().unwrap_or_default();
            let pose = stands.inverse().compose(&object.pose);
            let new = robot.attach(&Object { pose, ..object }, *carrier).map_err(fault)?;
            touch.extend(links.iter().map(|link| [new, *link]));
            let link_name = |link: &usize| {
                let name = robot.links.get(*link).map_or("", |link| link.name.as_str());
                escape::shown(name).into_owned()
            };
            let others: Vec<String> = links.iter().skip(1).map(link_name).collect();
            let may = match others.is_empty() {
                true => String::new(),
                false => format!(", and {} may touch it", others.join(", ")),
            };
            let carrier = link_name(carrier);
            self.lines.push(format!("{carrier} carries {shown} from where it stands{may}"));
        }
        Ok(touch)
    }
}

/// The index of a link.
fn link(robot: &Robot, name: &str) -> Result<usize, String> {
    robot.link(name).ok_or_else(|| {
        let meant = did_you_mean(name, robot.links.iter().map(|link| link.name.as_str()));
        format!("no link `{}`{meant}", escape::shown(name))
    })
}

/// Lets links count as larger, and says so.
fn grow(
    args: &RobotArgs,
    robot: &Robot,
    world: &mut World,
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    let mut said = Vec::new();
    for (name, factor) in &args.link_scale {
        let fault = |message: String| Fault::field("--link-scale", message);
        let place = link(robot, name).map_err(fault)?;
        world.scale(robot, place, *factor).map_err(fault)?;
        said.push(format!("{} {} times as large", escape::shown(name), number(*factor)));
    }
    for (name, padding) in &args.link_padding {
        let fault = |message: String| Fault::field("--link-padding", message);
        let place = link(robot, name).map_err(fault)?;
        world.pad(place, *padding).map_err(fault)?;
        said.push(format!("{} padded by {}", escape::shown(name), number(*padding)));
    }
    if !said.is_empty() {
        lines.push(format!("beside it count {}", said.join(", ")));
    }
    Ok(())
}

/// Leaves out what may touch, and says what is looked at.
fn let_out(
    may_touch: &[String],
    robot: &Robot,
    world: &mut World,
    lines: &mut Vec<String>,
) -> Result<(), Fault> {
    let mut said = Vec::new();
    for text in may_touch {
        let fault = |message: String| Fault::field("--may-touch", message);
        // A name may have a comma in it.
        let (name, object) = match (robot.link(text), text.split_once(',')) {
            (None, Some((link, object))) => (link.trim(), Some(object)),
            _ => (text.as_str(), None),
        };
        let own = link(robot, name).map_err(fault)?;
        let name = escape::shown(name);
        let Some(object) = object else {
            world.allow(own, None);
            said.push(format!("{name} (all of it)"));
            continue;
        };
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (own, place) in world.objects().iter().zip(0..) {
            places.entry(&own.name).or_default().push(place);
        }
        let Some(found) = places.remove(object).or_else(|| places.remove(object.trim())) else {
            let meant = did_you_mean(object.trim(), places.keys().copied());
            let object = escape::shown(object.trim());
            return Err(fault(format!("nothing around is called `{object}`{meant}")));
        };
        said.push(match found.len() {
            1 => format!("{name} and {}", escape::shown(object.trim())),
            some => format!("{name} and the {some} called {}", escape::shown(object.trim())),
        });
        for place in found {
            world.allow(own, Some(place));
        }
    }
    let count = world.pairs(robot);
    if count == 0 {
        let message = "no link with a shape is left that is looked at beside it";
        return Err(Fault::field("--world", message));
    }
    let counted = counted(count, "pair");
    let mut line = format!("{counted} of a link and an object {} looked at", are(count));
    if !said.is_empty() {
        line += &format!("; may touch: {}", said.join(", "));
    }
    lines.push(line);
    Ok(())
}

/// A mesh or scene file.
fn side(path: &Path, args: &RobotArgs) -> Result<objects::Side, Fault> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let names_unit = matches!(extension.as_str(), "dae" | "gltf" | "glb");
    if args.world_unit.is_some() && names_unit {
        let message = format!("{} names its unit, and is read in metres", path.display());
        return Err(Fault::field("--world-unit", message));
    }
    if args.world_unit.is_some() && extension == "jsonl" {
        let message = "is for meshes and clouds; a scene file is scaled line by line, by `scale`";
        return Err(Fault::field("--world-unit", message));
    }
    let objects_args = ObjectsArgs {
        by: By::Auto,
        padding: 0.0,
        skip_bad: false,
        pictured: args.html.is_some(),
        scale: args.world_unit,
        limit: args.limit,
        meshes: args.meshes,
    };
    let bar = progress_bar();
    let side = objects::side(path, &objects_args, &bar);
    bar.finish_and_clear();
    side
}

fn about(side: &objects::Side, args: &RobotArgs) -> String {
    let count = side.objects.len();
    let triangles = count - side.hulls;
    let by = match (side.hulls, triangles) {
        (_, 0) => "convex".to_owned(),
        (0, _) => "by triangles".to_owned(),
        (hulls, triangles) => format!("{hulls} convex, {triangles} by triangles"),
    };
    let open = match side.open {
        0 => String::new(),
        some => {
            format!(", {some} open: nothing is inside {}", if some == 1 { "it" } else { "them" })
        }
    };
    let unit = side.metres.map_or_else(|| taken(args), |_| "in metres".into());
    format!("{}: {} ({by}{open}), {unit}", side.file, counted(count, "object"))
}

/// The unit of a file that names none.
fn taken(args: &RobotArgs) -> String {
    format!("taken to be in {}", unit_name(args.world_unit.unwrap_or(1.0)))
}

fn of_cloud(path: &Path, cloud: Cloud, args: &RobotArgs) -> Result<(Object, Mesh, String), Fault> {
    let file = path.display().to_string();
    let Some(radius) = args.point_radius.filter(|radius| *radius > 0.0) else {
        let message = format!("{file} is a point cloud: how large is the ball that is each point?");
        return Err(Fault::field("--point-radius", message));
    };
    let metres = args.world_unit.unwrap_or(1.0);
    let place = |[x, y, z]: &[f64; 3]| Xyz::new(x * metres, y * metres, z * metres);
    let ball = |point: &[f64; 3]| Part {
        shape: Ball::new(radius).into(),
        pose: Pose::from_translation(place(point)),
    };
    let parts = cloud.points.iter().map(ball).collect();
    let body = Body::of_parts(parts).map_err(|error| Fault::field(&file, error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let object = Object::new(name, body);
    let some = cloud.left_out;
    let left_out = match some {
        0 => String::new(),
        _ => format!(" ({some} left out, as a coordinate is NaN or infinite)"),
    };
    let line = format!(
        "{file}: {}{left_out}, each a ball of radius {}, {}",
        counted(cloud.points.len(), "point"),
        number(radius),
        taken(args)
    );
    let mesh =
        if args.html.is_some() { drawn(&cloud.points, metres, radius) } else { Mesh::default() };
    Ok((object, mesh, line))
}

/// A tetrahedron for each point, or for as many, evenly chosen, as are drawn at most.
fn drawn(points: &[[f64; 3]], metres: f64, radius: f64) -> Mesh {
    const CORNERS: [[f64; 3]; 4] =
        [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    const FACES: [[u32; 3]; 4] = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let size = radius / 3.0_f64.sqrt();
    let mut mesh = Mesh::default();
    for point in points.iter().step_by(points.len().div_ceil(MOST_DRAWN).max(1)) {
        let first = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
        let corner = |by: [f64; 3]| {
            let mut at = *point;
            at.iter_mut().zip(by).for_each(|(x, by)| *x = *x * metres + by * size);
            at
        };
        mesh.vertices.extend(CORNERS.map(corner));
        mesh.triangles.extend(FACES.map(|face| face.map(|i| i.saturating_add(first))));
    }
    mesh
}
