// @ts-check
// The grid's own nodes, inside its shadow root: created once for each collection shown.

import { append } from '../dom.js';

/**
 * The room of whatever is shown, below the page's own tools.
 * @param {ShadowRoot} root
 */
export function makeStage(root) {
  const room = document.createElement('div');
  room.className = 'room';
  root.append(room);
  const tools = append(room, 'slot');
  tools.name = 'toolbar';
  return append(room, 'div', 'stage');
}

/**
 * @param {HTMLElement} stage
 * @param {import('../../strings/strings.js').Strings} strings
 */
export function makeSkeleton(stage, strings) {
  const frame = document.createElement('div');
  frame.className = 'frame';
  stage.append(frame);

  const pull = append(frame, 'div', 'pull');
  pull.setAttribute('aria-hidden', 'true');
  append(pull, 'span', 'spinner');

  const scroller = append(frame, 'div', 'scroller');
  scroller.tabIndex = -1;
  const sizer = append(scroller, 'div', 'sizer');
  const sections = append(sizer, 'div', 'sections');
  const cells = append(sizer, 'div', 'cells');
  // The grid of the accessibility tree: its rows own the cells, which are in no order.
  const rows = append(sizer, 'div', 'rows');
  rows.setAttribute('role', 'grid');
  rows.setAttribute('aria-label', strings.grid);

  const ghosts = append(frame, 'div', 'ghosts');
  ghosts.setAttribute('aria-hidden', 'true');

  const message = append(frame, 'div', 'message');
  message.hidden = true;

  const banner = append(frame, 'div', 'banner');
  banner.setAttribute('role', 'status');

  const toast = append(frame, 'div', 'toast');

  const live = append(frame, 'div', 'live');
  live.setAttribute('aria-live', 'assertive');
  live.setAttribute('role', 'log');

  for (const [node, part] of /** @type {const} */ ([[frame, 'frame'], [message, 'message'], [banner, 'banner'], [toast, 'toast']])) {
    node.setAttribute('part', part);
  }
  return { frame, pull, scroller, sizer, sections, cells, rows, ghosts, message, banner, toast, live };
}

/** @typedef {ReturnType<typeof makeSkeleton>} Skeleton */
