import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { RepositoryStorage } from '../../kit/ports.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { loginKey } from '../../platform/model/user.ts'
import type { Project } from '../../projects/model/project.ts'
import { pathFor } from '../account.ts'
import { bringAccessFileUpToDate } from '../commands/bring-access-file-up-to-date.ts'
import { repositoryPath } from '../model/repository-path.ts'
import { behindStorage } from '../open-storage.ts'
import { currentAccessFile } from '../reads/current-access-file.ts'
import { findRepository } from '../reads/find-repository.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { accessOf } from './access-of.ts'
import { fewAtOnce } from './few-at-once.ts'
import { programOutput } from './program-output.ts'
import { type Sight, sightOf } from './sight.ts'

/** A repository as one caller may look into it. */
export interface Browser {
  readonly project: Project
  /** The path by which programs reach it, and the same as a URL. */
  readonly folder: string
  readonly root: string
  readonly youngest: number
  readonly sight: Sight
  /** What `svn` says. */
  svn(parameters: readonly string[]): AsyncGenerator<Buffer>
  /** What `svnlook` says; its command, then what follows the path. */
  svnlook(parameters: readonly [string, ...string[]], milliseconds?: number): AsyncGenerator<Buffer>
}

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'repositories'>

const patient = 30_000

/** Who waits, waits for programs of others: a few of them keep the machine busy. */
const turns = new WeakMap<RepositoryStorage, ReturnType<typeof fewAtOnce>>()

/** Does some work with a repository that the caller may enter (as GET /svn/{id}), when it is its turn. */
export async function lookInto<Result>(
  world: Needed,
  caller: Caller,
  id: RepositoryId,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  // Whoever may not know of it waits for nobody.
  const { repository, project } = await findRepository(world, caller, id)
  const behind = behindStorage(world.repositories)
  if (behind === undefined) refuseAbsent()
  if (repository.folder === null) throw new Refusal('absent', 'Repository not found')
  const { programs, account } = behind
  const place = { name: repository.name, folder: repository.folder }
  const folder = pathFor(account, world.repositories.path(place.folder))
  const turn = turns.get(world.repositories) ?? fewAtOnce(4, 64)
  turns.set(world.repositories, turn)
  return turn(async () => {
    await bringAccessFileUpToDate(world, repository)
    const current = await currentAccessFile(world, repository)
    const login = caller.kind === 'member' ? loginKey(caller.login) : null
    const svnlook: Browser['svnlook'] = ([command, ...rest], milliseconds = patient) =>
      programOutput({ file: programs.svnlook, parameters: [command, folder, ...rest], account, milliseconds })
    const [sight, youngest] = await Promise.all([
      sightOf(current, repository.name, accessOf(world, place, login)),
      text(svnlook(['youngest'])),
    ])
    return work({
      project,
      folder,
      root: pathToFileURL(folder).href,
      youngest: Number(youngest),
      sight,
      svn: ([command = '', ...rest]) => {
        const always = [
          '--non-interactive',
          '--no-auth-cache',
          '--config-dir',
          join(folder, '..', '..', 'no-configuration'),
        ]
        const parameters = [command, ...always, ...rest]
        return programOutput({ file: programs.svn, parameters, account, milliseconds: patient })
      },
      svnlook,
    })
  })
}

/** All that a program says, where that is little. */
export async function text(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

/** A path that may be looked at, and the revision to look at it in; the last one when none is said. */
export async function soughtAt(
  { sight, youngest }: Browser,
  written: string,
  revision: number | undefined,
): Promise<{ readonly path: string; readonly revision: number }> {
  const path = repositoryPath(written)
  if (path === undefined || !(await sight.sees(path))) throw pathNotFound()
  return { path, revision: knownRevision(youngest, revision) }
}

export function knownRevision(youngest: number, revision = youngest): number {
  if (revision > youngest) throw revisionNotFound()
  return revision
}

export const revisionNotFound = (): Refusal => new Refusal('absent', 'Revision not found')

/** The same for what is not there and for what is hidden. */
export const pathNotFound = (): Refusal => new Refusal('absent', 'Path not found in this revision')
