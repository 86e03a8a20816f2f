//! Charts as SVG, readable on light and on dark pages. Every bar and line is also named and
//! numbered in text, so colour is never the only distinction.

use std::fmt::Write as _;

/// Colours that colour-blind readers can distinguish, of medium lightness (after Okabe and Ito).
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Green,
    Blue,
    Orange,
    Red,
    Purple,
    Grey,
}

impl Colour {
    const fn code(self) -> &'static str {
        match self {
            Self::Green => "#009e73",
            Self::Blue => "#3d8fd1",
            Self::Orange => "#d99000",
            Self::Red => "#d55e00",
            Self::Purple => "#c06fa0",
            Self::Grey => "#8a8a8a",
        }
    }
}

const STYLE: &str = "<style>text{font:12px system-ui,sans-serif;fill:#222}.title{font-size:15px;font-weight:600}\
    .small{font-size:10px}.grid{stroke:#999;stroke-opacity:.45}.page{fill:#fff}\
    @media(prefers-color-scheme:dark){text{fill:#ddd}.page{fill:#161b22}}</style>";

struct Svg {
    body: String,
}

impl Svg {
    fn rect(&mut self, [x, y, width, height]: [f64; 4], colour: Colour) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{}"/>"#,
            colour.code()
        );
    }

    fn grid(&mut self, [x, y]: [f64; 2], [u, v]: [f64; 2]) {
        let _ = writeln!(
            self.body,
            r#"<line class="grid" x1="{x:.1}" y1="{y:.1}" x2="{u:.1}" y2="{v:.1}"/>"#
        );
    }

    /// `anchor` is start, middle or end.
    fn text(&mut self, [x, y]: [f64; 2], anchor: &str, class: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            self.body,
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
        );
    }

    fn polyline(&mut self, points: &[[f64; 2]], colour: Colour) {
        let path: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.body,
            r#"<polyline fill="none" stroke-width="2" stroke="{}" points="{}"/>"#,
            colour.code(),
            path.join(" ")
        );
    }

    fn finish(self, title: &str, [width, height]: [f64; 2]) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\">\n\
             <title>{title}</title>\n{STYLE}\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// A bar.
#[allow(missing_docs)]
pub struct Bar {
    pub label: String,
    pub value: f64,
    pub colour: Colour,
    /// Text after the bar.
    pub note: String,
}

/// A logarithmic axis from `low` to `high`, drawn from `from` to `to`.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn place(&self, value: f64) -> f64 {
        let share =
            (value.clamp(self.low, self.high) / self.low).ln() / (self.high / self.low).ln();
        self.from + share * (self.to - self.from)
    }
}

/// Bars to the right of 1 for more and to its left for less, on a logarithmic axis with lines at
/// `marks`.
pub fn bars(title: &str, bars: &[Bar], [low, high]: [f64; 2], marks: &[f64]) -> String {
    const ROW: f64 = 15.0;
    let (width, top) = (860.0, 52.0);
    let height = top + ROW * bars.len() as f64 + 12.0;
    let axis = Axis { low, high, from: 170.0, to: 620.0 };
    let mut svg = Svg { body: String::new() };
    svg.text([12.0, 22.0], "start", "title", title);
    for mark in marks {
        let x = axis.place(*mark);
        svg.grid([x, top - 4.0], [x, height - 8.0]);
        svg.text([x, top - 8.0], "middle", "small", &format!("{mark}×"));
    }
    let one = axis.place(1.0);
    for (i, bar) in bars.iter().enumerate() {
        let y = top + ROW * i as f64;
        let end = axis.place(bar.value);
        svg.text([160.0, y + 11.0], "end", "", &bar.label);
        let (left, right) = (end.min(one), end.max(one));
        svg.rect([left, y + 2.0, (right - left).max(1.0), ROW - 4.0], bar.colour);
        svg.text([one.max(end) + 6.0, y + 11.0], "start", "small", &bar.note);
    }
    svg.finish(title, [width, height])
}

/// A line of a chart.
#[allow(missing_docs)]
pub struct Series {
    pub name: String,
    pub colour: Colour,
    pub points: Vec<[f64; 2]>,
}

/// Lines on two logarithmic axes, each named at its end.
pub fn lines(title: &str, axes: [&str; 2], series: &[Series]) -> String {
    let (width, height) = (860.0, 460.0);
    let all = || series.iter().flat_map(|s| &s.points);
    let span = |i: usize| {
        all().fold((f64::INFINITY, 0.0_f64), |(low, high), p| (low.min(p[i]), high.max(p[i])))
    };
    let ((left, right), (low, high)) = (span(0), span(1));
    let decade =
        |x: f64, up: bool| 10_f64.powf(if up { x.log10().ceil() } else { x.log10().floor() });
    let (low, high) = (decade(low, false), decade(high, true));
    let x = Axis { low: left, high: right, from: 70.0, to: 640.0 };
    let y = Axis { low, high, from: height - 50.0, to: 50.0 };
    let mut svg = Svg { body: String::new() };
    svg.text([12.0, 22.0], "start", "title", title);
    let mut mark = low;
    while mark <= high * 1.01 {
        svg.grid([x.from, y.place(mark)], [x.to, y.place(mark)]);
        svg.text([x.from - 6.0, y.place(mark) + 4.0], "end", "small", &format!("{mark}"));
        mark *= 10.0;
    }
    let mut ticks: Vec<f64> = all().map(|p| p[0]).collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    for tick in ticks {
        svg.grid([x.place(tick), y.from], [x.place(tick), y.to]);
        svg.text([x.place(tick), y.from + 16.0], "middle", "small", &format!("{tick}"));
    }
    svg.text([0.5 * (x.from + x.to), height - 12.0], "middle", "", axes[0]);
    svg.text([12.0, 42.0], "start", "", axes[1]);
    // Names at the ends of the lines, moved apart where they would overlap.
    let mut ends: Vec<(f64, &Series)> =
        series.iter().filter_map(|s| Some((y.place(s.points.last()?[1]), s))).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut last = f64::NEG_INFINITY;
    for (end, s) in ends {
        let points: Vec<[f64; 2]> =
            s.points.iter().map(|[u, v]| [x.place(*u), y.place(*v)]).collect();
        svg.polyline(&points, s.colour);
        last = end.max(last + 13.0);
        svg.text([x.to + 8.0, last + 4.0], "start", "", &s.name);
    }
    svg.finish(title, [width, height])
}
