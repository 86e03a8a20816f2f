/**
 * One view of space: shapes as WebGL meshes, and above them a flat canvas for points, arrows and
 * letters, so that these keep their size and weight and are never hidden inside a shape.
 */

import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  Group,
  LessDepth,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene as ThreeScene,
  Vector3,
  WebGLRenderer,
} from "three";
import { found } from "../found";
import type { Quat, Vec } from "../math/vec";
import type { Look } from "../model/url";
import { h } from "../ui/dom";

const FIELD = 28;

export interface Solid {
  faces: BufferGeometry | null;
  edges: BufferGeometry | null;
  /** A sampled surface has slivers that fold onto each other; they must not be blended twice. */
  sampled?: boolean;
}

export class Stage {
  readonly canvas = h("canvas", { class: "gl" });
  readonly over = h("canvas", { class: "over" });
  readonly camera = new PerspectiveCamera(FIELD, 1, 0.1, 100);
  readonly pen: CanvasRenderingContext2D;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new ThreeScene();
  private readonly lamp = new DirectionalLight(0xffffff, 2.1);
  private readonly solids = new Map<string, Group>();
  private shown = new Set<string>();
  width = 1;
  height = 1;

  constructor(
    readonly host: HTMLElement,
    label: string,
  ) {
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true });
    this.pen = found(this.over.getContext("2d"), "the pen of a canvas");
    this.over.setAttribute("role", "img");
    this.over.setAttribute("aria-label", label);
    host.replaceChildren(this.canvas, this.over);
    this.scene.add(new AmbientLight(0xffffff, 1.5), this.lamp, this.lamp.target);
  }

  /** Points the camera at `look` from the given angles; returns the eye's axes. */
  aim(look: Look, azimuth: number, elevation: number): { right: Vec; up: Vec; back: Vec } {
    const { clientWidth, clientHeight } = this.host;
    const dpr = Math.min(devicePixelRatio || 1, 2);
    if (
      clientWidth !== this.width ||
      clientHeight !== this.height ||
      this.over.width !== Math.round(clientWidth * dpr)
    ) {
      [this.width, this.height] = [clientWidth || 1, clientHeight || 1];
      this.renderer.setPixelRatio(dpr);
      this.renderer.setSize(this.width, this.height, false);
      this.over.width = Math.round(this.width * dpr);
      this.over.height = Math.round(this.height * dpr);
    }
    const back: Vec = [
      Math.cos(elevation) * Math.sin(azimuth),
      Math.sin(elevation),
      Math.cos(elevation) * Math.cos(azimuth),
    ];
    const aspect = this.width / this.height;
    const away = look.reach / Math.min(1, aspect) / Math.tan((FIELD * Math.PI) / 360);
    this.camera.aspect = aspect;
    this.camera.near = away / 50;
    this.camera.far = away * 20;
    this.camera.position.set(
      look.centre[0] + back[0] * away,
      look.centre[1] + back[1] * away,
      look.centre[2] + back[2] * away,
    );
    this.camera.up.set(0, 1, 0);
    this.camera.lookAt(...(look.centre as [number, number, number]));
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    const e = this.camera.matrixWorld.elements;
    const [right, up] = [
      [e[0], e[1], e[2]],
      [e[4], e[5], e[6]],
    ] as unknown as [Vec, Vec];
    this.lamp.position
      .copy(this.camera.position)
      .add(new Vector3(...right).multiplyScalar(-away * 0.5))
      .add(new Vector3(...up).multiplyScalar(away * 0.8));
    this.lamp.target.position.set(...(look.centre as [number, number, number]));
    return { right, up, back };
  }

  begin(): void {
    this.shown.clear();
    const dpr = this.over.width / this.width;
    this.pen.setTransform(dpr, 0, 0, dpr, 0, 0);
    this.pen.clearRect(0, 0, this.width, this.height);
    this.pen.lineCap = this.pen.lineJoin = "round";
  }

  /**
   * Shows a solid at a pose. Its geometry is uploaded only if it is a different object than last
   * time.
   */
  solid(name: string, solid: Solid, at: Vec, turn: Quat, colour: string, opacity: number): void {
    this.shown.add(name);
    let group = this.solids.get(name);
    if (
      !group ||
      group.userData.solid !== solid ||
      group.userData.colour !== colour ||
      group.userData.opacity !== opacity
    ) {
      if (group) this.drop(name, group);
      group = new Group();
      group.userData = { solid, colour, opacity };
      if (solid.faces) {
        const material = new MeshLambertMaterial({
          color: new Color(colour),
          transparent: true,
          opacity,
          depthWrite: solid.sampled === true && opacity > 0.4,
          depthFunc: LessDepth,
          polygonOffset: true,
          polygonOffsetFactor: 1,
        });
        group.add(new Mesh(solid.faces, material));
      }
      if (solid.edges)
        group.add(
          new LineSegments(
            solid.edges,
            new LineBasicMaterial({
              color: new Color(colour),
              transparent: true,
              opacity: Math.min(1, opacity + 0.25),
            }),
          ),
        );
      group.name = name;
      this.solids.set(name, group);
      this.scene.add(group);
    }
    group.position.set(...(at as [number, number, number]));
    group.quaternion.set(...(turn as [number, number, number, number]));
  }

  private drop(name: string, group: Group): void {
    this.scene.remove(group);
    for (const child of group.children as Mesh[]) (child.material as MeshLambertMaterial).dispose();
    const solid = group.userData.solid as Solid;
    solid.faces?.dispose();
    solid.edges?.dispose();
    this.solids.delete(name);
  }

  end(): void {
    for (const [name, group] of this.solids) if (!this.shown.has(name)) this.drop(name, group);
    this.renderer.render(this.scene, this.camera);
  }

  /**
   * The position of a world point on the screen, in pixels; the third number grows with its
   * distance.
   */
  project(p: Vec): [number, number, number] {
    const v = new Vector3(...p).project(this.camera);
    return [((v.x + 1) * this.width) / 2, ((1 - v.y) * this.height) / 2, v.z];
  }

  /** Lengths per pixel at the depth of a point. */
  perPixel(p: Vec): number {
    const depth = new Vector3(...p).applyMatrix4(this.camera.matrixWorldInverse).z;
    return (2 * Math.abs(depth) * Math.tan((FIELD * Math.PI) / 360)) / this.height;
  }

  group(name: string): Group | undefined {
    return this.solids.get(name);
  }

  dispose(): void {
    for (const [name, group] of this.solids) this.drop(name, group);
    this.renderer.dispose();
    this.canvas.remove();
    this.over.remove();
  }
}

export function geometry(
  positions: Float32Array,
  index?: Uint32Array,
  normals?: Float32Array,
): BufferGeometry {
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(positions, 3));
  if (index) g.setIndex(new BufferAttribute(index, 1));
  if (normals) g.setAttribute("normal", new BufferAttribute(normals, 3));
  else g.computeVertexNormals();
  return g;
}
