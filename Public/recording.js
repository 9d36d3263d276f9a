// @ts-check
// ?record=1: a button that saves what this page's viewer did as a trace.

import { saveTrace } from './save-trace.js';

/**
 * @param {import('./grid/element/collection-grid-element.js').CollectionGrid} grid
 * @param {Element} tools where the button goes
 * @param {{saveTrace: string}} strings
 */
export function record(grid, tools, strings) {
  grid.startRecording();
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'save-trace';
  button.textContent = strings.saveTrace;
  button.addEventListener('click', () => saveTrace(grid.trace));
  tools.prepend(button);
}
