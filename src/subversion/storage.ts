import { randomBytes } from 'node:crypto'
import { chmod, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DumpRefused, type RepositoryState, type RepositoryStorage } from '../kit/ports.ts'
import { Refusal } from '../kit/refusal.ts'
import { epochSeconds } from '../kit/time.ts'
import { syncFolder } from '../uploads/sync-file.ts'
import { type Account, pathFor } from './account.ts'
import { programOutput } from './browser/program-output.ts'
import { eachCommit } from './each-commit.ts'
import { feedProgram } from './feed-program.ts'
import { look } from './look.ts'
import { layoutOf } from './model/layout.ts'
import { type Places, preparePlaces } from './places.ts'
import type { Programs } from './programs.ts'
import { checkAccessFile, hasAccessFile, putAccessFile } from './put-access-file.ts'
import { runProgram } from './run-program.ts'
import type { ProgramEnd } from './start-program.ts'
import { stopSharing } from './stop-sharing.ts'

export interface StorageGround {
  readonly dataFolder: string
  readonly programs: Programs
  readonly account: Account | null
  state(): RepositoryState
  /** Puts hooks into a repository that is not there for anybody yet. */
  installHooks(path: string): Promise<void>
}

const quick = 60_000
const long = 6 * 3_600_000
const folderName = /^[0-9a-f]{32}$/
const unfinished = 'new-'

/** The access file of a repository, beside its parts (docs/api/subversion.md §2.2). */
export const accessFileName = '.SVNAccessFile'

/** What nobody gets anything by. */
export const denyAll = '[/]\n* =\n'

/**
 * Repositories as folders of this machine, made by Subversion's own programs. A folder gets its name when it is
 * complete.
 */
export function diskStorage({ dataFolder, programs, account, state, installHooks }: StorageGround): RepositoryStorage {
  let prepared: Promise<Places> | undefined
  const places = (): Promise<Places> => {
    prepared ??= preparePlaces(dataFolder, account)
    prepared.catch(() => {
      prepared = undefined
    })
    return prepared
  }
  const top = join(dataFolder, 'svn')
  const path = (folder: string): string => join(top, 'repositories', checked(folder))
  const seen = (place: string): string => pathFor(account, place)
  const dumpPath = (dump: string): string => join(top, 'dumps', checkedDump(dump))

  async function run(file: string, parameters: readonly string[], streams: Streams = {}): Promise<ProgramEnd> {
    return runProgram({ file, parameters, account, milliseconds: quick, ...streams })
  }

  async function make(fill: (path: string) => Promise<readonly string[]>): Promise<Made> {
    const { repositories } = await places()
    const name = randomBytes(16).toString('hex')
    const aside = join(repositories, unfinished + name)
    try {
      well(await run(programs.svnadmin, ['create', '--fs-type', 'fsfs', seen(aside)]), 'svnadmin create')
      await chmod(aside, 0o700)
      if (account?.entry) await stopSharing(aside)
      const warnings = await fill(aside)
      await writeOwn(join(aside, accessFileName), denyAll, account)
      await installHooks(aside)
      await syncAll(aside)
      await rename(aside, path(name))
      await syncFolder(repositories)
      return { folder: name, warnings }
    } catch (problem) {
      await rm(aside, { recursive: true, force: true })
      throw problem
    }
  }

  async function layOut(repository: string, author: string, wanted: readonly string[]): Promise<readonly string[]> {
    const { folders, warnings } = layoutOf(wanted)
    if (folders.length === 0) return warnings
    const root = pathToFileURL(seen(repository)).href
    // What follows the last `@` would be a revision.
    const addresses = folders.map((folder) => `${root}/${folder.split('/').map(encodeURIComponent).join('/')}@`)
    const who = ['--username', author, '--non-interactive', '--config-dir', seen(join(top, 'no-configuration'))]
    const what = ['mkdir', '--parents', '--quiet', '-m', 'Initial layout creation']
    const { code, complaint } = await run(programs.svn, [...what, ...who, '--', ...addresses])
    return code === 0 ? warnings : [...warnings, complaint.trim()]
  }

  const youngest = async (folder: string): Promise<number> =>
    Number(await look({ programs, account }, path(folder), ['youngest']))

  return {
    state,
    problem: () => null,
    path,
    dumpPath,
    create: ({ author, layout }) => make((repository) => layOut(repository, author, layout)),
    async remove(folder) {
      const { repositories } = await places()
      // Whoever looks for it finds nothing from now on, also if it is not gone at once.
      const aside = join(repositories, `${unfinished}${basename(folder).slice(-32)}-gone`)
      await rename(join(repositories, checkedAny(folder)), aside).catch(unlessAbsent)
      await rm(aside, { recursive: true, force: true })
      await syncFolder(repositories)
    },
    async dump(folder, name) {
      const { dumps } = await places()
      const to = dumpPath(name)
      const aside = `${to}.part`
      const file = await open(aside, 'w', 0o640)
      try {
        const dumped = await run(programs.svnadmin, ['dump', '--quiet', seen(path(folder))], longFor(file, 'output'))
        well(dumped, 'svnadmin dump')
        await file.sync()
      } catch (problem) {
        await rm(aside, { force: true })
        throw problem
      } finally {
        await file.close()
      }
      await rename(aside, to)
      await syncFolder(dumps)
      return name
    },
    async load(dump) {
      const file = await open(dumpPath(dump), 'r')
      try {
        return await make(async (repository) => {
          well(
            await run(programs.svnadmin, ['load', '--quiet', seen(repository)], longFor(file, 'input')),
            'svnadmin load',
          )
          return []
        })
      } finally {
        await file.close()
      }
    },
    dumpUntil: (folder, revision) =>
      programOutput({
        file: programs.svnadmin,
        // Differences instead of whole files: what is large and changes often stays small.
        parameters: ['dump', '--quiet', '--deltas', '-r', `0:${revision}`, seen(path(folder))],
        account,
        milliseconds: long,
      }),
    async loadFrom(dump) {
      const { folder } = await make(async (repository) => {
        const svnadmin = { file: programs.svnadmin, account, milliseconds: long }
        // Flushed once, when it is complete. Messages of long ago may end their lines in ways that are not allowed any more.
        const parameters = ['load', '--quiet', '--no-flush-to-disk', '--normalize-props', seen(repository)]
        taken(await feedProgram({ ...svnadmin, parameters }, dump), seen(repository))
        taken(await runProgram({ ...svnadmin, parameters: ['verify', '--quiet', seen(repository)] }), seen(repository))
        return []
      })
      return { folder, youngest: await youngest(folder) }
    },
    async eachCommit(folder, tell) {
      const repository = { path: path(folder), youngest: await youngest(folder) }
      await eachCommit({ programs, account, configuration: join(top, 'no-configuration') }, repository, tell)
    },
    async removeDump(dump) {
      await rm(dumpPath(dump), { force: true })
      await rm(`${dumpPath(dump)}.part`, { force: true })
    },
    hasAccessFile: (folder, text) => hasAccessFile(path(folder), text),
    putAccessFile: (folder, text, turn) => putAccessFile({ programs, account }, path(folder), text, turn),
    checkAccessFile: (folder, text) => checkAccessFile({ programs, account }, path(folder), text),
    look: (folder, parameters) => look({ programs, account }, path(folder), parameters),
    has: async (folder) => (await stat(join(path(folder), 'format')).catch(unlessAbsent)) !== undefined,
    async *list() {
      const { repositories } = await places()
      for (const folder of await readdir(repositories)) {
        const found = await stat(join(repositories, folder)).catch(unlessAbsent)
        if (found !== undefined) yield { folder, createdOn: epochSeconds(found.birthtime) }
      }
    },
  }
}

