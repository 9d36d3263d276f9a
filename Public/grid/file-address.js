// @ts-check
// Where the page's own files are.

/**
 * The address of a file of the page. Modules must not take `import.meta.url` themselves: `Scripts/page` bundles them into
 * files of other folders, and only this one keeps its place.
 * @param {string} path relative to the folder `grid`
 */
export const fileAddress = (path) => new URL(path, import.meta.url).href;

/** The address of the server's folder: the files of a bundle are in a folder of their own there. */
export const homeAddress = fileAddress('..').replace(/build-[0-9a-f]{16}\/$/, '');

/** Whether the files are those that `Scripts/page` makes. */
export const isBundled = homeAddress !== fileAddress('..');

/**
 * The style sheets by name, where they come with the modules: in the package, whose version of this file is npm/packaged.js.
 * @type {Record<string, () => Promise<string>> | undefined}
 */
export const styleTexts = undefined;
