//! Topics for BIM viewers: the BIM Collaboration Format, versions 2.1 and 3.0 of buildingSMART.
//!
//! A zip of XML: per topic a folder named by its GUID with `markup.bcf`, a viewpoint that selects
//! both objects, looks at the place, and draws the line from point to point, and what it sees as a
//! picture. Lengths are metres, as which those without a unit count, and z is up. Equal runs of
//! one date write equal files: GUIDs come from the pairs' ids.

use std::time::{SystemTime, UNIX_EPOCH};

use clearance::{Space as _, Xyz};

use crate::escape;
use crate::zip::Zip;

pub use crate::zip::Full;

const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const SNAPSHOT: &str = "snapshot.png";

/// The version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 2.1, which more viewers read.
    V2_1,
    /// 3.0.
    V3_0,
}

/// Two objects, and what there is to say about them.
#[derive(Clone, Debug)]
pub struct Topic<'t> {
    /// Text that is this pair's alone, and the same in every run.
    pub id: &'t str,
    /// Its one line.
    pub title: String,
    /// Its text.
    pub description: String,
    /// What it may be sorted by.
    pub labels: Vec<String>,
    /// The names of the objects, two or more: IFC GlobalIds, or what else a tool calls them.
    pub objects: Vec<&'t str>,
    /// How it is seen.
    pub view: View,
    /// What is seen, as a PNG.
    pub snapshot: Option<Vec<u8>>,
}

/// A camera that sees a pair, with z up.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Where it stands.
    pub eye: Xyz,
    /// Where it looks.
    pub direction: Xyz,
    /// What it has above.
    pub upward: Xyz,
    /// The nearest or deepest points of A and of B.
    pub ends: [Xyz; 2],
    /// From the eye to the middle of both.
    pub distance: f64,
}

impl View {
    /// Looks from above a corner at the middle of two points, far enough to see all that is no
    /// farther from it than `reach`, and both points.
    pub fn of(ends: [Xyz; 2], reach: f64) -> Self {
        let [from, to] = ends;
        let middle = (from + to) * 0.5;
        let radius = reach.max((to - from).length());
        let distance = if radius > 0.0 && radius < f64::MAX { 2.3 * radius } else { 2.0 };
        let direction = Xyz::new(-1.0, 1.0, -1.0) * (1.0 / 3.0_f64.sqrt());
        let upward = Xyz::new(-1.0, 1.0, 2.0) * (1.0 / 6.0_f64.sqrt());
        Self { eye: middle - direction * distance, direction, upward, ends, distance }
    }
}

/// The file of these topics, whose lengths are so many `metres`, made at a `date` as XML has it.
///
/// # Errors
/// If it is more than a zip holds.
pub fn file<'t>(
    topics: impl IntoIterator<Item = Topic<'t>>,
    version: Version,
    date: &str,
    metres: f64,
) -> Result<Vec<u8>, Full> {
    let name = match version {
        Version::V2_1 => "2.1",
        Version::V3_0 => "3.0",
    };
    let mut zip = Zip::default();
    let detail = match version {
        Version::V2_1 => format!("<DetailedVersion>{name}</DetailedVersion>"),
        Version::V3_0 => String::new(),
    };
    let text = format!("{HEADER}<Version VersionId=\"{name}\">{detail}</Version>\n");
    zip.add("bcf.version", text.as_bytes())?;
    if version == Version::V3_0 {
        let text = format!(
            "{HEADER}<Extensions><TopicTypes><TopicType>Clash</TopicType></TopicTypes>\
             <TopicStatuses><TopicStatus>Active</TopicStatus></TopicStatuses>\
             <Priorities><Priority>Normal</Priority></Priorities></Extensions>\n"
        );
        zip.add("extensions.xml", text.as_bytes())?;
    }
    for topic in topics {
        let (own, view) = (guid(topic.id, "topic"), guid(topic.id, "view"));
        let markup = markup(&topic, [&own, &view], version, date);
        zip.add(&format!("{own}/markup.bcf"), markup.as_bytes())?;
        let seen = viewpoint(&topic.objects, &view, version, &topic.view, metres);
        zip.add(&format!("{own}/{view}.bcfv"), seen.as_bytes())?;
        if let Some(snapshot) = &topic.snapshot {
            zip.add(&format!("{own}/{SNAPSHOT}"), snapshot)?;
        }
    }
    zip.finish()
}

