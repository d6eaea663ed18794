import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { normalizeLogin } from '../../accounts/model/user.ts'
import { limitConcurrency } from '../../kit/concurrency/limit-concurrency.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import type { RepositoryStorage } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { syncAccessFile } from '../commands/sync-access-file.ts'
import { parseRepositoryPath } from '../model/repository-path.ts'
import { getPathForAccount } from '../programs/account.ts'
import { loadCurrentAccessFile } from '../reads/current-access-file.ts'
import { getRepository } from '../reads/get-repository.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { createStorageInternals } from '../storage/open-storage.ts'
import { createPathVisibility, type PathVisibility } from './path-visibility.ts'
import { queryAccess } from './query-access.ts'
import { streamProgramOutput } from './stream-program-output.ts'

/** A repository as visible to one caller. */
export interface Browser {
  readonly project: Project
  /** Path for programs, and the same as a URL. */
  readonly directory: string
  readonly root: string
  readonly youngest: number
  readonly visibility: PathVisibility
  /** Runs `svn` and streams its output. */
  svn(parameters: readonly string[]): AsyncGenerator<Buffer>
  /** Runs `svnlook`: its command, then the arguments after the path. */
  svnlook(parameters: readonly [string, ...string[]], milliseconds?: number): AsyncGenerator<Buffer>
}

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'repositories'>

const timeoutMs = 30_000

/** Waiting requests wait for processes; a few of these use the machine fully. */
const limitBrowsing = new WeakMap<RepositoryStorage, ReturnType<typeof limitConcurrency>>()

const browsingQueue = {
  maxWaiting: 64,
  createError: () =>
    new Refusal('unavailable', 'Too many concurrent repository requests. Try again later.', {
      headers: { 'Retry-After': '5' },
    }),
}

/** Runs work on a repository that the caller may see (as GET /svn/{id}), with limited concurrency. */
export async function openRepositoryBrowser<Result>(
  world: Deps,
  caller: Caller,
  id: RepositoryId,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  // Checks permissions before queueing.
  const { repository, project } = await getRepository(world, caller, id)
  const behind = createStorageInternals(world.repositories)
  if (behind === undefined) throwNotInstalled()
  if (repository.directory === null) throw new Refusal('absent', 'Repository not found')
  const { programs, account } = behind
  const place = { name: repository.name, directory: repository.directory }
  const directory = getPathForAccount(account, world.repositories.path(place.directory))
  const turn = limitBrowsing.get(world.repositories) ?? limitConcurrency(4, browsingQueue)
  limitBrowsing.set(world.repositories, turn)
  return turn(async () => {
    await syncAccessFile(world, repository)
    const current = await loadCurrentAccessFile(world, repository)
    const login = caller.kind === 'member' ? normalizeLogin(caller.login) : null
    const svnlook: Browser['svnlook'] = ([command, ...rest], milliseconds = timeoutMs) =>
      streamProgramOutput({ file: programs.svnlook, parameters: [command, directory, ...rest], account, milliseconds })
    const [visibility, youngest] = await Promise.all([
      createPathVisibility(current, repository.name, queryAccess(world, place, login)),
      readText(svnlook(['youngest'])),
    ])
    return work({
      project,
      directory,
      root: pathToFileURL(directory).href,
      youngest: Number(youngest),
      visibility,
      svn: ([command = '', ...rest]) => {
        const always = [
          '--non-interactive',
          '--no-auth-cache',
          '--config-dir',
          join(directory, '..', '..', 'no-configuration'),
        ]
        const parameters = [command, ...always, ...rest]
        return streamProgramOutput({ file: programs.svn, parameters, account, milliseconds: timeoutMs })
      },
      svnlook,
    })
  })
}

/** Returns the complete output, for short outputs. */
export async function readText(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

/** Resolves a visible path and its revision; default: the youngest. */
export async function resolvePath(
  { visibility, youngest }: Browser,
  input: string,
  revision: number | undefined,
): Promise<{ readonly path: string; readonly revision: number }> {
  const path = parseRepositoryPath(input)
  if (path === undefined || !(await visibility.canSee(path))) throw createPathNotFoundError()
  return { path, revision: checkRevision(youngest, revision) }
}

export function checkRevision(youngest: number, revision = youngest): number {
  if (revision > youngest) throw createRevisionNotFoundError()
  return revision
}

export const createRevisionNotFoundError = (): Refusal => new Refusal('absent', 'Revision not found')

/** Same error for missing and hidden paths. */
export const createPathNotFoundError = (): Refusal => new Refusal('absent', 'Path not found in this revision')
