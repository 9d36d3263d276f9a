// @ts-check
// Korean particles: which of two forms follows a word depends on the word's last sound.

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Final consonants of a syllable, with none as number 0. */
const FINALS = 28;
const RIEUL = 8;

/**
 * A Korean word with its particle: `withParticle('항목', '을', '를')` is 항목을. Only for words that end in a Hangul syllable;
 * after any other the second form is taken.
 * @param {string} word
 * @param {string} afterConsonant
 * @param {string} afterVowel
 */
export function withParticle(word, afterConsonant, afterVowel) {
  const code = word.codePointAt(word.length - 1) ?? 0;
  const final = code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE ? (code - FIRST_SYLLABLE) % FINALS : 0;
  // 로 follows ㄹ as it follows a vowel.
  const takesFirst = final !== 0 && !(final === RIEUL && afterVowel === '로');
  return word + (takesFirst ? afterConsonant : afterVowel);
}
