// @ts-check
// The quick bar above the pictures: all, picks, unmarked or rejects, and from how many stars on. Each click, or key, is one of them.

import { append } from '../grid/dom.js';
import { inLanguage } from '../strings/strings.js';
import { conditionOf, withCondition, withoutCondition } from './conditions.js';
import { iconButton } from './icon-button.js';
import { StarsAtLeast } from './stars-at-least.js';

/** @typedef {import('./conditions.js').Condition} Condition */

export const words = inLanguage({
  en: { bar: 'Show', all: 'All', pick: 'Picks', none: 'Unmarked', reject: 'Rejects', goOn: 'Go on after a mark', close: 'Close the quick bar' },
  ko: { bar: '표시', all: '전체', pick: '채택', none: '미표시', reject: '제외', goOn: '표시한 다음 사진으로 이동', close: '빠른 필터 닫기' },
});

/** @type {{name: 'all' | 'pick' | 'none' | 'reject', condition?: Condition}[]} */
const CHOICES = [
  { name: 'all' },
  { name: 'pick', condition: { field: 'flag', values: ['pick'] } },
  { name: 'none', condition: { field: 'flag', values: [], isMissing: true } },
  { name: 'reject', condition: { field: 'flag', values: ['reject'] } },
];

/** @param {Condition | undefined} condition */
const choiceOf = (condition) => CHOICES.findIndex((choice) => (
  (choice.condition?.values?.[0] ?? '') === (condition?.values?.[0] ?? '') && (condition?.values?.length ?? 0) < 2 &&
  (choice.condition?.isMissing ?? false) === (condition?.isMissing ?? false)));

export class QuickBar {
  #context;
  #row;
  #buttons;
  #stars;
  /** @type {import('./finder.js').Shown | undefined} */
  #shown;
  #removed = new AbortController();

  /**
   * @param {HTMLElement} before where it goes
   * @param {import('./finder.js').FindContext} context
   * @param {typeof import('../grid/marks/going-on.js').goingOn} goingOn
   * @param {() => void} close
   */
  constructor(before, context, goingOn, close) {
    this.#context = context;
    this.#row = document.createElement('section');
    this.#row.className = 'quick-bar';
    this.#row.setAttribute('aria-label', words.bar);
    before.before(this.#row);
    const group = append(this.#row, 'div', 'choices');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', words.bar);
    this.#buttons = CHOICES.map(({ name }, i) => {
      const button = append(group, 'button');
      button.textContent = words[name];
      button.addEventListener('click', () => this.#choose(i));
      return button;
    });
    this.#stars = new StarsAtLeast(this.#row, (from) => this.#change({ field: 'stars', from }));
    const goOn = iconButton(this.#row, 'goOn', words.goOn, 'go-on');
    goingOn.bind(goOn, this.#removed.signal);
    iconButton(this.#row, 'cross', words.close, 'close').addEventListener('click', close);
  }

  remove() {
    this.#removed.abort();
    this.#row.remove();
  }

  /**
   * Whether it shows a condition as it is: nothing else need show it.
   * @param {Condition} condition
   */
  covers(condition) {
    return (condition.field === 'flag' && choiceOf(condition) >= 0) || (condition.field === 'stars' && condition.from !== undefined && condition.until === undefined);
  }

  /** @param {import('./finder.js').Shown} shown */
  show(shown) {
    this.#shown = shown;
    const at = choiceOf(conditionOf(shown.wish, 'flag'));
    this.#buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === at)));
    this.#stars.show(conditionOf(shown.wish, 'stars'));
  }

  /** Shows the next of the four. */
  next() {
    const at = this.#shown ? choiceOf(conditionOf(this.#shown.wish, 'flag')) : 0;
    this.#choose((at + 1) % CHOICES.length);
  }

  /** @param {number} i */
  #choose(i) { this.#change(CHOICES[i].condition ?? { field: 'flag' }); }

  /** @param {Condition} condition */
  #change(condition) {
    if (!this.#shown) return;
    const { wish } = this.#shown;
    const isEmpty = condition.field === 'flag' ? !condition.values : condition.from === undefined;
    this.#context.change(isEmpty ? withoutCondition(wish, condition.field) : withCondition(wish, condition));
  }
}
