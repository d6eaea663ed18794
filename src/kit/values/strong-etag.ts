import { createHash } from 'node:crypto'

/** Returns a strong entity tag, which differs whenever a part differs. */
export const buildStrongEtag = (...parts: readonly (string | number | null)[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`
