// @ts-check
// The keys of the page and of all features: none is taken twice, each is in the sheet of keys, and each is found on any keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyChoices, keyLabel, takenTwice } from '../../Public/grid/access/key-choices.js';
import { KeyTable, letterOf } from '../../Public/grid/access/keys.js';
import { inputKeys } from '../../Public/grid/element/session-input.js';
import { FEATURES } from '../../Public/grid/features/features.js';
import { keyLines, tables } from '../../Public/page/key-words.js';
import { pageKeys } from '../../Public/page/shortcuts.js';

const featureKeys = FEATURES.flatMap((feature) => feature.keys ?? []);
const all = [...inputKeys, ...featureKeys, ...pageKeys];

/**
 * @param {string} key
 * @param {string} [code]
 * @param {Partial<KeyboardEvent>} [more]
 */
const pressed = (key, code = '', more = {}) => /** @type {KeyboardEvent} */ (
  { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

const table = new KeyTable();
table.add(all, undefined);
/** @param {Parameters<typeof pressed>} event */
const named = (...event) => table.find('grid', pressed(...event))?.key.name;

test('no key is taken twice where both would work', () => {
  assert.deepEqual(takenTwice(all), []);
  const f = { name: 'frame', keys: 'g f' };
  assert.deepEqual(takenTwice([...all, f]), ['grid g: goTo, frame'].concat(['grid f: filter, frame']));
  assert.deepEqual(takenTwice([...all, { ...f, where: 'compare' }]), [], 'elsewhere it is free');
  assert.deepEqual(takenTwice([...all, { ...f, keys: '1', where: 'large' }]), ['large 1: stars, frame']);
});

test('each key of the grid is in the sheet, in each language, with the same lines', () => {
  for (const words of [tables.en, tables.ko]) {
    const names = Object.values(words.groups).flatMap((lines) => Object.keys(lines));
    assert.deepEqual(new Set(all.flatMap(({ name }) => (name === 'step' ? [] : name))), new Set(names));
    assert.equal(new Set(names).size, names.length);
  }
  const [look, mark] = keyLines(tables.en, all);
  assert.deepEqual(look.lines.map(({ label }) => label), ['← → ↑ ↓', 'Enter', 'Space', 'C', 'G', '[ ]', 'Home, End', 'R', '+ −', 'W', 'I', 'S', 'T', 'F', 'H', 'O', 'N', 'B', '↓ ↑', '+ −', 'Z']);
  assert.deepEqual(mark.lines.map(({ label }) => label), ['1 … 5', '0', '6 … 9', 'P', 'X', 'U', 'L', 'E', 'Shift or Caps Lock']);
  const looking = keyLines(tables.ko, all.filter(({ changes }) => !changes));
  assert.deepEqual(looking.map(({ title }) => title), ['보기', '선택과 정리', '찾기']);
  assert.deepEqual(looking[1].lines.map(({ label }) => label), ['Ctrl+Space', 'Shift+화살표', 'Ctrl+A', 'Esc', 'Shift+F10']);
});

test('a key is found on any keyboard, with Shift or without', () => {
  assert.equal(named('3', 'Digit3'), 'stars');
  assert.equal(named('#', 'Digit3', { shiftKey: true }), 'stars');
  assert.equal(named('"', 'Digit3'), 'stars', 'French');
  assert.equal(named('0', 'Numpad0'), 'noStars');
  assert.equal(named('ArrowDown', 'Numpad2'), 'focus', 'without Num Lock');
  assert.equal(named('P', 'KeyP', { shiftKey: true }), 'pick');
  assert.equal(named('ㅌ', 'KeyX'), 'reject');
  assert.equal(named('6', 'Digit6'), 'colourLabel');
  assert.equal(named(' ', 'Space', { shiftKey: true }), 'extend');
  assert.equal(named('F10', 'F10'), undefined);
  assert.equal(named('F10', 'F10', { shiftKey: true }), 'menu');
  assert.equal(table.find('large', pressed('=', 'Digit0', { shiftKey: true }))?.key.name, 'zoom', 'German: what is written counts first');
});

test('another letter, a digit or a sign may be chosen where it is free', () => {
  /** @type {Record<string, string>} */
  let kept = {};
  const choices = new KeyChoices(all, kept, (chosen) => (kept = chosen));
  const key = (/** @type {string} */ name) => /** @type {import('../../Public/grid/access/keys.js').Key} */ (all.find((one) => one.name === name));
  assert.equal(choices.choose(key('pick'), pressed('3', 'Digit3')).taken?.name, 'stars');
  assert.equal(choices.choose(key('pick'), pressed('?', 'Slash', { shiftKey: true })).taken?.name, 'keys');
  assert.deepEqual(choices.choose(key('pick'), pressed('F2', 'F2')), {});
  assert.deepEqual(choices.choose(key('pick'), pressed('`', 'Backquote')), { letter: '`' });
  assert.deepEqual(choices.choose(key('noStars'), pressed('j', 'KeyJ')), { letter: 'j' });
  assert.deepEqual(kept, { pick: '`', noStars: 'j' });
  assert.equal(table.find('grid', pressed('`', 'Backquote'))?.key.name, 'pick');
  // The digit is free now, and so is the letter.
  assert.deepEqual(choices.choose(key('reject'), pressed('0', 'Digit0')), { letter: '0' });
  assert.equal(table.find('large', pressed('0', 'Numpad0'))?.key.name, 'reject');
  assert.deepEqual([choices.isChoosable(key('stars')), choices.isChoosable(key('open'))], [false, false]);
  choices.reset();
  assert.deepEqual([kept, named('p', 'KeyP'), named('0', 'Digit0')], [{}, 'pick', 'noStars']);
});

test('menus write the keys that the list has', () => {
  assert.deepEqual(['move', 'pick', 'noFlag', 'open', 'select', 'albumRemoval', 'nothing'].map((name) => keyLabel(table, name)),
    ['M', 'P', 'U', 'Enter', 'Ctrl+Space', 'Delete', undefined]);
});

test('keys of the browser stay its own', () => {
  assert.equal(named('3', 'Digit3', { ctrlKey: true }), undefined);
  assert.equal(named('r', 'KeyR', { metaKey: true }), undefined);
  assert.equal(named('g', 'KeyG', { altKey: true }), undefined);
  assert.equal(named('z', 'KeyZ', { metaKey: true }), 'undo');
  assert.equal(table.find('large', pressed('0', 'Digit0', { ctrlKey: true }))?.key.name, 'zoom');
});

test('what a key does is asked whether it means anything there', () => {
  const keys = new KeyTable();
  /** @type {unknown[]} */
  const done = [];
  keys.add([
    { name: 'a', keys: 'a', act: (owner, at) => void done.push([owner, at.cell]) }, { name: 'b', keys: 'b', act: () => false }, { name: 'c', keys: 'c' },
  ], 'owner');
  const at = /** @type {any} */ ({ where: 'grid', cell: 'cell' });
  assert.deepEqual(['a', 'b', 'c', 'd'].map((key) => keys.press(at, pressed(key))), [true, false, false, false]);
  assert.deepEqual(done, [['owner', 'cell']]);
});

test('a Latin letter is the one that is written, wherever its key is', () => {
  assert.equal(letterOf({ key: 'g', code: 'KeyG' }), 'g');
  assert.equal(letterOf({ key: 'G', code: 'KeyG' }), 'g');
  // A Dvorak keyboard writes g with the key of u.
  assert.equal(letterOf({ key: 'g', code: 'KeyU' }), 'g');
  // Made by a script, without a place on any keyboard.
  assert.equal(letterOf({ key: 'r' }), 'r');
});

test('with a keyboard of another script the place of the key counts', () => {
  assert.equal(letterOf({ key: '\u314e', code: 'KeyG' }), 'g');
  assert.equal(letterOf({ key: '\u043f', code: 'KeyG' }), 'g');
  assert.equal(letterOf({ key: 'Process', code: 'KeyG' }), 'g');
});

test('keys that are no letters stay what they are', () => {
  for (const key of [' ', 'Enter', 'F10', 'ArrowLeft', '+', '0']) assert.equal(letterOf({ key, code: 'Digit0' }), key);
  assert.equal(letterOf({ key: '\u00e9', code: 'Digit2' }), '\u00e9');
  assert.equal(letterOf({ key: 'Process', code: 'Space' }), 'Process');
});
