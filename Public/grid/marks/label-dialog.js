// @ts-check
// The dialog that gives items labels: those in use as check boxes, narrowed down by what is typed; and a new one with its colour.

import { append } from '../dom.js';
import { addButtons, ask, makeSheet } from '../sheet.js';
import { COLOURS, labelsOf } from './mark.js';

/** @typedef {import('./mark.js').Label} Label */
/** @typedef {import('../../strings/strings.js').Strings} Strings */
/** @typedef {'all' | 'some' | 'none'} Share how many of the items have a label */

/**
 * How many of the items have each label.
 * @param {Label[]} labels
 * @param {({attributes?: Record<string, any>} | undefined)[]} items
 * @param {boolean} isAll whether these are all items; of others nothing is known
 * @returns {Map<string, Share>}
 */
export function sharesOf(labels, items, isAll) {
  /** @type {Map<string, number>} */
  const counts = new Map(labels.map(({ name }) => [name, 0]));
  for (const item of items) for (const { name } of labelsOf(item)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].map(([name, count]) => [
    name, !isAll ? 'some' : count === 0 ? 'none' : count === items.length ? 'all' : 'some']));
}

/**
 * Asks which labels items get and lose.
 * @param {HTMLElement} frame
 * @param {string} thing what gets them
 * @param {Label[]} inUse of the whole collection
 * @param {({attributes?: Record<string, any>} | undefined)[]} items those that are known
 * @param {boolean} isAll whether these are all
 * @param {Strings} strings
 * @returns {Promise<import('./mark.js').Marks | undefined>}
 */
export async function editLabels(frame, thing, inUse, items, isAll, strings) {
  const { dialog, form } = makeSheet(frame, 'labels', strings.mark.labelsOf(thing));
  const input = append(form, 'input', 'label-name');
  input.type = 'text';
  input.maxLength = 100;
  input.autocomplete = 'off';
  input.placeholder = strings.mark.labelHint;
  input.setAttribute('aria-label', strings.mark.labelHint);
  const colours = append(form, 'div', 'colours');
  colours.setAttribute('role', 'radiogroup');
  colours.setAttribute('aria-label', strings.mark.labelColour);
  for (const colour of COLOURS) addColour(colours, colour, strings);
  const list = append(form, 'ul', 'label-list');
  list.setAttribute('aria-label', strings.mark.labels);

  /** @type {Map<string, boolean>} */
  const wanted = new Map();
  /** @type {Map<string, string>} */
  const recoloured = new Map();
  const shares = sharesOf(inUse, items, isAll);
  const rows = inUse.map((label) => addRow(list, label, shares.get(label.name) ?? 'none', (isOn) => {
    wanted.set(label.name, isOn);
    // What was typed has found it: it is no label of its own.
    input.value = '';
    narrow();
  }));
  const chosen = () => /** @type {HTMLInputElement | null} */ (colours.querySelector('input:checked'));
  const exact = () => {
    const typed = input.value.trim();
    return inUse.find(({ name }) => name === typed) ?? inUse.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  };
  const narrow = () => {
    const text = input.value.trim().toLowerCase();
    inUse.forEach(({ name }, i) => (rows[i].hidden = !name.toLowerCase().includes(text)));
    colours.hidden = text === '';
    const known = exact();
    for (const radio of colours.querySelectorAll('input')) radio.checked = (recoloured.get(known?.name ?? '') ?? known?.colour) === radio.value;
  };
  input.addEventListener('input', narrow);
  colours.addEventListener('change', () => {
    const known = exact();
    if (known) recoloured.set(known.name, chosen()?.value ?? '');
  });
  narrow();

  addButtons(form, strings, strings.mark.done);
  if (!(await ask(dialog, input))) return undefined;
  const name = exact()?.name ?? input.value.trim();
  const colour = chosen()?.value;
  // What was typed is meant, too: the label is given with the colour beside it.
  if (name) wanted.set(name, true);
  const add = [...wanted].filter(([, isOn]) => isOn).map(([one]) => {
    const chosenColour = recoloured.get(one) ?? (one === name && !exact() ? colour : undefined);
    return chosenColour ? { name: one, colour: chosenColour } : { name: one };
  });
  const remove = [...wanted].filter(([, isOn]) => !isOn).map(([one]) => one);
  return add.length || remove.length ? { labels: { ...(add.length && { add }), ...(remove.length && { remove }) } } : undefined;
}

/**
 * @param {HTMLElement} list
 * @param {Label} label
 * @param {Share} share
 * @param {(isOn: boolean) => void} changed
 */
function addRow(list, { name, colour }, share, changed) {
  const row = append(list, 'li');
  const label = append(row, 'label');
  const box = append(label, 'input');
  box.type = 'checkbox';
  box.checked = share === 'all';
  box.indeterminate = share === 'some';
  append(label, 'span', 'dot').dataset.colour = colour ?? 'grey';
  append(label, 'span', 'words').textContent = name;
  box.addEventListener('change', () => changed(box.checked));
  return row;
}

/**
 * @param {HTMLElement} group
 * @param {string} colour
 * @param {Strings} strings
 */
function addColour(group, colour, strings) {
  const label = append(group, 'label', 'colour');
  const radio = append(label, 'input');
  radio.type = 'radio';
  radio.name = 'colour';
  radio.value = colour;
  radio.setAttribute('aria-label', strings.mark.colours[colour] ?? colour);
  label.title = strings.mark.colours[colour] ?? colour;
  append(label, 'span', 'dot').dataset.colour = colour;
}
