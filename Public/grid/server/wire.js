// @ts-check
// What the HTTP interface sends, as types only. GET /api/v1/openapi.json is the whole contract; these are the members that the page reads.

/**
 * @typedef {import('../model/geometry.js').IndexPath} IndexPath
 * @typedef {import('../model/geometry.js').Frame} Frame
 * @typedef {import('../model/patch.js').Patch} Patch
 */

/**
 * @typedef {{code: string, values?: Record<string, string>, sentence?: string, language?: string}} Reason why something did not work;
 *   `strings.reason` words it. `sentence`: the server's own, `language`: its tag, English without one
 */

/**
 * @template [Attributes=Record<string, unknown>] what a program posted, or a source says
 * @typedef {object} Item
 * @property {string} id
 * @property {string} [title]
 * @property {string} [kind]
 * @property {number} [revision] another number is another content
 * @property {number} [width] of the original picture in px
 * @property {number} [height]
 * @property {{kind: 'video', duration?: number}} [media] of an item that can be played: its length in seconds, once known
 * @property {string} [lastPath] where the file was of an item whose original is gone
 * @property {boolean} [damaged] whether its picture is shown although parts of it are missing or wrong
 * @property {{collection: string, item: string}} [original] in an album, the item that this one is
 * @property {Stack} [stack] that it is in
 * @property {Attributes} [attributes]
 */

/** @typedef {{id: string, kind: 'pair' | 'hand' | 'burst', count: number, face: string}} Stack `count` of all its members; `face`: the one that it shows */

/** @typedef {'idle'|'queued'|'loading'|'ready'|'failed'} CellState how far the server is with a cell's picture */

/**
 * @typedef {object} CellChange members that are absent have not changed, but for `reason`, which belongs to `state`
 * @property {string} id
 * @property {CellState} [state]
 * @property {Item} [item]
 * @property {string} [image] URL of the picture
 * @property {string} [placeholder] CSS colour
 * @property {Reason} [reason] of the state `failed`
 * @property {string} [error] the same in the server's own words
 */

/** @typedef {Record<string, Record<string, unknown>>} LiveValues values by item and name; `null` takes one away */

/** @typedef {[id: string, data: string, colour?: string]} PreviewItem a small picture in base64 and the colour behind it */

/**
 * What undo or redo took back, or can take back.
 * @typedef {object} Change
 * @property {string} name names it in `POST …/undo?change=`
 * @property {'move' | 'sort' | 'insert' | 'delete' | 'mark' | 'contents' | 'sections' | 'title' | 'batch' | 'section-title'} kind
 * @property {number} count of the items that it concerned
 * @property {{id: string, title: string}} [item] the first of them
 * @property {number} [time] in ms since 1970
 * @property {boolean} own whether this browser made it
 */

/**
 * @typedef {object} CollectionDescription
 * @property {string} id
 * @property {string} title
 * @property {number} itemCount
 * @property {number} [sectionCount]
 * @property {number} version
 * @property {string} [sharedFolder] what titles of sections begin with, up to a slash
 * @property {boolean} [open] whether the source has been read
 * @property {boolean} [readOnly] whether the reader may change nothing on this server
 * @property {boolean} [watched] whether changes of its source appear by themselves
 * @property {boolean} [album] whether its items are those of other collections
 * @property {string} [cover] the address of the picture that stands for an album
 * @property {string[]} [layouts] the preferred one first
 * @property {{kind: string, [name: string]: any}} [layout] numbers of the preferred one: lengths of cells are those at the usual density
 * @property {{move?: boolean, insert?: boolean, delete?: boolean, refresh?: boolean, marks?: boolean, rate?: string[], offersRatings?: boolean, select?: boolean, albums?: boolean,
 *   export?: boolean, originals?: boolean, paths?: boolean, stacks?: boolean}} [capabilities]
 * @property {{stacked: boolean, gapMilliseconds: number}} [bursts] whether bursts are stacks, too
 * @property {{name: string, title: string}[]} [savedQueries]
 * @property {Record<string, number>} [skipped] how much the source left out, by the codes of the reasons
 * @property {DataSet[]} [dataSets] what was read of files beside the pictures that say something of them
 * @property {Reason} [problemReason] why the collection may differ from its source
 * @property {string} [problem] the same, in the server's words
 * @property {Reason} [late] why changes of the source show up late
 * @property {number} [found] items found so far, while the source is being read for the first time
 * @property {{done: number, total: number, full: boolean}} [prepared] pictures that are prepared before anybody looks
 */

/**
 * @typedef {object} DataSet
 * @property {string} name its path
 * @property {number} items that it says something of
 * @property {number} [unknown] lines that name no item
 * @property {number} [repeated] lines that name an item again
 * @property {number} [invalid] lines that cannot be read
 * @property {string[]} [ignored] fields that are not taken
 * @property {Reason} [problem] why it was not read to its end
 */

/**
 * @typedef {object} ViewerAnswer to the request that makes a viewer
 * @property {string} viewer
 * @property {number} version
 * @property {[number, number]} contentSize
 * @property {number} itemCount
 * @property {number} [lastEventID]
 * @property {boolean} [storeAway] the database cannot be reached: changes wait or are refused
 * @property {string} [result] the order that is shown, where the viewer has a query
 * @property {RangeAnswer} [range] to the visible-range event that the request named
 */

/**
 * @typedef {object} RangeAnswer to a visible-range event
 * @property {number} version
 * @property {[number, number]} [window] flat indices that the viewer holds from now on, the last included
 * @property {[number, number]} [contentSize]
 * @property {number} [itemCount]
 * @property {Patch[]} [patches] from the viewer's version to this one, oldest first
 * @property {boolean} [reset] no patches lead here
 * @property {import('../model/cell-store.js').Cell[]} cells
 * @property {import('../model/cell-store.js').Header[]} [headers]
 */

/** @typedef {{refresh: string, phase: 'began'|'ended'|'returned', reason?: Reason, error?: string}} RefreshEvent `error` or `reason`: it failed */

/**
 * @typedef {{name: 'cells', data: {cells: CellChange[]}} | {name: 'preview', data: {items: PreviewItem[]}} |
 *   {name: 'patch', data: Patch} | {name: 'refresh', data: RefreshEvent} | {name: 'store', data: {away: boolean}} |
 *   {name: 'reset', data: {storeAway?: boolean}} | {name: 'values', data: {items: LiveValues}} |
 *   {name: 'texels', data: {version: number, ranges: [number, number][], isDone: boolean}}} ViewerEvent
 */

export {};
