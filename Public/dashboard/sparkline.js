// @ts-check
// A figure's last half minute as a line.

import { POINTS } from './figures.js';

/**
 * @param {import('./sheet.js').Sheet} sheet
 * @param {number[]} values oldest first
 * @param {import('./palette.js').Palette} palette
 * @param {number} [top] the largest possible value; that of the values where it is not given
 */
export function drawSparkline(sheet, values, palette, top) {
  const context = sheet.clear();
  const { width, height } = sheet;
  if (values.length < 2) return;
  const most = Math.max(top ?? 0, 1e-9, ...values);
  const step = width / (POINTS - 1);
  const left = width - (values.length - 1) * step;
  const y = (/** @type {number} */ value) => height - 1.5 - (value / most) * (height - 3);
  context.beginPath();
  values.forEach((value, index) => context.lineTo(left + index * step, y(value)));
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  context.stroke();
  context.lineTo(width, height);
  context.lineTo(left, height);
  context.globalAlpha = 0.12;
  context.fillStyle = palette.accent;
  context.fill();
  context.globalAlpha = 1;
}
