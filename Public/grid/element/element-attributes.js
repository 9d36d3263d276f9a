// @ts-check
// The attributes of a grid as properties. Each mirrors the other.

import { advise } from './program-error.js';
import { ACTIONS } from './session-description.js';

/** @typedef {'column' | 'mosaic' | 'justified' | 'list'} LayoutKind */
/** @typedef {'none' | 'fixed-window' | 'nearest' | 'directional' | 'skewport' | 'predictive'} LoadingPolicy */

/** @type {LoadingPolicy[]} */
const POLICIES = ['none', 'fixed-window', 'nearest', 'directional', 'skewport', 'predictive'];

/** The minimum width of a column without the attribute, and its range, in px. */
const [USUAL, SMALLEST, LARGEST] = [160, 16, 1024];

/** @param {string} text names with spaces between them */
export const namesIn = (text) => text.split(/\s+/).filter(Boolean);

/** A server that renders a page has no elements: there the module can be imported, and no more. */
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

export class ElementAttributes extends Base {
  // No field: bundlers rewrite all of a class that has a static one, its private members too.
  static get observedAttributes() { return ['server', 'collection', 'layout', 'density', 'policy', 'readonly', 'actions']; }

  /** The address of the server; without one, that from which the element's module came. */
  get server() { return this.getAttribute('server') ?? ''; }
  set server(server) { this.#set('server', server); }

  /** The identifier of the collection that is shown. */
  get collection() { return this.getAttribute('collection') ?? ''; }
  set collection(collection) { this.#set('collection', collection); }

  /**
   * How cells are laid out; a layout that the server does not have is shown as columns.
   * @returns {LayoutKind}
   */
  get layout() { return /** @type {LayoutKind} */ (this.getAttribute('layout') ?? 'column'); }
  set layout(layout) { this.#set('layout', layout); }

  /** The minimum width of a column in px, from 16 to 1024. */
  get density() {
    const wish = Number(this.getAttribute('density') || NaN);
    return Number.isNaN(wish) ? USUAL : Math.max(SMALLEST, Math.min(LARGEST, wish));
  }
  set density(density) { this.#set('density', String(density)); }

  /**
   * The loading policy; `undefined` for the server's own.
   * @returns {LoadingPolicy | undefined}
   */
  get policy() { return POLICIES.find((policy) => policy === this.getAttribute('policy')); }
  set policy(policy) { this.#set('policy', policy); }

  /**
   * What people may do by hand beside looking and opening: names with spaces between them, of `select`, `move`, `mark`, `albums`,
   * `export`, `refresh`. Without it, everything in a page of the server's own site; in any other page, `select export`.
   * @returns {string | undefined}
   */
  get actions() { return this.getAttribute('actions') ?? undefined; }
  set actions(actions) {
    // An empty one allows nothing.
    if (actions === undefined || actions === null) this.removeAttribute('actions');
    else this.setAttribute('actions', actions);
  }

  /** Whether people can only look and choose: nothing is moved, marked or put into albums by hand. */
  get readOnly() { return this.hasAttribute('readonly'); }
  set readOnly(isReadOnly) { this.toggleAttribute('readonly', isReadOnly); }

  /**
   * Tells the programmer of an attribute that no server would take: it is passed over.
   * @internal
   * @param {string} name
   * @param {string | null} value
   */
  reviewAttribute(name, value) {
    const unknown = name === 'actions' ? namesIn(value ?? '').filter((action) => !ACTIONS.includes(action)) : [];
    if (unknown.length) advise(`actions="${value}": ${unknown.join(', ')} is none of ${ACTIONS.join(', ')}`);
    if (name === 'policy' && value && !this.policy) advise(`policy="${value}" is none of ${POLICIES.join(', ')}`);
  }

  /**
   * Takes properties that were set before the element was defined: they hide those of the class.
   * @internal
   * @param {string[]} names
   */
  adopt(names) {
    const element = /** @type {any} */ (this);
    for (const name of names) {
      if (!Object.hasOwn(element, name)) continue;
      const value = element[name];
      delete element[name];
      element[name] = value;
    }
  }

  /**
   * @param {string} name
   * @param {string | null | undefined} value
   */
  #set(name, value) {
    if (value === null || value === undefined || value === '') this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}
