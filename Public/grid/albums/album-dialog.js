// @ts-check
// The dialog that chooses an album, or names a new one.

import { append } from '../dom.js';
import { addButtons, ask, makeSheet } from '../sheet.js';

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */
/** @typedef {import('../../strings/strings.js').Strings} Strings */
/** @typedef {{album: CollectionDescription} | {title: string}} Choice */

/**
 * Asks for an album. The dialog is there at once: what is typed before the albums have come is meant for it.
 * @param {HTMLElement} frame
 * @param {number} count of the items that are added
 * @param {Promise<CollectionDescription[]>} found all there are
 * @param {import('../server/server.js').Server} server
 * @param {Strings} strings
 * @returns {Promise<Choice | undefined>} rejects where the albums cannot be had
 */
export function chooseAlbum(frame, count, found, server, strings) {
  const { dialog, form } = makeSheet(frame, 'album-choice', strings.album.addTitle(count));
  const input = append(form, 'input');
  input.type = 'text';
  input.maxLength = 200;
  input.autocomplete = 'off';
  input.placeholder = strings.album.nameHint;
  input.setAttribute('aria-label', strings.album.nameHint);
  const none = append(form, 'p');
  none.textContent = strings.album.none;
  none.hidden = true;
  const list = append(form, 'ul', 'list');
  list.setAttribute('aria-label', strings.album.albums);

  return new Promise((resolve, reject) => {
    /** @type {Choice | undefined} */
    let choice;
    /** @type {CollectionDescription[]} */
    let albums = [];
    /** @type {HTMLElement[]} */
    let rows = [];
    const choose = (/** @type {Choice} */ chosen) => {
      choice = chosen;
      dialog.close();
    };
    const create = addCreateRow(list, () => choose({ title: input.value.trim() }));
    const narrow = () => {
      const typed = input.value.trim();
      albums.forEach((album, i) => (rows[i].hidden = !album.title.toLowerCase().includes(typed.toLowerCase())));
      create.row.hidden = typed === '' || albums.some((album) => album.title === typed);
      create.words.textContent = strings.album.create(typed);
    };
    input.addEventListener('input', narrow);
    narrow();
    found.then((all) => {
      albums = all;
      rows = all.map((album) => addRow(list, album, server, strings, () => choose({ album })));
      list.append(create.row);
      none.hidden = all.length > 0;
      narrow();
    }, (error) => {
      reject(error);
      dialog.close();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // A name may be that of an album that is still to come.
      found.then(() => {
        const typed = input.value.trim();
        const album = albums.find((one) => one.title === typed);
        if (album) choose({ album });
        else if (typed) choose({ title: typed });
      });
    });
    addButtons(form, strings);
    dialog.addEventListener('keydown', (event) => moveFocus(event, input, list));
    ask(dialog, input).then(() => resolve(choice));
  });
}

/**
 * @param {HTMLElement} list
 * @param {CollectionDescription} album
 * @param {import('../server/server.js').Server} server
 * @param {Strings} strings
 * @param {() => void} chosen
 */
function addRow(list, album, server, strings, chosen) {
  const row = append(list, 'li');
  const button = append(row, 'button');
  const cover = append(button, 'span', 'cover');
  if (album.cover) {
    const picture = append(cover, 'img');
    picture.alt = '';
    server.show(picture, album.cover);
  } else append(cover, 'span', 'sign photo');
  append(button, 'span', 'words').textContent = album.title;
  append(button, 'span', 'number').textContent = strings.items(album.itemCount);
  button.addEventListener('click', chosen);
  return row;
}

/**
 * @param {HTMLElement} list
 * @param {() => void} chosen
 */
function addCreateRow(list, chosen) {
  const row = append(list, 'li');
  const button = append(row, 'button', 'create');
  append(append(button, 'span', 'cover'), 'span', 'sign album');
  const words = append(button, 'span', 'words');
  button.addEventListener('click', chosen);
  return { row, words };
}

/**
 * The arrow keys go through the field and the rows.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 */
function moveFocus(event, input, list) {
  const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (!way || event.isComposing) return;
  const stops = [input, .../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('li:not([hidden]) button'))];
  const at = stops.indexOf(/** @type {HTMLElement} */ (event.target));
  if (at < 0) return;
  event.preventDefault();
  stops[(at + way + stops.length) % stops.length].focus();
}
