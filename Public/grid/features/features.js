// @ts-check
// What the first screen does not need: large pictures, menus, dialogs, carrying. `LazyFeatures` loads it, in a bundle as one file.

export { animateDifference, capture } from '../cells/differences.js';
export { AlbumEditing } from '../albums/album-editing.js';
export { PictureBatches } from '../cells/picture-batches.js';
export { DensityInput } from '../scroll/density-input.js';
export { PictureDelay } from '../cells/picture-delay.js';
export { CarriedItem } from '../reorder/carried-item.js';
export { landGhost, liftGhost } from '../reorder/ghost.js';
export { editLabels } from '../marks/label-dialog.js';
export { ItemMenu } from '../cells/item-menu.js';
export { Folding } from '../sections/folding.js';
export { openLarge } from '../picture/large-picture.js';
export { ListColumns } from '../cells/list-columns.js';
export { Marker } from '../marks/marker.js';
export { Marking } from '../marks/marking.js';
export { Marquee } from '../selection/marquee.js';
export { OwnOrder } from '../query/own-order.js';
export { Reverting } from '../reorder/reverting.js';
export { showChange } from '../reorder/shown-change.js';
export { labelsBeside } from '../scroll/scrubber-labels.js';
export { selectedItems, selectItems } from '../selection/selected-items.js';
export { SelectionBar } from '../selection/selection-bar.js';
export { SelectionMove } from '../selection/selection-move.js';
export { askWhereTo } from '../scroll/place-dialog.js';
export { Compare } from '../picture/compare.js';
export { Comparing } from '../picture/comparing.js';
export { FoldedCounts, unfoldedSections } from '../sections/folded-counts.js';
export { askOutline } from '../sections/outline.js';
