// @ts-check
// The message of an element that has no collection to show.

import { append } from '../dom.js';
import { showMessage } from './message.js';

export class ElementNotice {
  #stage;
  #strings;
  /** @type {HTMLElement | undefined} */
  #node;

  /**
   * @param {HTMLElement} stage
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(stage, strings) {
    this.#stage = stage;
    this.#strings = strings;
  }

  /** @param {import('../server/wire.js').Reason | undefined} reason */
  show(reason) {
    this.hide();
    const node = (this.#node = document.createElement('div'));
    node.className = 'unopened';
    node.setAttribute('role', 'status');
    this.#stage.append(node);
    const message = append(node, 'div', 'message');
    message.setAttribute('part', 'message');
    showMessage(message, { state: 'failed', reason }, this.#strings);
  }

  hide() {
    this.#node?.remove();
    this.#node = undefined;
  }
}
