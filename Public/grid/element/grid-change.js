// @ts-check
// `gridchange`, whose place the events of grid-events.js have taken: for one version, it is sent to those who still listen to it.

/** Errors that are no state of a grid: what is shown stays. */
const BANNERS = ['connection-lost', 'store-unreachable'];

/** @type {Record<string, (event: any) => [what: string, detail: object] | undefined>} */
const CHANGES = {
  statechange: ({ state }) => (state === 'failed' ? undefined : ['state', { state }]),
  error: ({ code, values, message }) => (BANNERS.includes(code) ? undefined : ['state', { state: 'failed', reason: { code, values }, detail: message }]),
  querychange: ({ state, query, problem, progress }) => ['query', { state, query, problem, progress }],
  picturechange: ({ id, index, item }) => ['picture', { id, index, title: item?.title }],
  refreshchange: ({ isRefreshing }) => ['refresh', { isRunning: isRefreshing }],
  descriptionchange: ({ description }) => ['description', { description }],
  densitystep: ({ way }) => ['size', { way }],
  jump: ({ from, to }) => ['jump', { from, to }],
  ownordermade: () => ['sorted', {}],
};

/** @type {WeakSet<EventTarget>} */
const sending = new WeakSet();

/** @param {EventTarget} grid from now on sends it */
export function sendGridChanges(grid) {
  if (sending.has(grid)) return;
  sending.add(grid);
  console.warn(`<collection-grid>: gridchange goes with the next version: listen to ${Object.keys(CHANGES).join(', ')}`);
  for (const [name, change] of Object.entries(CHANGES)) {
    grid.addEventListener(name, (event) => {
      const [what, detail] = (event.target === grid && change(event)) || [];
      if (what && !grid.dispatchEvent(Object.assign(new Event('gridchange', { cancelable: what === 'size' }), { what, detail }))) event.preventDefault();
    });
  }
}
