import { randomBytes } from 'node:crypto'
import { chmod, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refusal } from '../../kit/messages/refusal.ts'
import { toEpochSeconds } from '../../kit/values/time.ts'
import { syncDirectory } from '../../uploads/storage/sync-file.ts'
import { DumpRefused, type RepositoryState, type RepositoryStorage } from '../../world/model/ports.ts'
import { forEachCommit } from '../browser/for-each-commit.ts'
import { streamProgramOutput } from '../browser/stream-program-output.ts'
import { planLayout } from '../model/initial-layout.ts'
import { type Account, getPathForAccount } from '../programs/account.ts'
import { feedProgram } from '../programs/feed-program.ts'
import type { Programs } from '../programs/programs.ts'
import { runProgram } from '../programs/run-program.ts'
import { runSvnlook } from '../programs/run-svnlook.ts'
import type { ProgramEnd } from '../programs/start-program.ts'
import { disableRepresentationSharing } from './disable-representation-sharing.ts'
import { checkAccessFile, hasAccessFile, installAccessFile } from './install-access-file.ts'
import { prepareStorageDirectories, type StorageDirectories } from './storage-directories.ts'

export interface StorageOptions {
  readonly dataDirectory: string
  readonly programs: Programs
  readonly account: Account | null
  state(): RepositoryState
  /** Installs hooks into a repository that is not visible yet. */
  installHooks(path: string): Promise<void>
}

const shortTimeoutMs = 60_000
const longTimeoutMs = 6 * 3_600_000
const directoryName = /^[0-9a-f]{32}$/
const unfinishedSuffix = 'new-'

/** Access file of a repository, next to its parts (docs/api/subversion.md §2.2). */
export const accessFileName = '.SVNAccessFile'

/** Access file that denies all access. */
const denyAll = '[/]\n* =\n'

/**
 * Stores repositories as directories of this machine, created by Subversion's programs. A directory gets its name when
 * it is complete.
 */
export function createDiskStorage({
  dataDirectory,
  programs,
  account,
  state,
  installHooks,
}: StorageOptions): RepositoryStorage {
  let prepared: Promise<StorageDirectories> | undefined
  const places = (): Promise<StorageDirectories> => {
    prepared ??= prepareStorageDirectories(dataDirectory, account)
    prepared.catch(() => {
      prepared = undefined
    })
    return prepared
  }
  const top = join(dataDirectory, 'svn')
  const path = (directory: string): string => join(top, 'repositories', assertRepositoryDirectory(directory))
  const visible = (place: string): string => getPathForAccount(account, place)
  const dumpPath = (dump: string): string => join(top, 'dumps', assertDumpName(dump))

  async function run(file: string, parameters: readonly string[], streams: ProgramStreams = {}): Promise<ProgramEnd> {
    return runProgram({ file, parameters, account, milliseconds: shortTimeoutMs, ...streams })
  }

  async function make(
    fill: (path: string) => Promise<readonly string[]>,
    name = randomBytes(16).toString('hex'),
  ): Promise<CreatedRepository> {
    const { repositories } = await places()
    assertRepositoryDirectory(name)
    const aside = join(repositories, unfinishedSuffix + name)
    try {
      assertSuccess(await run(programs.svnadmin, ['create', '--fs-type', 'fsfs', visible(aside)]), 'svnadmin create')
      await chmod(aside, 0o700)
      if (account?.directory) await disableRepresentationSharing(aside)
      const warnings = await fill(aside)
      await writeOwnedFile(join(aside, accessFileName), denyAll, account)
      await installHooks(aside)
      await syncTree(aside)
      await rename(aside, path(name))
      await syncDirectory(repositories)
      return { directory: name, warnings }
    } catch (problem) {
      await rm(aside, { recursive: true, force: true })
      throw problem
    }
  }

  async function layOut(repository: string, author: string, requested: readonly string[]): Promise<readonly string[]> {
    const { directories, warnings } = planLayout(requested)
    if (directories.length === 0) return warnings
    const root = pathToFileURL(visible(repository)).href
    // Text after the last `@` would be a peg revision.
    const addresses = directories.map(
      (directory) => `${root}/${directory.split('/').map(encodeURIComponent).join('/')}@`,
    )
    const who = ['--username', author, '--non-interactive', '--config-dir', visible(join(top, 'no-configuration'))]
    const what = ['mkdir', '--parents', '--quiet', '-m', 'Initial layout creation']
    const { code, errorOutput } = await run(programs.svn, [...what, ...who, '--', ...addresses])
    return code === 0 ? warnings : [...warnings, errorOutput.trim()]
  }

  const youngest = async (directory: string): Promise<number> =>
    Number(await runSvnlook({ programs, account }, path(directory), ['youngest']))

  return {
    state,
    problem: () => null,
    path,
    dumpPath,
    create: ({ author, layout }) => make((repository) => layOut(repository, author, layout)),
    async remove(directory) {
      const { repositories } = await places()
      // Renamed first, so that it disappears at once even if the removal takes time.
      const aside = join(repositories, `${unfinishedSuffix}${basename(directory).slice(-32)}-gone`)
      await rename(join(repositories, assertStorageDirectory(directory)), aside).catch(ignoreAbsent)
      await rm(aside, { recursive: true, force: true })
      await syncDirectory(repositories)
    },
    async dump(directory, name) {
      const { dumps } = await places()
      const to = dumpPath(name)
      const aside = `${to}.part`
      const file = await open(aside, 'w', 0o640)
      try {
        const dumped = await run(
          programs.svnadmin,
          ['dump', '--quiet', visible(path(directory))],
          timeoutForSize(file, 'output'),
        )
        assertSuccess(dumped, 'svnadmin dump')
        await file.sync()
      } catch (problem) {
        await rm(aside, { force: true })
        throw problem
      } finally {
        await file.close()
      }
      await rename(aside, to)
      await syncDirectory(dumps)
      return name
    },
    async load(dump) {
      const file = await open(dumpPath(dump), 'r')
      try {
        return await make(async (repository) => {
          assertSuccess(
            await run(programs.svnadmin, ['load', '--quiet', visible(repository)], timeoutForSize(file, 'input')),
            'svnadmin load',
          )
          return []
        })
      } finally {
        await file.close()
      }
    },
    dumpUntil: (directory, revision) =>
      streamProgramOutput({
        file: programs.svnadmin,
        // Deltas instead of whole files: large files that change often stay small.
        parameters: ['dump', '--quiet', '--deltas', '-r', `0:${revision}`, visible(path(directory))],
        account,
        milliseconds: longTimeoutMs,
      }),
    async loadFrom(dump, name) {
      const { directory } = await make(async (repository) => {
        const svnadmin = { file: programs.svnadmin, account, milliseconds: longTimeoutMs }
        // Synced once when complete. Messages of old commits may have line endings that are invalid now.
        const parameters = ['load', '--quiet', '--no-flush-to-disk', '--normalize-props', visible(repository)]
        assertAccepted(await feedProgram({ ...svnadmin, parameters }, dump), visible(repository))
        assertAccepted(
          await runProgram({ ...svnadmin, parameters: ['verify', '--quiet', visible(repository)] }),
          visible(repository),
        )
        return []
      }, name)
      return { directory, youngest: await youngest(directory) }
    },
    async eachCommit(directory, onCommit) {
      const repository = { path: path(directory), youngest: await youngest(directory) }
      await forEachCommit({ programs, account, configuration: join(top, 'no-configuration') }, repository, onCommit)
    },
    async removeDump(dump) {
      await rm(dumpPath(dump), { force: true })
      await rm(`${dumpPath(dump)}.part`, { force: true })
    },
    hasAccessFile: (directory, text) => hasAccessFile(path(directory), text),
    putAccessFile: (directory, text, turn) => installAccessFile({ programs, account }, path(directory), text, turn),
    checkAccessFile: (directory, text) => checkAccessFile({ programs, account }, path(directory), text),
    look: (directory, parameters) => runSvnlook({ programs, account }, path(directory), parameters),
    has: async (directory) => (await stat(join(path(directory), 'format')).catch(ignoreAbsent)) !== undefined,
    async *list() {
      const { repositories } = await places()
      for (const directory of await readdir(repositories)) {
        const stats = await stat(join(repositories, directory)).catch(ignoreAbsent)
        if (stats !== undefined) yield { directory, createdOn: toEpochSeconds(stats.birthtime) }
      }
    },
  }
}

