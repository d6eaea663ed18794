import { chunkBytes } from '../model/temporary-file.ts'

/** How large a chunk may be, said on every answer about chunks (docs/api/attachments.md §6.4). */
export const chunkHeaders = { 'X-UPLOAD-MAX-FILE-CHUNKSIZE': String(chunkBytes) } as const

/** What every answer about temporary files says besides (docs/api/attachments.md §6.4). */
export const usageHeaders = ({ quota, used }: { readonly quota: number; readonly used: number }) => ({
  'X-QUOTA': String(quota),
  'X-DISK-USAGE': String(used),
  ...chunkHeaders,
})
