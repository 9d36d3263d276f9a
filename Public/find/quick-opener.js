// @ts-check
// The button and the key of the quick bar, whose contents are loaded with the first opening. Open or not is kept for the next visit.

import { withKey } from '../grid/access/keys.js';
import { loadFeatures } from '../grid/element/lazy-features.js';
import { loadStyle } from '../page/load-style.js';
import { preference, setPreference } from '../page/preferences.js';
import { strings } from '../strings/strings.js';
import { iconButton } from './icon-button.js';

const PREFERENCE = 'quick bar';

export class QuickOpener {
  #context;
  #main;
  #button;
  /** @type {import('./quick-bar.js').QuickBar | undefined} */
  #bar;
  /** @type {import('./finder.js').Shown | undefined} */
  #shown;
  #isLoading = false;

  /**
   * @param {HTMLElement} tools
   * @param {HTMLElement} main the bar is above it
   * @param {import('./finder.js').FindContext} context
   */
  constructor(tools, main, context) {
    this.#context = context;
    this.#main = main;
    this.#button = iconButton(tools, 'flag', withKey('quick', strings.find.quick), 'quick-button', strings.find.quickShort);
    this.#button.hidden = true;
    this.#button.setAttribute('aria-pressed', 'false');
    this.#button.addEventListener('click', () => (this.#bar ? this.#close() : this.#open()));
    tools.querySelector('.refresh')?.before(this.#button);
  }

  /** The key: opens it, or goes to the next choice. */
  next() {
    if (this.#bar) this.#bar.next();
    else if (!this.#button.hidden) this.#open();
  }

  /** @param {import('./conditions.js').Condition} condition */
  covers(condition) { return this.#bar?.covers(condition) ?? false; }

  /** @param {boolean} isThere whether the server can filter */
  learned(isThere) {
    const { readOnly, capabilities } = this.#shown?.collection ?? {};
    this.#button.hidden = !isThere || !(readOnly || capabilities?.marks);
    if (this.#button.hidden) this.#remove();
    else if (preference(PREFERENCE) === 'shown' && !this.#bar) this.#open();
  }

  /** @param {import('./finder.js').Shown} shown */
  show(shown) {
    this.#shown = shown;
    this.#bar?.show(shown);
  }

  async #open() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    setPreference(PREFERENCE, 'shown');
    // Not there while the server is away, nor once another version of the page has taken its place.
    const loaded = await Promise.all([import('./forms.js'), loadFeatures(), loadStyle('../find/quick-bar.css')]).catch(() => undefined);
    this.#isLoading = false;
    if (!loaded || !this.#shown) return;
    const [{ QuickBar }, { goingOn }] = loaded;
    this.#bar = new QuickBar(document.querySelector('.chips') ?? this.#main, this.#context, goingOn, () => this.#close());
    this.#button.setAttribute('aria-pressed', 'true');
    this.#bar.show(this.#shown);
    this.#context.draw();
  }

  #close() {
    setPreference(PREFERENCE, 'hidden');
    this.#remove();
    this.#button.focus();
  }

  #remove() {
    this.#bar?.remove();
    this.#bar = undefined;
    this.#button.setAttribute('aria-pressed', 'false');
    this.#context.draw();
  }
}
