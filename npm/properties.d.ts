import type { CollectionGrid, CollectionGridEventMap } from './index.js';

/** The element's properties, which components have as props. */
export interface CollectionGridProperties {
  server?: string;
  collection?: string;
  layout?: CollectionGrid['layout'];
  /** The minimum width of a column in px. */
  density?: number;
  captions?: boolean;
  /** Boxes that data sets have drawn in pictures are hidden. */
  noBoxes?: boolean;
  policy?: CollectionGrid['policy'];
  token?: string;
  query?: CollectionGrid['query'];
  /** People can only look and choose. */
  readOnly?: boolean;
  /** What people may do by hand: `select`, `move`, `mark`, `albums`, `export`, `refresh`, with spaces between them. */
  actions?: string;
  /** With a name it is a control of a form, in which a click chooses an item. */
  name?: string;
  multiple?: boolean;
  required?: boolean;
  disabled?: boolean;
}

/** Listeners to the element's events, by the names of props: `Names` says which prop is for which event. */
export type CollectionGridListeners<Names extends Record<string, keyof CollectionGridEventMap>> = {
  [Prop in keyof Names]?: (event: CollectionGridEventMap[Names[Prop]]) => void;
};
