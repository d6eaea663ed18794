import { join } from 'node:path'
import type { Config } from '../kit/config.ts'
import type { RepositoryStorage } from '../kit/ports.ts'
import type { World } from '../kit/world.ts'
import { loadProjects } from '../projects/store/projects.ts'
import { type Account, findRepositoryAccount, getPathForAccount, noAccountMessage } from './account.ts'
import type { ServedRepository } from './apache/configuration.ts'
import { Apache } from './apache/supervise.ts'
import { answerHooks } from './hooks/answer.ts'
import { installHooks } from './hooks/install.ts'
import { type ListeningHooks, listenToHooks } from './hooks/listen.ts'
import { tryHooks } from './hooks/try-hooks.ts'
import { findPrograms, type Programs } from './programs.ts'
import { accessFileName, createDiskStorage } from './storage.ts'
import { prepareStorageDirectories } from './storage-directories.ts'
import { loadActiveRepositories } from './store/repositories.ts'
import { createFailedStorage, unavailableStorage } from './unavailable-storage.ts'

interface StorageInternals {
  readonly programs: Programs
  readonly account: Account | null
  apache?: Apache
}

const internalsByStorage = new WeakMap<RepositoryStorage, StorageInternals>()

/**
 * Returns the storage of this server, or an unavailable one if the programs are missing or disabled. Starts nothing.
 */
export async function openStorage({
  dataDirectory,
  isSubversionEnabled,
}: Pick<Config, 'dataDirectory' | 'isSubversionEnabled'>): Promise<RepositoryStorage> {
  const found = isSubversionEnabled ? await findPrograms() : undefined
  const account = await findRepositoryAccount(dataDirectory)
  if (found === undefined || 'missing' in found) return unavailableStorage
  if (account === 'none') return createFailedStorage(noAccountMessage)
  const deps: StorageInternals = { programs: found.programs, account }
  const storage = createDiskStorage({
    ...deps,
    dataDirectory: dataDirectory,
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
    deps === undefined
      ? world.repositories.problem()
      : await tryHooks({ ...deps, dataDirectory: dataDirectory, log: world.log })
  if (problem === null) return
  world.log.error({ problem }, 'Subversion repositories are not served')
  Object.assign(world, { repositories: createFailedStorage(problem) })
}

/** Programs and account of a storage; undefined: unavailable. */
export const createStorageInternals = (storage: RepositoryStorage): Omit<StorageInternals, 'apache'> | undefined =>
  internalsByStorage.get(storage)

type Deps = Pick<World, 'db' | 'cache' | 'log' | 'config' | 'repositories'>

/** Apache of these repositories; undefined if unavailable. Started on demand. */
export function getApache(world: World): Apache | undefined {
  const deps = internalsByStorage.get(world.repositories)
  if (deps === undefined) return undefined
  deps.apache ??= new Apache({
    ...deps,
    log: world.log,
    runs: async () => (await prepareStorageDirectories(world.config.dataDirectory, deps.account)).runs,
    known: () => loadServedRepositories(world),
    hooks: listenForHooks(world, deps.account),
  })
  return deps.apache
}

/** Started with the first start of Apache. */
function listenForHooks(world: World, account: Account | null) {
  const { dataDirectory } = world.config
  let listening: Promise<ListeningHooks> | undefined
  return {
    async start(): Promise<ListeningHooks> {
      await prepareStorageDirectories(dataDirectory, account)
      listening ??= listenToHooks({ dataDirectory: dataDirectory, account, log: world.log, answer: answerHooks(world) })
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
  const path = getPathForAccount(internalsByStorage.get(repositories)?.account ?? null, repositories.path(directory))
  return { project, repository, path, accessFile: join(path, accessFileName) }
}
