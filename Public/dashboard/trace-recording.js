// @ts-check
// The button that records a trace of the viewer, and saves it when it is pressed again.

import { saveTrace } from '../page/save-trace.js';
import { ViewerTrace } from './viewer-trace.js';
import { words } from './words.js';

export class TraceRecording {
  #button;
  /**
   * What is being recorded.
   * @type {ViewerTrace | undefined}
   */
  #trace;

  /** @param {HTMLElement} button */
  constructor(button) {
    this.#button = button;
    button.addEventListener('click', () => this.#toggle());
  }

  /** @param {import('./report.js').Report} report */
  take(report) {
    this.#trace?.take(report);
    this.#name();
  }

  /** Another viewer is watched: what was recorded is saved. */
  end() {
    if (this.#trace) this.#toggle();
  }

  /** Begins a trace of the viewer, or ends it and saves it. */
  #toggle() {
    const text = this.#trace?.text;
    this.#trace = this.#trace ? undefined : new ViewerTrace();
    this.#name();
    if (text) saveTrace(text);
  }

  #name() {
    const text = this.#trace ? words.save(this.#trace.frameCount.toLocaleString()) : words.record;
    if (this.#button.textContent === text) return;
    this.#button.textContent = text;
    this.#button.setAttribute('aria-pressed', String(this.#trace !== undefined));
  }
}
