// @ts-check
// English: taking away, moving, the large picture, what was left out, and what only the page around the grid says.

const number = (/** @type {number} */ n) => n.toLocaleString('en');
const items = (/** @type {number} */ n) => (n === 1 ? '1 item' : `${number(n)} items`);
const counted = (/** @type {string} */ one, /** @type {string} */ many) => (/** @type {number} */ n) => (n === 1 ? `1 ${one}` : `${number(n)} ${many}`);

export const doing = {
  larger: 'Larger',
  smaller: 'Smaller',
  saveTrace: 'Save trace',
  noCollections: 'There are no collections',
  noCollectionsDetail: 'Start the server with a folder of pictures.',
  copyName: 'Copy name',
  copyPath: 'Copy path',
  copyPaths: 'Copy paths',
  copiedPaths: (/** @type {number} */ n) => (n === 1 ? 'Copied the path.' : `Copied ${number(n)} paths.`),
  tooManyPaths: (/** @type {number} */ limit) => `At most ${number(limit)} paths can be copied. Download the list instead.`,
  tooManyParts: 'The selection has too many separate parts. Select fewer, or search for what you need and select all.',
  downloadFile: 'Download',
  downloadFiles: 'Download files (ZIP)',
  downloadNumbered: 'Download files, numbered (ZIP)',
  downloadTable: 'Download list (CSV)',
  downloadLines: 'Download list (JSON Lines)',
  exportAll: 'Export all…',
  exportTitle: (/** @type {number} */ n) => `Export ${items(n)}`,
  copied: (/** @type {string} */ title) => `Copied “${title}”.`,
  movedTo: (/** @type {string} */ place) => `Moved to ${place}.`,
  retargeted: (/** @type {string} */ place) => `It can only go to ${place}.`,
  closePicture: 'Close picture (Escape)',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  pictureGone: 'The picture is no longer in the collection.',
  pictureLeft: 'The picture is no longer among these results.',
  /** Undo and redo. */
  history: {
    done: {
      move: (/** @type {string} */ thing) => `move of ${thing}`,
      sort: (/** @type {string} */ _thing) => 'sort of the collection',
      insert: (/** @type {string} */ thing) => `addition of ${thing}`,
      delete: (/** @type {string} */ thing) => `removal of ${thing}`,
      mark: (/** @type {string} */ thing) => `marks on ${thing}`,
      contents: (/** @type {string} */ thing) => `change of ${thing}`,
      batch: (/** @type {string} */ thing) => `change of ${thing}`,
      sections: (/** @type {string} */ _thing) => 'change of the sections',
      title: (/** @type {string} */ _thing) => 'new title',
      'section-title': (/** @type {string} */ _thing) => 'new title of a section',
    },
    undone: (/** @type {string} */ done, /** @type {boolean} */ own) => `Undid ${own ? 'your' : 'the'} ${done}.`,
    redone: (/** @type {string} */ done, /** @type {boolean} */ own) => `Redid ${own ? 'your' : 'the'} ${done}.`,
    cannot: (/** @type {string} */ done, /** @type {boolean} */ own, /** @type {string} */ reason) => `${own ? 'Your' : 'The'} ${done} cannot be undone. ${reason}`,
    instead: (/** @type {string} */ done) => `Undo the ${done}`,
    nothingOwn: 'You have nothing to undo here.',
    undoNewest: (/** @type {string} */ done, /** @type {string} */ time) => `Undo the newest change: ${done}${time && `, ${time}`}`,
  },
  moveTitle: (/** @type {number} */ n) => `Move ${items(n)}`,
  atTheEnd: 'At the end',
  atTheBeginning: 'At the beginning',
  /** `position` is `undefined` for the end, `section` empty where there is only one. */
  movedMany: (/** @type {number} */ n, /** @type {string} */ section, /** @type {number | undefined} */ position) =>
    `Moved ${items(n)} to ${position === undefined ? `the end${section && ` of ${section}`}` : `position ${number(position)}${section && ` in ${section}`}`}.`,
  refreshing: 'Refreshing…',
  loading: 'Loading…',
  leftOut: (/** @type {string[]} */ parts) => `Not shown: ${new Intl.ListFormat('en').format(parts)}.`,
  leftOutKinds: {
    document: counted('document', 'documents'),
    archive: counted('archive', 'archives'), audio: counted('sound', 'sounds'), other: counted('other file', 'other files'),
    unreadable: counted('file that the server is not allowed to read', 'files that the server is not allowed to read'),
    link: counted('link that leads out of the folder or to a folder', 'links that lead out of the folder or to folders'),
    line: counted('line of the list', 'lines of the list'),
  },
  pickedUp: (/** @type {string} */ thing, /** @type {string} */ place, /** @type {boolean} */ byKeys) =>
    `Picked up ${thing}, ${place}.${byKeys ? ' Use the arrow keys to move, Space to drop, Escape to cancel.' : ''}`,
  dropped: (/** @type {string} */ thing, /** @type {string} */ place) => `Dropped ${thing} at ${place}.`,
  cancelled: (/** @type {string} */ thing, /** @type {string} */ place) => `Move cancelled. ${thing} returned to ${place}.`,
  refused: (/** @type {string} */ thing, /** @type {string} */ reason) => `${thing} cannot be moved. ${reason}`,
  moveFailed: (/** @type {string} */ thing, /** @type {string} */ reason) => `Could not move ${thing}. ${reason}`,
  goneWhileDragged: (/** @type {string} */ thing) => `Move cancelled. ${thing} is no longer in the collection.`,
};

/** Beside the large picture. */
export const information = {
  information: 'Information (I)',
  informationTitle: 'Information',
  closeInformation: 'Close information (I)',
  noInformation: 'Nothing more is known of this picture.',
  dimensions: 'Dimensions',
  damage: 'Damage',
  damaged: 'Parts of the picture are missing or wrong.',
  place: 'Place',
  fileName: 'File',
};
