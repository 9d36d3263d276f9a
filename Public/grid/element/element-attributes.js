// @ts-check
// The attributes of an element as properties: each mirrors the other.

import { LAYOUT_NUMBERS, USUAL_DENSITY } from './layout-choice.js';
import { clamp } from '../model/geometry.js';
import { advise, expectThat } from '../program-error.js';
import { ACTIONS } from './session-description.js';

/** @typedef {'column' | 'mosaic' | 'justified' | 'list'} LayoutKind */
/** @typedef {'none' | 'fixed-window' | 'nearest' | 'directional' | 'skewport' | 'predictive'} LoadingPolicy */

/** @type {LoadingPolicy[]} */
const POLICIES = ['none', 'fixed-window', 'nearest', 'directional', 'skewport', 'predictive'];

/** @param {string} text names with spaces between them */
export const namesIn = (text) => text.split(/\s+/).filter(Boolean);

/**
 * The minimum width of a column, in px; the usual one where the attribute is no number.
 * @param {HTMLElement} element
 */
export const densityOf = (element) => clamp(Number(element.getAttribute('density') || USUAL_DENSITY), 1, 1024) || USUAL_DENSITY;

/**
 * @template What
 * @param {{[name: string]: What}} table
 * @param {string} name
 * @param {string} member of the layout that is to name one of the table
 */
function namedIn(table, name, member = name) {
  expectThat(Object.hasOwn(table, name), `layout.${member} is none of ${Object.keys(table).join(', ')}`);
  return table[name];
}

/**
 * Checks a layout by numbers.
 * @param {import('./layout-choice.js').LayoutNumbers} layout
 */
export function expectNumbers({ kind = 'column', ...numbers }) {
  const ranges = namedIn(LAYOUT_NUMBERS, kind, 'kind');
  for (const [name, number] of Object.entries(numbers)) {
    if (number === undefined) continue;
    const [least, most] = namedIn(ranges, name);
    expectThat(typeof number === 'number', `layout.${name} is a number`);
    expectThat(number >= least && number <= most, `layout.${name} is ${least} to ${most}`, RangeError);
  }
}

/** @param {string | null} text */
export const policyIn = (text) => POLICIES.find((policy) => policy === text);

/**
 * Sets an attribute, or removes it where there is no value.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string | null | undefined} value
 */
export function reflect(element, name, value) {
  if (value === null || value === undefined || value === '') element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Tells the programmer of an attribute that no server would take: it is passed over.
 * @param {string} name
 * @param {string | null} value
 */
export function reviewAttribute(name, value) {
  const unknown = name === 'actions' ? namesIn(value ?? '').filter((action) => !ACTIONS.includes(action)) : [];
  if (unknown.length) advise(`actions="${value}": ${unknown.join(', ')} is none of ${ACTIONS.join(', ')}`);
  if (name === 'policy' && value && !policyIn(value)) advise(`policy="${value}" is none of ${POLICIES.join(', ')}`);
}

/**
 * Sets properties again that were set before the element was defined: they hide those of the class.
 * @param {any} element
 * @param {string[]} names
 */
export function upgradeProperties(element, names) {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    try {
      element[name] = value;
    } catch (error) {
      // A wrong one costs itself: the others are set, and the collection is shown.
      reportError(error);
    }
  }
}
