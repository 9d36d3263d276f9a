// @ts-check
// Requests to the server: JSON in, JSON or a problem out.

/** @typedef {import('./wire.js').Reason} Reason */

export const ROOT = '/api/v1';

/** The server could not be reached, or its response was cut short. @type {Reason} */
const CONNECTION_LOST = { code: 'connection-lost' };

/** The server refused a request (RFC 9457), or could not be reached (`status` 0). Its message is for logs, its reason for people. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail in English
   * @param {Reason} [reason] to be worded by `strings.reason`
   * @param {number} [retryAfter] in seconds
   */
  constructor(status, detail, reason, retryAfter) {
    super(detail);
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** Whether the server is out of reach; the same request may succeed later. */
  get isLost() { return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504; }
}

/**
 * The reason that a caught error carries, if any.
 * @param {unknown} error
 */
export const reasonOf = (error) => (error instanceof Problem ? error.reason : undefined);

/**
 * @param {string} method
 * @param {string} path below the root of the interface
 * @param {object} [body]
 * @param {{signal?: AbortSignal, type?: string, keepalive?: boolean, headers?: Record<string, string>}} [options]
 * @returns {Promise<any>} `undefined` for an empty response; rejects with a `Problem`, or an `AbortError`
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
    throw new Problem(0, String(error), CONNECTION_LOST);
  }
  const text = await response.text().catch(() => '');
  let value;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Problem(response.ok ? 502 : response.status, response.statusText, response.ok ? CONNECTION_LOST : undefined);
  }
  if (response.ok) return value;
  throw problemOf(response, value);
}

/**
 * @param {Response} response
 * @param {{title?: string, detail?: string, code?: string, values?: Record<string, string>} | undefined} body
 */
function problemOf(response, body) {
  const { status, statusText, headers } = response;
  const wait = Number(headers.get('Retry-After')) || undefined;
  const reason = body?.code ? { code: body.code, values: body.values } : undefined;
  const problem = new Problem(status, body?.detail ?? body?.title ?? statusText, reason, wait);
  // A proxy answers in the server's place without a code.
  if (problem.isLost) problem.reason ??= CONNECTION_LOST;
  return problem;
}

/**
 * Path of a collection.
 * @param {string} collection
 * @param {string[]} rest further parts, not yet encoded
 */
export const collectionPath = (collection, ...rest) =>
  ['/collections', collection, ...rest].map((part, i) => (i ? encodeURIComponent(part) : part)).join('/');
