// @ts-check
// <collection-grid> as a component of React 18 or newer. Its types are in react.d.ts.

import { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import './modules/collection-grid.js';

/** Props that are properties of the element, in the order in which they are set: the collection is opened with all others. */
const PROPERTIES = [
  'server', 'token', 'layout', 'density', 'captions', 'noBoxes', 'policy', 'query', 'readOnly', 'actions', 'name', 'multiple', 'required', 'disabled', 'value', 'values', 'collection',
];
/** What stands in the place of a prop that is no longer given; of the others, the attribute is removed. */
const WITHOUT = /** @type {Record<string, unknown>} */ ({ token: '', query: undefined, noBoxes: false, readOnly: false, multiple: false, required: false, disabled: false, value: '', values: [] });

/** Props that listen, with the events they listen to. */
const LISTENERS = /** @type {Record<string, string>} */ ({
  onItemClick: 'itemclick', onItemOpen: 'itemopen', onSelectionChange: 'selectionchange', onItemMove: 'itemmove', onItemMoved: 'itemmoved',
  onItemMark: 'itemmark', onItemMenu: 'itemmenu', onQueryChange: 'querychange', onVisibleRangeChange: 'visiblerangechange',
  onStateChange: 'statechange', onItemsChange: 'itemschange', onPictureChange: 'picturechange', onRefreshChange: 'refreshchange',
  onDescriptionChange: 'descriptionchange', onLayoutChange: 'layoutchange', onDensityStep: 'densitystep',
  onJump: 'jump', onOwnOrderMade: 'ownordermade', onOriginalOpen: 'originalopen', onAlbumsChange: 'albumschange', onError: 'error',
  onInput: 'input', onChange: 'change',
});

/**
 * Queries and lists of identifiers may be written in place, and are then others at each rendering.
 * @param {unknown} a
 * @param {unknown} b
 */
const isSame = (a, b) => Object.is(a, b) || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/**
 * Sets the properties whose props have changed.
 * @param {any} element
 * @param {Record<string, any>} props
 * @param {Record<string, any>} before
 */
function assign(element, props, before) {
  for (const name of PROPERTIES) {
    const value = props[name];
    if (isSame(value, before[name])) continue;
    if (value !== undefined && value !== null) {
      // What a person has just chosen comes back as a prop.
      if (!isSame(value, element[name])) element[name] = value;
    } else if (name in WITHOUT) element[name] = WITHOUT[name];
    else element.removeAttribute(name);
  }
}

/** Where a server renders the page, the bare tag is all there is: properties are set when the element is there. */
const useSetting = globalThis.document ? useLayoutEffect : useEffect;

export const CollectionGrid = forwardRef(function CollectionGrid(/** @type {Record<string, any>} */ props, ref) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const assigned = useRef(/** @type {Record<string, any>} */ ({}));
  const latest = useRef(props);
  useImperativeHandle(ref, () => element.current);
  useSetting(() => {
    latest.current = props;
    assign(element.current, props, assigned.current);
    assigned.current = props;
  });
  useEffect(() => {
    const node = element.current;
    const listeners = Object.entries(LISTENERS).map(([prop, type]) => {
      // An event of what is in a slot is not the grid's.
      const listener = (/** @type {Event} */ event) => event.target === node && latest.current[prop]?.(event);
      node?.addEventListener(type, listener);
      return /** @type {const} */ ([type, listener]);
    });
    return () => listeners.forEach(([type, listener]) => node?.removeEventListener(type, listener));
  }, []);
  const others = Object.entries(props).filter(([name]) => !PROPERTIES.includes(name) && !(name in LISTENERS));
  const { className, children, ...attributes } = Object.fromEntries(others);
  // React 18 knows no `className` of an element that is not HTML's own.
  return createElement('collection-grid', { ...attributes, class: className, ref: element }, children);
});

export * from './modules/collection-grid.js';
