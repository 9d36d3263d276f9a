// @ts-check
// The cards of figures: a number and a sparkline each, a few of them per frame.

import { Sheet } from './sheet.js';
import { CARDS } from './skeleton.js';
import { drawSparkline } from './sparkline.js';
import { words } from './words.js';

/** Maximum number of cards drawn per frame; the next frames draw the rest. */
const CARDS_PER_FRAME = 2;

/** @typedef {import('./figures.js').FigureName} FigureName */
/** @typedef {import('./figures.js').Figures} Figures */

/**
 * Figures in percent.
 * @type {Set<FigureName>}
 */
const SHARES = new Set(['blank', 'hits', 'wasted']);

/**
 * Figures of a store that several servers share: without one, there are none.
 * @type {Set<FigureName>}
 */
const SHARED = new Set(['commit', 'adopted', 'overtaken', 'unseen', 'leases']);

export class Cards {
  #cards;
  /** @type {Map<FigureName, Sheet>} */
  #sparks = new Map();
  /** @type {FigureName[]} */
  #stale = [...CARDS];

  /**
   * @param {Record<FigureName, import('./skeleton.js').Card>} cards
   * @param {() => void} resized
   */
  constructor(cards, resized) {
    this.#cards = cards;
    for (const name of CARDS) this.#sparks.set(name, new Sheet(cards[name].canvas, resized));
  }

  /** Whether there are cards to be drawn. */
  get isStale() { return this.#stale.length > 0; }

  /** All cards are to be drawn again. */
  invalidate() { this.#stale = [...CARDS]; }

  /**
   * Draws some of the stale cards.
   * @param {Figures} figures
   * @param {import('./palette.js').Palette} palette
   */
  draw(figures, palette) {
    for (const name of this.#stale.splice(0, CARDS_PER_FRAME)) {
      const { values } = figures.series[name];
      drawSparkline(/** @type {Sheet} */ (this.#sparks.get(name)), values, palette, SHARES.has(name) ? 100 : undefined);
      const { element, value } = this.#cards[name];
      element.hidden = SHARED.has(name) && !values.length;
      const text = values.length ? valueText(name, figures) : '–';
      if (value.textContent !== text) value.textContent = text;
    }
  }
}

/**
 * @param {FigureName} name
 * @param {Figures} figures
 */
function valueText(name, figures) {
  const { last } = figures.series[name];
  if (SHARES.has(name)) return `${last.toFixed(last < 10 ? 1 : 0)}%`;
  switch (name) {
    case 'fill': {
      const half = figures.fill(0.5);
      return half === undefined ? '–' : timesText(half, figures.fill(0.95) ?? half);
    }
    case 'bytes': return `${(last / 1_048_576).toFixed(1)} MB`;
    case 'commit': case 'unseen': return timeText(last);
    case 'patches': case 'viewers': case 'leases': return last.toLocaleString();
    default: return words.perSecond(last.toFixed(last < 10 ? 1 : 0));
  }
}

/**
 * Which servers have leases; empty where none can have any, and until it is known.
 * @param {import('./report.js').StoreFigures | undefined} store
 */
export function holdersText(store) {
  if (!store?.holders) return '';
  return words.holders(store.holders.map(({ server, leases }) =>
    (server === store.server ? words.thisHolder : words.holder)(server, leases.toLocaleString())));
}

/** @param {number} time in ms */
const timeText = (time) => (time < 10_000 ? `${time.toFixed(time < 10 ? 1 : 0)} ms` : `${(time / 1000).toFixed(0)} s`);

/**
 * Two times in one unit, that of the longer one.
 * @param {number} short in ms
 * @param {number} long
 */
const timesText = (short, long) =>
  (long < 1000 ? `${Math.round(short)} · ${Math.round(long)} ms` : `${(short / 1000).toFixed(1)} · ${(long / 1000).toFixed(1)} s`);
