// @ts-check
// One way to talk to the server: JSON in, JSON or a problem out.

export const ROOT = '/api/v1';

/** The server said no (RFC 9457), or nothing at all (`status` 0). */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail fit for people
   * @param {number} [retryAfter] in seconds
   */
  constructor(status, detail, retryAfter) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** The line is cut or the server is away; the same may work later. */
  get isLost() { return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504; }
}

/**
 * @param {string} method
 * @param {string} path below the root of the interface
 * @param {any} [body]
 * @param {{signal?: AbortSignal, type?: string, keepalive?: boolean, headers?: Record<string, string>}} [options]
 * @returns {Promise<any>} `undefined` for an empty answer
 */
export async function call(method, path, body, options = {}) {
  let response;
  try {
    response = await fetch(ROOT + path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: body === undefined ? options.headers : { 'Content-Type': options.type ?? 'application/json', ...options.headers },
      signal: options.signal, keepalive: options.keepalive,
    });
  } catch (error) {
    if (/** @type {Error} */ (error).name === 'AbortError') throw error;
    throw new Problem(0, String(error));
  }
  const text = await response.text().catch(() => '');
  let value;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Problem(response.ok ? 502 : response.status, response.statusText);
  }
  if (response.ok) return value;
  const wait = Number(response.headers.get('Retry-After')) || undefined;
  throw new Problem(response.status, value?.detail ?? value?.title ?? response.statusText, wait);
}

/**
 * Path of a collection.
 * @param {string} collection
 * @param {string[]} rest further parts, not yet encoded
 */
export const collectionPath = (collection, ...rest) =>
  ['/collections', collection, ...rest].map((part, i) => (i ? encodeURIComponent(part) : part)).join('/');
