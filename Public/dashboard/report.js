// @ts-check
// What the server reports to a dashboard and lets it change, as types.

/** @typedef {[first: number, last: number]} FlatRange flat indices, the last included; empty when `last` is less than `first` */

/**
 * @typedef {object} Step one step of a cell or of its load
 * @property {string} step such as `willDisplay`
 * @property {number} time in ms on the server's clock
 * @property {string} id of the item
 * @property {number} [index] flat, at that time
 * @property {number} [load] number of the load
 * @property {boolean} [preview] the load is of a preview
 * @property {boolean} [content] the load is of what the item shows, of a source that is asked for it
 * @property {number} [batch] the first load of the batch that it began with
 */

/**
 * @typedef {object} LoadFigures sums since the server's start, but for `loaders`
 * @property {number} loaders maximum number of loads that run at once
 * @property {number} started
 * @property {number} loaded
 * @property {number} cancelledQueued
 * @property {number} cancelledRunning
 * @property {number} promoted
 * @property {number} busySeconds time that loaders spent on loads
 * @property {number} wastedSeconds of it, on pictures that were never visible
 */

/** @typedef {{memoryHits: number, diskHits: number, originals: number, memoryBytes: number, diskBytes: number}} CacheFigures */

/**
 * @typedef {object} StoreFigures sums since the server's start, but for what is now
 * @property {number} appends changes that were stored, together with others or alone
 * @property {number} overtaken before which another server came
 * @property {number} adopted changes of other servers
 * @property {number} leases of work for all servers
 * @property {number} leasesHeld those that this server has now
 * @property {string} server its name among the servers
 * @property {{server: string, leases: number}[]} [holders] the servers that have leases now
 * @property {number} commitSeconds time that appends took
 * @property {number} unseenSeconds since the server looked for what others have changed
 */

/**
 * @typedef {object} Motion how the view moved when the page reported it last
 * @property {number} time in ms on the server's clock
 * @property {number} y top of the view in px
 * @property {number} height of the view in px
 * @property {number} v velocity in px/s
 * @property {string} phase
 * @property {number} [decay] in 1/s
 * @property {number} [end] where it will stop, in px
 */

/**
 * @typedef {object} Report what a viewer sees and wants, and what happened since the last report
 * @property {number} time in ms on the server's clock
 * @property {number} version
 * @property {number} itemCount
 * @property {number} seq number of the last range event
 * @property {string} policy
 * @property {number} reach multiple of the policy's default window
 * @property {FlatRange} visible
 * @property {FlatRange} window
 * @property {FlatRange} [predicted] what will be visible when scrolling stops
 * @property {Motion} [motion]
 * @property {{columns: number, height: number}} [row] of layouts in regular rows
 * @property {[flat: number, state: number][]} wants an index into `STATES` for each item that is wanted
 * @property {Step[]} steps
 * @property {LoadFigures} loads
 * @property {number} viewers
 * @property {string} [problem] why the collection may differ from its source: changes may wait to be written back
 * @property {import('../strings/reason.js').Reason} [problemReason] the same by its code
 * @property {CacheFigures} [caches]
 * @property {StoreFigures} [store] of a store that several servers share
 */

/** @typedef {[least: number, most: number]} Latency in ms */

/**
 * @typedef {object} Settings
 * @property {number} loaders
 * @property {Record<string, Latency>} [latency] by the name of what is slow: `origin`, or a collection
 * @property {{plugged: boolean, collections: string[]}} [origin] the demos' picture server
 * @property {boolean} [readOnly] whether the reader may change none of them
 */

/** @typedef {{loaders?: number, latency?: Record<string, number[]>, origin?: {plugged: boolean}}} SettingsChange a merge patch */

/** @typedef {'picture' | 'preview' | 'content'} Form what a load is of */

/**
 * @param {Step} step
 * @returns {Form}
 */
export const formOf = ({ preview, content }) => (preview ? 'preview' : content ? 'content' : 'picture');
