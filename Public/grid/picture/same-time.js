// @ts-check
// Two cameras, one time line: of two pictures of one moment, one camera's clock is set by the other's. All pictures of that camera move, as one
// mark that Undo takes back; no file is changed. Said of two that are selected, or by dragging one beside the other where they are sorted by time.

import { selectedItems } from '../selection/selected-items.js';
import { collectionPath, reasonOf } from '../server/api.js';
import { TimeMovement } from './time-movement.js';

/** @typedef {{camera?: string, cameraSerial?: string, taken?: string, timeShift?: number}} Clock what is known of a picture */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** @type {import('../features/session-features.js').Feature} */
export const sameTime = {
  isOffered: ({ capabilities }) => capabilities?.marks === true,
  make: (context) => new SameTime(context),
};

class SameTime {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    const { ownOrder, presenter: { order, store }, speech, strings } = (this.#context = context);
    ownOrder.carry = (cell, refuse) => {
      if (order.query?.sort?.[0]?.field !== 'taken') return undefined;
      speech.warn(strings.mark.sameTimeHint);
      return new TimeMovement(store, cell, (beside) => this.#dropped(cell, beside, refuse));
    };
  }

  /** @param {Cell} cell */
  menu(cell) {
    const { selecting: { selection }, strings } = this.#context;
    if (selection.count !== 2 || !selection.has(cell.index)) return [];
    return [{ name: 'same-time', sign: 'clock', words: strings.mark.sameTime, act: () => this.#setOther(cell.id) }];
  }

  /** @param {string} right the picture whose camera has the right time, of the two that are selected */
  async #setOther(right) {
    const { presenter, selecting } = this.#context;
    await this.#try(async () => {
      const items = await selectedItems({ presenter, editing: { selecting } }, 2);
      const wrong = items.find((item) => item.id !== right);
      const [by, from] = await this.#clocks(wrong ? [right, wrong.id] : []);
      if (wrong) await this.#set(by, from);
    });
  }

  /**
   * A picture was dropped beside others: it is of the same moment as the nearest one of another camera.
   * @param {Cell} cell
   * @param {Cell[]} beside
   * @param {() => void} refuse says why nothing can be moved: there is none of another camera
   */
  async #dropped(cell, beside, refuse) {
    await this.#try(async () => {
      const [from, ...others] = await this.#clocks([cell, ...beside].map(({ id }) => id));
      const by = others.find((other) => shiftBetween(other, from) !== undefined);
      if (by) await this.#set(by, from);
      else refuse();
    });
  }

  /**
   * @param {string[]} items
   * @returns {Promise<Clock[]>}
   */
  async #clocks(items) {
    const { description: { id }, presenter: { server } } = this.#context;
    const answers = await Promise.all(items.map((item) => server.call('GET', collectionPath(id, 'items', item, 'fields'))));
    return answers.map(({ fields }) => fields);
  }

  /**
   * Sets a camera's clock.
   * @param {Clock} by of the picture with the right time
   * @param {Clock} from of the other
   */
  async #set(by, from) {
    const { description: { id }, place, presenter, speech, strings } = this.#context;
    const { server } = presenter;
    const timeShift = shiftBetween(by, from);
    if (timeShift === undefined) return speech.warn(strings.mark.sameTimeNeeds);
    const all = await server.call('POST', collectionPath(id, 'queries'), { where: isOfCamera(from) });
    const wanted = { version: all.version, ranges: [[0, all.itemCount - 1]], timeShift };
    const patch = await server.call('POST', collectionPath(all.id, 'marks'), wanted, { headers: { Prefer: 'return=minimal' } });
    presenter.expect(patch.to);
    place.history.tell(strings.mark.sameTimeDone(from.camera ?? '', all.itemCount, timeShift - (from.timeShift ?? 0)), patch);
  }

  /** @param {() => Promise<void>} work */
  async #try(work) {
    try {
      await work();
    } catch (error) {
      this.#context.speech.explain(reasonOf(error));
    }
  }
}

/**
 * Two of one model are told apart where both files have a serial number.
 * @param {Clock} one
 * @param {Clock} other
 */
function isOneCamera(one, other) {
  if (one.camera !== other.camera) return false;
  return !one.cameraSerial || !other.cameraSerial || one.cameraSerial === other.cameraSerial;
}

/**
 * All pictures of a picture's camera; those of unknown serial number with it where its own is unknown.
 * @param {Clock} clock
 * @returns {import('../query/query.js').Filter}
 */
export function isOfCamera({ camera = '', cameraSerial }) {
  const model = { field: 'camera', in: [camera] };
  return cameraSerial ? { all: [model, { field: 'cameraSerial', in: [cameraSerial] }] } : model;
}

/**
 * The time shift of a camera whose picture is of the same moment as another camera's, in seconds.
 * @param {Clock} by of the picture with the right time
 * @param {Clock} from of the other, with the shift that it has
 * @returns {number | undefined} `undefined` where a time or a camera is not known, or both are of one camera
 */
export function shiftBetween(by, from) {
  const [right, wrong] = [milliseconds(by.taken), milliseconds(from.taken)];
  if (!by.camera || !from.camera || isOneCamera(by, from) || right === undefined || wrong === undefined) return undefined;
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
