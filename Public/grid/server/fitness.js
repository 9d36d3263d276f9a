// @ts-check
// Whether what a server answers is what this page can show: another program, or another version, may answer anything. Free of the DOM.

/** @param {any} value */
const isNumber = (value) => typeof value === 'number';

/**
 * @param {any} answer
 * @returns {boolean} whether it describes a collection
 */
export const isDescription = (answer) => typeof answer?.id === 'string' && isNumber(answer.itemCount) && isNumber(answer.version);

/**
 * @param {any} answer
 * @returns {boolean} whether it is to a visible-range event. Of its cells the first is looked at: all are of one server.
 */
export const isRangeAnswer = (answer) => isNumber(answer?.version) && Array.isArray(answer.cells) &&
  answer.cells.slice(0, 1).every((/** @type {any} */ cell) => typeof cell?.id === 'string' && Array.isArray(cell.frame));

/**
 * @param {any} answer
 * @returns {boolean} whether it names a viewer that was created
 */
export const isViewerAnswer = (answer) => typeof answer?.viewer === 'string' && isNumber(answer.version) &&
  Array.isArray(answer.contentSize) && (answer.range === undefined || isRangeAnswer(answer.range));
