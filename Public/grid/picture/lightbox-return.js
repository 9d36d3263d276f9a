// @ts-check
// The large picture goes to an item that undo has changed: in a result, once that has followed.

/** Longest wait for a result to follow, in ms. */
const FOLLOWED_MS = 1500;
/** Delay between two looks, in ms. */
const LOOK_MS = 100;

/**
 * @param {import('../query/shown-order.js').ShownOrder} order
 * @param {string} id
 * @param {{cell: import('../model/cell-store.js').Cell, go: (index: number) => void}} lightbox
 */
export async function goToItem(order, id, lightbox) {
  const end = performance.now() + FOLLOWED_MS;
  while (lightbox.cell.id !== id && performance.now() < end) {
    const index = await order.flatIndex(id);
    if (index !== undefined) lightbox.go(index);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
