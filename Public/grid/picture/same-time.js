// @ts-check
// Two cameras, one time line: of two pictures of one moment, the other camera's clock is set by this one. All pictures of that camera move,
// as one mark that Undo takes back; no file is changed.

import { selectedItems } from '../selection/selected-items.js';
import { collectionPath, reasonOf } from '../server/api.js';

/** @typedef {{camera?: string, taken?: string, timeShift?: number}} Clock what is known of a picture */

/** @type {import('../features/session-features.js').Feature} */
export const sameTime = {
  isOffered: ({ capabilities }) => capabilities?.marks === true,
  make: (context) => new SameTime(context),
};

class SameTime {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** @param {import('../model/cell-store.js').Cell} cell */
  menu(cell) {
    const { selecting: { selection }, strings } = this.#context;
    if (selection.count !== 2 || !selection.has(cell.index)) return [];
    return [{ name: 'same-time', sign: 'clock', words: strings.mark.sameTime, act: () => this.#set(cell.id) }];
  }

  /** @param {string} right the picture whose camera has the right time */
  async #set(right) {
    const { description: { id }, place, presenter, selecting, speech, strings } = this.#context;
    const { server } = presenter;
    try {
      const items = await selectedItems({ presenter, editing: { selecting } }, 2);
      const wrong = items.find((item) => item.id !== right);
      if (!wrong) return;
      const clocks = await Promise.all([right, wrong.id].map((item) => server.call('GET', collectionPath(id, 'items', item, 'fields'))));
      const [by, from] = clocks.map(({ fields }) => /** @type {Clock} */ (fields));
      const timeShift = shiftBetween(by, from);
      if (timeShift === undefined) return speech.warn(strings.mark.sameTimeNeeds);
      const all = await server.call('POST', collectionPath(id, 'queries'), { where: { field: 'camera', in: [from.camera] } });
      const wanted = { version: all.version, ranges: [[0, all.itemCount - 1]], timeShift };
      const patch = await server.call('POST', collectionPath(all.id, 'marks'), wanted, { headers: { Prefer: 'return=minimal' } });
      presenter.expect(patch.to);
      place.history.tell(strings.mark.sameTimeDone(from.camera ?? '', all.itemCount, timeShift - (from.timeShift ?? 0)), patch);
    } catch (error) {
      speech.explain(reasonOf(error));
    }
  }
}

/**
 * The time shift of a camera whose picture is of the same moment as another camera's, in seconds.
 * @param {Clock} by of the picture with the right time
 * @param {Clock} from of the other, with the shift that it has
 * @returns {number | undefined} `undefined` where a time or a camera is not known, or both are of one camera
 */
export function shiftBetween(by, from) {
  const [right, wrong] = [milliseconds(by.taken), milliseconds(from.taken)];
  if (!by.camera || !from.camera || by.camera === from.camera || right === undefined || wrong === undefined) return undefined;
  return (right - wrong) / 1000 + (from.timeShift ?? 0);
}

/**
 * As a clock in Greenwich that shows what is written: pictures are sorted by local time.
 * @param {string | undefined} text ISO 8601
 */
function milliseconds(text) {
  const written = text?.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/)?.[0];
  const time = written === undefined ? NaN : Date.parse(`${written}Z`);
  return Number.isNaN(time) ? undefined : time;
}
