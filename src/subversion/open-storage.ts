import { join } from 'node:path'
import type { Config } from '../kit/config.ts'
import type { RepositoryStorage } from '../kit/ports.ts'
import type { World } from '../kit/world.ts'
import { loadProjects } from '../projects/store/projects.ts'
import { absentStorage, unusableStorage } from './absent-storage.ts'
import { type Account, accountOfRepositories, noAccount, pathFor } from './account.ts'
import type { Served } from './apache/configuration.ts'
import { Apache } from './apache/supervise.ts'
import { answerHooks } from './hooks/answer.ts'
import { installHooks } from './hooks/install.ts'
import { type ListeningHooks, listenToHooks } from './hooks/listen.ts'
import { tryHooks } from './hooks/try-hooks.ts'
import { preparePlaces } from './places.ts'
import { findPrograms, type Programs } from './programs.ts'
import { accessFileName, diskStorage } from './storage.ts'
import { livingRepositories } from './store/repositories.ts'

interface Behind {
  readonly programs: Programs
  readonly account: Account | null
  apache?: Apache
}

const behind = new WeakMap<RepositoryStorage, Behind>()

/** Repositories of this server; none where their programs are missing, or are not wanted. Nothing is started. */
export async function openStorage({
  dataFolder,
  isSubversionWanted,
}: Pick<Config, 'dataFolder' | 'isSubversionWanted'>): Promise<RepositoryStorage> {
  const found = isSubversionWanted ? await findPrograms() : undefined
  const account = await accountOfRepositories(dataFolder)
  if (found === undefined || 'missing' in found) return absentStorage
  if (account === 'none') return unusableStorage(noAccount)
  const ground: Behind = { programs: found.programs, account }
  const storage = diskStorage({
    ...ground,
    dataFolder,
    state: () => (ground.apache?.isDown ? 'degraded' : 'ready'),
    installHooks,
  })
  behind.set(storage, ground)
  return storage
}

/**
 * Tries whether hooks work where this server runs: without them every commit fails, so repositories are unavailable
 * then, and the reason is in the log and in `/health`.
 */
export async function serveOnlyWithHooks(world: Pick<World, 'repositories' | 'config' | 'log'>): Promise<void> {
  const ground = behind.get(world.repositories)
  const { dataFolder } = world.config
  const problem =
    ground === undefined ? world.repositories.problem() : await tryHooks({ ...ground, dataFolder, log: world.log })
  if (problem === null) return
  world.log.error({ problem }, 'Subversion repositories are not served')
  Object.assign(world, { repositories: unusableStorage(problem) })
}

/** The programs that repositories of this server are made of, and whom they run as; undefined: there are none. */
export const behindStorage = (storage: RepositoryStorage): Omit<Behind, 'apache'> | undefined => behind.get(storage)

type Ground = Pick<World, 'db' | 'cache' | 'log' | 'config' | 'repositories'>

/** The one that serves these repositories; undefined where there are none. It runs once it is asked for. */
export function apacheOf(world: World): Apache | undefined {
  const ground = behind.get(world.repositories)
  if (ground === undefined) return undefined
  ground.apache ??= new Apache({
    ...ground,
    log: world.log,
    runs: async () => (await preparePlaces(world.config.dataFolder, ground.account)).runs,
    known: () => servedRepositories(world),
    hooks: hooksOf(world, ground.account),
  })
  return ground.apache
}

/** Listened to from the first start of Apache on. */
function hooksOf(world: World, account: Account | null) {
  const { dataFolder } = world.config
  let listening: Promise<ListeningHooks> | undefined
  return {
    async start(): Promise<ListeningHooks> {
      await preparePlaces(dataFolder, account)
      listening ??= listenToHooks({ dataFolder, account, log: world.log, answer: answerHooks(world) })
      listening.catch(() => {
        listening = undefined
      })
      return listening
    },
    stop: async (): Promise<void> => (await listening)?.stop(),
  }
}

async function servedRepositories(world: Ground): Promise<Served[]> {
  const living = await livingRepositories(world.db.read)
  const projects = await loadProjects(world, [...new Set(living.map(({ projectId }) => projectId))])
  return living.flatMap(({ folder, projectId, name }) => {
    const project = projects.get(projectId)
    return folder === null || project === undefined ? [] : [servedAs(world, project.shortName, name, folder)]
  })
}

/** How Apache is told of a repository. */
export function servedAs(
  { repositories }: Pick<World, 'repositories'>,
  project: string,
  repository: string,
  folder: string,
): Served {
  const path = pathFor(behind.get(repositories)?.account ?? null, repositories.path(folder))
  return { project, repository, path, accessFile: join(path, accessFileName) }
}
