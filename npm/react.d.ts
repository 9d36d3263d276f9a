import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type { CollectionGrid as CollectionGridElement } from './index.js';
import type { CollectionGridListeners, CollectionGridProperties } from './properties.js';

type Listeners = CollectionGridListeners<{
  onItemClick: 'itemclick';
  onItemOpen: 'itemopen';
  onSelectionChange: 'selectionchange';
  onItemMove: 'itemmove';
  onItemMoved: 'itemmoved';
  onItemMark: 'itemmark';
  onItemMenu: 'itemmenu';
  onQueryChange: 'querychange';
  onVisibleRangeChange: 'visiblerangechange';
  onStateChange: 'statechange';
  onItemsChange: 'itemschange';
  onPictureChange: 'picturechange';
  onRefreshChange: 'refreshchange';
  onDescriptionChange: 'descriptionchange';
  onLayoutChange: 'layoutchange';
  onDensityStep: 'densitystep';
  onJump: 'jump';
  onOwnOrderMade: 'ownordermade';
  onOriginalOpen: 'originalopen';
  onAlbumsChange: 'albumschange';
  onError: 'error';
  onInput: 'input';
  onChange: 'change';
}>;

/** The element's properties and events as props; everything else goes to the element as an attribute. */
export interface CollectionGridProps
  extends Omit<HTMLAttributes<CollectionGridElement>, keyof CollectionGridProperties | keyof Listeners>, CollectionGridProperties, Listeners {
  value?: string;
  values?: string[];
}

/** `<collection-grid>`. Its ref is the element. */
export declare const CollectionGrid: ForwardRefExoticComponent<CollectionGridProps & RefAttributes<CollectionGridElement>>;

export type { CollectionGridElement };
export * from './index.js';
