// @ts-check
// Downloads a trace as a file.

/** @param {string} trace JSON lines (docs/scroll-traces.md) */
export function saveTrace(trace) {
  const url = URL.createObjectURL(new Blob([trace], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `trace-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
