// @ts-check
// The attributes of a grid as properties. Each mirrors the other.

/** The minimum width of a column without the attribute, and its range, in px. */
const [USUAL, SMALLEST, LARGEST] = [160, 16, 1024];

export class ElementAttributes extends HTMLElement {
  // No field: bundlers rewrite all of a class that has a static one, its private members too.
  static get observedAttributes() { return ['server', 'collection', 'layout', 'density', 'policy', 'readonly']; }

  /** The address of the server; without one, that from which the element's module came. */
  get server() { return this.getAttribute('server') ?? ''; }
  set server(server) { this.#set('server', server); }

  /** The identifier of the collection that is shown. */
  get collection() { return this.getAttribute('collection') ?? ''; }
  set collection(collection) { this.#set('collection', collection); }

  /**
   * How cells are laid out; a layout that the server does not have is shown as columns.
   * @returns {'column' | 'mosaic' | 'justified' | 'list' | (string & {})}
   */
  get layout() { return this.getAttribute('layout') ?? 'column'; }
  set layout(layout) { this.#set('layout', layout); }

  /** The minimum width of a column in px, from 16 to 1024. */
  get density() {
    const wish = Number(this.getAttribute('density') || NaN);
    return Number.isNaN(wish) ? USUAL : Math.max(SMALLEST, Math.min(LARGEST, wish));
  }
  set density(density) { this.#set('density', String(density)); }

  /**
   * The loading policy; `undefined` for the server's own.
   * @returns {string | undefined}
   */
  get policy() { return this.getAttribute('policy') ?? undefined; }
  set policy(policy) { this.#set('policy', policy); }

  /** Whether people can only look and choose: nothing is moved, marked or put into albums by hand. */
  get readOnly() { return this.hasAttribute('readonly'); }
  set readOnly(isReadOnly) { this.toggleAttribute('readonly', isReadOnly); }

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
