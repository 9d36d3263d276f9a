// @ts-check
// What people may do with a collection by hand.

/** @typedef {import('./wire.js').CollectionDescription} CollectionDescription */

/**
 * Whether people may do something with a collection by hand.
 * @param {CollectionDescription} description as a session has it
 * @param {'select' | 'move' | 'albums' | 'export' | 'refresh'} action
 */
export const may = ({ capabilities }, action) => capabilities?.[action] !== false;

/**
 * Whether there may be a change of people to take back.
 * @param {CollectionDescription} description as a session has it
 */
export const mayChange = (description) =>
  may(description, 'move') || may(description, 'albums') || description.capabilities?.marks === true;
