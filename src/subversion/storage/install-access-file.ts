import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { AccessFileVersion, PutAccessFile } from '../../world/model/ports.ts'
import { type Account, getPathForAccount } from '../programs/account.ts'
import type { Programs } from '../programs/programs.ts'
import { runProgram } from '../programs/run-program.ts'
import { withLockFile } from './lock-file.ts'

/** Next to the parts of a repository (docs/api/subversion.md §2.2). */
const accessFileName = '.SVNAccessFile'

interface SubversionContext {
  readonly programs: Pick<Programs, 'svnauthz'>
  readonly account: Account | null
}

/**
 * Installs an access file atomically after Subversion has validated it, unless a later revision is installed:
 * concurrent writes of several nodes are resolved by revision. The installed file has been validated.
 */
export async function installAccessFile(
  context: SubversionContext,
  repository: string,
  text: string,
  revision: AccessFileVersion,
): Promise<PutAccessFile> {
  const place = join(repository, accessFileName)
  const use = async (file?: string): Promise<PutAccessFile> =>
    withLockFile(`${place}.lock`, async () => {
      const last = await readRevision(place)
      if (last > revision.number && last !== revision.evenAfter) return { kind: 'overtaken', by: last }
      // Written before the file is moved: concurrent writers wait, and the next sync repairs what a crash leaves.
      if (last !== revision.number) await writeRevision(place, revision.number)
      if (file !== undefined) await rename(file, place)
      return { kind: 'in force' }
    })
  if (await hasAccessFile(repository, text)) {
    const put = await use()
    // Another process may have replaced the file before this one got the lock.
    if (put.kind === 'overtaken' || (await hasAccessFile(repository, text))) return put
  }
  let put: PutAccessFile = { kind: 'in force' }
  const problem = await writeTemporaryFile(context, repository, text, async (file) => {
    put = await use(file)
  })
  return problem === null ? put : { kind: 'refused', problem }
}

/** Returns Subversion's error for a text; null: valid. */
export const checkAccessFile = (context: SubversionContext, repository: string, text: string): Promise<string | null> =>
  writeTemporaryFile(context, repository, text, async () => undefined)

/** Writes a text to a temporary file next to the active one, and uses it if Subversion accepts it. */
async function writeTemporaryFile(
  context: SubversionContext,
  repository: string,
  text: string,
  use: (file: string) => Promise<void>,
): Promise<string | null> {
  const file = join(repository, `${accessFileName}.${randomBytes(6).toString('hex')}`)
  try {
    await write(context, file, text)
    const problem = await validateWithSubversion(context, file)
    if (problem === null) await use(file)
    return problem
  } finally {
    await rm(file, { force: true })
  }
}

export async function hasAccessFile(repository: string, text: string): Promise<boolean> {
  return (await readFile(join(repository, accessFileName), 'utf8').catch(() => undefined)) === text
}

const revisionFile = (place: string): string => `${place}.turn`

async function readRevision(place: string): Promise<number> {
  const output = await readFile(revisionFile(place), 'utf8').catch(() => '')
  return /^\d{1,15}$/.test(output) ? Number(output) : 0
}

/** Atomic, so that a crash never leaves a partial number. */
async function writeRevision(place: string, revision: number): Promise<void> {
  await writeFile(`${revisionFile(place)}.new`, `${revision}`, { mode: 0o600 })
  await rename(`${revisionFile(place)}.new`, revisionFile(place))
}

async function write({ account }: SubversionContext, file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    if (account !== null) await handle.chown(account.uid, account.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function validateWithSubversion({ programs, account }: SubversionContext, file: string): Promise<string | null> {
  const representation = getPathForAccount(account, file)
  const parameters = ['validate', representation]
  const { code, errorOutput } = await runProgram({ file: programs.svnauthz, parameters, account, milliseconds: 30_000 })
  // Ignores warnings, such as about empty groups.
  if (code === 0) return null
  if (code !== 1) throw new Refusal('unavailable', 'The access file could not be checked')
  const output = errorOutput
    .split('\n')
    .filter((line) => line.startsWith('svnauthz: E') && !line.includes(representation))
  return output.map((line) => line.replace(/^svnauthz: E\d+: /, '')).join(' ') || 'Subversion rejects it'
}
