//! Parts by V-HACD as parry has it, where the feature `vhacd` is built in.

use clearance_json::Fault;
use clearance_scene::Mesh;

use crate::args::DecomposeArgs;

#[cfg(not(feature = "vhacd"))]
pub(super) fn parts(_: &Mesh, _: &DecomposeArgs) -> Result<Vec<Mesh>, Fault> {
    Err(Fault::new(
        "--with vhacd is not built in: `cargo install --path crates/clearance-cli --features \
         vhacd` in the clone builds it in; or take --with coacd",
    ))
}

#[cfg(feature = "vhacd")]
pub(super) fn parts(mesh: &Mesh, args: &DecomposeArgs) -> Result<Vec<Mesh>, Fault> {
    use std::panic::{set_hook, take_hook};

    if args.most_parts < 4 {
        return Err(Fault::field("--most-parts", "vhacd takes no fewer than 4"));
    }
    // parry panics on what it cannot divide; that is said as any other error.
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let parts = made(mesh, args);
    set_hook(hook);
    parts.ok_or_else(|| {
        Fault::new(
            "V-HACD, by parry, cannot divide this mesh; try another --resolution, or --with coacd",
        )
    })
}

#[cfg(feature = "vhacd")]
fn made(mesh: &Mesh, args: &DecomposeArgs) -> Option<Vec<Mesh>> {
    use parry3d_f64::math::Vector;
    use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};
    use std::panic::catch_unwind;

    let parameters = VHACDParameters {
        resolution: args.resolution.unwrap_or(128),
        concavity: args.concavity.unwrap_or(0.001),
        // It halves once more often than this number of parts wants.
        max_convex_hulls: (args.most_parts.saturating_add(1).next_power_of_two() / 4).max(1),
        // Else it looks for cuts by hulls of a few cells' middles, and panics where they are flat.
        convex_hull_approximation: false,
        ..VHACDParameters::default()
    };
    let points: Vec<Vector> = mesh.vertices.iter().map(|v| Vector::from_array(*v)).collect();
    let triangles = &mesh.triangles;
    let divided = catch_unwind(|| VHACD::decompose(&parameters, &points, triangles, true)).ok()?;
    let cells = divided.voxel_parts().iter().filter(|part| !part.is_empty());
    let parts = cells.map(|part| {
        // The hull of what of the mesh is in the part's cells. parry has none of what is flat.
        let hull = catch_unwind(|| part.compute_exact_convex_hull(&points, triangles));
        let (corners, triangles) = hull.unwrap_or_else(|_| {
            (part.compute_primitive_intersections(&points, triangles), Vec::new())
        });
        Mesh { vertices: corners.iter().map(|v| v.to_array()).collect(), triangles }
    });
    Some(parts.collect())
}
