// @ts-check
// The button for sort and groups, and the small panel that it opens. Its contents are loaded with the first opening.

import { withKey } from '../grid/access/keys.js';
import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { iconButton } from './icon-button.js';

export class ArrangeMenu {
  #button;
  #panel;
  #context;
  /** @type {import('./arrange-form.js').ArrangeForm | undefined} */
  #form;
  /** @type {import('./finder.js').Shown | undefined} */
  #shown;
  #outside = (/** @type {Event} */ event) => {
    const path = event.composedPath();
    if (!path.includes(this.#panel) && !path.includes(this.#button)) this.#close();
  };

  /**
   * @param {HTMLElement} tools
   * @param {import('./finder.js').FindContext} context
   */
  constructor(tools, context) {
    this.#context = context;
    this.#button = iconButton(tools, 'arrange', withKey('arrange', strings.find.arrange), 'arrange-button');
    this.#button.hidden = true;
    this.#button.setAttribute('aria-haspopup', 'dialog');
    this.#button.setAttribute('aria-expanded', 'false');
    this.#button.addEventListener('click', () => this.toggle());
    tools.querySelector('.refresh')?.before(this.#button);
    this.#panel = append(tools, 'div', 'arrange');
    this.#panel.hidden = true;
    this.#panel.setAttribute('role', 'dialog');
    this.#panel.setAttribute('aria-label', strings.find.arrangeTitle);
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.#close();
      this.#button.focus();
    });
    this.#panel.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && relatedTarget !== this.#button && !this.#panel.contains(/** @type {Node} */ (relatedTarget))) this.#close();
    });
    // Behind the button in the order of Tab.
    this.#button.after(this.#panel);
  }

  async toggle() {
    if (this.#button.hidden) return;
    if (!this.#panel.hidden) return this.#close();
    if (!this.#form) {
      // Not there while the server is away, nor once another version of the page has taken its place.
      const loaded = await import('./forms.js').catch(() => undefined);
      if (!loaded) return;
      this.#form ??= new loaded.ArrangeForm(this.#panel, { ...this.#context, makeOwnOrder: () => this.#makeOwnOrder() });
    }
    this.#draw();
    this.#panel.hidden = false;
    this.#button.setAttribute('aria-expanded', 'true');
    addEventListener('pointerdown', this.#outside, true);
    this.#context.opened();
    this.#form.focus();
  }

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

  /** The panel has nothing more to say, and what comes next may be Ctrl+Z: the grid gets the focus. */
  #makeOwnOrder() {
    this.#close();
    this.#context.leave();
    this.#context.makeOwnOrder();
  }

  #close() {
    this.#panel.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
    removeEventListener('pointerdown', this.#outside, true);
  }

  #draw() {
    if (this.#shown) this.#form?.show(this.#shown, this.#context.fields());
  }
}
