//! Topics for BIM viewers: the BIM Collaboration Format, versions 2.1 and 3.0 of buildingSMART.
//!
//! A zip of XML: per topic a folder named by its GUID with `markup.bcf`, a viewpoint that selects
//! both objects, looks at the place, and draws the line from point to point, and what it sees as a
//! picture. Lengths are metres, as which those without a unit count, and z is up. Equal runs of
//! one date write equal files: GUIDs come from the pairs' ids.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use clearance::Xyz;
use clearance_json::{Fault, escape};
use indicatif::ParallelProgressIterator as _;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::Picture;
use super::row::Row;
use super::snapshot::View;
use super::table::number;
use super::zip::Zip;
use crate::args::{BcfVersion, ClashArgs};

const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const SNAPSHOT: &str = "snapshot.png";
/// Topics with a picture, the worst.
const MOST_SNAPSHOTS: usize = 1000;

/// A topic for each row that fails.
pub(super) fn file(
    rows: &[Row<'_>],
    args: &ClashArgs,
    picture: &Picture<'_>,
) -> Result<Vec<u8>, Fault> {
    let (version, name) = match args.bcf_version {
        BcfVersion::V2_1 => (BcfVersion::V2_1, "2.1"),
        BcfVersion::V3_0 => (BcfVersion::V3_0, "3.0"),
    };
    let date = args.bcf_date.clone().unwrap_or_else(now);
    let mut zip = Zip::default();
    let detail = match version {
        BcfVersion::V2_1 => format!("<DetailedVersion>{name}</DetailedVersion>"),
        BcfVersion::V3_0 => String::new(),
    };
    let text = format!("{HEADER}<Version VersionId=\"{name}\">{detail}</Version>\n");
    zip.add("bcf.version", text.as_bytes())?;
    if version == BcfVersion::V3_0 {
        let text = format!(
            "{HEADER}<Extensions><TopicTypes><TopicType>Clash</TopicType></TopicTypes>\
             <TopicStatuses><TopicStatus>Active</TopicStatus></TopicStatuses>\
             <Priorities><Priority>Normal</Priority></Priorities></Extensions>\n"
        );
        zip.add("extensions.xml", text.as_bytes())?;
    }
    let rows: Vec<&Row<'_>> = rows.iter().filter(|row| args.fail_on.holds(row.kind)).collect();
    let pictured = rows.get(..MOST_SNAPSHOTS).unwrap_or(&rows);
    if pictured.len() < rows.len() {
        let (some, all) = (pictured.len(), rows.len());
        crate::remark(&format!("--bcf: of {all} topics the worst {some} have a snapshot"));
    }
    let progress = super::progress_bar();
    progress.set_message("snapshots");
    progress.set_length(pictured.len() as u64);
    let snapshots: Result<Vec<_>, Fault> = pictured
        .par_iter()
        .map(|row| View::of(row, picture).png(row, picture))
        .progress_with(progress)
        .collect();
    let mut snapshots = snapshots?.into_iter();
    let metres = picture.a.metres.unwrap_or(1.0);
    for row in rows {
        let (topic, view) = (guid(&row.id, "topic"), guid(&row.id, "view"));
        let snapshot = snapshots.next();
        let markup = markup(row, [&topic, &view], snapshot.is_some(), version, &date);
        zip.add(&format!("{topic}/markup.bcf"), markup.as_bytes())?;
        let seen = viewpoint(row, &view, version, &View::of(row, picture), metres);
        zip.add(&format!("{topic}/{view}.bcfv"), seen.as_bytes())?;
        if let Some(snapshot) = snapshot {
            zip.add(&format!("{topic}/{SNAPSHOT}"), &snapshot)?;
        }
    }
    zip.finish()
}

fn markup(
    row: &Row<'_>,
    [topic, view]: [&str; 2],
    has_snapshot: bool,
    version: BcfVersion,
    date: &str,
) -> String {
    let title = text(&format!("{}: {} × {}", row.class, row.a, row.b));
    let bound = if row.depth_is_lower_bound { "at least " } else { "" };
    let mut what = match row.signed_distance {
        depth if depth < 0.0 => format!("{bound}{} deep", number(-depth)),
        distance => format!("{} apart", number(distance)),
    };
    if let Some(thickness) = row.thickness {
        let _ = write!(what, ", overlap {} thick", number(thickness));
    }
    let description =
        text(&format!("{what}. Files: {}, {}. Pair {}.", row.a_file, row.b_file, row.id));
    let fields = format!(
        "<Title>{title}</Title><Priority>Normal</Priority>{}<CreationDate>{}</CreationDate>\
         <CreationAuthor>clearance</CreationAuthor><Description>{description}</Description>",
        match version {
            BcfVersion::V2_1 => format!("<Labels>{}</Labels>", row.class),
            BcfVersion::V3_0 => format!("<Labels><Label>{}</Label></Labels>", row.class),
        },
        text(date),
    );
    let head = format!("<Topic Guid=\"{topic}\" TopicType=\"Clash\" TopicStatus=\"Active\">");
    let mut files = format!("<Viewpoint>{view}.bcfv</Viewpoint>");
    if has_snapshot {
        let _ = write!(files, "<Snapshot>{SNAPSHOT}</Snapshot>");
    }
    match version {
        BcfVersion::V2_1 => format!(
            "{HEADER}<Markup>{head}{fields}</Topic>\
             <Viewpoints Guid=\"{view}\">{files}</Viewpoints></Markup>\n"
        ),
        BcfVersion::V3_0 => format!(
            "{HEADER}<Markup>{head}{fields}<Viewpoints><ViewPoint Guid=\"{view}\">{files}\
             </ViewPoint></Viewpoints></Topic></Markup>\n"
        ),
    }
}

fn viewpoint(row: &Row<'_>, name: &str, version: BcfVersion, view: &View, metres: f64) -> String {
    let [from, to] = view.ends.map(|end| end * metres);
    let xyz =
        |tag: &str, Xyz { x, y, z }: Xyz| format!("<{tag}><X>{x}</X><Y>{y}</Y><Z>{z}</Z></{tag}>");
    let components = [row.a, row.b].map(component).concat();
    let aspect = match version {
        BcfVersion::V2_1 => "",
        BcfVersion::V3_0 => "<AspectRatio>1.5</AspectRatio>",
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
fn now() -> String {
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
