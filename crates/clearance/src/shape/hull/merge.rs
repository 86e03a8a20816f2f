//! From triangles to facets: joins coplanar triangles and drops what is not a corner.

// Indices are half-edges and points of the mesh; the arrays have the lengths of the mesh.
#![allow(clippy::indexing_slicing)]

use alloc::vec;
use alloc::vec::Vec;

use super::mesh::{HalfEdge, Mesh, after};

/// The corners of the hull and the loop of corners around each facet, as input points, unsorted.
///
/// Exact coplanarity across an edge is transitive, and each facet is a disc of triangles (`mesh`),
/// so its boundary is one cycle of *creases*, edges between triangles in different planes. A point
/// of the surface leaves as many creases as it has facets around it: none within a facet, two
/// within an edge, three or more at a corner. That counts corners without asking for collinearity.
pub(super) fn facets(mesh: &Mesh<'_>) -> (Vec<u32>, Vec<Vec<u32>>) {
    let mut crease = vec![false; mesh.half_edge_bound()];
    let mut creases_at = vec![0_u32; mesh.point_count()];
    for edge in mesh.half_edges() {
        let twin = mesh.twin(edge);
        // Both directions of an edge are handled together, from its smaller number.
        if edge < twin && !mesh.is_flat_across(edge) {
            for half in [edge, twin] {
                crease[half as usize] = true;
                creases_at[mesh.origin(half) as usize] += 1;
            }
        }
    }
    let is_corner = |point: u32| creases_at[point as usize] >= 3;

    let next_crease = |edge: HalfEdge| {
        let mut next = after(edge);
        while !crease[next as usize] {
            next = after(mesh.twin(next));
        }
        next
    };
    let mut walked = vec![false; mesh.half_edge_bound()];
    let mut loops = Vec::new();
    for start in mesh.half_edges().filter(|&edge| crease[edge as usize]) {
        let mut around = Vec::new();
        let mut edge = start;
        while !walked[edge as usize] {
            walked[edge as usize] = true;
            around.extend(Some(mesh.origin(edge)).filter(|&point| is_corner(point)));
            edge = next_crease(edge);
        }
        if !around.is_empty() {
            loops.push(around);
        }
    }
    let corners = (0..mesh.point_count() as u32).filter(|&point| is_corner(point)).collect();
    (corners, loops)
}
