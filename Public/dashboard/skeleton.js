// @ts-check
// The dashboard's elements.

import { STATES } from './item-states.js';
import { FATES } from './loads.js';
import { GROUPS } from './step-log.js';
import { words } from './words.js';

/** The figures' cards, in their order. */
export const CARDS = /** @type {import('./figures.js').FigureName[]} */ ([
  'blank', 'fill', 'started', 'finished', 'cancelled', 'promoted', 'wasted', 'hits', 'bytes', 'events', 'patches', 'viewers',
  'commit', 'adopted', 'overtaken', 'unseen', 'leases']);

/** @param {HTMLElement} host */
export function makeSkeleton(host) {
  const switches = part(host, 'div', 'switches');
  const record = recordButton();
  const whole = section(host, 'whole', words.whole, words.wholeHint);
  const wholeCanvas = canvas(whole, 'strip');
  legend(whole, STATES, 'state', words.states);
  const near = section(host, 'near', words.near, words.nearHint);
  const nearCanvas = canvas(near, 'strip near');
  const time = section(host, 'time', words.time, words.timeHint);
  const timeCanvas = canvas(time, 'timeline');
  legend(time, FATES, 'fate', words.fates);
  const figures = section(host, 'figures', words.figures);
  const grid = part(figures, 'div', 'cards');
  const cards = /** @type {Record<import('./figures.js').FigureName, Card>} */ (
    Object.fromEntries(CARDS.map((name) => [name, card(grid, name, words.cards[name])])));
  const holders = part(figures, 'p', 'holders');
  holders.hidden = true;
  const log = section(host, 'log', words.log, words.logHint);
  const bar = part(log, 'div', 'filters');
  const groups = [...new Set(Object.values(GROUPS))].map((group) => {
    const label = part(bar, 'label');
    const box = /** @type {HTMLInputElement} */ (part(label, 'input'));
    box.type = 'checkbox';
    box.checked = true;
    label.append(words.groups[group]);
    return { group, box };
  });
  const search = /** @type {HTMLInputElement} */ (part(bar, 'input', 'search'));
  search.type = 'search';
  search.placeholder = words.filter;
  search.setAttribute('aria-label', words.filter);
  const pause = /** @type {HTMLButtonElement} */ (part(bar, 'button', 'pause'));
  pause.type = 'button';
  pause.textContent = words.pause;
  const view = part(log, 'div', 'steps-view');
  view.tabIndex = 0;
  view.setAttribute('role', 'region');
  view.setAttribute('aria-label', words.log);
  const list = part(view, 'ol', 'steps');
  const foot = part(host, 'p', 'foot');
  const range = /** @type {HTMLElement} */ (near.querySelector('.note'));
  return { switches, record, wholeCanvas, nearCanvas, timeCanvas, cards, holders, groups, search, pause, list, foot, range };
}

/** Not in its place yet: it comes after the switches. */
function recordButton() {
  const label = document.createElement('label');
  label.className = 'switch';
  label.title = words.traceHint;
  part(label, 'span').textContent = words.trace;
  const button = /** @type {HTMLButtonElement} */ (part(label, 'button', 'record'));
  button.type = 'button';
  button.textContent = words.record;
  return { label, button };
}

/** @typedef {ReturnType<typeof makeSkeleton>} Parts */
/** @typedef {{element: HTMLElement, value: HTMLElement, canvas: HTMLCanvasElement}} Card */

/**
 * @param {HTMLElement} parent
 * @param {string} tag
 * @param {string} [name]
 */
export function part(parent, tag, name) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  parent.append(element);
  return element;
}

/**
 * @param {HTMLElement} host
 * @param {string} name
 * @param {string} title
 * @param {string} [hint]
 */
function section(host, name, title, hint) {
  const element = part(host, 'section', name);
  const head = part(element, 'header');
  part(head, 'h2').textContent = title;
  part(head, 'span', 'note');
  if (hint) part(element, 'p', 'hint').textContent = hint;
  return element;
}

/**
 * @param {HTMLElement} parent
 * @param {string} name
 */
function canvas(parent, name) {
  const element = /** @type {HTMLCanvasElement} */ (part(parent, 'canvas', name));
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/**
 * @param {HTMLElement} parent
 * @param {readonly string[]} names
 * @param {string} kind
 * @param {Record<string, string>} texts
 */
function legend(parent, names, kind, texts) {
  const list = part(parent, 'ul', 'legend');
  for (const name of names) {
    const entry = part(list, 'li');
    part(entry, 'i', `${kind} ${name}`);
    entry.append(texts[name]);
  }
}

/**
 * @param {HTMLElement} parent
 * @param {string} name
 * @param {[string, string]} texts
 * @returns {Card}
 */
function card(parent, name, [title, hint]) {
  const element = part(parent, 'div', `card ${name}`);
  element.title = hint;
  part(element, 'h3').textContent = title;
  const value = part(element, 'p', 'value');
  value.textContent = '–';
  const line = canvas(element, 'spark');
  part(element, 'p', 'hint').textContent = hint;
  return { element, value, canvas: line };
}
