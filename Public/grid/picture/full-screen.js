// @ts-check
// A large picture on the whole screen, until it is closed.

/** @typedef {import('../access/keys.js').Place & {view: import('./large-place.js').LargeView}} LargePlace */

/** @type {import('../features/session-features.js').Feature} */
export const fullScreen = {
  isOffered: () => document.fullscreenEnabled,
  make: ({ strings }) => ({
    large: (/** @type {LargePlace} */ place) => [{
      name: 'full-screen', words: strings.mark.large.full, does: 'fullScreen', isChecked: document.fullscreenElement !== null, act: () => toggle(place),
    }],
    controls: (_, { removed }) => {
      removed?.addEventListener('abort', () => document.fullscreenElement && document.exitFullscreen());
      return () => {};
    },
  }),
  keys: [{ name: 'fullScreen', keys: 'f', where: 'large', act: (_, /** @type {LargePlace} */ place) => void toggle(place) }],
};

/** @param {LargePlace} place */
async function toggle({ frame, view }) {
  if (document.fullscreenElement) return document.exitFullscreen();
  // A browser may refuse it.
  await document.documentElement.requestFullscreen().catch(() => {});
  const dialog = /** @type {HTMLDialogElement} */ (frame);
  if (!dialog.open) return undefined;
  // The page lies over a dialog that was opened before it took the screen.
  dialog.close();
  dialog.showModal();
  view.focus();
  return undefined;
}
