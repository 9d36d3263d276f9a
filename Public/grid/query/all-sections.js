// @ts-check
// All sections of an order: the server answers some thousands at once.

/**
 * @param {import('./shown-order.js').ShownOrder} order
 * @returns {Promise<import('./shown-order.js').Sections>}
 */
export async function allSections(order) {
  const found = await order.sections();
  while (found.sections.length < found.total) {
    const { version, sections } = await order.sections({ offset: found.sections.length });
    // The order is another one meanwhile.
    if (version !== found.version || !sections.length) return allSections(order);
    found.sections.push(...sections);
  }
  return found;
}
