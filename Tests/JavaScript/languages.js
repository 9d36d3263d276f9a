// @ts-check
// The words of both languages, as the page has them.

import { en as english } from '../../Public/strings/en.js';
import '../../Public/strings/en-find.js';
import { later as laterEnglish } from '../../Public/strings/en-later.js';
import { later as laterKorean } from '../../Public/strings/ko-later.js';
import { ko as korean } from '../../Public/strings/ko.js';
import { addWords, wholeStrings } from '../../Public/strings/strings.js';

export const en = wholeStrings(english);
addWords(en, { later: laterEnglish });
export const ko = wholeStrings(korean);
addWords(ko, { later: laterKorean });
