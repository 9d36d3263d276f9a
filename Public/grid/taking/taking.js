// @ts-check
// Taking away: the file of an item, and the order, paths or files of what is selected.

import { may } from '../server/capabilities.js';
import { collectionPath, reasonOf } from '../server/api.js';
import { KeptSwitch } from '../marks/kept-switch.js';
import { marksAway } from './marks-away.js';
import { exportAddress, save } from './saving.js';

/** Maximum number of paths that are copied: more are a file, not a clipboard. */
const COPY_LIMIT = 100_000;
/** Whether of each folded stack only the picture that it shows is taken. */
const facesAlone = new KeptSwitch('lookahead takes faces');

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../cells/cell-menu.js').MenuEntry} MenuEntry */
/** @typedef {import('./saving.js').ExportForm} ExportForm */

/** @type {import('../features/session-features.js').Feature} */
export const copying = {
  make: ({ speech, strings }) => ({
    menu({ item: { title = '' } = {} }) {
      // Only pages with a secure origin may write to the clipboard.
      if (!title || !navigator.clipboard) return [];
      const copy = () => navigator.clipboard.writeText(title).then(() => speech.warn(strings.copied(title)), () => {});
      return [{ name: 'copy', sign: 'copy', words: strings.copyName, act: copy }];
    },
  }),
};

/** @type {import('../features/session-features.js').Feature} */
export const taking = { isOffered: (description) => may(description, 'export'), make: (context) => new Taking(context) };

class Taking {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    this.#context = context;
    /** @type {import('../selection/selection-bar.js').BarAction} */
    this.bar = { name: 'export', words: context.strings.exportSelected, sign: 'download', opens: 'menu', act: (button) => this.#open(button) };
  }

  /** Whether the files of items may be downloaded. */
  get #hasOriginals() { return this.#context.description.capabilities?.originals === true; }
  /** Whether items have a path or an address. */
  get #hasPaths() { return this.#context.description.capabilities?.paths === true; }

  /**
   * What can be done with a cell.
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  menu(cell) {
    const { strings, presenter } = this.#context;
    /** @type {MenuEntry[]} */
    const entries = [];
    if (this.#hasPaths && navigator.clipboard) {
      entries.push({ name: 'copy-path', sign: 'copy', words: strings.copyPath, act: () => {
        // While the menu is open, the item may come to another place.
        const index = presenter.store.cells.get(cell.id)?.index;
        if (index !== undefined) this.#copyPaths([[index, index]], 1);
      } });
    }
    if (this.#hasOriginals && cell.image) {
      entries.push({ name: 'download', sign: 'download', words: strings.downloadFile, act: () => this.#download(this.#original(cell)) });
    }
    entries.push({ name: 'export', sign: 'download', words: strings.exportAll, act: () => this.#openOver(cell) });
    return entries;
  }

  /**
   * @param {import('../access/keys.js').Place} _
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  large(_, cell) {
    if (!this.#hasOriginals || !cell.image) return [];
    return [{ name: 'download', sign: 'download', words: this.#context.strings.downloadFile, act: () => this.#download(this.#original(cell)) }];
  }

  /**
   * Opens the menu of everything that is shown.
   * @param {Cell} cell over which it opens
   */
  #openOver(cell) {
    const { presenter, selecting } = this.#context;
    const node = presenter.surface.node(cell.id);
    if (!node) return;
    selecting.clear();
    this.#open(node.element);
  }

  /**
   * Opens the menu of what is selected, or of everything where nothing is.
   * @param {HTMLElement} opener the button that does
   */
  #open(opener) {
    const { presenter, strings, selecting, speech, menu } = this.#context;
    const isAll = selecting.selection.isEmpty;
    const count = isAll ? presenter.store.itemCount : selecting.selection.count;
    const ranges = () => (isAll ? [[0, count - 1]] : selecting.selection.wire.ranges);
    /** @type {MenuEntry[]} */
    const entries = [];
    if (this.#hasPaths && navigator.clipboard) {
      entries.push({ sign: 'copy', words: strings.copyPaths, act: () => this.#copyPaths(ranges(), count) });
    }
    if (this.#hasOriginals) {
      entries.push({ sign: 'download', words: strings.downloadFiles, act: () => this.#export('zip') });
      entries.push({ sign: 'download', words: strings.downloadNumbered, act: () => this.#export('zip', { numbered: '1' }) });
    }
    entries.push({ sign: 'download', words: strings.downloadTable, beginsGroup: entries.length > 0, act: () => this.#export('csv') });
    entries.push({ sign: 'download', words: strings.downloadLines, act: () => this.#export('jsonl') });
    if (this.#hasPaths) entries.push(...marksAway(strings, (form, options) => this.#export(form, options), (words) => speech.warn(words)));
    if (this.#isFolding) {
      const toggle = () => {
        facesAlone.toggle();
        this.#open(opener);
      };
      entries.push({ name: 'faces', words: strings.facesAlone, beginsGroup: true, isSwitch: true, isChecked: facesAlone.isOn, act: toggle });
    }
    menu.open({ element: opener }, strings.exportTitle(count), entries);
  }

  get #isFolding() {
    const { description, presenter } = this.#context;
    return description.capabilities?.stacks === true && presenter.order.query?.stacks === 'folded';
  }

  /**
   * What of stacks is taken, as `exportAddress` has it.
   * @returns {Record<string, string>}
   */
  get #ofStacks() { return this.#isFolding && facesAlone.isOn ? { stacks: 'faces' } : {}; }

  /** @param {Cell} cell */
  #original(cell) { return collectionPath(this.#context.description.id, 'items', cell.id, 'original'); }

  /**
   * @param {ExportForm} form
   * @param {Record<string, string>} [options] as `exportAddress` has them
   * @returns {Promise<boolean>} whether a file came
   */
  async #export(form, options) {
    const { presenter, selecting, speech, strings } = this.#context;
    const address = exportAddress(presenter.order.path(), form, selecting.selection.isEmpty ? undefined : selecting.selection.wire, { ...options, ...this.#ofStacks });
    if (address) return this.#download(address);
    speech.warn(strings.tooManyParts);
    return false;
  }

  /**
   * @param {string} address below the root of the interface
   * @returns {Promise<boolean>} whether a file came
   */
  async #download(address) {
    const { presenter, speech, strings } = this.#context;
    try {
      await save(presenter.server, address);
      return true;
    } catch (error) {
      speech.warn(strings.reason(reasonOf(error)));
      return false;
    }
  }

  /**
   * @param {number[][]} ranges
   * @param {number} count
   */
  async #copyPaths(ranges, count) {
    const { presenter, speech, strings } = this.#context;
    if (count > COPY_LIMIT) return speech.warn(strings.tooManyPaths(COPY_LIMIT));
    const address = exportAddress(presenter.order.path(), 'paths', { version: presenter.store.version, ranges }, this.#ofStacks);
    if (!address) return speech.warn(strings.tooManyParts);
    try {
      const text = await (await presenter.server.open(address)).text();
      const paths = text.split('\n').filter(Boolean);
      await navigator.clipboard.writeText(paths.join('\n'));
      speech.warn(strings.copiedPaths(paths.length));
    } catch (error) {
      speech.warn(strings.reason(reasonOf(error)));
    }
  }
}
