import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type {
  AlbumsChangeEvent, CollectionGrid as CollectionGridElement, GridErrorEvent, ItemEvent, ItemMarkEvent, ItemMenuEvent, ItemMoveEvent,
  ItemsChangeEvent, LayoutChangeEvent, OriginalOpenEvent, QueryChangeEvent, SelectionChangeEvent, StateChangeEvent, VisibleRangeChangeEvent,
} from './index.js';

/** The element's properties and events as props; everything else goes to the element as an attribute. */
export interface CollectionGridProps extends Omit<HTMLAttributes<CollectionGridElement>, 'onChange' | 'onError' | 'onInput'> {
  server?: string;
  collection?: string;
  layout?: CollectionGridElement['layout'];
  /** The minimum width of a column in px. */
  density?: number;
  policy?: CollectionGridElement['policy'];
  token?: string;
  query?: CollectionGridElement['query'];
  /** People can only look and choose. */
  readOnly?: boolean;
  /** What people may do by hand: `select`, `move`, `mark`, `albums`, `export`, `refresh`, with spaces between them. */
  actions?: string;
  /** With a name it is a control of a form, in which a click chooses an item. */
  name?: string;
  multiple?: boolean;
  required?: boolean;
  disabled?: boolean;
  value?: string;
  values?: string[];
  onItemClick?(event: ItemEvent): void;
  onItemOpen?(event: ItemEvent): void;
  onSelectionChange?(event: SelectionChangeEvent): void;
  onItemMove?(event: ItemMoveEvent): void;
  onItemMoved?(event: ItemMoveEvent): void;
  onItemMark?(event: ItemMarkEvent): void;
  onItemMenu?(event: ItemMenuEvent): void;
  onQueryChange?(event: QueryChangeEvent): void;
  onVisibleRangeChange?(event: VisibleRangeChangeEvent): void;
  onStateChange?(event: StateChangeEvent): void;
  onItemsChange?(event: ItemsChangeEvent): void;
  onLayoutChange?(event: LayoutChangeEvent): void;
  onOriginalOpen?(event: OriginalOpenEvent): void;
  onAlbumsChange?(event: AlbumsChangeEvent): void;
  onError?(event: GridErrorEvent): void;
  onInput?(event: Event): void;
  onChange?(event: Event): void;
}

/** `<collection-grid>`. Its ref is the element. */
export declare const CollectionGrid: ForwardRefExoticComponent<CollectionGridProps & RefAttributes<CollectionGridElement>>;

export type { CollectionGridElement };
export * from './index.js';
