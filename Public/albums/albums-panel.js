// @ts-check
// The albums with their covers: open, rename, delete, make a new one.

import { createAlbum, readAlbums, restoreAlbum } from '../grid/albums/album-requests.js';
import { append, showSentence } from '../grid/dom.js';
import { call, collectionPath, reasonOf } from '../grid/server/api.js';
import { home } from '../grid/server/server.js';
import { loadStyle } from '../page/load-style.js';
import { iconButton } from '../find/icon-button.js';
import { strings } from '../strings/strings.js';

/** @typedef {import('../grid/server/wire.js').CollectionDescription} CollectionDescription */
/** @typedef {import('./albums.js').AlbumsDelegate} AlbumsDelegate */

/** Maximum length of a title, in characters. */
const TITLE_LIMIT = 200;

/** @param {AlbumsDelegate} delegate */
export async function openAlbums(delegate) {
  if (document.querySelector('.albums-panel')) return;
  await loadStyle('../albums/albums.css').catch(() => {});
  new AlbumsPanel(delegate);
}

class AlbumsPanel {
  #delegate;
  #dialog;
  #list;
  #none;
  #problem;
  #offer;
  #mayChange;
  /** @type {CollectionDescription[]} */
  #albums = [];

  /** @param {AlbumsDelegate} delegate */
  constructor(delegate) {
    this.#delegate = delegate;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const dialog = (this.#dialog = append(document.body, 'dialog', 'albums-panel'));
    dialog.setAttribute('aria-labelledby', 'albums-title');
    const header = append(dialog, 'header');
    const title = append(header, 'h2');
    title.id = 'albums-title';
    title.textContent = strings.album.albums;
    iconButton(header, 'cross', strings.album.close, 'close').addEventListener('click', () => dialog.close());
    this.#problem = append(dialog, 'p', 'trouble');
    this.#problem.setAttribute('role', 'status');
    this.#offer = append(dialog, 'p', 'offer');
    this.#offer.setAttribute('role', 'status');
    this.#none = append(dialog, 'p', 'none');
    this.#none.textContent = strings.album.none;
    this.#none.hidden = true;
    this.#list = append(dialog, 'ul');
    this.#mayChange = !delegate.isReadOnly();
    if (this.#mayChange) this.#addForm(dialog, strings.album.newAlbum, '', strings.album.newAlbum, (words) => this.#do(async () => {
      await createAlbum(home, words);
    }));
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (document.activeElement === document.body) before?.focus({ preventScroll: true });
    });
    dialog.showModal();
    this.#read();
  }

  async #read() {
    try {
      this.#albums = await readAlbums(home);
      this.#draw();
    } catch (error) {
      showSentence(this.#problem, strings.reason(reasonOf(error)));
    }
  }

  #draw() {
    this.#none.hidden = this.#albums.length > 0;
    this.#list.replaceChildren(...this.#albums.map((album) => this.#card(album)));
  }

  /** @param {CollectionDescription} album */
  #card(album) {
    const card = document.createElement('li');
    card.dataset.album = album.id;
    const open = append(card, 'button', 'open');
    const cover = append(open, 'span', 'cover');
    if (album.cover) {
      const picture = append(cover, 'img');
      picture.alt = '';
      home.show(picture, album.cover);
    }
    append(open, 'span', 'words').textContent = album.title;
    append(open, 'span', 'number').textContent = strings.items(album.itemCount);
    open.addEventListener('click', () => {
      this.#dialog.close();
      this.#delegate.albumChosen(album.id);
    });
    if (!this.#mayChange) return card;
    const tools = append(card, 'div', 'card-tools');
    iconButton(tools, 'pencil', strings.album.rename(album.title), 'rename').addEventListener('click', () => this.#rename(album, card));
    iconButton(tools, 'cross', strings.album.delete(album.title), 'delete').addEventListener('click', () => this.#askDelete(album, card));
    return card;
  }

  /**
   * @param {CollectionDescription} album
   * @param {HTMLElement} card
   */
  #rename(album, card) {
    card.replaceChildren();
    const input = this.#addForm(card, strings.album.title, album.title, strings.album.renameNow, (title) => this.#do(async () => {
      if (title !== album.title) await call('PATCH', collectionPath(album.id), { title }, { type: 'application/merge-patch+json' });
    }, album.id), () => this.#redraw(album.id, '.rename'));
    input.focus();
    input.select();
  }

  /**
   * @param {CollectionDescription} album
   * @param {HTMLElement} card
   */
  #askDelete(album, card) {
    card.replaceChildren();
    const question = append(card, 'div', 'question');
    question.setAttribute('role', 'group');
    append(question, 'p').textContent = strings.album.deleteQuestion(album.title, album.itemCount);
    const cancel = this.#button(question, strings.cancel, '', () => this.#redraw(album.id, '.delete'));
    this.#button(question, strings.album.deleteNow, 'danger', () => this.#do(async () => {
      await call('DELETE', collectionPath(album.id));
      this.#delegate.albumDeleted(album.id);
      this.#offerUndo(album);
    }));
    question.addEventListener('keydown', (event) => this.#escape(event, () => this.#redraw(album.id, '.delete')));
    cancel.focus();
  }

  /** @param {CollectionDescription} album that was deleted */
  #offerUndo(album) {
    this.#offer.replaceChildren();
    append(this.#offer, 'span').textContent = strings.album.deleted(album.title);
    const undo = this.#button(this.#offer, strings.undo, '', () => this.#do(async () => {
      await restoreAlbum(home, album.id);
      this.#offer.replaceChildren();
    }, album.id));
    undo.focus();
  }

  /**
   * A field for a title, with a button that takes it.
   * @param {HTMLElement} parent
   * @param {string} label
   * @param {string} value
   * @param {string} action
   * @param {(title: string) => void} taken
   * @param {() => void} [left] with Escape
   */
  #addForm(parent, label, value, action, taken, left) {
    const form = append(parent, 'form');
    const input = append(form, 'input');
    input.type = 'text';
    input.maxLength = TITLE_LIMIT;
    input.autocomplete = 'off';
    input.value = value;
    input.placeholder = label;
    input.setAttribute('aria-label', label);
    const take = append(form, 'button');
    take.type = 'submit';
    take.textContent = action;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const title = input.value.trim();
      input.value = left ? title : '';
      if (title) taken(title);
    });
    if (left) form.addEventListener('keydown', (event) => this.#escape(event, left));
    return input;
  }

  /**
   * @param {HTMLElement} parent
   * @param {string} words
   * @param {string} className
   * @param {() => void} pressed
   */
  #button(parent, words, className, pressed) {
    const button = append(parent, 'button', className);
    button.textContent = words;
    button.addEventListener('click', pressed);
    return button;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {() => void} left
   */
  #escape(event, left) {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    left();
  }

  /**
   * @param {string} id of the album that gets the focus
   * @param {string} [control] which of its buttons
   */
  #redraw(id, control = '.open') {
    this.#draw();
    const cards = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    /** @type {HTMLElement | null | undefined} */ (cards.find((card) => card.dataset.album === id)?.querySelector(control))?.focus();
  }

  /**
   * Does something and shows what has become of it.
   * @param {() => Promise<void>} act
   * @param {string} [focused] the album that gets the focus
   */
  async #do(act, focused) {
    this.#problem.textContent = '';
    try {
      await act();
      await this.#delegate.albumsChanged();
    } catch (error) {
      showSentence(this.#problem, strings.reason(reasonOf(error)));
    }
    await this.#read();
    if (focused) this.#redraw(focused);
  }
}