interface CreatedRepository {
  readonly directory: string
  readonly warnings: readonly string[]
}

interface ProgramStreams {
  readonly input?: number
  readonly output?: number
  readonly milliseconds?: number
}

const timeoutForSize = ({ fd }: FileHandle, as: 'input' | 'output'): ProgramStreams => ({
  [as]: fd,
  milliseconds: longTimeoutMs,
})

/** Checks a generated name: it must not be part of another path. */
function assertRepositoryDirectory(directory: string): string {
  if (!directoryName.test(directory)) throw new Error('Not a repository directory')
  return directory
}

function assertStorageDirectory(directory: string): string {
  if (directory.includes('/') || directory.startsWith('.')) throw new Error('Not a repository directory')
  return directory
}

function assertDumpName(name: string): string {
  if (!/^[A-Za-z0-9][\w.-]{0,250}$/.test(name)) throw new Error('Not a dump name')
  return name
}

function assertSuccess({ code, errorOutput }: ProgramEnd, what: string): void {
  if (code !== 0) throw new Error(`${what} ended with ${code}: ${errorOutput.trim()}`)
}

/** Reports why a dump is rejected, without the path it was loaded into. */
function assertAccepted({ code, errorOutput }: ProgramEnd, repository: string): void {
  if (code === 0) return
  if (code === null) throw new DumpRefused('Subversion timed out')
  if (/No space left on device|quota exceeded/i.test(errorOutput))
    throw new Refusal('out-of-space', 'Not enough disk space for the repository')
  const output = errorOutput.split('\n').filter((line) => line.startsWith('svnadmin: E') && !line.includes(repository))
  throw new DumpRefused(
    output.map((line) => line.replace(/^svnadmin: E\d+: /, '')).join('; ') || 'The dump cannot be loaded',
  )
}

async function writeOwnedFile(file: string, text: string, account: Account | null): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(text)
    if (account !== null) await handle.chown(account.uid, account.gid)
  } finally {
    await handle.close()
  }
}

/** Syncs every file and directory, so that a created repository survives a power failure. */
async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const each = join(entry.parentPath, entry.name)
    const handle = entry.isFile() ? await open(each, 'r') : undefined
    await handle?.sync().finally(() => handle.close())
    if (entry.isDirectory()) await syncDirectory(each)
  }
  await syncDirectory(directory)
}

function ignoreAbsent(problem: unknown): undefined {
  if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return undefined
  throw problem
}
