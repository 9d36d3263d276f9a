// @ts-check
// Sizes of files and pictures, and dates, as the reader writes them.

/** @param {string} language */
export function unitsOf(language) {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const years = new Intl.DateTimeFormat(language, { year: 'numeric' });
  const months = new Intl.DateTimeFormat(language, { month: 'short' });
  const numbers = ['kilobyte', 'megabyte', 'gigabyte'].map((unit) => new Intl.NumberFormat(language, {
    style: 'unit', unit, maximumSignificantDigits: 3 }));
  return {
    date: (/** @type {Date} */ date) => dates.format(date),
    year: (/** @type {number} */ year) => years.format(new Date(year, 0)),
    month: (/** @type {number} */ month) => months.format(new Date(2000, month)),
    fileSize(/** @type {number} */ bytes) {
      const power = Math.max(1, Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
      return numbers[power - 1].format(Math.max(bytes / 1000 ** power, bytes && 0.1));
    },
    dimensions: (/** @type {number} */ width, /** @type {number} */ height) => `${width} × ${height}`,
  };
}
