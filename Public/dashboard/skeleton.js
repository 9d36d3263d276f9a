// @ts-check
// The dashboard's elements.

import { append } from '../grid/dom.js';
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
  const switches = append(host, 'div', 'switches');
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
  const grid = append(figures, 'div', 'cards');
  const cards = /** @type {Record<import('./figures.js').FigureName, Card>} */ (
    Object.fromEntries(CARDS.map((name) => [name, card(grid, name, words.cards[name])])));
  const holders = append(figures, 'p', 'holders');
  holders.hidden = true;
  const problem = append(figures, 'p', 'problem');
  problem.hidden = true;
  const log = section(host, 'log', words.log, words.logHint);
  const bar = append(log, 'div', 'filters');
  const groups = [...new Set(Object.values(GROUPS))].map((group) => {
    const label = append(bar, 'label');
    const box = append(label, 'input');
    box.type = 'checkbox';
    box.checked = true;
    label.append(words.groups[group]);
    return { group, box };
  });
  const search = append(bar, 'input', 'search');
  search.type = 'search';
  search.placeholder = words.filter;
  search.setAttribute('aria-label', words.filter);
  const pause = append(bar, 'button', 'pause');
  pause.textContent = words.pause;
  const view = append(log, 'div', 'steps-view');
  view.tabIndex = 0;
  view.setAttribute('role', 'region');
  view.setAttribute('aria-label', words.log);
  const list = append(view, 'ol', 'steps');
  const foot = append(host, 'p', 'foot');
  const range = /** @type {HTMLElement} */ (near.querySelector('.note'));
  return { switches, record, wholeCanvas, nearCanvas, timeCanvas, cards, holders, problem, groups, search, pause, list, foot, range };
}

/** Not in its place yet: it comes after the switches. */
function recordButton() {
  const label = document.createElement('label');
  label.className = 'switch';
  label.title = words.traceHint;
  append(label, 'span').textContent = words.trace;
  const button = append(label, 'button', 'record');
  button.textContent = words.record;
  return { label, button };
}

/** @typedef {ReturnType<typeof makeSkeleton>} Parts */
/** @typedef {{element: HTMLElement, value: HTMLElement, canvas: HTMLCanvasElement}} Card */

/**
 * @param {HTMLElement} host
 * @param {string} name
 * @param {string} title
 * @param {string} [hint]
 */
function section(host, name, title, hint) {
  const element = append(host, 'section', name);
  const head = append(element, 'header');
  append(head, 'h2').textContent = title;
  append(head, 'span', 'note');
  if (hint) append(element, 'p', 'hint').textContent = hint;
  return element;
}

/**
 * @param {HTMLElement} parent
 * @param {string} name
 */
function canvas(parent, name) {
  const element = append(parent, 'canvas', name);
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
  const list = append(parent, 'ul', 'legend');
  for (const name of names) {
    const entry = append(list, 'li');
    append(entry, 'i', `${kind} ${name}`);
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
  const element = append(parent, 'div', `card ${name}`);
  element.title = hint;
  append(element, 'h3').textContent = title;
  const value = append(element, 'p', 'value');
  value.textContent = '–';
  const line = canvas(element, 'spark');
  append(element, 'p', 'hint').textContent = hint;
  return { element, value, canvas: line };
}
