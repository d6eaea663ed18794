import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { findPrimaryUrl } from './find-primary-url.ts'

/** A client program of PostgreSQL is missing or has failed; the message contains its own. */
export class PostgresProgramError extends Error {
  override readonly name = 'PostgresProgramError'
}

/** Client programs of PostgreSQL, each with its option for the URL of the database to which it connects. */
const databaseOption = {
  pg_dump: '--dbname',
  pg_restore: '--dbname',
  createdb: '--maintenance-db',
  dropdb: '--maintenance-db',
} as const

/**
 * Runs a program of PostgreSQL on the database of the URL. The password is passed in the environment: other users of
 * the machine can read the arguments of a process.
 */
export async function runPostgresProgram(
  program: keyof typeof databaseOption,
  databaseUrl: string,
  parameters: readonly string[],
): Promise<void> {
  const url = new URL(await findPrimaryUrl(databaseUrl))
  const password = decodeURIComponent(url.password)
  url.password = ''
  const child = spawn(program, [databaseOption[program], url.href, ...parameters], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const reported = text(child.stderr)
  const code = await once(child, 'close').then(
    ([exitCode]: unknown[]) => exitCode,
    (error: NodeJS.ErrnoException) => {
      throw new PostgresProgramError(
        error.code === 'ENOENT'
          ? `${program} is not installed: install the client programs of PostgreSQL, of at least the version of the server`
          : `${program} cannot be started (${error.code ?? error.message})`,
      )
    },
  )
  if (code !== 0)
    throw new PostgresProgramError(`${program} ended with ${code}: ${(await reported).trim().slice(0, 2000)}`)
}
