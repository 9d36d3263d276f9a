// @ts-check
// English: why the server refuses a change. They come with what changes something, after the first screen.

/** @typedef {import('./reason.js').Values} Values */

export const refusals = {
  // What a collection does not allow.
  'too-many-archives': (/** @type {Values} */ { limit }) => `${limit} archives are being downloaded, which is the limit. Try again later.`,
  'share-of-archives': (/** @type {Values} */ { limit }) => `You are downloading your share of ${limit} archives. Try again when one of them is complete.`,
  'too-many-originals': (/** @type {Values} */ { limit }) => `${limit} originals are being downloaded, which is the limit. Try again later.`,
  'share-of-originals': (/** @type {Values} */ { limit }) => `You are downloading your share of ${limit} originals. Try again when one of them is complete.`,
  'too-many-close-looks': (/** @type {Values} */ { limit }) => `${limit} close looks of yours are waiting, which is the limit. Try again later.`,
  'archive-too-large': (/** @type {Values} */ { limit }) => `An archive may have ${limit} files. Select fewer.`,
  'archive-empty': 'None of these items has a file that can be read.',
  'order-fixed': (/** @type {Values} */ { title }) => `The order of ${title} cannot be changed.`,
  'inserts-unsupported': (/** @type {Values} */ { title }) => `Items cannot be inserted into ${title}.`,
  'sections-unsupported': (/** @type {Values} */ { title }) => `Sections cannot be inserted into ${title}.`,
  'titles-unsupported': (/** @type {Values} */ { title }) => `The titles of ${title} cannot be changed here.`,
  'content-unsupported': (/** @type {Values} */ { title }) => `Only the attributes of items of ${title} can be changed.`,
  'album-marks-elsewhere': (/** @type {Values} */ { title }) => `Marks in ${title} are those of the originals' own collections, and are not set in this way.`,
  'import-unsupported': (/** @type {Values} */ { title }) => `Nothing can be imported into ${title}: only collections that were posted take imports.`,
  'uploads-unsupported': 'Pictures cannot be uploaded to this server.',
  'too-many-uploaded-megabytes': (/** @type {Values} */ { limit }) => `Uploaded pictures take ${limit} MiB, which is the limit. Delete a collection with uploaded pictures to make room.`,
  'share-of-uploaded-megabytes': (/** @type {Values} */ { limit }) => `You have used your share of ${limit} MiB for uploaded pictures. Delete a collection with uploaded pictures to make room.`,
  'deletes-unsupported': (/** @type {Values} */ { title }) => `Items cannot be deleted from ${title}.`,
  'move-refused': (/** @type {Values} */ { title }) => `${title} does not allow the item to be moved there. Choose another place.`,
  'not-refreshable': (/** @type {Values} */ { title }) => `${title} cannot be refreshed: there is nothing to read again.`,
  'hue-locked': (/** @type {Values} */ { hue }) => `${hue} is locked: its shades stay together.`,
  'base-shade-fixed': (/** @type {Values} */ { shade }) => `${shade} is the base shade of its hue and stays where it is.`,
  'collection-exists': (/** @type {Values} */ { id }) => `There is already a collection “${id}”. Choose another identifier.`,
  'posting-unsupported': 'New collections cannot be created on this server.',
  'deletion-unsupported': (/** @type {Values} */ { title }) => `${title} cannot be deleted: only collections that were posted can.`,

  // What a change asks for and cannot have.
  'section-outside': (/** @type {Values} */ { count }) => `There is no such section. The collection has ${count}.`,
  'place-outside': (/** @type {Values} */ { count }) => `There is no such position. The section has ${count}.`,
  'place-outside-version': 'The item had no such position in this version of the collection.',
  'ranges-invalid': (/** @type {Values} */ { count }) => `The ranges must ascend, not overlap, and end before ${count}.`,
  'rating-unknown': (/** @type {Values} */ { ratings }) => (ratings ? `The rating must be one of: ${ratings}.` : 'These items cannot be rated.'),
  'marks-unsupported': 'The items of this collection cannot be marked.',
  'stars-invalid': 'Stars are a whole number from 0 to 5.',
  'flag-invalid': 'An item is picked, rejected, or neither.',
  'mark-invalid': (/** @type {Values} */ { name, values }) => `The mark “${name}” must be one of: ${values}.`,
  'label-invalid': (/** @type {Values} */ { limit }) => `A label is a text of at most ${limit} bytes, in one of the given colours.`,
  'too-many-item-labels': (/** @type {Values} */ { limit }) => `An item can have at most ${limit} labels.`,
  'too-many-labels': (/** @type {Values} */ { limit }) => `The collection can have at most ${limit} labels. Remove some first.`,
  'attributes-too-large': (/** @type {Values} */ { limit }) => `An item’s attributes may take at most ${limit} KiB.`,
  'deletes-unconfirmed': (/** @type {Values} */ { count, total }) =>
    `This would delete ${count} of ${total} items, and may have ended early. Nothing was changed.`,
  'item-duplicate': (/** @type {Values} */ { item }) => `The item “${item}” would appear twice. Nothing was changed.`,
  'section-duplicate': (/** @type {Values} */ { section }) => `The section “${section}” would appear twice. Nothing was changed.`,
  'item-gone': (/** @type {Values} */ { item }) => `The item “${item}” is no longer in the collection. Nothing was changed.`,
  'item-inserted': (/** @type {Values} */ { item }) => `The item “${item}” has been inserted in the meantime. Nothing was changed.`,
  'neighbours-gone': (/** @type {Values} */ { item }) =>
    `Both neighbours of the place for “${item}” have left the section. Nothing was changed.`,
  'section-gone': (/** @type {Values} */ { section }) =>
    `The section “${section}” is no longer in the collection. Nothing was changed.`,
  'section-inserted': (/** @type {Values} */ { section }) =>
    `The section “${section}” has been inserted in the meantime. Nothing was changed.`,
  'neighbour-sections-gone': (/** @type {Values} */ { section }) =>
    `Both neighbours of the place for the section “${section}” have left the collection. Nothing was changed.`,
  'section-filled': (/** @type {Values} */ { section }) =>
    `Items have been put into the section “${section}” in the meantime. Nothing was changed.`,
  'change-inapplicable': 'The change no longer fits the collection. Nothing was changed.',
  'album-identifier': 'Identifiers of this form belong to albums. Choose another.',
  'not-an-album': (/** @type {Values} */ { title }) => `“${title}” is not an album: items of other collections cannot be added to it.`,
  'addition-too-large': (/** @type {Values} */ { limit }) => `At most ${Number(limit).toLocaleString('en')} items can be added to an album at once.`,
  'changed-since': 'Others have changed it since then.',
  'batch-contradictory': (/** @type {Values} */ { operation }) =>
    `The batch update contradicts itself (${operation}). Nothing was changed.`,
};
