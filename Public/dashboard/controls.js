// @ts-check
// The dashboard's switches: the viewer's policy, the loaders, the demos' latency and the plug of their origin.

import { call } from '../grid/api.js';
import { part } from './skeleton.js';

const LATENCIES = [[0, 0], [60, 240], [200, 800], [500, 2000], [2000, 5000]];
const LOADERS = [1, 2, 4, 8, 16, 32];

export class Controls {
  #viewer = '';
  #words;
  /** @type {HTMLSelectElement} */
  #policy;
  /** @type {HTMLSelectElement} */
  #loaders;
  /** @type {HTMLSelectElement} */
  #latency;
  /** @type {HTMLButtonElement} */
  #plug;

  /**
   * @param {HTMLElement} host
   * @param {import('./words.js').Words} words
   */
  constructor(host, words) {
    this.#words = words;
    this.#policy = this.#select(host, words.policy, Object.entries(words.policies));
    this.#loaders = this.#select(host, words.loaders, LOADERS.map((n) => [String(n), String(n)]));
    this.#latency = this.#select(host, words.latency, LATENCIES.map((pair) => [pair.join('-'), span(pair)]));
    const origin = part(host, 'label', 'switch');
    part(origin, 'span').textContent = words.origin;
    this.#plug = /** @type {HTMLButtonElement} */ (part(origin, 'button', 'plug'));
    this.#plug.type = 'button';
    this.#policy.addEventListener('change', () => this.#send(`/viewers/${this.#viewer}`, { policy: this.#policy.value }));
    this.#loaders.addEventListener('change', () => this.set({ loaders: Number(this.#loaders.value) }));
    this.#latency.addEventListener('change', () => this.set({ latency: this.#latency.value.split('-').map(Number) }));
    this.#plug.addEventListener('click', () => this.set({ origin: { plugged: this.#plug.getAttribute('aria-pressed') !== 'true' } }));
    this.#read();
  }

  /** @param {string} viewer */
  set viewer(viewer) { this.#viewer = viewer; }

  /**
   * What the server says, unless somebody is choosing.
   * @param {any} report
   */
  take(report) {
    if (document.activeElement !== this.#policy) this.#policy.value = report.policy;
    if (document.activeElement !== this.#loaders) choose(this.#loaders, String(report.loads.loaders), String(report.loads.loaders));
  }

  /** @param {any} change */
  async set(change) { this.#show(await this.#send('/settings', change)); }

  async #read() {
    try {
      this.#show(await call('GET', '/settings'));
    } catch {
      // The grid tells that the connection is lost.
    }
  }

  /**
   * @param {string} path
   * @param {any} change
   */
  async #send(path, change) {
    try {
      return await call('PATCH', path, change, { type: 'application/merge-patch+json' });
    } catch {
      return undefined;
    }
  }

  /** @param {any} settings */
  #show(settings) {
    if (!settings) return;
    const { loaders, latency, origin } = settings;
    choose(this.#loaders, String(loaders), String(loaders));
    if (latency) choose(this.#latency, latency.join('-'), span(latency));
    for (const element of [this.#latency, this.#plug]) /** @type {HTMLElement} */ (element.parentElement).hidden = !origin;
    if (!origin) return;
    this.#plug.setAttribute('aria-pressed', String(origin.plugged));
    this.#plug.textContent = origin.plugged ? this.#words.plugged : this.#words.unplugged;
  }

  /**
   * @param {HTMLElement} host
   * @param {string} title
   * @param {string[][]} options
   */
  #select(host, title, options) {
    const label = part(host, 'label', 'switch');
    part(label, 'span').textContent = title;
    const select = /** @type {HTMLSelectElement} */ (part(label, 'select'));
    select.append(...options.map(([value, text]) => new Option(text, value)));
    return select;
  }
}

/** @param {number[]} latency */
const span = ([least, most]) => (most === 0 ? '0 ms' : least === most ? `${least} ms` : `${least}–${most} ms`);

/**
 * @param {HTMLSelectElement} select
 * @param {string} value
 * @param {string} text
 */
function choose(select, value, text) {
  if (![...select.options].some((option) => option.value === value)) select.append(new Option(text, value));
  select.value = value;
}
