import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccessFileTurn, PutAccessFile } from '../kit/ports.ts'
import { Refusal } from '../kit/refusal.ts'
import { type Account, pathFor } from './account.ts'
import { withLockFile } from './lock-file.ts'
import type { Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

/** Beside the parts of a repository (docs/api/subversion.md §2.2). */
const accessFileName = '.SVNAccessFile'

interface Ground {
  readonly programs: Pick<Programs, 'svnauthz'>
  readonly account: Account | null
}

/**
 * Puts an access file into its place in one move, once Subversion's own check took it, unless one of a later turn is in
 * force: of two nodes that write at once, the one that knows more has the last word. What is in place already was taken.
 */
export async function putAccessFile(
  ground: Ground,
  repository: string,
  text: string,
  turn: AccessFileTurn,
): Promise<PutAccessFile> {
  const place = join(repository, accessFileName)
  const use = async (file?: string): Promise<PutAccessFile> =>
    withLockFile(`${place}.lock`, async () => {
      const last = await turnIn(place)
      if (last > turn.number && last !== turn.evenAfter) return { kind: 'overtaken', by: last }
      // Said before it is so: whoever comes between waits, and what a crash leaves between is looked at by the next.
      if (last !== turn.number) await sayTurn(place, turn.number)
      if (file !== undefined) await rename(file, place)
      return { kind: 'in force' }
    })
  if (await hasAccessFile(repository, text)) {
    const put = await use()
    // Somebody may have replaced it before it was ours to keep.
    if (put.kind === 'overtaken' || (await hasAccessFile(repository, text))) return put
  }
  let put: PutAccessFile = { kind: 'in force' }
  const problem = await aside(ground, repository, text, async (file) => {
    put = await use(file)
  })
  return problem === null ? put : { kind: 'refused', problem }
}

/** What Subversion's own check says against a text, wherever it is meant for; null: nothing. */
export const checkAccessFile = (ground: Ground, repository: string, text: string): Promise<string | null> =>
  aside(ground, repository, text, async () => undefined)

/** Writes a text beside the one in force, and does something with it if Subversion takes it. */
async function aside(
  ground: Ground,
  repository: string,
  text: string,
  use: (file: string) => Promise<void>,
): Promise<string | null> {
  const file = join(repository, `${accessFileName}.${randomBytes(6).toString('hex')}`)
  try {
    await write(ground, file, text)
    const problem = await problemOf(ground, file)
    if (problem === null) await use(file)
    return problem
  } finally {
    await rm(file, { force: true })
  }
}

export async function hasAccessFile(repository: string, text: string): Promise<boolean> {
  return (await readFile(join(repository, accessFileName), 'utf8').catch(() => undefined)) === text
}

const turnFile = (place: string): string => `${place}.turn`

async function turnIn(place: string): Promise<number> {
  const said = await readFile(turnFile(place), 'utf8').catch(() => '')
  return /^\d{1,15}$/.test(said) ? Number(said) : 0
}

/** In one move: no crash leaves half a number. */
async function sayTurn(place: string, turn: number): Promise<void> {
  await writeFile(`${turnFile(place)}.new`, `${turn}`, { mode: 0o600 })
  await rename(`${turnFile(place)}.new`, turnFile(place))
}

async function write({ account }: Ground, file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    if (account !== null) await handle.chown(account.uid, account.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function problemOf({ programs, account }: Ground, file: string): Promise<string | null> {
  const shown = pathFor(account, file)
  const parameters = ['validate', shown]
  const { code, complaint } = await runProgram({ file: programs.svnauthz, parameters, account, milliseconds: 30_000 })
  // Warnings, such as of empty groups, do not count.
  if (code === 0) return null
  if (code !== 1) throw new Refusal('unavailable', 'The access file could not be checked')
  const said = complaint.split('\n').filter((line) => line.startsWith('svnauthz: E') && !line.includes(shown))
  return said.map((line) => line.replace(/^svnauthz: E\d+: /, '')).join(' ') || 'Subversion does not take it'
}
