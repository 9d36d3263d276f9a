// @ts-check
// Everything that the first screen does not need: the features, dialogs, carrying. `LazyFeatures` loads it, in a bundle as one file.

import { albums } from '../albums/album-editing.js';
import { marks } from '../marks/marking.js';
import { sharpest } from '../marks/sharpest.js';
import { comparing } from '../picture/comparing.js';
import { filmStrip } from '../picture/film-strip.js';
import { fullScreen } from '../picture/full-screen.js';
import { largeBoxes } from '../picture/large-boxes.js';
import { largeMenu } from '../picture/large-menu.js';
import { pictures } from '../picture/large-picture.js';
import { pixelViews } from '../picture/pixel-views.js';
import { sameTime } from '../picture/same-time.js';
import { undoing } from '../reorder/change-history.js';
import { sections } from '../sections/folding.js';
import { fieldSetting } from '../selection/field-setting.js';
import { selectAll, selectOne } from '../selection/selection-bar.js';
import { moving } from '../selection/selection-move.js';
import { stacks } from '../stacks/stacks.js';
import { copying, taking } from '../taking/taking.js';
import { wall } from '../wall/wall.js';

/**
 * The features, in the order of menus and bars.
 * @type {import('./session-features.js').Feature[]}
 */
export const FEATURES = [pictures, marks, sharpest, fieldSetting, stacks, selectOne, moving, albums, selectAll, copying, comparing, sameTime, taking, sections, filmStrip, pixelViews, largeBoxes, fullScreen, largeMenu, wall, undoing];

export { InformationPanel } from '../picture/information-panel.js';
export { ItemFields } from '../server/item-fields.js';
export { KeyChoices } from '../access/key-choices.js';
export { goingOn } from '../marks/going-on.js';
export { wholeStacks } from '../marks/whole-stacks.js';
export { ChangeHistory } from '../reorder/change-history.js';
export { animateDifference, capture } from '../cells/differences.js';
export { PictureBatches } from '../cells/picture-batches.js';
export { PictureDelay } from '../cells/picture-delay.js';
export { PointedCell } from '../cells/pointed-cell.js';
export { canOpenAgain } from '../server/opening-again.js';
export { CarriedItem } from '../reorder/carried-item.js';
export { landGhost, liftGhost } from '../reorder/ghost.js';
export { openLarge } from '../picture/large-picture.js';
export { CellDetails } from '../cells/cell-details.js';
export { Marquee } from '../selection/marquee.js';
export { OwnOrder } from '../query/own-order.js';
export { SessionFeatures } from './session-features.js';
export { showChange } from '../reorder/shown-change.js';
export { ScrubberSigns } from '../scroll/scrubber-signs.js';
export { selectedItems, selectItems } from '../selection/selected-items.js';
export { Zooming } from '../wall/zooming.js';
export { SelectionMove } from '../selection/selection-move.js';
export { FoldedCounts } from '../sections/folded-counts.js';
