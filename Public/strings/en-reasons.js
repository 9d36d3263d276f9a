// @ts-check
// English: why something did not work. The codes are the server's.

/** @typedef {import('./reason.js').Values} Values */

const counted = (/** @type {string} */ n) => Number(n).toLocaleString('en');

export const reasons = {
  // A picture's file.
  'file-empty': 'The file is empty.',
  'file-missing': 'The file no longer exists. Refresh to remove it.',
  'file-unreadable': (/** @type {Values} */ { error }) => `The file could not be read (error ${error}).`,
  'file-being-written': 'The file is still being written. It is read again once it is complete.',
  'no-permission': 'The server has no permission to read the file. Change its permissions, then try again.',
  'not-a-file': 'This is not a regular file.',
  'link-leaves-folder': 'The link points outside the folder, so it is not followed.',

  // A picture's content.
  'not-a-picture': 'This is not a picture in a format that can be read.',
  'picture-damaged': 'The picture is incomplete or damaged.',
  'picture-kind-unsupported': (/** @type {Values} */ { format }) => `This kind of ${format} is not supported. Download it to open it in another program.`,
  'video-without-poster': 'This video shows no picture.',
  'raw-without-preview': 'This RAW file has no preview that can be read. Download it to open it in another program.',
  'picture-too-large-whole': (/** @type {Values} */ { size, limit }) => `The picture has ${size} megapixels. Above ${limit}, only parts of it are sent.`,
  'region-outside': 'This part is not within the picture.',
  'picture-too-large': (/** @type {Values} */ { size, limit }) => `The picture has ${size} megapixels. The limit is ${limit}.`,
  'pixel-count-mismatch': 'The picture’s size does not match its content.',
  'preview-too-large': 'No preview of the picture is small enough.',

  // The server's decoders.
  'decoder-crashed': 'The picture crashed its decoder.',
  'decoder-invalid': 'The decoder does not respond as expected. Check the server’s installation.',
  'decoder-memory-limit': 'Decoding the picture took too much memory.',
  'decoder-not-started': (/** @type {Values} */ { error }) => `No decoder could be started (error ${error}).`,
  'decoder-processor-limit': 'Decoding the picture took too much processor time.',
  'decoder-timeout': (/** @type {Values} */ { seconds }) => `Decoding the picture took longer than ${seconds} s.`,
  'decoders-keep-crashing': 'The decoders keep crashing. The server may be out of memory.',
  'picture-library-missing': 'The picture library libvips could not be started. Check its installation.',
  'load-cancelled': 'Loading the picture was cancelled. Try again.',
  'out-of-memory': 'The server does not have enough memory. Try again in a moment.',
  'too-many-files-open': 'The server has too many files open. Try again in a moment.',

  // Downloads from a picture's own server.
  'address-private': (/** @type {Values} */ { address }) =>
    `${address} is a private address. Start the server with --allow-private to download from it.`,
  'download-too-large': (/** @type {Values} */ { limit }) => `The picture is larger than ${limit} MB, the limit for downloads.`,
  'server-answer-empty': 'The picture’s server sent an empty response.',
  'server-answer-invalid': 'The picture’s server sent an invalid response.',
  'server-broke-off': 'The picture’s server broke off before the picture was complete.',
  'server-refused': (/** @type {Values} */ { status }) => `The picture’s server refused access to the picture (status ${status}).`,
  'server-status': (/** @type {Values} */ { status }) => `The picture’s server responded with status ${status}.`,
  'server-timeout': 'The picture’s server took too long to respond.',
  'server-unreachable': 'The picture’s server could not be reached.',
  'too-many-redirects': 'The picture’s server redirected the request too many times.',

  // A collection's source.
  'folder-missing': (/** @type {Values} */ { path }) => `There is no folder at ${path}. Check the path, and whether its disk is mounted.`,
  'folder-no-permission': (/** @type {Values} */ { path }) =>
    `The server has no permission to read the folder ${path}. Change its permissions, then refresh.`,
  'folder-unreadable': (/** @type {Values} */ { path, error }) =>
    `The folder ${path} could not be read (error ${error}). Check its disk, then refresh.`,
  'list-missing': (/** @type {Values} */ { path }) => `There is no list of pictures at ${path}.`,
  'list-no-permission': (/** @type {Values} */ { path }) =>
    `The server has no permission to read the list ${path}. Change its permissions, then refresh.`,
  'list-unreadable': (/** @type {Values} */ { path, error }) => `The list ${path} could not be read (error ${error}).`,
  'listing-cancelled': 'Reading the collection was cancelled.',
  'nothing-to-list': 'Posted items have no source to read again.',
  'source-unreadable': (/** @type {Values} */ { title }, /** @type {string} */ cause) => `${title} cannot be read. ${cause}`,
  'source-unreadable-kept': (/** @type {Values} */ { title }, /** @type {string} */ cause) =>
    `${title} cannot be read. ${cause} It is shown as it was last.`,
  'folder-polled-remote': 'The folder is on another machine: changes show up when its folders are looked at, every few seconds or minutes.',
  'folder-polled-limit': 'The system does not let this user watch more folders: changes show up when they are looked at. The limits are fs.inotify.max_user_watches and fs.inotify.max_user_instances.',
  'items-vanished': (/** @type {Values} */ { count, total, folder, folders, unread }) =>
    `${counted(count)} of ${counted(total)} vanished from ${folders === '1' ? `“${folder}”` : `${counted(folders)} folders, “${folder}” among them`}. They stay here until they are back, or until you remove them.${unread ? ` The server may not read “${unread}”.` : ''}`,
  'folder-unread-kept': (/** @type {Values} */ { unread, unreadFolders, unreadCount }) =>
    `The server has no permission to read ${unreadFolders === '1' ? `“${unread}”` : `${counted(unreadFolders)} folders, “${unread}” among them`}. The order of their ${counted(unreadCount)} items is kept.`,
  'source-empty': (/** @type {Values} */ { title, count }) =>
    `${title} is empty now. Check whether its disk is mounted. The order of its ${count} items is kept.`,

  // What a source leaves out.
  hidden: 'Hidden files and folders are left out.',
  'identifier-length': 'An identifier must have 1 to 200 bytes.',
  'link-not-followed': 'Links to folders, out of the folder or to nothing are not followed.',
  'left-out-by-file': 'What a file .nomedia or .lookaheadignore says is left out.',
  'document-file': 'Documents cannot be shown.',
  'archive-file': 'Archives cannot be shown.',
  'audio-file': 'Sounds cannot be shown.',
  'editor-file': 'Image editor files cannot be shown.',
  'listed-twice': 'The identifier or address is already in the list.',
  'nested-too-deep': 'The folder is nested too deep.',
  'not-a-web-address': 'The line has no http or https address.',
  'not-json': 'The line is not valid JSON.',

  // What is no longer there, or not yet.
  'collection-not-found': (/** @type {Values} */ { id }) => `There is no collection “${id}”.`,
  'section-not-found': (/** @type {Values} */ { id }) => `There is no section “${id}”.`,
  'item-not-found': (/** @type {Values} */ { id }) => `There is no item “${id}”.`,
  'viewer-not-found': (/** @type {Values} */ { id }) => `There is no viewer “${id}”.`,
  'query-not-found': (/** @type {Values} */ { id }) => `There is no saved search “${id}”.`,
  'movement-not-found': 'The move was ended by the server. Try again.',
  'still-opening': 'The collection is still being read for the first time. Try again in a moment.',
  'version-changed': 'The collection has changed in the meantime. Try again.',
  'version-unknown': 'The server does not know this version of the collection. Reload the page.',
  'version-forgotten': 'The page is too far behind the collection. Reload the page.',
  'selection-outdated': 'The collection has changed since the items were selected. Select them again.',
  'idempotency-key-reused': 'This was sent before as another request. Nothing was changed. Try again.',
  'nothing-to-undo': 'Nothing to undo.',
  'nothing-to-redo': 'Nothing to redo.',

  // The server cannot do it at the moment.
  'disk-full': 'The server’s disk is full. Nothing was changed. Free some space, then try again.',
  'store-unreachable': 'The database cannot be reached at present, so the change is not confirmed. Try again in a few seconds.',
  'not-stored': 'The change could not be saved. Nothing was changed. Try again in a few seconds.',
  'store-damaged': 'The saved data of the collection is damaged and cannot be read. Restore a backup.',
  'too-many-collections': (/** @type {Values} */ { limit }) =>
    `The server has reached its limit of ${limit} collections. Try again later.`,
  'too-many-items': (/** @type {Values} */ { limit }) =>
    `The server has reached its limit of ${limit} posted items. Delete a posted collection first.`,
  'too-many-megabytes': (/** @type {Values} */ { limit }) =>
    `Posted items take ${limit} MiB of the server’s memory, which is the limit. Delete a posted collection first.`,
  'too-many-viewers': (/** @type {Values} */ { limit }) =>
    `The server has reached its limit of ${limit} open grids. Try again later.`,
  'too-many-movements': (/** @type {Values} */ { limit }) =>
    `The server has reached its limit of ${limit} moves at once. Try again later.`,
  'share-of-collections': (/** @type {Values} */ { limit }) =>
    `You have used your share of ${limit} posted collections. Delete some first.`,
  'share-of-items': (/** @type {Values} */ { limit }) =>
    `You have used your share of ${limit} posted items. Delete a posted collection first.`,
  'share-of-viewers': (/** @type {Values} */ { limit }) =>
    `You have used your share of ${limit} open grids. Close some, or try again later.`,
  'share-of-movements': (/** @type {Values} */ { limit }) =>
    `You have used your share of ${limit} moves at once. Try again later.`,
  'too-many-changes': (/** @type {Values} */ { limit }) =>
    `The server has reached its limit of ${limit} waiting changes. Try again later.`,
  'too-many-saved-queries': (/** @type {Values} */ { limit }) =>
    `The collection has ${limit} saved searches, which is the limit. Delete one first.`,
  'range-superseded': 'The server responded to a newer position of the view instead.',
  'shutting-down': 'The server is shutting down. Try again in a few seconds.',

  // Searches: queries and their results.
  'fields-being-read': 'What can be searched for is still being read. Try again in a moment.',
  'field-unknown': (/** @type {Values} */ { field }) => `The collection has no field “${field}”.`,
  'query-invalid': 'The search is not valid for this collection. Change its conditions.',
  'query-too-large': 'The search has too many words or conditions. Remove some.',
  'query-too-long': 'The search took too long and was stopped. Narrow it, then try again.',
  'too-many-groups': (/** @type {Values} */ { limit }) => `There would be more than ${limit} groups. Group by something else.`,
  'too-many-results': (/** @type {Values} */ { limit }) =>
    `The server has reached its limit of ${limit} search results in use. Try again later.`,
  'too-fast-queries': (/** @type {Values} */ { limit }) =>
    `More than ${limit} new searches were sent within a second. Try again in a moment.`,
  'order-sorted': 'Sorted items cannot be moved. Show the collection’s own order to move them.',
  'result-fixed': 'This cannot be changed in search results. Change it in the collection.',

  // What a request asks for and cannot have. Refusals of changes are in en-refusals.js.
  'originals-not-served': (/** @type {Values} */ { title }) => `The files of ${title} cannot be downloaded.`,
  'layout-invalid': 'The layout has no such option, or not with this value.',
  'item-without-picture': (/** @type {Values} */ { id }) => `The item “${id}” has no picture.`,
  'collection-not-served': (/** @type {Values} */ { title }) => `${title} cannot be shown: what is stored of it is damaged.`,
  'value-out-of-range': (/** @type {Values} */ { minimum, maximum }) => `The value must be between ${minimum} and ${maximum}.`,
  'rect-too-large': (/** @type {Values} */ { limit }) => `The area holds more than ${limit} items. Ask for a smaller one.`,
};
