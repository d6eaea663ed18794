import { createHash } from 'node:crypto'

/** Returns a strong entity tag, which differs whenever a part differs. */
export const strongEtag = (...parts: readonly (string | number | null)[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`
