import { resolve } from 'node:path'
import type { DatabaseLocation } from '../../database/move/database-location.ts'
import type { Config } from '../../kit/system/config.ts'
import { UsageError } from '../context/usage-error.ts'

/** Parses `postgres://…`, `sqlite` or `sqlite:DIRECTORY`: a database of the other kind than the configured one. */
export function parseMoveTarget(
  text: string,
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
): DatabaseLocation {
  if (/^postgres(ql)?:\/\//.test(text)) {
    // It may contain a password, so the message does not repeat it.
    if (!URL.canParse(text))
      throw new UsageError('Invalid URL in --to. Expected postgres://user:password@host/database')
    if (databaseUrl !== undefined)
      throw new UsageError(
        'The database is on PostgreSQL already. To move it to another server, use "backup create", and "backup restore" with the new DATABASE_URL',
      )
    return { url: text }
  }
  const [, directory] = /^sqlite(?::(.+))?$/.exec(text) ?? []
  if (directory === undefined && text !== 'sqlite')
    throw new UsageError('Invalid database in --to. Use postgres://…, sqlite, or sqlite:DIRECTORY')
  if (databaseUrl === undefined)
    throw new UsageError(
      'The database is the embedded one already. To move it to another directory, stop the server and move the data directory',
    )
  return { directory: directory === undefined ? dataDirectory : resolve(directory) }
}
