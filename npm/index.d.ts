import type { CollectionGrid } from './types/grid/collection-grid.js';
import type { GridEvents } from './types/grid/grid-events.js';

/** The events of a `<collection-grid>` by their names. */
export type CollectionGridEventMap = Omit<HTMLElementEventMap, keyof GridEvents> & GridEvents;

/** The names of all of them, and of those that it fires as other controls of forms do. */
export type GridEventName = keyof GridEvents | 'input' | 'change';

declare module './types/grid/element/collection-grid-element.js' {
  interface CollectionGrid {
    addEventListener<Name extends keyof CollectionGridEventMap>(
      type: Name, listener: (this: CollectionGrid, event: CollectionGridEventMap[Name]) => any, options?: boolean | AddEventListenerOptions): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
    removeEventListener<Name extends keyof CollectionGridEventMap>(
      type: Name, listener: (this: CollectionGrid, event: CollectionGridEventMap[Name]) => any, options?: boolean | EventListenerOptions): void;
    removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'collection-grid': CollectionGrid;
  }
}

export type { ShownItem } from './types/grid/element/element-items.js';
export type { LayoutNumbers } from './types/grid/element/layout-choice.js';
export type { Overlaid, Overlay } from './types/grid/cells/overlay-registry.js';
export type { Registration } from './types/grid/cells/registrations.js';
export type { Cell } from './types/grid/model/cell-store.js';
export type { Patch } from './types/grid/model/patch.js';
export type { Query } from './types/grid/query/query.js';
export type { Item, Reason } from './types/grid/server/wire.js';
export * from './types/grid/collection-grid.js';