interface Made {
  readonly folder: string
  readonly warnings: readonly string[]
}

interface Streams {
  readonly input?: number
  readonly output?: number
  readonly milliseconds?: number
}

const longFor = ({ fd }: FileHandle, as: 'input' | 'output'): Streams => ({ [as]: fd, milliseconds: long })

/** A name that the storage made up: it is never part of another path. */
function checked(folder: string): string {
  if (!folderName.test(folder)) throw new Error('Not the folder of a repository')
  return folder
}

function checkedAny(folder: string): string {
  if (folder.includes('/') || folder.startsWith('.')) throw new Error('Not the folder of a repository')
  return folder
}

function checkedDump(name: string): string {
  if (!/^[A-Za-z0-9][\w.-]{0,250}$/.test(name)) throw new Error('Not the name of a dump')
  return name
}

function well({ code, complaint }: ProgramEnd, what: string): void {
  if (code !== 0) throw new Error(`${what} ended with ${code}: ${complaint.trim()}`)
}

/** Whoever brought the dump hears why it is not taken, and nothing of where it was loaded. */
function taken({ code, complaint }: ProgramEnd, repository: string): void {
  if (code === 0) return
  if (code === null) throw new DumpRefused('Subversion did not come to its end in time')
  if (/No space left on device|quota exceeded/i.test(complaint))
    throw new Refusal('out-of-space', 'There is no room for the repository')
  const said = complaint.split('\n').filter((line) => line.startsWith('svnadmin: E') && !line.includes(repository))
  throw new DumpRefused(said.map((line) => line.replace(/^svnadmin: E\d+: /, '')).join('; ') || 'It cannot be loaded')
}

async function writeOwn(file: string, text: string, account: Account | null): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(text)
    if (account !== null) await handle.chown(account.uid, account.gid)
  } finally {
    await handle.close()
  }
}

/** Every file and folder of it, so that a repository which was answered survives a loss of power. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const each = join(entry.parentPath, entry.name)
    const handle = entry.isFile() ? await open(each, 'r') : undefined
    await handle?.sync().finally(() => handle.close())
    if (entry.isDirectory()) await syncFolder(each)
  }
  await syncFolder(folder)
}

function unlessAbsent(problem: unknown): undefined {
  if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return undefined
  throw problem
}
