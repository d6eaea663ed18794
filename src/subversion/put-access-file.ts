import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../kit/refusal.ts'
import type { Account } from './account.ts'
import type { Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

/** Beside the parts of a repository (contract 40 §2.2). */
const accessFileName = '.SVNAccessFile'

interface Ground {
  readonly programs: Pick<Programs, 'svnauthz'>
  readonly account: Account | null
}

/**
 * Puts an access file into its place in one move, once Subversion's own check took it; answers what is wrong with it
 * otherwise, and nothing has changed then. What is in place already was taken.
 */
export async function putAccessFile(ground: Ground, repository: string, text: string): Promise<string | null> {
  if (await hasAccessFile(repository, text)) return null
  return aside(ground, repository, text, (file) => rename(file, join(repository, accessFileName)))
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
  const parameters = ['validate', file]
  const { code, complaint } = await runProgram({ file: programs.svnauthz, parameters, account, milliseconds: 30_000 })
  // Warnings, such as of empty groups, do not count.
  if (code === 0) return null
  if (code !== 1) throw new Refusal('unavailable', 'The access file could not be checked')
  const said = complaint.split('\n').filter((line) => line.startsWith('svnauthz: E') && !line.includes(file))
  return said.map((line) => line.replace(/^svnauthz: E\d+: /, '')).join(' ') || 'Subversion does not take it'
}
