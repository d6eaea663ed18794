/** Without case and accents. */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replace(/\p{Diacritic}/gu, '')
        .toLowerCase()

/** Texts without accents, which are most, need no normalization: lists of thousands are searched at each key. */
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)
