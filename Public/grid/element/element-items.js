// @ts-check
// Items of what an element shows, by identifier, by place and by event.

/**
 * @typedef {{id: string, index: number, indexPath: import('../model/geometry.js').IndexPath, item: import('../server/wire.js').Item,
 *   element: HTMLElement}} ShownItem an item and its cell, which shows another item when the view has moved
 */

export class ElementItems {
  #content;
  #root;

  /**
   * @param {import('./element-content.js').ElementContent} content
   * @param {ShadowRoot} root
   */
  constructor(content, root) {
    this.#content = content;
    this.#root = root;
  }

  get #presenter() { return this.#content.session?.presenter; }

  /** @param {string} id */
  async item(id) { return this.#presenter?.store.cells.get(id)?.item ?? (await this.#presenter?.order.item(id)); }

  /** @param {string} id */
  async indexOf(id) {
    const presenter = this.#presenter;
    return presenter?.store.cells.get(id)?.index ?? (await presenter?.order.flatIndex(id)) ?? -1;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  at(x, y) { return this.#among(this.#root.elementsFromPoint(x, y)); }

  /** @param {Event} event */
  of(event) { return this.#among(event.composedPath()); }

  /**
   * @param {EventTarget[]} [targets] of which one may be a cell
   * @returns {ShownItem | undefined}
   */
  #among(targets = []) {
    for (const { element, cell } of this.#presenter?.surface.nodes ?? []) {
      if (!cell || !targets.includes(element)) continue;
      const { id, index, indexPath, item = { id } } = cell;
      return { id, index, indexPath, item, element };
    }
    return undefined;
  }
}