fn markup(of: &Topic<'_>, [topic, view]: [&str; 2], version: Version, date: &str) -> String {
    let labels: String = of
        .labels
        .iter()
        .map(|label| match version {
            Version::V2_1 => format!("<Labels>{}</Labels>", text(label)),
            Version::V3_0 => format!("<Label>{}</Label>", text(label)),
        })
        .collect();
    let labels = match version {
        Version::V2_1 => labels,
        Version::V3_0 => format!("<Labels>{labels}</Labels>"),
    };
    let fields = format!(
        "<Title>{}</Title><Priority>Normal</Priority>{labels}<CreationDate>{}</CreationDate>\
         <CreationAuthor>clearance</CreationAuthor><Description>{}</Description>",
        text(&of.title),
        text(date),
        text(&of.description),
    );
    let head = format!("<Topic Guid=\"{topic}\" TopicType=\"Clash\" TopicStatus=\"Active\">");
    let mut files = format!("<Viewpoint>{view}.bcfv</Viewpoint>");
    if of.snapshot.is_some() {
        files += &format!("<Snapshot>{SNAPSHOT}</Snapshot>");
    }
    match version {
        Version::V2_1 => format!(
            "{HEADER}<Markup>{head}{fields}</Topic>\
             <Viewpoints Guid=\"{view}\">{files}</Viewpoints></Markup>\n"
        ),
        Version::V3_0 => format!(
            "{HEADER}<Markup>{head}{fields}<Viewpoints><ViewPoint Guid=\"{view}\">{files}\
             </ViewPoint></Viewpoints></Topic></Markup>\n"
        ),
    }
}

fn viewpoint(objects: &[&str], name: &str, version: Version, view: &View, metres: f64) -> String {
    let [from, to] = view.ends.map(|end| end * metres);
    let xyz =
        |tag: &str, Xyz { x, y, z }: Xyz| format!("<{tag}><X>{x}</X><Y>{y}</Y><Z>{z}</Z></{tag}>");
    let components: String = objects.iter().map(|name| component(name)).collect();
    let aspect = match version {
        Version::V2_1 => "",
        Version::V3_0 => "<AspectRatio>1.5</AspectRatio>",
    };
    format!(
        "{HEADER}<VisualizationInfo Guid=\"{name}\"><Components><Selection>{components}</Selection>\
         <Visibility DefaultVisibility=\"true\"/></Components>\
         <PerspectiveCamera>{}{}{}<FieldOfView>60</FieldOfView>{aspect}</PerspectiveCamera>\
         <Lines><Line>{}{}</Line></Lines></VisualizationInfo>\n",
        xyz("CameraViewPoint", view.eye * metres),
        xyz("CameraDirection", view.direction),
        xyz("CameraUpVector", view.upward),
        xyz("StartPoint", from),
        xyz("EndPoint", to),
    )
}

/// An object by its IFC GlobalId, where its name is one: 22 letters of base 64, the first of them
/// below 4, as 128 bits need no more.
fn component(name: &str) -> String {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let is_guid =
        name.len() == 22 && name.starts_with(['0', '1', '2', '3']) && name.chars().all(is_letter);
    if is_guid {
        return format!("<Component IfcGuid=\"{name}\"/>");
    }
    format!("<Component><AuthoringToolId>{}</AuthoringToolId></Component>", text(name))
}

fn text(name: &str) -> String {
    let shown = escape::shown(name);
    let entity = |out: &mut String, letter: char| match letter {
        '<' => *out += "&lt;",
        '>' => *out += "&gt;",
        '&' => *out += "&amp;",
        '"' => *out += "&quot;",
        other => out.push(other),
    };
    shown.chars().fold(String::new(), |mut out, letter| {
        entity(&mut out, letter);
        out
    })
}

/// A GUID that is the same in every run: of version 8, whose bits are the maker's own (RFC 9562).
fn guid(id: &str, what: &str) -> String {
    let hash = |seed: u64| {
        let bytes = what.bytes().chain(id.bytes());
        bytes.fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    let (high, low) = (hash(0xcbf2_9ce4_8422_2325), hash(0x9e37_79b9_7f4a_7c15));
    let high = (high & !0xf000) | 0x8000;
    let low = (low & !(3 << 62)) | (2 << 62);
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

/// The time now, in UTC, as XML has it.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds)
}

/// The date so many seconds after 1970 began. Years are counted from March, so that the day which
/// some have more is their last: of 400 years, 146 097 days.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    let [hour, minute, second] = [rest / 3_600, rest / 60 % 60, rest % 60];
    format!("{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", 400 * era + year)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, wanted) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date(seconds), wanted);
        }
        // Day by day, in the order of the calendar.
        let mut days = (0..60_000).map(|day| date(86_400 * day));
        let mut before = days.next().unwrap_or_default();
        for day in days {
            assert!(before < day, "{before} {day}");
            before = day;
        }
    }
}
