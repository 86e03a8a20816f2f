//! The objects of a file while it is read: one list of vertices, and which triangles belong to
//! which object.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use super::note::listed;
use super::polygon::{Faces, Found, Origin};
use super::{Loaded, Mesh, MeshError, Note, Objects};

/// What a reader returns: the wanted triangles in the order of the file, in runs of one object
/// each.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// May include vertices that no triangle uses.
    pub(super) mesh: Mesh,
    /// The names of the objects that the runs belong to.
    names: Vec<String>,
    places: HashMap<String, usize>,
    /// The object, and the triangle at which the run ends.
    runs: Vec<(usize, usize)>,
    pub(super) notes: Vec<Note>,
    /// Those of more corners than three, until [`cut`](Self::cut).
    pub(super) faces: Faces,
    /// The first face of an object that crosses itself.
    crossed: HashMap<usize, Origin>,
    /// How many metres the unit of `mesh` is, where the file names one.
    pub(super) metres: Option<f64>,
    /// What is told about faces.
    pub(super) found: Found,
    /// The lines of vertices that are not finite; such a vertex is an error once a triangle uses
    /// it.
    pub(super) lines: HashMap<u32, usize>,
    /// How many objects there are, where several may share a name.
    pub(super) pieces: usize,
}

impl Content {
    pub(super) fn of(mesh: Mesh) -> Self {
        Self { mesh, ..Self::default() }
    }

    /// Assigns the triangles added since the last call to the object of this name.
    pub(super) fn end_run(&mut self, name: &str) {
        let end = self.mesh.triangles.len();
        if self.runs.last().map_or(0, |(_, end)| *end) == end {
            return;
        }
        let place = match self.places.get(name) {
            Some(place) => *place,
            None => {
                self.names.push(name.to_owned());
                self.places.insert(name.to_owned(), self.names.len() - 1);
                self.names.len() - 1
            }
        };
        self.runs.push((place, end));
    }

    /// Counts statements that are not read; `line` is that of the first.
    pub(super) fn leave_out(&mut self, what: &'static str, line: Option<usize>) {
        for note in &mut self.notes {
            if let Note::LeftOut { what: other, count, .. } = note
                && *other == what
            {
                *count += 1;
                return;
            }
        }
        self.notes.push(Note::LeftOut { what, count: 1, line });
    }

    /// Cuts faces, once all vertices are read.
    pub(super) fn cut(&mut self) {
        let ends = self.runs.iter_mut().map(|(_, end)| end);
        let faces = std::mem::take(&mut self.faces);
        let found = faces.cut(&self.mesh.vertices, &mut self.mesh.triangles, ends);
        for (triangle, origin) in &found.crossed {
            self.cross(*triangle, *origin);
        }
        self.found.add_bent(&found);
        self.notes.extend(self.found.note().map(|what| Note::Doubtful { what }));
    }

    /// Notes that the face with this triangle crosses itself.
    pub(super) fn cross(&mut self, triangle: usize, origin: Origin) {
        let run = self.runs.partition_point(|(_, end)| *end <= triangle);
        let place = self.runs.get(run).map(|(place, _)| *place);
        place.into_iter().for_each(|place| _ = self.crossed.entry(place).or_insert(origin));
    }

    /// The fault of an object in which a face crosses itself.
    fn fault(&self, place: usize, path: &Path) -> Option<MeshError> {
        let Origin { number: face, line } = *self.crossed.get(&place)?;
        let object = self.names.get(place).cloned().unwrap_or_default();
        Some(MeshError::Crossed { path: path.into(), object, face, line })
    }

    /// Everything as one mesh.
    pub(super) fn whole(mut self, path: &Path) -> Result<Loaded, MeshError> {
        let count = self.names.len().max(self.pieces);
        if count > 1 {
            let names = self.names.iter().zip(1..).map(|(name, place)| called(name, place));
            self.notes.insert(0, Note::Joined { count, names: names.collect() });
        }
        let first = self.crossed.keys().min();
        if let Some(fault) = first.and_then(|place| self.fault(*place, path)) {
            return Err(fault);
        }
        let mesh = self.checked(&self.mesh.triangles, &mut self.unplaced(), "", path)?;
        Ok(Loaded { mesh, notes: self.notes, metres: self.metres })
    }

    /// Each object as a mesh of its own, or why it has none.
    pub(super) fn apart(mut self, path: &Path) -> Objects {
        let notes = std::mem::take(&mut self.notes);
        let mut triangles: Vec<Vec<[u32; 3]>> = vec![Vec::new(); self.names.len()];
        let mut from = 0;
        for (place, end) in &self.runs {
            let run = self.mesh.triangles.get(from..*end).unwrap_or_default();
            triangles.get_mut(*place).into_iter().for_each(|own| own.extend(run));
            from = *end;
        }
        let mut places = self.unplaced();
        let objects = self.names.iter().zip(&triangles).enumerate();
        let each = objects.map(|(place, (name, own))| {
            if let Some(fault) = self.fault(place, path) {
                return (name.clone(), Err(fault));
            }
            let mesh = self.checked(own, &mut places, name, path);
            // For the next object; not all of them, as there may be as many objects as vertices.
            for corner in own.iter().flatten() {
                places.get_mut(*corner as usize).into_iter().for_each(|place| *place = u32::MAX);
            }
            (name.clone(), mesh)
        });
        Objects { each: each.collect(), notes, metres: self.metres }
    }

    /// For each vertex, that it has no place in an object's mesh yet.
    fn unplaced(&self) -> Vec<u32> {
        vec![u32::MAX; self.mesh.vertices.len()]
    }

