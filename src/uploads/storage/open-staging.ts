import { join } from 'node:path'
import type { Config } from '../../kit/system/config.ts'
import type { Staging } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { createDirectoryStaging } from './directory/staging.ts'
import { createStagingWithLeftovers } from './staging-with-leftovers.ts'

/** Opens the staging of uploads: a directory, or the bucket of the files if one is configured. */
export async function openStaging(
  { dataDirectory, objectStorage: storage }: Pick<Config, 'dataDirectory' | 'objectStorage'>,
  { db, clock, log, files }: Pick<World, 'db' | 'clock' | 'files'> & { readonly log: Pick<World['log'], 'warn'> },
): Promise<Staging> {
  const directory = createDirectoryStaging(join(dataDirectory, 'uploads'), files)
  if (storage === null) return directory
  // The client of object storage is loaded only where it is configured.
  const { createBucketStaging } = await import('./s3/staging.ts')
  const localDirectory = join(dataDirectory, 'temporary')
  return createStagingWithLeftovers(directory, createBucketStaging({ storage, log, db, clock, localDirectory }))
}
