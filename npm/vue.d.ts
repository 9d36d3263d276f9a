import type {
  AlbumsChangeEvent, CollectionGrid as CollectionGridElement, GridErrorEvent, ItemEvent, ItemMarkEvent, ItemMenuEvent, ItemMoveEvent,
  ItemsChangeEvent, LayoutChangeEvent, OriginalOpenEvent, QueryChangeEvent, SelectionChangeEvent, StateChangeEvent, VisibleRangeChangeEvent,
} from './index.js';

/** The element's properties and events as props of the component; everything else goes to the element as an attribute. */
export interface CollectionGridProps {
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
  /** `v-model`: the identifier that is chosen; with `multiple`, all of them. */
  modelValue?: string | string[];
  'onUpdate:modelValue'?(value: any): void;
  onItemclick?(event: ItemEvent): void;
  onItemopen?(event: ItemEvent): void;
  onSelectionchange?(event: SelectionChangeEvent): void;
  onItemmove?(event: ItemMoveEvent): void;
  onItemmoved?(event: ItemMoveEvent): void;
  onItemmark?(event: ItemMarkEvent): void;
  onItemmenu?(event: ItemMenuEvent): void;
  onQuerychange?(event: QueryChangeEvent): void;
  onVisiblerangechange?(event: VisibleRangeChangeEvent): void;
  onStatechange?(event: StateChangeEvent): void;
  onItemschange?(event: ItemsChangeEvent): void;
  onLayoutchange?(event: LayoutChangeEvent): void;
  onOriginalopen?(event: OriginalOpenEvent): void;
  onAlbumschange?(event: AlbumsChangeEvent): void;
  onError?(event: GridErrorEvent): void;
  onInput?(event: Event): void;
  onChange?(event: Event): void;
}

/** What a template ref of the component has. */
export interface CollectionGridExposed extends Pick<CollectionGridElement,
  'showItem' | 'scrollToItem' | 'select' | 'selectAll' | 'clearSelection' | 'selectedItems' | 'find' | 'refresh' | 'undo' | 'redo' |
  'makeOwnOrder' | 'notify' | 'focus'> {
  readonly element: CollectionGridElement | undefined;
}

/** `<collection-grid>`, with the slots `toolbar`, `empty` and `failed`. As Vue's own tools read the types of a component. */
export declare const CollectionGrid: {
  new (): CollectionGridExposed & {
    $props: CollectionGridProps;
    $slots: Partial<Record<'default' | 'toolbar' | 'empty' | 'failed', () => unknown>>;
  };
};

export type { CollectionGridElement };
export * from './index.js';
