import { join } from 'node:path'
import { sqliteFileName } from '../db/db.ts'

/** A PostgreSQL database, or the directory of an embedded one. */
export type DatabaseLocation = { readonly url: string } | { readonly directory: string }

/** Describes a location without its password and options; the same for every move from or to it. */
export function describeLocation(location: DatabaseLocation): string {
  if ('directory' in location) return join(location.directory, sqliteFileName)
  const { username, host, pathname } = new URL(location.url)
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`
}
