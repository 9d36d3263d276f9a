// @ts-check
// The colours of the wall, read from the style sheets: canvases take no properties of them.

import { CHOICES } from '../marks/mark.js';

/**
 * @param {HTMLElement} frame
 * @returns {import('./wall-painter.js').Palette}
 */
export function paletteOf(frame) {
  const layer = /** @type {HTMLElement} */ (frame.querySelector('.wall-layer'));
  const { color: text, backgroundColor: empty, borderTopColor: accent, outlineColor: surface } = getComputedStyle(layer);
  const dot = layer.ownerDocument.createElement('i');
  dot.className = 'dot';
  layer.append(dot);
  const labels = CHOICES.colourLabel.map((colour) => {
    dot.dataset.colour = colour;
    return getComputedStyle(dot).getPropertyValue('--label').trim();
  });
  dot.remove();
  return { text, empty, accent, surface, labels };
}
