// @ts-check
// A grid as a control of a form: with a name, items are chosen in it, as options are in a <select>.

import { ElementView } from './element-view.js';
import { FormValue } from './form-value.js';
import { expectThat, isList } from './program-error.js';

export class ElementForm extends ElementView {
  static get formAssociated() { return true; }
  static get observedAttributes() { return [...ElementView.observedAttributes, 'name', 'multiple', 'required', 'value']; }
  #internals = this.attachInternals();
  #chosen = new FormValue(this, this.#internals);

  constructor() {
    super();
    // A form gives the focus to the element itself, for example when a choice is missing.
    this.addEventListener('focus', () => this.shadowRoot?.activeElement ?? this.focus());
  }

  /**
   * Sets a state of the element that its own style sheet sees. Browsers of before 2024 know none.
   * @internal
   * @param {string} name
   */
  setState(name) {
    const { states } = /** @type {any} */ (this.#internals);
    if (CSS.supports('selector(:state(a))')) states.add(name);
  }

  /** The name of its value in a form. With one, a click chooses an item instead of opening its picture. */
  get name() { return this.getAttribute('name') ?? ''; }
  set name(name) { this.setAttribute('name', name); }

  /** Whether any number of items can be chosen. */
  get multiple() { return this.hasAttribute('multiple'); }
  set multiple(isMultiple) { this.toggleAttribute('multiple', isMultiple); }

  /** Whether a form is not submitted before an item is chosen. */
  get required() { return this.hasAttribute('required'); }
  set required(isRequired) { this.toggleAttribute('required', isRequired); }

  /** Whether nothing can be chosen, and nothing is submitted. */
  get disabled() { return this.hasAttribute('disabled'); }
  set disabled(isDisabled) { this.toggleAttribute('disabled', isDisabled); }

  /** The identifier of the item that is chosen, or of the first of them; empty without one. The attribute is what a reset returns to. */
  get value() { return this.#chosen.ids[0] ?? ''; }
  set value(id) { this.values = id ? [id] : []; }

  /** The identifiers of all items that are chosen, in the order that is shown. */
  get values() { return [...this.#chosen.ids]; }
  set values(ids) {
    expectThat(isList(ids ?? []), 'values is a list of identifiers');
    this.#chosen.set(ids ?? []);
  }

  /**
   * How items are chosen in it.
   * @internal
   * @returns {import('../selection/selecting.js').Choosing}
   */
  get choosing() {
    if (!this.hasAttribute('name')) return undefined;
    return this.multiple ? 'many' : 'one';
  }

  /** The form that it belongs to. */
  get form() { return this.#internals.form; }
  /** The `<label>` elements that name it. */
  get labels() { return this.#internals.labels; }
  /** Whether its value will do, and why not. */
  get validity() { return this.#internals.validity; }
  /** Why its value will not do, in the reader's language. */
  get validationMessage() { return this.#internals.validationMessage; }
  /** Whether a form asks for its validity. */
  get willValidate() { return this.#internals.willValidate; }
  /** Whether its value will do; fires `invalid` if not. */
  checkValidity() { return this.#internals.checkValidity(); }
  /** The same, and tells the reader. */
  reportValidity() { return this.#internals.reportValidity(); }

  formResetCallback() { this.#chosen.reset(); }

  /** @param {boolean} isDisabled also by a `<fieldset>` */
  formDisabledCallback(isDisabled) {
    const room = this.shadowRoot?.firstElementChild;
    if (room instanceof HTMLElement) room.inert = isDisabled;
  }

  /** @param {string | null} state as the browser kept it, for example over Back */
  formStateRestoreCallback(state) { if (state) this.#chosen.restore(state); }

  /** @param {string[]} ids */
  async select(ids) { await this.#chosen.quietly(() => super.select(ids)); }

  selectAll() { if (this.choosing !== 'one') this.#chosen.quietly(async () => super.selectAll()); }

  clearSelection() { this.#chosen.quietly(async () => super.clearSelection()); }

  /**
   * An attribute of a control has changed.
   * @internal
   * @param {string} name
   * @returns {boolean} whether it is one
   */
  formAttributeChanged(name) {
    // A form reports only what is wrong with a control that can have the focus.
    if (name === 'name' && this.choosing && !this.hasAttribute('tabindex')) this.tabIndex = -1;
    if (name === 'value') this.#chosen.reset();
    else if (name === 'required') this.#chosen.validate();
    return ['name', 'multiple', 'required', 'value'].includes(name);
  }
}
