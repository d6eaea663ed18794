/** Returns a text without case and accents, for "contains" searches and keys; the database never folds, it compares. */
export const foldText = (text: string): string =>
  text
    // Databases cannot store half of a surrogate pair.
    .toWellFormed()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
