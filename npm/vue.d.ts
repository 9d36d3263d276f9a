import type { CollectionGrid as CollectionGridElement, GridEventName } from './index.js';
import type { CollectionGridListeners, CollectionGridProperties } from './properties.js';

/** The element's properties and events as props of the component; everything else goes to the element as an attribute. */
export interface CollectionGridProps
  extends CollectionGridProperties, CollectionGridListeners<{ [Name in GridEventName as `on${Capitalize<Name>}`]: Name }> {
  /** `v-model`: the identifier that is chosen; with `multiple`, all of them. */
  modelValue?: string | string[];
  'onUpdate:modelValue'?(value: any): void;
}

/** What a template ref of the component has. */
export interface CollectionGridExposed extends Pick<CollectionGridElement,
  'showItem' | 'scrollToItem' | 'select' | 'selectAll' | 'clearSelection' | 'selectedItems' | 'find' | 'refresh' | 'undo' | 'redo' |
  'makeOwnOrder' | 'notify' | 'focus' | 'item' | 'indexOf' | 'itemAt' | 'cellOf'> {
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
