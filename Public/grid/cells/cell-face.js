// @ts-check
// What every cell shows beside its item: its failure and the reason, its marks, its place for screen readers.

import { columnAt, rowAt } from '../model/column-metrics.js';
import { append, setAttribute, showSentence } from '../dom.js';
import { whenWorded } from '../../strings/strings.js';
import { markWords, showMarks } from '../marks/mark.js';
import { isUnread } from '../model/cell-store.js';
import { mirrored } from '../model/geometry.js';
import { isVideo, showVideo, videoWords } from './video-badge.js';

/** Minimum side of a cell with a handle, in px. Smaller cells are picked up by a long press. */
const HANDLE_ROOM = 56;
const HANDLE_ROOM_BESIDE = 36;

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @param {CellNode} node
 * @param {Cell} cell
 * @param {import('../../strings/strings.js').Strings} strings
 * @param {import('../model/column-metrics.js').ColumnOptions} layout
 * @param {{width: number, isMirrored: boolean}} view
 */
export function configureFace(node, cell, strings, layout, { width, isMirrored }) {
  const { element } = node;
  const { item } = cell;
  const title = item?.kind === 'gone' ? [item.lastPath || item.title, strings.album.gone].filter(Boolean).join(', ') : item?.title || cell.id;
  const isWaiting = isUnread(cell);
  element.classList.toggle('unread', isWaiting && !node.registration.loading);
  setAttribute(element, 'aria-busy', String(isWaiting && cell.state !== 'failed'));
  setAttribute(element, 'data-item', cell.id);
  setAttribute(element, 'data-state', cell.state);
  // A failed cell has it until its reason has words: the node may have been another cell's.
  setAttribute(element, 'aria-label', strings.markedCell(title, [...videoWords(item, strings), ...markWords(item, strings)]));
  const isColumns = layout.kind === 'column';
  setAttribute(element, 'aria-rowindex', String(1 + (isColumns ? rowAt(layout, cell.indexPath[0], cell.frame[1]) : cell.index)));
  const [x] = isMirrored ? mirrored(cell.frame, width) : cell.frame;
  setAttribute(element, 'aria-colindex', String(1 + (isColumns ? columnAt(layout, width, x) : 0)));
  showFailure(node, cell, title, strings);
  showMarks(node, cell);
  showVideo(node, cell, strings);
}

/**
 * Why a cell's picture failed, in words. Without a reason from the server, the browser could not fetch it.
 * @param {Cell} cell
 * @param {import('../../strings/strings.js').Strings} strings
 */
export const failureText = ({ reason }, strings) => (reason ? strings.reason(reason) : strings.pictureFailed);

/**
 * @param {CellNode} node
 * @param {Cell} cell
 * @param {string} title
 * @param {import('../../strings/strings.js').Strings} strings
 */
function showFailure(node, cell, title, strings) {
  // The cell itself says what is gone.
  if (cell.state !== 'failed' || cell.item?.kind === 'gone') {
    if (!node.failure) return;
    node.failure.remove();
    node.failure = undefined;
    node.element.classList.remove('failed');
    return;
  }
  if (!node.failure) {
    const failure = append(node.element, 'div', 'failure');
    append(failure, 'span', 'sign broken');
    append(failure, 'span', 'reason');
    const button = append(failure, 'button', 'retry');
    button.tabIndex = -1;
    button.textContent = strings.retry;
    node.failure = failure;
    node.element.classList.add('failed');
  }
  const { element, failure } = node;
  const text = /** @type {HTMLElement} */ (failure.querySelector('.reason'));
  // A video without a picture is played all the same: what it is, is said instead.
  const isPlain = isVideo(cell.item);
  failure.classList.toggle('plain', isPlain);
  text.textContent = isPlain ? cell.item?.title ?? '' : '';
  whenWorded(cell.reason, () => {
    // The node may be another cell's since.
    if (node.failure !== failure || element.dataset.item !== cell.id) return;
    failure.title = failureText(cell, strings);
    if (isPlain) return;
    showSentence(text, failure.title);
    setAttribute(element, 'aria-label', strings.failedCell(title, failure.title));
  });
}

/**
 * Gives a selected cell its handle, on touch screens where items can be moved. Elsewhere a handle would be in the way of scrolls.
 * @param {CellNode} node
 * @param {Cell} cell
 * @param {boolean} isSelected
 * @param {boolean} isRow whether the handle is beside what the cell shows
 */
export function showHandle(node, cell, isSelected, isRow) {
  const [, , width, height] = cell.frame;
  if (isSelected && Math.min(width, height) >= (isRow ? HANDLE_ROOM_BESIDE : HANDLE_ROOM)) {
    node.handle ??= append(node.element, 'span', 'handle');
    return;
  }
  node.handle?.remove();
  node.handle = undefined;
}
