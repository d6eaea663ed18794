import { chunkBytes } from '../model/temporary-file.ts'

/** Maximum size of a chunk, a header of every response about chunks (docs/api/attachments.md §6.4). */
export const chunkHeaders = { 'X-UPLOAD-MAX-FILE-CHUNKSIZE': String(chunkBytes) } as const

/** Returns the headers of every response about temporary files (docs/api/attachments.md §6.4). */
export const buildUsageHeaders = ({ quota, used }: { readonly quota: number; readonly used: number }) => ({
  'X-QUOTA': String(quota),
  'X-DISK-USAGE': String(used),
  ...chunkHeaders,
})
