// @ts-check
// Which refusals concern a query and nothing else. Free of the DOM.

/** The code of the answer to a query that comes before the server has read what it asks for. */
const READING = 'fields-being-read';
/** Codes of queries that will not be answered; with the status 422, there are more. */
const REFUSALS = ['field-unknown', 'query-invalid', 'query-too-large', 'query-too-long', 'too-many-groups'];

/**
 * What a problem means for the query that was sent.
 * @param {import('../server/api.js').Problem} problem
 * @returns {'wait' | 'refused' | undefined} `wait`: the same query will be answered later; `undefined`: the problem is another one
 */
export function queryProblem({ status, reason }) {
  if (reason?.code === READING) return 'wait';
  return status === 422 || REFUSALS.includes(reason?.code ?? '') ? 'refused' : undefined;
}
