/**
 * The articles whose loops are written out here. The loops are theirs; the code and its faults are
 * this page's.
 */
export interface Source {
  author: string;
  title: string;
  href: string;
}

export const DJONOV: Source = {
  author: "Phill Djonov",
  title: "Implementing a GJK intersection query",
  href: "https://vec3.ca/gjk/implementation/",
};
export const WINTER: Source = {
  author: "winter.dev",
  title: "GJK: collision detection algorithm in 2D/3D",
  href: "https://winter.dev/articles/gjk-algorithm",
};
export const SUOMINEN: Source = {
  author: "Severi Suominen",
  title: "Implementing the GJK distance algorithm with EPA in 3D space",
  href: "https://severisuominen.github.io/",
};
export const ENTROPY: Source = {
  author: "Entropy Interactive",
  title: "The GJK algorithm (2011)",
  href: "https://web.archive.org/web/20180822200027/http://entropyinteractive.com/2011/04/gjk-algorithm/",
};
