// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitted, Zoom } from '../../Public/grid/picture/zoom.js';
import { Random } from './random.js';

function zoomed() {
  const zoom = new Zoom();
  zoom.fit(900, 600, 1200, 600, 3600);
  return zoom;
}

test('a picture is shown whole and in its own shape', () => {
  assert.deepEqual(fitted(4000, 2000, 1000, 800), [1000, 500]);
  assert.deepEqual(fitted(2000, 4000, 1000, 800), [400, 800]);
});

test('a small picture is not blown up beyond half as much again', () => {
  assert.deepEqual(fitted(100, 80, 1000, 800), [150, 120]);
});

test('what is under the pointer stays there', () => {
  const zoom = zoomed();
  zoom.by(2, 100, -50);
  // A point of the picture is seen at x + scale × point.
  const point = [100, -50];
  assert.deepEqual([zoom.x + zoom.scale * point[0], zoom.y + zoom.scale * point[1]], [100, -50]);
});

test('it never becomes smaller than whole nor larger than its limit', () => {
  const zoom = zoomed();
  zoom.by(0.1, 0, 0);
  assert.equal(zoom.scale, 1);
  zoom.by(1000, 0, 0);
  // Four times its own pixels.
  assert.equal(zoom.scale, 16);
});

test('a double click comes near and goes back', () => {
  const zoom = zoomed();
  zoom.toggle(0, 0);
  assert.ok(zoom.isZoomed);
  zoom.toggle(300, 200);
  assert.deepEqual([zoom.scale, zoom.x, zoom.y], [1, 0, 0]);
});

test('whatever is done, no edge comes into the view that need not', () => {
  const random = new Random(11);
  const zoom = zoomed();
  for (let i = 0; i < 2000; i++) {
    if (random.below(2)) zoom.by(0.5 + random.below(100) / 60, random.below(1200) - 600, random.below(600) - 300);
    else zoom.pan(random.below(2000) - 1000, random.below(2000) - 1000);
    const [width, height] = [900 * zoom.scale, 600 * zoom.scale];
    assert.ok(Math.abs(zoom.x) <= Math.max(0, (width - 1200) / 2) + 1e-6, `x at step ${i}, seed 11`);
    assert.ok(Math.abs(zoom.y) <= Math.max(0, (height - 600) / 2) + 1e-6, `y at step ${i}, seed 11`);
  }
});

test('what is seen is the part of the picture in the view', () => {
  const zoom = zoomed();
  assert.deepEqual(zoom.seen, [0, 0, 1, 1]);
  zoom.by(4, 0, 0);
  // 1200 of 3600 px, 600 of 2400 px, in the middle.
  const [left, top, right, bottom] = zoom.seen;
  for (const [is, shall] of [[left, 1 / 3], [top, 3 / 8], [right, 2 / 3], [bottom, 5 / 8]]) assert.ok(Math.abs(is - shall) < 1e-9);
  assert.equal(zoom.ratio(3600), 1);
  assert.deepEqual(zoom.place([1 / 3, 3 / 8, 2 / 3, 5 / 8]), [0, 0, 1200, 600]);
});

test('a double click shows the own pixels, on a screen of two device px as well', () => {
  const zoom = new Zoom();
  zoom.fit(900, 600, 1200, 600, 3600, 2);
  zoom.toggle(0, 0);
  assert.equal(zoom.ratio(3600), 1);
  zoom.reset();
  zoom.toggleActual();
  assert.equal(zoom.scale, 2);
});

test('another picture follows at the same scale and place, as far as its own edges', () => {
  const [zoom, other] = [zoomed(), new Zoom()];
  zoom.by(3, 200, 100);
  other.fit(400, 600, 1200, 600, 1600);
  other.follow(zoom);
  assert.equal(other.scale, 3);
  assert.ok(Math.abs(other.x) <= (400 * 3 - 1200) / 2 + 1e-9);
  assert.ok(Math.abs(other.y / (600 * 3) - zoom.y / (600 * 3)) < 1e-9);
  const same = zoomed();
  same.follow(zoom);
  for (const name of /** @type {const} */ (['scale', 'x', 'y'])) assert.ok(Math.abs(same[name] - zoom[name]) < 1e-9);
});

