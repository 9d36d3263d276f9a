// @ts-check
// The words of both languages, as the page has them.

import { en as english } from '../../Public/strings/en.js';
import '../../Public/strings/en-find.js';
import '../../Public/strings/en-refusals.js';
import { ko as korean } from '../../Public/strings/ko.js';
import { wholeStrings } from '../../Public/strings/strings.js';

export const en = wholeStrings(english);
export const ko = wholeStrings(korean);
