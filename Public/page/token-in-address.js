// @ts-check
// A token in the address of a page that is open already: somebody signs in with another one.

/** Takes tokens out of the address's fragment, now and when one is put there, and shows the page again with what they open. */
export function takeTokens() {
  const take = () => location.hash.startsWith('#token=') && exchange(location.hash.slice(7));
  addEventListener('hashchange', take);
  take();
}

/** @param {string} token percent-encoded */
async function exchange(token) {
  const place = location.pathname + location.search;
  history.replaceState(history.state, '', place);
  try {
    const headers = { Authorization: `Bearer ${decodeURIComponent(token)}` };
    if ((await fetch('api/v1/session', { method: 'POST', headers })).ok) location.replace(place);
  } catch {
    // No token, or no server: the page stays as it is.
  }
}
