// @ts-check
// The button of the albums. Their panel is loaded when it is opened.

import { strings } from '../strings/strings.js';

/**
 * @typedef {object} AlbumsDelegate
 * @property {() => Promise<void>} albumsChanged there are others, or they have other titles
 * @property {(id: string) => void} albumChosen
 * @property {(id: string) => void} albumDeleted
 * @property {() => boolean} isReadOnly whether the reader may change nothing
 */

export class Albums {
  /**
   * @param {HTMLElement} grid
   * @param {HTMLButtonElement} button
   * @param {AlbumsDelegate} delegate
   */
  constructor(grid, button, delegate) {
    button.setAttribute('aria-label', strings.album.albums);
    button.setAttribute('aria-haspopup', 'dialog');
    button.title = strings.album.albums;
    button.dataset.label = strings.album.albums;
    button.addEventListener('click', async () => (await import('./albums-panel.js')).openAlbums(delegate));
    grid.addEventListener('albumschange', () => delegate.albumsChanged());
  }
}
