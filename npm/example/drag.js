// Two meshes to drag: how far apart they are, or how deep, with the line that shows where.
// In this folder: npm install three clearance-wasm, then serve it (npx serve) and open it.

import init, { Proximity, proximity } from "clearance-wasm";
import { geometryOf, hullOf, poseOf } from "clearance-wasm/three";
import * as THREE from "three";
import { DragControls } from "three/addons/controls/DragControls.js";

await init();

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color("#f4f2ee");
scene.add(new THREE.HemisphereLight("white", "#998", 2.5));
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
camera.position.set(0, 0, 9);

const meshes = [
  new THREE.Mesh(
    new THREE.TorusKnotGeometry(0.7, 0.25, 96, 16),
    new THREE.MeshStandardMaterial({ color: "#c2703d" }),
  ),
  new THREE.Mesh(
    new THREE.DodecahedronGeometry(1),
    new THREE.MeshStandardMaterial({ color: "#3d7ac2", flatShading: true }),
  ),
];
meshes[0].position.x = -1.75;
meshes[1].position.x = 1.75;
meshes[1].rotation.set(0.3, 0.4, 0.5);
meshes[1].scale.set(1, 1.25, 0.75);
scene.add(...meshes);

// What is answered are hulls; the knot shows its own.
const hulls = meshes.map((mesh) => hullOf(mesh));
const shown = new THREE.MeshBasicMaterial({
  color: "#c2703d",
  wireframe: true,
  transparent: true,
  opacity: 0.25,
});
meshes[0].add(new THREE.Mesh(geometryOf(hulls[0], THREE), shown));
meshes[0].children[0].raycast = () => {};

const ends = new THREE.BufferGeometry();
ends.setAttribute("position", new THREE.BufferAttribute(new Float32Array(6), 3));
const line = new THREE.Line(
  ends,
  new THREE.LineBasicMaterial({ color: "black", depthTest: false }),
);
line.frustumCulled = false;
scene.add(line);

const poses = [new Float64Array(7), new Float64Array(7)];
const found = new Proximity();
const answer = document.querySelector("#answer");

function draw() {
  meshes.forEach((mesh, i) => poseOf(mesh, hulls[i], poses[i]));
  proximity(hulls[0], poses[0], hulls[1], poses[1], found);
  const { status, distance, gap, pointA, pointB } = found;
  answer.value = `${status}\ndistance ${distance.toFixed(12)}, at most ${gap.toExponential(1)} off`;
  ends.attributes.position.array.set(pointA, 0);
  ends.attributes.position.array.set(pointB, 3);
  ends.attributes.position.needsUpdate = true;
  renderer.render(scene, camera);
}

new DragControls(meshes, camera, renderer.domElement).addEventListener("drag", draw);
draw();