    /// The mesh of some of the triangles, with only the vertices that these use: vertices of points
    /// and lines are no part of the solid.
    fn checked(
        &self,
        triangles: &[[u32; 3]],
        places: &mut [u32],
        object: &str,
        path: &Path,
    ) -> Result<Mesh, MeshError> {
        let mut mesh =
            Mesh { vertices: Vec::new(), triangles: Vec::with_capacity(triangles.len()) };
        for triangle in triangles {
            let mut own = *triangle;
            for corner in &mut own {
                let (Some(place), Some(vertex)) =
                    (places.get_mut(*corner as usize), self.mesh.vertices.get(*corner as usize))
                else {
                    continue; // The readers have refused such indices.
                };
                if *place == u32::MAX {
                    if !vertex.iter().all(|x| x.is_finite()) {
                        return Err(MeshError::NotFinite {
                            path: path.into(),
                            object: object.to_owned(),
                            vertex: *corner as usize,
                            line: self.lines.get(corner).copied(),
                        });
                    }
                    *place = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
                    mesh.vertices.push(*vertex);
                }
                *corner = *place;
            }
            mesh.triangles.push(own);
        }
        Ok(mesh)
    }
}

/// Makes shared names unique: the second `bolt` is called `bolt (2)`.
#[derive(Debug, Default)]
pub(super) struct OwnNames {
    /// The names that are taken, and the last number appended to each.
    taken: HashMap<String, usize>,
}

impl OwnNames {
    /// A unique name for one more object.
    pub(super) fn of(&mut self, name: &str) -> String {
        let name = &*short(name);
        let (own, last) = self.next(name);
        self.taken.insert(name.to_owned(), last.max(1));
        self.taken.entry(own.clone()).or_insert(1);
        own
    }

    /// The name that [`of`](Self::of) would give.
    pub(super) fn free(&self, name: &str) -> String {
        self.next(&short(name)).0
    }

    fn next(&self, name: &str) -> (String, usize) {
        let mut last = self.taken.get(name).copied().unwrap_or(0);
        let mut own = name.to_owned();
        while self.taken.contains_key(&own) {
            last += 1;
            own = format!("{name} ({last})");
        }
        (own, last)
    }
}

/// The name of the nearest node above that has one.
#[cfg(any(feature = "gltf", feature = "robot"))]
#[derive(Clone, Debug, Default)]
pub(super) struct Above {
    pub(super) name: std::rc::Rc<str>,
    /// Whether that node places nothing but what is named after it.
    pub(super) is_alone: bool,
}

#[cfg(any(feature = "gltf", feature = "robot"))]
impl Above {
    /// The name of a node and of what it holds.
    pub(super) fn new(name: &str, is_alone: bool) -> Self {
        Self { name: short(name).into(), is_alone }
    }

    /// What a part without a name of its own, or with one that only tells it from its neighbours,
    /// is called.
    pub(super) fn part(&self, own: &str) -> String {
        match (&*self.name, own) {
            ("", own) => own.to_owned(),
            (above, "") => above.to_owned(),
            (above, _) if self.is_alone => above.to_owned(),
            (above, own) => format!("{above}/{own}"),
        }
    }
}

/// A name, cut where it is long: a short file may place a mesh with a long name very often.
pub(super) fn short(name: &str) -> Cow<'_, str> {
    const MOST: usize = 1000;
    if name.len() <= MOST {
        return Cow::Borrowed(name);
    }
    let ends = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= MOST);
    Cow::Owned(format!("{}…", name.get(..ends.last().unwrap_or(0)).unwrap_or_default()))
}

/// The name of an object in messages.
fn called(name: &str, place: usize) -> String {
    if name.is_empty() { format!("object {place}") } else { name.to_owned() }
}

/// Which object is wanted, and the names of the file's objects.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    name: Option<&'a str>,
    /// The names found, once each.
    seen: Vec<String>,
    places: HashMap<String, ()>,
    found: bool,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(name: Option<&'a str>) -> Self {
        Self { name, seen: Vec::new(), places: HashMap::new(), found: false }
    }

    /// Whether an object with these names is to be read.
    pub(super) fn takes<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> bool {
        let Some(wanted) = self.name else { return true };
        let mut takes = false;
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            takes |= name == wanted;
            let name = short(name);
            if !self.places.contains_key(&*name) {
                self.places.insert(name.clone().into_owned(), ());
                self.seen.push(name.into_owned());
            }
        }
        self.found |= takes;
        takes
    }

    /// Fails if no object in the file has the name.
    pub(super) fn check(&self, path: &Path) -> Result<(), MeshError> {
        match self.name {
            Some(name) if !self.found => {
                Err(MeshError::NoSuchObject { path: path.into(), reason: self.missing(name) })
            }
            _ => Ok(()),
        }
    }

    fn missing(&self, name: &str) -> String {
        let name = super::words::printable(name.as_bytes());
        if self.seen.is_empty() {
            return format!("there is no object `{name}` in it, for its objects have no names");
        }
        let near = closest(&name, &self.seen);
        let hint = near.map_or(String::new(), |near| format!(" did you mean `{near}`?"));
        format!("there is no object `{name}` in it;{hint} it has {}", listed(&self.seen))
    }
}

/// The nearest of some names, if it is near enough to be a typo.
pub(crate) fn closest<'n>(name: &str, names: &'n [String]) -> Option<&'n String> {
    // Only the first thousands of names, as each comparison costs the product of the lengths.
    let candidates = names.iter().take(4096).filter(|other| other.len() <= 64);
    let wanted = name.to_lowercase();
    let edits = |other: &String| strsim::levenshtein(&wanted, &other.to_lowercase());
    let near = candidates.map(|other| (edits(other), other)).min_by_key(|(edits, _)| *edits);
    near.filter(|(edits, _)| *edits <= 1 + name.len() / 4 && name.len() <= 64).map(|(_, n)| n)
}
