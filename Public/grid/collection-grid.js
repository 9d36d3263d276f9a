// @ts-check
// Defines the element <collection-grid>; the class itself is in element/collection-grid-element.js.

import { CollectionGrid } from './element/collection-grid-element.js';

export { CollectionGrid } from './element/collection-grid-element.js';
export { GridChangeEvent } from './element/grid-change-event.js';

if (!customElements.get('collection-grid')) customElements.define('collection-grid', CollectionGrid);
