import type { UploadKind } from './upload.ts'

/** The job that finishes what is wholly there; each kind has its own, since slices above have theirs. */
export const jobOf = ({ name }: Pick<UploadKind, 'name'>): string => `finish-${name}-upload`

/** Whoever brought the last byte finishes at once; the job comes after him. */
export const retrySeconds = 30
