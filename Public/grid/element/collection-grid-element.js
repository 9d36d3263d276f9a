// @ts-check
// <collection-grid collection="…" density="160">: a collection as a grid that scrolls without blanks and can be put in order.

import { call, collectionPath } from '../server/api.js';
import { GridSession } from './grid-session.js';
import { registeredSheets } from '../cells/registrations.js';
import { TraceRecorder } from '../scroll/trace-recorder.js';
import { strings } from '../../strings/strings.js';

const SHEETS = ['./grid.css', '../scroll/scrubber.css', '../selection/selection.css', '../picture/lightbox.css'];

/** Something about the grid changed that a page around it may show: its `what` says which. */
export class GridChangeEvent extends Event {
  /**
   * @param {'state'|'refresh'|'picture'|'size'|'jump'} what
   * @param {any} detail
   */
  constructor(what, detail) {
    super('gridchange');
    this.what = what;
    this.detail = detail;
  }
}

export class CollectionGrid extends HTMLElement {
  static observedAttributes = ['collection', 'density', 'layout', 'policy'];

  #root = this.attachShadow({ mode: 'open' });
  #sizes = new ResizeObserver(() => this.#session?.resize());
  /** @type {GridSession | undefined} */
  #session;
  #opening = new AbortController();
  /** @type {TraceRecorder | undefined} */
  #recorder;
  #blur = () => this.#session?.letGo();
  #visibility = () => this.#session?.presenter.tell();
  #hide = () => this.#session?.presenter.leave();
  #styled;

  constructor() {
    super();
    // Nothing can be measured before the sheets stand.
    this.#styled = Promise.all([...SHEETS, ...registeredSheets()].map((name) => new Promise((resolve) => {
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = new URL(name, import.meta.url).href;
      sheet.onload = sheet.onerror = resolve;
      this.#root.append(sheet);
    })));
  }

  connectedCallback() {
    this.#sizes.observe(this);
    addEventListener('blur', this.#blur);
    addEventListener('pagehide', this.#hide);
    document.addEventListener('visibilitychange', this.#visibility);
    this.#open();
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
    removeEventListener('blur', this.#blur);
    removeEventListener('pagehide', this.#hide);
    document.removeEventListener('visibilitychange', this.#visibility);
    this.#close();
  }

  /**
   * @param {string} name
   * @param {string | null} old
   * @param {string | null} value
   */
  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || old === value) return;
    if (name === 'collection') this.#open();
    else this.#session?.change(this.#wish);
  }

  /** How many items the collection has. */
  get itemCount() { return this.#session?.presenter.store.itemCount ?? 0; }
  get isRefreshing() { return this.#session?.isRefreshing ?? false; }
  /** The server's name for this view; `undefined` while there is none. */
  get viewer() { return this.#session?.presenter.viewer; }
  /** Cells in view, and how many of them wait for their picture. */
  get blanks() { return this.#session?.presenter.surface.blanks ?? { cells: 0, blank: 0 }; }
  /** Whether all that is in view is drawn and nothing is under way. */
  get isIdle() { return (this.#session?.presenter.isIdle && this.#session.picture.isIdle) ?? false; }
  /** Top of the view, height of the content: in content px, however far the scroll bar's own numbers are off. */
  get offset() { return this.#session?.presenter.surface.offset ?? 0; }
  set offset(offset) { this.#session?.presenter.surface.jump(offset); }
  /**
   * Scrolls on by a distance, as a hand does: loads are told from where it goes.
   * @param {number} delta in px
   */
  nudge(delta) { this.#session?.presenter.surface.nudge(delta); }
  /**
   * Shows the same stretch as another grid of the same shape, moved by the same hand.
   * @param {CollectionGrid} other
   */
  follow(other) {
    const surface = other.#session?.presenter.surface;
    if (surface) this.#session?.presenter.surface.follow(surface);
  }
  get contentHeight() { return this.#session?.presenter.store.contentSize[1] ?? 0; }

  /** From now on what the viewer does is kept, for `trace`. */
  startRecording() {
    this.#recorder = new TraceRecorder();
    this.#session?.record(this.#recorder);
  }

  /** What was recorded, as JSON lines (docs/scroll-traces.md). */
  get trace() { return this.#recorder && this.#session ? this.#recorder.text(this.#session.traceGrid) : ''; }

  /** Reads the collection's source anew. A second call while one runs starts no second. */
  async refresh() { await this.#session?.refresh(); }

  /**
   * Goes to an item by its flat index.
   * @param {number} index
   */
  scrollToItem(index) { this.#session?.presenter.seek(index, this.#session.layout.headerHeight + 4); }

  /** The item whose picture is looked at, large. */
  get openItem() { return this.#session?.picture.cell?.id; }

  /**
   * Opens the picture of an item that is in view.
   * @param {string} id
   */
  openPicture(id) {
    const cell = this.#session?.presenter.store.cells.get(id);
    return cell !== undefined && (this.#session?.picture.open(cell) ?? false);
  }

  /**
   * Goes to an item, wherever it lies.
   * @param {string} id
   * @param {boolean} [opens] shows its picture large
   * @param {number} [viewY] where its top shall lie in the view
   * @returns {Promise<boolean>} whether there is such an item
   */
  async showItem(id, opens = false, viewY = undefined) {
    return (await this.#session?.show(id, opens, viewY)) ?? false;
  }

  /** Back from the large picture to its cell. */
  closePicture() { return this.#session?.picture.close(); }

  get #wish() {
    return {
      kind: this.getAttribute('layout') ?? 'column', density: Number(this.getAttribute('density')) || 160,
      policy: this.getAttribute('policy') ?? undefined,
    };
  }

  async #open() {
    this.#close();
    const collection = this.getAttribute('collection');
    if (!collection) return;
    const { signal } = (this.#opening = new AbortController());
    this.#tell('state', { state: 'loading' });
    for (let wait = 500; !signal.aborted; wait = Math.min(4000, wait * 2)) {
      try {
        const description = await call('GET', collectionPath(collection), undefined, { signal });
        await this.#styled;
        if (signal.aborted) return;
        this.#session = new GridSession(this.#root, description, this.#wish, strings, {
          sessionState: (state) => this.#tell('state', { ...state, description }),
          sessionRefresh: (isRunning) => this.#tell('refresh', { isRunning }),
          sessionResize: (way) => this.#tell('size', { way }),
          sessionJumped: (from) => this.#tell('jump', { from, to: this.#session?.place }),
          sessionPicture: (cell) => this.#tell('picture', { id: cell?.id, index: cell?.index, title: cell?.item?.title }),
        });
        this.#session.record(this.#recorder);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const problem = /** @type {import('../server/api.js').Problem} */ (error);
        this.#tell('state', { state: 'failed', detail: problem.message });
        if (!problem.isLost) return;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  #close() {
    this.#opening.abort();
    this.#session?.close();
    this.#session = undefined;
  }

  /**
   * @param {GridChangeEvent['what']} what
   * @param {any} detail
   */
  #tell(what, detail) { this.dispatchEvent(new GridChangeEvent(what, detail)); }
}

