import { fileURLToPath } from 'node:url'

/** A file or directory of the test material next to the repository. */
export const getSharedPath = (path: string): string =>
  fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url))
