// @ts-check
// Which letter a key is, whatever script the keyboard writes.

/**
 * The Latin letter of a key, in lower case; of a keyboard that writes Hangul, Greek or Cyrillic, the one that is at the same place.
 * Other keys are returned as they are.
 * @param {{key: string, code?: string}} event
 */
export function letterOf({ key, code }) {
  // While an input method is composing, the key is reported as `Process`.
  const isForeign = key === 'Process' || (key.length === 1 && key > '\x7f');
  const place = isForeign ? /^Key([A-Z])$/.exec(code ?? '')?.[1] : undefined;
  return (place ?? (key.length === 1 ? key : '')).toLowerCase() || key;
}
