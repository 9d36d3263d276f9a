// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { END_ZONE, ScrollMapper, SIZER_CAP } from '../../Public/grid/scroll/scroll-mapper.js';
import { Random } from './random.js';

const HUGE = 200_000_000;
const VIEW = 800;

function mapper(content = HUGE) {
  const m = new ScrollMapper();
  m.resize(content, VIEW);
  return m;
}

test('short content scrolls as it is', () => {
  const m = mapper(50_000);
  assert.equal(m.sizerHeight, 50_000);
  assert.equal(m.scrolled(30_000, true), false);
  assert.deepEqual([m.offset, m.base, m.position], [30_000, 0, 30_000]);
  assert.equal(m.scrolled(100, false), true, 'no hand goes so far at once');
  assert.deepEqual([m.offset, m.base, m.position], [100, 0, 100]);
});

test('the sizer stays under six million px, also at 200 million of content', () => {
  assert.ok(mapper().sizerHeight < 6_000_000);
  assert.equal(mapper().sizerHeight, SIZER_CAP);
});

test('a notch of the wheel is 100 px everywhere', () => {
  for (const at of [0, 90, END_ZONE - 50, END_ZONE + 50, HUGE / 3, HUGE / 2, HUGE - END_ZONE, HUGE - VIEW - 150]) {
    const m = mapper();
    m.moveTo(at);
    m.scrolled(m.position + 100, true);
    assert.equal(m.offset, at + 100, `at ${at}`);
  }
});

test('re-centring changes neither the offset nor whole px', () => {
  const m = mapper();
  m.moveTo(123_456_789);
  m.scrolled(m.position + 777, true);
  const offset = m.offset;
  assert.ok(m.isOffCentre);
  m.recentre();
  assert.equal(m.offset, offset);
  assert.ok(Number.isInteger(m.base));
  assert.ok(!m.isOffCentre);
});

test('the scroll bar seeks in proportion, and meets both ends', () => {
  const m = mapper();
  assert.equal(m.scrolled(SIZER_CAP / 2, false), true);
  assert.ok(Math.abs(m.offset / HUGE - 0.5) < 0.001);
  assert.equal(m.position, SIZER_CAP / 2);
  m.scrolled(SIZER_CAP - VIEW, false);
  assert.equal(m.offset, HUGE - VIEW);
  m.scrolled(0, false);
  assert.equal(m.offset, 0);
});

test('user input reaches the first and the last px, however the view came there', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9);
  const random = new Random(seed);
  for (let round = 0; round < 200; round++) {
    const m = mapper(SIZER_CAP + random.below(HUGE));
    m.moveTo(random.below(2) ? random.below(3 * END_ZONE) : m.maxOffset - random.below(3 * END_ZONE));
    const direction = m.offset < m.maxOffset / 2 ? -1 : 1;
    const end = direction < 0 ? 0 : m.maxOffset;
    let last = m.offset;
    for (let step = 0; step < 2000 && m.offset !== end; step++) {
      const position = Math.max(0, Math.min(m.sizerHeight - VIEW, m.position + direction * (1 + random.below(300))));
      assert.notEqual(position, m.position, `stuck at ${m.offset}, seed ${seed} round ${round}`);
      m.scrolled(position, true);
      assert.ok((m.offset - last) * direction >= 0, `seed ${seed} round ${round}`);
      last = m.offset;
      if (m.strays) m.recentre();
    }
    assert.equal(m.offset, end, `seed ${seed} round ${round}`);
    assert.equal(m.position, direction < 0 ? 0 : m.sizerHeight - VIEW, `seed ${seed} round ${round}`);
  }
});

test('content that grows or shrinks keeps the offset where it can', () => {
  const m = mapper();
  m.moveTo(5_000_000);
  m.resize(HUGE * 2, VIEW);
  assert.equal(m.offset, 5_000_000);
  m.resize(1_000_000, VIEW);
  assert.deepEqual([m.offset, m.base], [1_000_000 - VIEW, 0]);
});

test('answers that come while a hand moves the view do not move it', () => {
  for (const growth of [0, 7]) {
    const m = mapper();
    m.moveTo(HUGE / 3);
    const { offset, position } = m;
    for (let moved = 30; moved <= 1800; moved += 30) {
      m.scrolled(position + moved, true);
      assert.equal(m.offset, offset + moved, `after ${moved} px`);
      m.resize(HUGE + growth * moved, VIEW);
      assert.equal(m.position, position + moved, 'the browser goes on from there');
    }
  }
});

test('a steady view shifts by what came above it', () => {
  const m = mapper();
  m.moveTo(80_000_000);
  const base = m.base;
  m.shift(1234);
  assert.equal(m.offset, 80_001_234);
  assert.equal(m.base, base);
});
