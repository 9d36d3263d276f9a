// @ts-check
// English: what comes after the first screen (`loadLaterStrings`). What finds has its words beside it, in en-find.js.

import { album } from './en-albums.js';
import { doing, information } from './en-doing.js';
import { mark } from './en-marks.js';
import { reasons } from './en-reasons.js';

export const later = { ...doing, album, find: information, mark, reasons };
