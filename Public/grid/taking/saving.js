// @ts-check
// Addresses of what can be taken away, and saving: what a server sends becomes a file of the browser's.

/** Maximum ranges that an address names: the server's own limit. */
export const RANGE_LIMIT = 500;
/** How long the browser may take to begin with a file that the page holds. In ms. */
const HOLD_MS = 60_000;

/** @typedef {import('../selection/selection.js').SelectedRanges} SelectedRanges */
/** @typedef {'csv' | 'jsonl' | 'paths' | 'zip' | 'script' | 'xmp-zip'} ExportForm */

/**
 * The address of an export below the root of the interface.
 * @param {string} path of the order
 * @param {ExportForm} form
 * @param {SelectedRanges} [selected] without it, everything
 * @param {Record<string, string>} [options] further parameters: `numbered` for names of files that begin with their place, `names` of sidecars, `stacks`
 * @returns {string | undefined} `undefined` when too many parts are selected
 */
export function exportAddress(path, form, selected, options = {}) {
  if (selected && selected.ranges.length > RANGE_LIMIT) return undefined;
  const query = new URLSearchParams({ as: form, ...options });
  if (selected) {
    query.set('version', String(selected.version));
    query.set('ranges', selected.ranges.map(([first, last]) => `${first}-${last}`).join(','));
  }
  // Commas need no escape, and many ranges are a long address.
  return `${path}/export?${query.toString().replaceAll('%2C', ',')}`;
}

/**
 * Has the browser save what an address has. The server is asked first: a download of the browser's would not say why it failed.
 * @param {import('../server/server.js').Server} server
 * @param {string} path below the root of its interface
 * @returns {Promise<void>} rejects with a `Problem`
 */
export async function save(server, path) {
  const wasTold = new AbortController();
  const response = await server.open(path, wasTold.signal);
  // A link sends no token, and a ticket does not count for it: the page fetches the whole file.
  if (server.isForeign && server.token) return saveBody(response);
  wasTold.abort();
  follow(server.root + path, '');
}

/** @param {Response} response */
async function saveBody(response) {
  const address = URL.createObjectURL(await response.blob());
  follow(address, fileName(response.headers.get('Content-Disposition') ?? '') ?? 'download');
  setTimeout(() => URL.revokeObjectURL(address), HOLD_MS);
}

/**
 * @param {string} address
 * @param {string} name of the file; empty for the one that the server gives
 */
function follow(address, name) {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/**
 * The name in a `Content-Disposition` as the server writes it.
 * @param {string} disposition
 * @returns {string | undefined}
 */
export function fileName(disposition) {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]*)"/i.exec(disposition)?.[1];
}
