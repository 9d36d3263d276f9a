// @ts-check
// Cell registrations: for each kind of item how its cell is made and configured. Cells are recycled per kind.

import { append } from '../dom.js';
import { expectThat } from '../program-error.js';
import { guarded } from './guarded-cell.js';
import { strings } from '../../strings/strings.js';

/**
 * @template Parts the nodes of a cell's content
 * @template [Attributes=Record<string, unknown>] of the items of its kind
 * @typedef {object} Registration
 * @property {(body: HTMLElement) => Parts} make builds the content of a new cell
 * @property {(parts: Parts, cell: import('../model/cell-store.js').Cell<Attributes>, changed?: readonly string[]) => void} configure shows
 *   the cell's item; runs again when the item changes. `changed`: names of the values, attributes and members of the item that did;
 *   `undefined` where it shows another item, or anything may have changed
 * @property {(parts: Parts, cell: import('../model/cell-store.js').Cell<Attributes>) => void} [loading] shows a cell in the place of
 *   `configure` as long as the contents of its item have not been read, or cannot be (`cell.state`); without it, a quiet placeholder is shown
 * @property {(parts: Parts) => HTMLImageElement | undefined} [picture] where the cell's picture goes, if it has one: an image that stays the
 *   same, gets the class `picture`, and fills the nearest positioned box around it
 * @property {(parts: Parts) => void} [remove] ends what `make` began: the cell will not be shown again
 * @property {(parts: Parts) => unknown} [uncover] removes what was shown below the picture until it loaded
 */

/** @typedef {{registration: Registration<any, any>, sheet?: string}} Registered */

/**
 * What programs registered by any copy of the module: a page may have that of the server and that of the package, of which one defines
 * the element.
 * @type {Map<string, Registered>}
 */
const everywhere = (/** @type {any} */ (globalThis)[Symbol.for('lookahead.cells')] ??= new Map());
/**
 * What they registered by this one: it comes first, so that two versions of the element can show a kind in two ways.
 * @type {Map<string, Registered>}
 */
const here = new Map();
/** @param {string} kind */
const registered = (kind) => here.get(kind) ?? everywhere.get(kind);
/**
 * The grid's own kinds.
 * @type {Map<string, Registration<any, any>>}
 */
const own = new Map();
/** @param {string} kind */
const known = (kind) => registered(kind)?.registration ?? own.get(kind);
/**
 * The parts of a cell go to the registration that made them.
 * @type {WeakMap<Registration<any, any>, Registration<any, any>>}
 */
const guards = new WeakMap();

/**
 * Registers how cells of a kind are made. To be called before a collection that has such items is opened. An error in a cell costs that
 * cell only: it shows the item's title.
 * @template Parts
 * @template [Attributes=Record<string, unknown>] of the items of this kind
 * @param {string} kind
 * @param {Registration<Parts, Attributes>} registration
 * @param {string} [sheet] address of a style sheet that its cells need
 */
export function registerCell(kind, registration, sheet) {
  expectThat(kind && typeof kind === 'string', 'registerCell needs a kind');
  for (const name of /** @type {const} */ (['make', 'configure'])) {
    expectThat(typeof registration?.[name] === 'function', `registerCell needs ${name}, a function`);
  }
  for (const registry of [here, everywhere]) registry.set(kind, { registration, sheet });
}

/** The addresses of the style sheets of all registrations. */
export const registeredSheets = () => [...new Set([...everywhere.keys()].flatMap((kind) => registered(kind)?.sheet ?? []))];

/**
 * The kind whose registration shows a cell: unknown kinds (`video`, `raw`), and items that are not known yet, are shown as photos, and in words
 * where there is no picture.
 * @param {import('../model/cell-store.js').Cell} cell
 */
export const shownKind = ({ item, image }) => (item?.kind && known(item.kind) ? item.kind : item && !image ? 'plain' : 'photo');

/**
 * The registration of a kind; unknown kinds are shown as photos.
 * @param {string} kind
 */
