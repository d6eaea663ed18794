import { fileURLToPath } from 'node:url'

/** A file or folder of the material that lies beside the checkout. */
export const shared = (path: string): string => fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url))
