// @ts-check
// Sets a field that data sets and programs have, of one item or of all that are selected: one change, which Undo takes back.

import { append } from '../dom.js';
import { collectionPath, reasonOf } from '../server/api.js';
import { addButtons, ask, makeSheet } from '../sheet.js';
import { selectedItems } from './selected-items.js';

/** Maximum items of one request, as the server has it. */
const MOST = 100_000;
/** Maximum values that are offered. */
const VALUES = 50;
/** Fields that files have, or people by another way, beside those that the page always has words for. */
const OF_FILES = ['focusX', 'focusY', 'likeness', 'cameraSerial', 'timeShift'];

/** @typedef {import('../access/keys.js').Place} Place */
/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../../strings/strings.js').Strings} Strings */
/** @typedef {{field: string, type: import('../query/query.js').FieldType}} Field */
/** @typedef {{name: string, value: string | number | boolean | null}} Given `null`: the field is removed */

/** @type {import('../features/session-features.js').Feature} */
export const fieldSetting = {
  // In an album, fields are the album's own.
  isOffered: ({ capabilities, album }) => capabilities?.marks === true && !album,
  keys: [{
    name: 'field', keys: 'e', where: 'grid large compare', changes: true,
    act: (/** @type {FieldSetting} */ setting, /** @type {Place} */ place) => setting.ask(place),
  }],
  make: (context) => new FieldSetting(context),
};

/**
 * Whether a field is of a data set or a program, not of files or marks.
 * @param {string} field
 * @param {Strings} strings
 */
const isOwn = (field, strings) => strings.find.field(field) === field && !OF_FILES.includes(field);

/**
 * The value that a text means.
 * @param {string} text
 * @param {import('../query/query.js').FieldType | undefined} type of the field; `undefined` where no item has it yet
 * @returns {Given['value']}
 */
export function valueOf(text, type) {
  if (text === '') return null;
  if (type === 'boolean' && ['true', 'false'].includes(text)) return text === 'true';
  // A text that only looks like a number, such as 007, stays a text in a new field.
  const number = Number(text);
  return type === 'number' || (type === undefined && Number.isFinite(number) && String(number) === text) ? number : text;
}

/**
 * Asks for a field and its value.
 * @param {HTMLElement} frame
 * @param {string} thing what gets it
 * @param {Field[]} fields those that are offered
 * @param {(field: string) => Promise<string[]>} valuesOf those that items have
 * @param {Strings} strings
 * @returns {Promise<Given | undefined>}
 */
async function askField(frame, thing, fields, valuesOf, strings) {
  const words = strings.mark.fields;
  const { dialog, form } = makeSheet(frame, 'field', words.title(thing));
  const [name, value] = [words.field, words.value].map((label, i) => addInput(form, label, `field-choices-${i}`));
  const typeOf = (/** @type {string} */ field) => fields.find((one) => one.field === field)?.type;
  name.input.required = true;
  name.offer(fields.map(({ field }) => field));
  name.input.value = fields[0]?.field ?? '';
  const chosen = () => name.input.value.trim();
  const follow = async () => {
    const field = chosen();
    value.offer([]);
    const values = typeOf(field) ? await valuesOf(field) : [];
    if (field === chosen()) value.offer(values);
  };
  // Only once a name is chosen: a number's field forgets a text, and a name may begin with that of a number.
  const setType = () => {
    value.input.type = typeOf(chosen()) === 'number' ? 'number' : 'text';
    value.input.step = 'any';
  };
  name.input.addEventListener('input', follow);
  name.input.addEventListener('change', setType);
  setType();
  follow();
  append(form, 'p', 'hint').textContent = words.hint;
  addButtons(form, strings, words.set);
  if (!(await ask(dialog, fields.length ? value.input : name.input)) || !chosen()) return undefined;
  return { name: chosen(), value: valueOf(value.input.value.trim(), typeOf(chosen())) };
}

class FieldSetting {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * In the menu of an item that has no such field, only few would look for it.
   * @param {Cell} cell
   */
  menu(cell) {
    const { strings } = this.#context;
    return Object.keys(cell.item?.attributes ?? {}).some((name) => isOwn(name, strings)) ? [this.#entry(cell)] : [];
  }

  selected() { return [this.#entry(undefined)]; }

  /**
   * A key asks for a field of what is selected, or else of the item that has the focus or is shown large.
   * @param {Place} place
   * @returns {boolean} whether there is any
   */
  ask(place) {
    const isOfSelection = (place.selection?.count ?? 0) > 0;
    if (!isOfSelection && !place.cell) return false;
    this.#set(place, isOfSelection ? undefined : place.cell);
    return true;
  }

  /** @param {Cell | undefined} cell `undefined`: what is selected */
  #entry(cell) {
    const { place, strings } = this.#context;
    return { name: 'field', words: strings.mark.setField, does: 'field', act: () => this.#set(place, cell) };
  }

  /**
   * @param {Place} place
   * @param {Cell | undefined} cell `undefined`: what is selected
   */
  async #set(place, cell) {
    const { description: { id }, presenter, selecting, strings } = this.#context;
    const { server } = presenter;
    const words = strings.mark.fields;
    const count = cell ? 1 : selecting.selection.count;
    if (count > MOST) return place.speech.warn(words.tooMany(MOST));
    const called = (/** @type {number} */ n) => (cell ? cell.item?.title ?? cell.id : strings.items(n));
    try {
      const { fields } = await server.call('GET', collectionPath(id, 'fields'));
      const own = fields.filter((/** @type {Field} */ { field }) => isOwn(field, strings));
      const given = await askField(place.frame, called(count), own, (field) => this.#valuesOf(field), strings);
      if (!given) return;
      const ids = cell ? [cell.id] : (await selectedItems({ presenter, editing: { selecting } }, MOST)).map((item) => item.id);
      // The selection was lost meanwhile, which was said.
      if (!ids.length) return;
      const attributes = { [given.name]: given.value };
      const lines = ids.map((item) => JSON.stringify({ id: item, attributes })).join('\n');
      const patch = await server.call('PATCH', collectionPath(id, 'items'), lines, { type: 'application/x-ndjson', headers: { Prefer: 'return=minimal' } });
      presenter.expect(patch.to);
      const change = given.value === null ? words.removed(given.name) : words.given(given.name, String(given.value));
      place.history.tell(strings.marked(called(ids.length), change), patch);
    } catch (error) {
      place.speech.explain(reasonOf(error));
    }
  }

  /**
   * The values that items have.
   * @param {string} field
   * @returns {Promise<string[]>} none where the server does not count them
   */
  async #valuesOf(field) {
    const { description: { id }, presenter: { server } } = this.#context;
    const found = await server.call('POST', collectionPath(id, 'facets'), { query: {}, fields: [field], limit: VALUES }).catch(() => undefined);
    return (found?.facets[0].values ?? []).map((/** @type {{value: unknown}} */ { value }) => String(value));
  }
}

/**
 * @param {HTMLElement} form
 * @param {string} words
 * @param {string} id of the list of what is offered
 */
function addInput(form, words, id) {
  const label = append(form, 'label');
  append(label, 'span').textContent = words;
  const input = append(label, 'input');
  input.autocomplete = 'off';
  const list = append(form, 'datalist');
  list.id = id;
  input.setAttribute('list', id);
  return { input, offer: (/** @type {string[]} */ choices) => list.replaceChildren(...choices.map((choice) => new Option('', choice))) };
}