export function registrationOf(kind) {
  const registration = /** @type {Registration<any, any>} */ (known(kind) ?? own.get('photo'));
  const guard = guards.get(registration) ?? guarded(registration);
  guards.set(registration, guard);
  return guard;
}

/**
 * @template Parts
 * @param {string} kind
 * @param {Registration<Parts>} registration
 */
const add = (kind, registration) => own.set(kind, registration);

add('photo', {
  make(body) {
    const preview = append(body, 'div', 'preview');
    const picture = append(body, 'img');
    const title = document.createTextNode('');
    append(append(body, 'div', 'caption'), 'span').append(title);
    return { preview, picture, title, shown: { id: '', colour: '', preview: '', isRemoved: false } };
  },
  // A picture may come before the title.
  loading(parts, cell) { this.configure(parts, cell); },
  // Runs several times for each item, mostly with one thing changed: what is written again is drawn again.
  configure(parts, cell) {
    const { style } = parts.preview;
    const { placeholder: colour = '', preview = '' } = cell;
    const { shown } = parts;
    if (shown.colour !== colour) {
      // An invalid colour would leave the one of another item.
      style.backgroundColor = '';
      style.backgroundColor = colour;
    }
    if (shown.preview !== preview || shown.id !== cell.id) {
      style.backgroundImage = preview && `url("${preview}")`;
      shown.isRemoved = false;
    }
    Object.assign(shown, { id: cell.id, colour, preview });
    const title = cell.item?.title ?? '';
    if (parts.title.data !== title) parts.title.data = title;
  },
  picture: (parts) => parts.picture,
  uncover(parts) {
    const { shown } = parts;
    if (shown.isRemoved || !shown.preview) return;
    // Remembered with its address: the same preview is not laid below the picture again.
    shown.isRemoved = true;
    parts.preview.style.backgroundImage = '';
  },
});

add('colour', {
  make: (body) => ({ body, label: append(body, 'span', 'label') }),
  configure(parts, cell) {
    const colour = String(cell.item?.attributes?.colour ?? cell.item?.attributes?.color ?? '');
    parts.body.style.backgroundColor = colour;
    parts.label.textContent = cell.item?.title ?? '';
    parts.label.classList.toggle('on-dark', isDark(getComputedColour(colour)));
  },
});

add('number', {
  make(body) {
    const text = document.createTextNode('');
    append(body, 'span', 'number').append(text);
    return { text };
  },
  configure(parts, cell) {
    const title = cell.item?.title ?? '';
    const number = Number(title);
    parts.text.data = title !== '' && Number.isSafeInteger(number) ? strings.count(number) : title;
  },
});

// Items that were posted: a title, no picture. Of a kind that nobody has registered, all that is known.
add('plain', {
  make: (body) => ({ label: append(body, 'span', 'title') }),
  configure(parts, { item, values }) {
    const facts = item?.kind === 'plain' ? {} : { ...item?.attributes, ...values };
    parts.label.textContent = [item?.title, ...Object.entries(facts).map((fact) => fact.join(': '))].join('\n');
  },
});

// An item whose original is gone: where it was, and its name.
add('gone', {
  make(body) {
    const cell = append(body, 'div', 'gone-cell');
    append(cell, 'span', 'sign broken');
    const name = append(cell, 'span', 'name');
    append(cell, 'span').textContent = strings.album.gone;
    return { name };
  },
  configure(parts, cell) {
    parts.name.textContent = cell.item?.title ?? '';
    parts.name.parentElement?.setAttribute('title', cell.item?.lastPath ?? '');
  },
});

const canvas = typeof document === 'undefined' ? undefined : document.createElement('canvas').getContext('2d');

/**
 * Red, green, blue of any CSS colour, 0–255.
 * @param {string} colour
 */
function getComputedColour(colour) {
  if (!canvas) return [255, 255, 255];
  canvas.fillStyle = '#fff';
  canvas.fillStyle = colour;
  const hex = canvas.fillStyle;
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

/**
 * Whether white text reads better than black on a colour (about its relative luminance as WCAG has it).
 * @param {number[]} rgb
 */
export function isDark(rgb) {
  const [r, g, b] = rgb.map((v) => (v / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179;
}
