// @ts-check
// Marks that leave: as sidecars for other programs, and rejects as lists. No file of anybody's pictures is touched.

/**
 * The entries of the export menu.
 * @param {import('../../strings/strings.js').Strings} strings
 * @param {(form: import('./saving.js').ExportForm, options: Record<string, string>) => Promise<boolean>} take resolves to whether a file came
 * @param {(words: string) => void} say
 * @returns {import('../cells/cell-menu.js').MenuEntry[]}
 */
export function marksAway(strings, take, say) {
  const toLightroom = async () => {
    if (await take('xmp-zip', { names: 'short' })) say(strings.sidecarsOfRaw);
  };
  return [
    { sign: 'download', words: strings.marksForLightroom, beginsGroup: true, act: toLightroom },
    { sign: 'download', words: strings.marksForDarktable, act: () => take('xmp-zip', { names: 'full' }) },
    { sign: 'download', words: strings.rejectsAsScript, beginsGroup: true, act: () => take('script', { flag: 'reject' }) },
    { sign: 'download', words: strings.rejectsAsPaths, act: () => take('paths', { flag: 'reject' }) },
  ];
}
