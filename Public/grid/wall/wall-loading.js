// @ts-check
// The sheets that are fetched: of the view and around it, and of the view in a layout that is only asked for yet. They do not depend on the
// layout, so they are under way while the server lays out.

import { comingView } from './coming-view.js';
import { Renewal } from './renewal.js';
import { SheetLoader } from './sheet-loader.js';
import { NOTHING } from './sheet.js';
import { sideFor } from './sheet-plan.js';

/** @typedef {import('./sheet-plan.js').Span} Span */
/**
 * @typedef {object} WallLoadingDelegate
 * @property {(sheet: import('./sheet.js').Sheet, index: number, version: number) => void} loadingTook a sheet of use has come
 * @property {() => void} loadingLacksRoom the server has no room for all texels
 */

/** Minimum speed at which mean colours come before larger texels, in views a second, and for how many views ahead. */
const FAST = 1;
const AHEAD = 3;
/** Maximum number of items that are looked up one by one: of more, all that is here is asked for again. */
const RENEWED = 8;
/** Maximum number of parts of sheets that the wall is drawn from, while more are made of it. */
const PIECES = 1000;

export class WallLoading {
  #presenter;
  #places;
  #texels;
  #light;
  #loader;
  #renewal;
  /**
   * The view in the layout that is asked for, until that is shown.
   * @type {import('./coming-view.js').ComingView | undefined}
   */
  #coming;

  /**
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('./wall-places.js').WallPlaces} places
   * @param {import('./texels.js').Texels} texels
   * @param {import('./light.js').Light} light
   * @param {WallLoadingDelegate} delegate
   */
  constructor(presenter, places, texels, light, delegate) {
    this.#presenter = presenter;
    this.#places = places;
    this.#texels = texels;
    this.#light = light;
    this.#loader = new SheetLoader({
      loaderOpen: (parameters, signal) => this.#open(parameters, signal),
      loaderLoaded: (sheet, index, version) => {
        if (texels.take(sheet, index, version)) delegate.loadingTook(sheet, index, version);
        if (sheet.lacksRoom) delegate.loadingLacksRoom();
      },
      loaderNext: () => presenter.surface.requestFrame(),
    });
    this.#renewal = new Renewal({
      renewalVersion: () => texels.version,
      renewalPlace: async (id) => {
        const path = (await presenter.order.item(id))?.indexPath;
        const index = path && places.index(path);
        if (path && index === undefined) throw new RangeError('nobody knows where its section is');
        return index !== undefined && texels.runs.in(index, index + 1).length ? index : undefined;
      },
      renewalAsk: (index, signal) => this.#loader.ask([index, index + 1], texels.side, this.#form(1), signal).then(({ sheet }) => sheet),
      renewalCame: (sheet, index, version) => {
        const [run] = texels.runs.in(index, index + 1);
        // What its new picture looks like is not known yet: the server reports when it is.
        const isEarly = run && sheet.states[0] === NOTHING && run.sheet.states[run.slot] !== NOTHING;
        if (run && !isEarly && texels.take(sheet, index, version)) delegate.loadingTook(sheet, index, version);
        else sheet.close();
        presenter.surface.requestFrame();
      },
      renewalFailed: () => {
        texels.doubt();
        presenter.surface.requestFrame();
      },
    });
    // The first blob of a page takes browsers a quarter of a second, and pictures of sheets are read from blobs.
    new Blob(['-']).arrayBuffer().catch(() => {});
  }

  get isBusy() { return this.#loader.isBusy || this.#renewal.isBusy; }
  /** Whether a layout is asked for, and what its view shows is known. */
  get isAhead() { return this.#coming !== undefined; }

  /**
   * Another layout is asked for.
   * @param {import('../model/column-metrics.js').ColumnOptions | undefined} metrics of a wall; without them it is none
   * @param {import('../model/anchor.js').Anchor | undefined} anchor the item that keeps its place
   * @param {[number, number]} size of the view in px
   */
  expect(metrics, anchor, size) {
    const { store } = this.#presenter;
    const texels = this.#texels;
    if (texels.version !== store.version) texels.reset(store.version);
    // Without headers, all items were counted as one section.
    const counts = this.#places.metrics?.headerHeight ? texels.counts : undefined;
    this.#coming = metrics && comingView(metrics, size, anchor, store.itemCount, counts);
  }

  /** That layout is shown. */
  came() { this.#coming = undefined; }

  /** Fetches what the view will show. */
  ahead() {
    const coming = this.#coming;
    if (coming) this.#fetch(coming.view, coming.view, coming);
  }

  /**
   * Fetches what the view shows, and then what is around it. What is far away is let go of.
   * @param {Span} view
   * @param {Span} around
   */
  fetch(view, around) {
    const ahead = this.#way;
    this.#fetch(view, around, this.#places, ahead);
    this.#texels.trim(around, ahead);
  }

  /** What the view is about to pass; `undefined` where larger texels come in time. */
  get #way() {
    const { offset, height, motion } = this.#presenter.surface;
    const velocity = motion.velocity(performance.now());
    if (motion.phase === 'settled' || Math.abs(velocity) < height * FAST) return undefined;
    return this.#places.span(offset - height * (velocity < 0 ? AHEAD : 1), offset + height * (1 + (velocity < 0 ? 1 : AHEAD)));
  }

  /**
   * @param {Span} view
   * @param {Span} around
   * @param {{side: number, columns: number}} cells
   * @param {Span} [ahead]
   */
  #fetch(view, around, { side, columns }, ahead) {
    const presenter = this.#presenter;
    const texels = this.#texels;
    texels.show(sideFor(side));
    if (!presenter.viewer || presenter.isLost || view[1] <= view[0]) return;
    this.#loader.update({
      ...this.#form(columns), view, around, ahead, side: texels.side, known: texels.runs, before: texels.before, again: texels.stale,
      certain: { gaps: (low, high) => texels.doubted(low, high) },
    });
  }

  /**
   * @param {number} columns
   * @returns {import('./sheet-loader.js').SheetForm}
   */
  #form(columns) {
    return { version: this.#texels.version, columns, light: this.#light.result, isMirrored: this.#presenter.store.isMirrored };
  }

  /**
   * Contents or marks of items have changed: what is shown of them is asked for again, and stays until then.
   * @param {string[]} [ids] which ones; any, where that is not known
   */
  renew(ids) {
    // What glows may be another, too. Where many have changed one by one, there is a sheet for each, until all is asked for again.
    const areFew =
      ids !== undefined && this.#renewal.count + ids.length <= RENEWED && !this.#light.result && this.#texels.runs.length < PIECES;
    this.#texels.doubt(areFew);
    if (areFew) this.#renewal.renew(ids);
    else this.#renewal.clear();
  }

  /** Nothing that is under way is wanted any more. */
  clear() {
    this.#loader.clear();
    if (this.#renewal.isBusy) this.#texels.doubt();
    this.#renewal.clear();
  }

  /**
   * @param {URLSearchParams} parameters
   * @param {AbortSignal} signal
   */
  async #open(parameters, signal) {
    const { server, viewer } = this.#presenter;
    try {
      return await server.open(`/viewers/${viewer}/sheet?${parameters}`, signal);
    } catch (error) {
      if (/** @type {{status?: number}} */ (error).status === 404) this.#light.renew();
      throw error;
    }
  }
}
