import type { UploadKind } from './upload.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    [kind: `finish-${string}-upload`]: { readonly id: number }
  }
}

/**
 * Returns the name of the job that finishes an upload. Each kind has its own, because later slices have kinds as well.
 */
export const buildFinishJob = ({ name }: Pick<UploadKind, 'name'>): `finish-${string}-upload` => `finish-${name}-upload`

/** The request that receives the last byte finishes the upload at once; the job runs later, in case that failed. */
export const retrySeconds = 30
