use std::time::Instant;
fn main() {
    for kind in ["hull", "strip", "fan", "back"] {
        for n in [10000u32, 20000, 40000] {
            let v: Vec<[f64; 3]> = (0..n)
                .map(|i| {
                    let t = (f64::from(i) + 0.5) / f64::from(n) * 2.0 - 1.0;
                    [t, t * t, t * t * t]
                })
                .collect();
            let t: Vec<[u32; 3]> = match kind {
                "hull" => clearance::ConvexHull::<clearance::Xyz>::new(
                    &v.iter().map(|v| clearance::Xyz::new(v[0], v[1], v[2])).collect::<Vec<_>>(),
                )
                .unwrap()
                .triangles()
                .collect(),
                "strip" => (0..n - 2).map(|i| [i, i + 1, i + 2]).collect(),
                "back" => (0..n - 2).map(|i| [i, i + 2, i + 1]).collect(),
                _ => (0..n - 1).map(|i| [n / 2, i, i + 1]).collect(),
            };
            let at = Instant::now();
            let found = clearance::convexity(&v, &t).unwrap();
            println!(
                "{kind} {n} {:?} {:?} {:?} {}",
                at.elapsed(),
                found.deepest_dent,
                found.gap,
                found.hull_vertices
            );
        }
    }
}
