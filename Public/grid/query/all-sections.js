// @ts-check
// All sections of an order: the server answers some thousands at once.

/**
 * @param {Pick<import('./shown-order.js').ShownOrder, 'sections'>} order
 * @param {number} [tries] after which those that were read are all, of an order that changes faster than it can be read
 * @returns {Promise<import('./shown-order.js').Sections>}
 */
export async function allSections(order, tries = 3) {
  const found = await order.sections();
  while (found.sections.length < found.total) {
    const { version, sections } = await order.sections({ offset: found.sections.length });
    // The order is another one meanwhile.
    if (version !== found.version || !sections.length) return tries > 1 ? allSections(order, tries - 1) : found;
    found.sections.push(...sections);
  }
  return found;
}
