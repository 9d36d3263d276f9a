// @ts-check
// The dashboard's controls: the viewer's policy and prefetch window, the number of loaders, the demos' latency and the
// connection of their origin.

import { call } from '../grid/server/api.js';
import { append } from '../grid/dom.js';
import { words } from './words.js';

const LATENCIES = [[0, 0], [60, 240], [200, 800], [500, 2000], [2000, 5000]];
const LOADERS = [1, 2, 4, 8, 16, 32];
/** How far a policy looks, as multiples of its default. */
const REACHES = [[0.25, '¼ ×'], [0.5, '½ ×'], [1, '1 ×'], [2, '2 ×'], [4, '4 ×']];

/** @typedef {import('./report.js').Settings} Settings */

export class Controls {
  #viewer = '';
  /** The viewer's collection. */
  #collection = '';
  /** @type {Settings | undefined} */
  #settings;
  #policy;
  #reach;
  #loaders;
  #latency;
  #plug;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#policy = this.#select(host, 'policy', words.policy, Object.entries(words.policies));
    this.#reach = this.#select(host, 'reach', words.reach, REACHES.map(([value, text]) => [String(value), String(text)]));
    this.#loaders = this.#select(host, 'loaders', words.loaders, LOADERS.map((n) => [String(n), String(n)]));
    this.#latency = this.#select(host, 'latency', words.latency, LATENCIES.map((pair) => [pair.join('-'), span(pair)]));
    const origin = append(host, 'label', 'switch');
    origin.title = words.originHint;
    append(origin, 'span').textContent = words.origin;
    this.#plug = append(origin, 'button', 'plug');
    this.#policy.addEventListener('change', () => this.#send(`/viewers/${this.#viewer}`, { policy: this.#policy.value }));
    this.#reach.addEventListener('change', () => this.#send(`/viewers/${this.#viewer}`, { reach: Number(this.#reach.value) }));
    this.#loaders.addEventListener('change', () => this.set({ loaders: Number(this.#loaders.value) }));
    this.#latency.addEventListener('change', () => {
      const { slow } = this;
      if (slow) this.set({ latency: { [slow]: this.#latency.value.split('-').map(Number) } });
    });
    this.#plug.addEventListener('click', () => this.set({ origin: { plugged: this.#plug.getAttribute('aria-pressed') !== 'true' } }));
  }

  /** @param {string} viewer */
  set viewer(viewer) {
    this.#viewer = viewer;
    this.#read();
  }

  /** The name in the settings' `latency` that concerns the viewer's collection; `undefined` where none does. */
  get slow() {
    const { latency, origin } = this.#settings ?? {};
    return [this.#collection, origin?.collections.includes(this.#collection) ? 'origin' : ''].find((name) => name && latency?.[name]);
  }

  /**
   * Shows what the server reports, except where the reader is choosing.
   * @param {import('./report.js').Report} report
   */
  take(report) {
    if (document.activeElement !== this.#policy) this.#policy.value = report.policy;
    if (document.activeElement !== this.#reach) choose(this.#reach, String(report.reach), `${report.reach} ×`);
    if (document.activeElement !== this.#loaders) choose(this.#loaders, String(report.loads.loaders), String(report.loads.loaders));
  }

  /** @param {import('./report.js').SettingsChange} change */
  async set(change) { this.#show(await this.#send('/settings', change)); }

  async #read() {
    try {
      const [settings, { collection }] = await Promise.all([call('GET', '/settings'), call('GET', `/viewers/${this.#viewer}`)]);
      this.#collection = collection;
      this.#show(settings);
    } catch {
      // The grid shows that the connection is lost.
    }
  }

  /**
   * @param {string} path
   * @param {object} change a merge patch
   */
  async #send(path, change) {
    try {
      return await call('PATCH', path, change, { type: 'application/merge-patch+json' });
    } catch {
      return undefined;
    }
  }

  /** @param {Settings | undefined} settings */
  #show(settings) {
    if (!settings) return;
    this.#settings = settings;
    const { loaders, latency, origin, readOnly = false } = settings;
    const { slow } = this;
    for (const control of [this.#loaders, this.#latency, this.#plug]) control.disabled = readOnly;
    choose(this.#loaders, String(loaders), String(loaders));
    if (slow && latency) choose(this.#latency, latency[slow].join('-'), span(latency[slow]));
    /** @type {HTMLElement} */ (this.#latency.parentElement).hidden = !slow;
    /** @type {HTMLElement} */ (this.#plug.parentElement).hidden = slow !== 'origin';
    if (!origin) return;
    this.#plug.setAttribute('aria-pressed', String(origin.plugged));
    this.#plug.textContent = origin.plugged ? words.plugged : words.unplugged;
  }

  /**
   * @param {HTMLElement} host
   * @param {string} name
   * @param {[string, string]} texts title and explanation
   * @param {string[][]} options
   */
  #select(host, name, [title, hint], options) {
    const label = append(host, 'label', 'switch');
    label.title = hint;
    append(label, 'span').textContent = title;
    const select = append(label, 'select', name);
    select.append(...options.map(([value, text]) => new Option(text, value)));
    return select;
  }
}

/** @param {number[]} latency */
const span = ([least, most]) => (most === 0 ? '0 ms' : most >= 1000 ? `${least / 1000}–${most / 1000} s` : `${least}–${most} ms`);

/**
 * @param {HTMLSelectElement} select
 * @param {string} value
 * @param {string} text
 */
function choose(select, value, text) {
  if (![...select.options].some((option) => option.value === value)) select.append(new Option(text, value));
  select.value = value;
}