test('100 % stays 100 % from a tall picture to a wide one, past one that is too small for it or not known yet', () => {
  const of = (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ own) => {
    const zoom = new Zoom();
    zoom.fit(...fitted(width, height, 1440, 900), 1440, 900, own);
    return zoom;
  };
  const [tall, wide, small, unknown] = [of(4000, 6000, 4000), of(6000, 4000, 6000), of(60, 40, 60), of(6000, 4000, 0)];
  tall.toggleActual();
  for (const next of [small, unknown, wide]) {
    const before = next === small ? tall : next === unknown ? small : unknown;
    assert.ok(before.isKept);
    next.follow(before);
  }
  assert.ok(Math.abs(tall.ratio(4000) - 1) < 1e-9 && Math.abs(wide.ratio(6000) - 1) < 1e-9, `${wide.ratio(6000)}`);
  // Whoever zooms there means what is seen.
  small.follow(tall);
  small.by(2, 0, 0);
  wide.follow(small);
  assert.ok(Math.abs(wide.ratio(6000) - small.ratio(60)) < 1e-9);
  small.reset();
  assert.equal(small.isKept, false);
});

test('the point that is looked at is handed on past a picture whose edges keep it away', () => {
  const of = (/** @type {number} */ width, /** @type {number} */ height) => {
    const zoom = new Zoom();
    zoom.fit(...fitted(width, height, 1440, 900), 1440, 900, width);
    return zoom;
  };
  const [wide, tall, again] = [of(6000, 4000), of(4000, 6000), of(6000, 4000)];
  wide.toggleActual();
  wide.pan(9000, 500);
  tall.follow(wide);
  assert.ok(tall.seen[0] === 0 && tall.seen[2] - tall.seen[0] > wide.seen[2] - wide.seen[0], 'a narrower picture shows more of its width');
  again.follow(tall);
  assert.deepEqual([again.x, again.y].map(Math.round), [wide.x, wide.y].map(Math.round));
  // Whoever pans there means another point.
  tall.pan(-300, 0);
  again.follow(tall);
  assert.ok(again.x < wide.x);
});

test('own pixels are shown where the camera focused, and the next picture at its own focus, until the viewer looks elsewhere', () => {
  const middle = (/** @type {Zoom} */ zoom) => {
    const [left, top, right, bottom] = zoom.seen;
    return [(left + right) / 2, (top + bottom) / 2].map((share) => Math.round(share * 1000) / 1000);
  };
  const of = (/** @type {[number, number] | undefined} */ focus) => {
    const zoom = zoomed();
    zoom.focusOn(focus);
    return zoom;
  };
  const [first, second, blind, late] = [of([0.3, 0.4]), of([0.6, 0.7]), of(undefined), of(undefined)];
  first.toggleActual();
  assert.deepEqual(middle(first), [0.3, 0.4]);
  second.follow(first);
  assert.deepEqual(middle(second), [0.6, 0.7]);
  blind.follow(second);
  assert.deepEqual(middle(blind), [0.6, 0.7], 'a file that says nothing keeps the place');
  late.follow(blind);
  late.focusOn([0.25, 0.5]);
  assert.deepEqual(middle(late), [0.25, 0.5], 'known a moment later');
  late.pan(-100, 0);
  const looked = middle(late);
  const third = of([0.6, 0.7]);
  third.follow(late);
  assert.deepEqual(middle(third), looked, 'whoever went elsewhere means that place');
  third.toggleActual();
  third.toggleActual();
  assert.deepEqual(middle(third), [0.6, 0.7]);
});
