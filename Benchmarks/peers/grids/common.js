// What all the other grids show: 100,000 pictures in rows of eight, straight from the origin, in the size of our cells.

export const COLUMNS = 8;
export const ROWS = 100_000 / COLUMNS;
export const ROW_HEIGHT = 168;
export const COLUMN_WIDTH = 158;

/** @param {number} index */
export const address = (index) => `/p/${index + 1}.png`;

/** @param {number} index */
export const markup = (index) =>
  `<img src="${address(index)}" data-index="${index}" width="150" height="160" style="object-fit:cover;display:block">`;

/** One record a row, with a column each, as tables have it. */
export const records = () => Array.from({ length: ROWS }, (_, row) => {
  /** @type {Record<string, number>} */
  const record = { id: row };
  for (let column = 0; column < COLUMNS; column++) record[`c${column}`] = row * COLUMNS + column;
  return record;
});

/**
 * The grid is there: how it is scrolled.
 * @param {Element} scroller
 */
export function ready(scroller) {
  const images = document.getElementsByTagName('img');
  const loaded = new Set();
  window.contestant = {
    scroller,
    row: ROW_HEIGHT,
    top: 0,
    /**
     * Number of items in a range of indices that show their full picture.
     * @param {number} first
     * @param {number} last
     */
    full(first, last) {
      loaded.clear();
      for (const image of images) {
        const index = Number(image.dataset.index);
        if (index >= first && index < last && image.complete && image.naturalWidth > 0) loaded.add(index);
      }
      return [loaded.size, loaded.size];
    },
  };
}
