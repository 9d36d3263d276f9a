// @ts-check
// ?record=1: a button that saves the scrolling of this page's viewer as a trace.

import { TraceRecorder, traceGrid } from '../grid/scroll/trace-recorder.js';
import { saveTrace } from './save-trace.js';
import { strings } from '../strings/strings.js';

/**
 * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
 * @param {Element} tools where the button goes
 */
export function record(grid, tools) {
  const recorder = new TraceRecorder();
  grid.record(recorder);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'save-trace';
  button.textContent = strings.saveTrace;
  button.addEventListener('click', () => {
    if (!grid.session) return;
    const { presenter, layout } = grid.session;
    saveTrace(recorder.text(traceGrid(presenter.store, presenter.surface.height, layout.spacing)));
  });
  tools.prepend(button);
}
