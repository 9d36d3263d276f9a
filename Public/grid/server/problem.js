// @ts-check
// Why a request did not succeed.

/** @typedef {import('./wire.js').Reason} Reason */

/** The server could not be reached, or its response was cut short. @type {Reason} */
export const CONNECTION_LOST = { code: 'connection-lost' };

/** The server refused a request (RFC 9457), or could not be reached (`status` 0). Its message is for logs, its reason for people. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail in English
   * @param {Reason} [reason] to be worded by `strings.reason`
   * @param {number} [retryAfter] in seconds
   * @param {string} [pointer] JSON Pointer of the member of the request that it is about
   */
  constructor(status, detail, reason, retryAfter, pointer) {
    super(detail);
    this.pointer = pointer;
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /**
   * Of undo and redo: what cannot be taken back, and the one before it.
   * @type {{change?: import('./wire.js').Change, older?: import('./wire.js').Change}}
   */
  changes = {};

  /** Whether the server is out of reach; the same request may succeed later. */
  get isLost() { return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504; }
}

/**
 * The reason that a caught error carries, if any.
 * @param {unknown} error
 */
export const reasonOf = (error) => (error instanceof Problem ? error.reason : undefined);

/**
 * The problem that a response is.
 * @param {Pick<Response, 'status' | 'statusText'> & {headers: Pick<Headers, 'get'>}} response
 * @param {{title?: string, detail?: string, pointer?: string, language?: string, code?: string, values?: Record<string, string>,
 *   change?: import('./wire.js').Change, older?: import('./wire.js').Change} | undefined} body
 */
export function problemOf(response, body) {
  const { status, statusText, headers } = response;
  const wait = Number(headers.get('retry-after')) || undefined;
  const reason = body?.code ? { code: body.code, values: body.values, sentence: body.detail, language: body.language } : undefined;
  const problem = new Problem(status, body?.detail ?? body?.title ?? statusText, reason, wait, body?.pointer);
  problem.changes = { change: body?.change, older: body?.older };
  // A proxy answers in the server's place without a code.
  if (problem.isLost) problem.reason ??= CONNECTION_LOST;
  return problem;
}

/** The code of the answer to a query that comes before the server has read what it asks for. */
const READING = 'fields-being-read';
/** Codes of queries that will not be answered; with the status 422, there are more. */
const REFUSALS = ['field-unknown', 'query-invalid', 'query-too-large', 'query-too-long', 'too-many-groups'];

/**
 * What a problem means for the query that was sent.
 * @param {Problem} problem
 * @returns {'wait' | 'refused' | undefined} `wait`: the same query will be answered later; `undefined`: the problem is another one
 */
export function queryProblem({ status, reason }) {
  if (reason?.code === READING) return 'wait';
  return status === 422 || REFUSALS.includes(reason?.code ?? '') ? 'refused' : undefined;
}
