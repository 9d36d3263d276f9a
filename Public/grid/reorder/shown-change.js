// @ts-check
// Brings what a change concerned into view, and marks it for a moment: an undo may concern items far away.

/** Maximum items that are marked. */
const MARKED = 200;
/** Time for which they are marked, in ms: the style sheet's animation takes as long. */
const MARKED_MS = 1600;
/** Longest wait for a result to follow a change, of which it may show nothing. In ms. */
const FOLLOWED_MS = 500;
/** Maximum items that are looked for until one is found. */
const LOOKED_FOR = 5;

/**
 * The items that a patch moves, inserts, replaces or configures.
 * @param {import('../model/patch.js').Patch} patch
 * @param {import('../server/wire.js').Change} [change] what was taken back
 */
export function changedItems({ moves = [], inserts = [], reloads = [], reconfigures = [] }, change) {
  // The operations of a change of many items are not sent.
  if (change?.item && moves.length + inserts.length + reloads.length + reconfigures.length === 0) return [change.item.id];
  const moved = moves.slice(0, MARKED).flatMap(({ item }) => (item === undefined ? [] : [item]));
  const inserted = inserts.slice(0, MARKED).map(({ item }) => item.id);
  return [...moved, ...inserted, ...reloads.slice(0, MARKED), ...reconfigures.slice(0, MARKED).map(({ id }) => id)];
}

/**
 * @param {import('./change-history.js').Reverted} patch
 * @param {import('../element/presenter.js').Presenter} presenter
 * @param {number} before version that the view showed before the change
 */
export async function showChange(patch, presenter, before) {
  const { store, surface, order } = presenter;
  const items = changedItems(patch, patch.change);
  if (!items.length) return;
  const drawn = () => new Promise((resolve) => presenter.afterDraw(() => resolve(undefined)));
  const { result } = order;
  if (result === undefined) {
    while (order.result === undefined && store.version < patch.to) await drawn();
  } else if (store.version === before) {
    // A result has versions of its own, of which the patch says nothing.
    await Promise.race([drawn(), new Promise((resolve) => setTimeout(resolve, FOLLOWED_MS))]);
  }
  // The reader looks at something else by now.
  if (order.result !== result) return;
  const isSeen = (/** @type {import('../model/geometry.js').Frame | undefined} */ frame) =>
    frame && frame[1] < surface.offset + surface.height && frame[1] + frame[3] > surface.offset;
  if (!items.some((id) => isSeen(store.cells.get(id)?.frame))) {
    let index;
    // A result may have some of them only.
    for (const id of items.slice(0, LOOKED_FOR)) index ??= store.cells.get(id)?.index ?? await order.flatIndex(id);
    if (index === undefined) return;
    const frame = store.wall?.frame(index);
    const isHere = frame !== undefined || store.byIndex.has(index);
    if (!isSeen(frame)) presenter.seek(index, surface.height / 3);
    if (!isHere) await drawn();
  }
  surface.drawNow();
  for (const id of items) mark(surface.node(id)?.element);
}

/** @param {HTMLElement | undefined} element */
function mark(element) {
  if (!element) return;
  element.classList.add('changed');
  setTimeout(() => element.classList.remove('changed'), MARKED_MS);
}
