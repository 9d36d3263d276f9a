// @ts-check
// The guided tour of the demos: a card with a few words, and a frame around the part of the dashboard to look at.

import { words } from './tour-words.js';

/** The collection of each step, and what it points at. */
const PLACES = [
  { collection: 'landscapes-endless', target: '.dashboard .near' },
  { collection: 'landscapes-endless', target: '.dashboard .time' },
  { collection: 'landscapes-endless', target: '.dashboard .near' },
  { collection: 'landscapes-endless', target: '.dashboard .whole' },
  { collection: 'material-colours', target: '.dashboard .card.patches' },
  { collection: 'landscapes-endless', target: '.dashboard .time' },
  { collection: 'landscapes-endless', target: '.dashboard .plug' },
];

/** Delay between two looks for what a step points at, in ms. */
const LOOK_MS = 100;
const GRID_KEYS = new Set(['Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown']);

export class Tour {
  #go;
  #beside;
  #step = 0;
  /** @type {HTMLElement | undefined} */
  #card;
  /** @type {Element | undefined} */
  #marked;
  #timer = 0;
  #opener;

  /**
   * @param {HTMLElement} tools where its button goes
   * @param {import('../dashboard/beside.js').DashboardBeside} beside
   * @param {(collection: string) => void} go shows a collection
   */
  constructor(tools, beside, go) {
    this.#go = go;
    this.#beside = beside;
    const button = (this.#opener = document.createElement('button'));
    button.type = 'button';
    button.className = 'tour-button';
    button.title = words.tour;
    button.setAttribute('aria-label', words.tour);
    button.innerHTML = '<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7"/><path d="M12.800 7.200l-1.400 4.200-4.200 1.400 1.400-4.200z"/></svg>';
    button.addEventListener('click', () => (this.#card ? this.end() : this.start()));
    tools.prepend(button);
  }

  get isRunning() { return this.#card !== undefined; }

  async start() {
    await this.#beside.show();
    const card = document.createElement('section');
    this.#card = card;
    card.className = 'tour';
    card.setAttribute('aria-label', words.tour);
    card.setAttribute('aria-live', 'polite');
    card.addEventListener('keydown', (event) => this.#key(event));
    document.body.append(card);
    this.#show(0);
  }

  end() {
    clearTimeout(this.#timer);
    this.#mark(undefined);
    const hadFocus = this.#card?.contains(document.activeElement);
    this.#card?.remove();
    this.#card = undefined;
    if (hadFocus) this.#opener.focus();
  }

  /** @param {number} step */
  #show(step) {
    if (!this.#card) return;
    if (step >= PLACES.length) return this.end();
    this.#step = step;
    const { title, act, byFinger, text } = words.steps[step];
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const { collection, target } = PLACES[step];
    this.#go(collection);
    const head = element('h2', title);
    const place = element('span', words.place(step + 1, PLACES.length));
    const bar = element('div', '');
    bar.className = 'tour-bar';
    const back = this.#button(words.back, () => this.#show(this.#step - 1));
    back.disabled = step === 0;
    const isLast = step === PLACES.length - 1;
    const next = this.#button(isLast ? words.end : words.next, () => this.#show(this.#step + 1));
    next.className = 'next';
    bar.append(place, back, ...(isLast ? [] : [this.#button(words.end, () => this.end())]), next);
    this.#card.replaceChildren(head, element('p', [isTouch ? byFinger : act, text].filter(Boolean).join(' ')), bar);
    next.focus({ preventScroll: true });
    this.#point(target);
  }

  /**
   * Marks what a step points at as soon as it is there: the dashboard learns of another collection a moment later.
   * @param {string} target
   */
  #point(target) {
    clearTimeout(this.#timer);
    const found = /** @type {HTMLElement | null} */ (document.querySelector(target));
    this.#mark(found?.offsetParent ? found : undefined);
    if (!found?.offsetParent) this.#timer = window.setTimeout(() => this.#point(target), LOOK_MS);
  }

  /**
   * The card has the focus, but the steps ask for keys that belong to the grid: passes them on.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key === 'Escape') return this.end();
    if (!GRID_KEYS.has(event.key)) return;
    event.preventDefault();
    const { key, ctrlKey } = event;
    const frame = document.querySelector('collection-grid')?.shadowRoot?.querySelector('.frame');
    frame?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true, composed: true }));
  }

  /** @param {Element | undefined} target */
  #mark(target) {
    this.#marked?.classList.remove('tour-target');
    this.#marked = target;
    target?.classList.add('tour-target');
    target?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {string} text
   * @param {() => void} act
   */
  #button(text, act) {
    const button = /** @type {HTMLButtonElement} */ (element('button', text));
    button.type = 'button';
    button.addEventListener('click', act);
    return button;
  }
}

/**
 * @param {string} tag
 * @param {string} text
 */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
