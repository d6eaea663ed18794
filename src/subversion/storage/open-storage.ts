import { basename, join } from 'node:path'
import type { Config } from '../../kit/system/config.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { RepositoryStorage } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import type { ServedRepository } from '../apache/configuration.ts'
import { Apache } from '../apache/supervise.ts'
import { answerHooks } from '../hooks/answer.ts'
import { installHooks } from '../hooks/install.ts'
import { type ListeningHooks, listenToHooks } from '../hooks/listen.ts'
import { tryHooks } from '../hooks/try-hooks.ts'
import { openFencedDirectory } from '../owner/fenced-directory.ts'
import { type Account, findRepositoryAccount, getPathForAccount, noAccountMessage } from '../programs/account.ts'
import { findPrograms, type Programs } from '../programs/programs.ts'
import type { Lease } from '../store/lease.ts'
import { loadActiveRepositories } from '../store/repositories.ts'
import { accessFileName, createDiskStorage } from './storage.ts'
import { prepareStorageDirectories } from './storage-directories.ts'
import { createFailedStorage, unavailableStorage } from './unavailable-storage.ts'

interface StorageInternals {
  readonly programs: Programs
  readonly account: Account | null
  apache?: Apache
  /** The lease under which this node serves the repositories, and the link of its Apache; never set on SQLite. */
  owned?: { readonly lease: Lease; readonly link: string }
}

const internalsByStorage = new WeakMap<RepositoryStorage, StorageInternals>()

/**
 * Returns the storage of this server, or an unavailable one if the programs are missing or disabled. Starts nothing.
 */
export async function openStorage({
  dataDirectory,
  isSubversionEnabled,
}: Pick<Config, 'dataDirectory' | 'isSubversionEnabled'>): Promise<RepositoryStorage> {
  const foundPrograms = isSubversionEnabled ? await findPrograms() : undefined
  const account = await findRepositoryAccount(dataDirectory)
  if (foundPrograms === undefined || 'missing' in foundPrograms) return unavailableStorage
  if (account === 'none') return createFailedStorage(noAccountMessage)
  const deps: StorageInternals = { programs: foundPrograms.programs, account }
  const storage = createDiskStorage({
    ...deps,
    dataDirectory,
    state: () => (deps.apache?.isDown ? 'degraded' : 'ready'),
    installHooks,
  })
  internalsByStorage.set(storage, deps)
  return storage
}

/**
 * Tests whether hooks work on this server: without them every commit fails, so repositories are unavailable then, with
 * the reason in the log and in `/health`.
 */
export async function serveOnlyWithHooks(world: Pick<World, 'repositories' | 'config' | 'log'>): Promise<void> {
  const deps = internalsByStorage.get(world.repositories)
  const { dataDirectory } = world.config
  const problem =
    deps === undefined ? world.repositories.problem() : await tryHooks({ ...deps, dataDirectory, log: world.log })
  if (problem === null) return
  world.log.error({ problem }, 'Subversion repositories are not served')
  Object.assign(world, { repositories: createFailedStorage(problem) })
}

/** Programs and account of a storage; undefined: unavailable. */
export const createStorageInternals = (
  storage: RepositoryStorage,
): Pick<StorageInternals, 'programs' | 'account'> | undefined => internalsByStorage.get(storage)

type Deps = Pick<World, 'db' | 'cache' | 'log' | 'config' | 'repositories'>

/**
 * Apache of these repositories; undefined if unavailable. Started on demand, and only while this node serves the
 * repositories.
 */
export function getApache(world: IdleWorld): Apache | undefined {
  const deps = internalsByStorage.get(world.repositories)
  if (deps === undefined) return undefined
  deps.apache ??= new Apache({
    ...deps,
    log: world.log,
    runs: async () => (await prepareStorageDirectories(world.config.dataDirectory, deps.account)).runs,
    loadRepositories: async () => loadServedRepositories(await beginWork(world)),
    hooks: listenForHooks(world, deps),
  })
  return deps.apache
}

/** Ends the Apache of these repositories: after all requests, or at once. The next request starts another one. */
export async function endApache({ repositories }: Pick<World, 'repositories'>, how: 'stop' | 'abort'): Promise<void> {
  const deps = internalsByStorage.get(repositories)
  const apache = deps?.apache
  if (deps === undefined || apache === undefined) return
  delete deps.apache
  await apache[how]()
}

/** Names the link through which Apache reaches the repositories while this node holds the lease. */
export async function useLease(world: Pick<World, 'repositories' | 'config'>, lease: Lease): Promise<void> {
  const deps = internalsByStorage.get(world.repositories)
  if (deps === undefined) return
  const { owners } = await prepareStorageDirectories(world.config.dataDirectory, deps.account)
  deps.owned = { lease, link: await openFencedDirectory(owners, lease) }
}

/** Started with the first start of Apache. */
function listenForHooks(world: IdleWorld, { account, owned }: StorageInternals) {
  const { dataDirectory } = world.config
  let listening: Promise<ListeningHooks> | undefined
  return {
    async start(): Promise<ListeningHooks> {
      await prepareStorageDirectories(dataDirectory, account)
      const answer = answerHooks(world, owned?.lease)
      listening ??= listenToHooks({ dataDirectory, account, log: world.log, answer })
      listening.catch(() => {
        listening = undefined
      })
      return listening
    },
    stop: async (): Promise<void> => (await listening)?.stop(),
  }
}

async function loadServedRepositories(world: Deps): Promise<ServedRepository[]> {
  const living = await loadActiveRepositories(world.db.read)
  const projects = await loadProjects(world, [...new Set(living.map(({ projectId }) => projectId))])
  return living.flatMap(({ directory, projectId, name }) => {
    const project = projects.get(projectId)
    return directory === null || project === undefined
      ? []
      : [toServedRepository(world, project.shortName, name, directory)]
  })
}

/** Describes a repository for Apache. */
export function toServedRepository(
  { repositories }: Pick<World, 'repositories'>,
  project: string,
  repository: string,
  directory: string,
): ServedRepository {
  const { account = null, owned } = internalsByStorage.get(repositories) ?? {}
  const path = getPathForAccount(
    account,
    owned === undefined ? repositories.path(directory) : join(owned.link, basename(repositories.path(directory))),
  )
  return { project, repository, path, accessFile: join(path, accessFileName) }
}
