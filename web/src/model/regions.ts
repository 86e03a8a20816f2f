/**
 * Which Voronoi regions of the simplex are shown in space: the one that holds the origin, those
 * that cannot, those that could, all, or none.
 */
export const REGIONS = ["here", "never", "open", "all", "none"] as const;
export type RegionsShown = (typeof REGIONS)[number];
