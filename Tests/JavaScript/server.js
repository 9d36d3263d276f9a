// @ts-check
// A server for modules that use `fetch`: answers from a table, and counts what was asked for.

import { ROOT } from '../../Public/grid/server/api.js';

/** @typedef {{status?: number, body?: unknown, text?: string, headers?: Record<string, string>}} Answer */

/**
 * Answers requests of the current test.
 * @param {(method: string, path: string, body: any) => Answer | Error} answer the path is below the root; an error is a lost connection
 * @returns {string[]} the requests so far, as `METHOD path`
 */
export function serve(answer) {
  /** @type {string[]} */
  const asked = [];
  globalThis.fetch = async (url, { method = 'GET', body } = {}) => {
    const path = String(url).slice(ROOT.length);
    asked.push(`${method} ${path}`);
    const given = answer(method, path, typeof body === 'string' ? JSON.parse(body) : undefined);
    if (given instanceof Error) throw given;
    const { status = 200, headers, text } = given;
    return new Response(text ?? JSON.stringify(given.body), { status, headers });
  };
  return asked;
}
