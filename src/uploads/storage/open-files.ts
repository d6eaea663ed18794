import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../kit/system/config.ts'
import type { Files } from '../../world/model/ports.ts'
import { createDirectoryFiles } from './directory/files.ts'

/** Opens the configured store of bytes: a directory of this machine or object storage. */
export async function openFiles(config: Config, log: Pick<Logger, 'warn'>): Promise<Files> {
  return (await openObjectStorageFiles(config, log)) ?? openDirectoryFiles(config)
}

/** Opens the store in the data directory, whichever store is configured. */
export const openDirectoryFiles = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): Files =>
  createDirectoryFiles(join(dataDirectory, 'files'))

/** Opens the object storage; undefined: none is configured. */
export async function openObjectStorageFiles(
  { objectStorage }: Pick<Config, 'objectStorage'>,
  log: Pick<Logger, 'warn'>,
): Promise<Files | undefined> {
  // The client of object storage is loaded only where it is configured.
  return objectStorage === null ? undefined : (await import('./s3/files.ts')).createS3Files(objectStorage, log)
}
