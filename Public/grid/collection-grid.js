// @ts-check
// Defines the element <collection-grid>; the class itself is in element/collection-grid-element.js.

import { CollectionGrid } from './element/collection-grid-element.js';

export { CollectionGrid } from './element/collection-grid-element.js';
export {
  AlbumsChangeEvent, DensityStepEvent, DescriptionChangeEvent, GridErrorEvent, ItemEvent, ItemMarkEvent, ItemMenuEvent, ItemMoveEvent,
  ItemsChangeEvent, JumpEvent, LayoutChangeEvent, OriginalOpenEvent, OwnOrderEvent, PictureChangeEvent, QueryChangeEvent, RefreshChangeEvent,
  SelectionChangeEvent, StateChangeEvent, VisibleRangeChangeEvent,
} from './grid-events.js';
export { registerOverlay } from './cells/overlay-registry.js';
export { registerCell } from './cells/registrations.js';

/**
 * Defines the element by another name, for a page that has an element of the usual one already, for example of another version.
 * @param {string} [tag]
 */
export function define(tag = 'collection-grid') {
  // A class has one name.
  if (!customElements.get(tag)) customElements.define(tag, class extends CollectionGrid {});
}

// There are none where a server renders a page.
if (globalThis.customElements && !customElements.get('collection-grid')) customElements.define('collection-grid', CollectionGrid);
