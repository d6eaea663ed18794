import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../kit/system/config.ts'
import type { DeletedItemsBucket } from './deleted-items-bucket.ts'

/** Opens the bucket; undefined: none is configured. */
export async function openDeletedItemsBucket(
  { objectStorage, dataDirectory }: Pick<Config, 'objectStorage' | 'dataDirectory'>,
  log: Pick<Logger, 'warn'>,
): Promise<DeletedItemsBucket | undefined> {
  if (objectStorage === null) return undefined
  // The client of object storage is loaded only where it is configured.
  const { createDeletedItemsBucket } = await import('./s3/deleted-items.ts')
  return createDeletedItemsBucket(objectStorage, log, join(dataDirectory, 'temporary'))
}
