// @ts-check
// 한국어: 첫 화면 뒤에 불러오는 말(`loadLaterStrings`).

import { album } from './ko-albums.js';
import { doing, information } from './ko-doing.js';
import { finding } from './ko-find.js';
import { mark } from './ko-marks.js';
import { reasons } from './ko-reasons.js';

export const later = { ...doing, album, mark, reasons, find: { ...finding, ...information } };
