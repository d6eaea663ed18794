import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../kit/config.ts'
import type { Files } from '../kit/ports.ts'
import { folderFiles } from './folder-files.ts'

/** Where the configuration wants bytes to be: a folder of this machine, or object storage. */
export async function openFiles(config: Config, log: Pick<Logger, 'warn'>): Promise<Files> {
  return (await openObjects(config, log)) ?? openFolder(config)
}

/** The folder, wherever bytes are wanted now. */
export const openFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>): Files => folderFiles(join(dataFolder, 'files'))

/** undefined: no object storage is configured. */
export async function openObjects(
  { objectStorage }: Pick<Config, 'objectStorage'>,
  log: Pick<Logger, 'warn'>,
): Promise<Files | undefined> {
  // Who keeps files in a folder does not wait for the client of another store.
  return objectStorage === null ? undefined : (await import('./s3-files.ts')).s3Files(objectStorage, log)
}
