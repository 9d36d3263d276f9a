// @ts-check
// ?record=1: a button that saves what this page's viewer did as a trace.

/**
 * @param {import('./grid/collection-grid.js').CollectionGrid} grid
 * @param {Element} tools where the button goes
 * @param {{saveTrace: string}} strings
 */
export function record(grid, tools, strings) {
  grid.startRecording();
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'save-trace';
  button.textContent = strings.saveTrace;
  button.addEventListener('click', () => {
    const url = URL.createObjectURL(new Blob([grid.trace], { type: 'application/jsonl' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `trace-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  tools.prepend(button);
}
