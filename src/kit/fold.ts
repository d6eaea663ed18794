/** Text without case and accents, for "contains" searches and keys; the database never folds, it compares. */
export const fold = (text: string): string =>
  text
    // Half a surrogate pair is no text to any database.
    .toWellFormed()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
