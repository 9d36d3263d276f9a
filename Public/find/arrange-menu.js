// @ts-check
// The button for sort and groups, and the small panel that it opens. Its contents are loaded with the first opening.

import { withKey } from '../grid/access/keys.js';
import { strings } from '../strings/strings.js';
import { BarPanel } from '../page/bar-panel.js';
import { iconButton } from './icon-button.js';

export class ArrangeMenu {
  #button;
  #panel;
  #context;
  /** @type {import('./arrange-form.js').ArrangeForm | undefined} */
  #form;
  /** @type {import('./finder.js').Shown | undefined} */
  #shown;

  /**
   * @param {HTMLElement} tools
   * @param {import('./finder.js').FindContext} context
   */
  constructor(tools, context) {
    this.#context = context;
    this.#button = iconButton(tools, 'arrange', withKey('arrange', strings.find.arrange), 'arrange-button', strings.find.arrangeShort);
    this.#button.hidden = true;
    tools.querySelector('.refresh')?.before(this.#button);
    this.#panel = new BarPanel(this.#button, 'arrange', strings.find.arrangeTitle, (panel) => this.#fill(panel));
  }

  async toggle() { if (!this.#button.hidden) await this.#panel.toggle(); }

  /** @param {boolean} isThere whether the server can sort */
  learned(isThere) {
    this.#button.hidden = !isThere;
    this.#draw();
  }

  /** @param {import('./finder.js').Shown} shown */
  show(shown) {
    this.#shown = shown;
    this.#button.classList.toggle('in-use', Boolean(shown.wish.sort || shown.wish.group));
    this.#draw();
  }

  /** @param {HTMLElement} panel */
  async #fill(panel) {
    // Not there while the server is away, nor once another version of the page has taken its place.
    const loaded = await import('./forms.js').catch(() => undefined);
    if (!loaded) return undefined;
    this.#form ??= new loaded.ArrangeForm(panel, { ...this.#context, makeOwnOrder: () => this.#makeOwnOrder() });
    this.#draw();
    this.#context.opened();
    return this.#form;
  }

  /** The panel has nothing more to say, and what comes next may be Ctrl+Z: the grid gets the focus. */
  #makeOwnOrder() {
    this.#panel.close();
    this.#context.leave();
    this.#context.makeOwnOrder();
  }

  #draw() {
    if (this.#shown) this.#form?.show(this.#shown, this.#context.fields());
  }
}
