// @ts-check
// Where the page's own files are.

/**
 * The address of a file of the page. Modules must not take `import.meta.url` themselves: `Scripts/page` bundles them into
 * files of other folders, and only this one keeps its place.
 * @param {string} path relative to the folder `grid`
 */
export const fileAddress = (path) => new URL(path, import.meta.url).href;
