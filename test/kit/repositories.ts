import { randomBytes } from 'node:crypto'
import type { ProjectId, RepositoryId } from '../../src/kit/values/ids.ts'
import { addAccessFile } from '../../src/subversion/store/access-files.ts'
import { saveRepository } from '../../src/subversion/store/repositories.ts'
import {
  DumpRefused,
  type LoggedCommit,
  type RepositoryState,
  type RepositoryStorage,
} from '../../src/world/model/ports.ts'
import type { World } from '../../src/world/model/world.ts'
import { grantPermit } from './grant-permit.ts'
import type { TestServer } from './server.ts'

/** Replaces repositories on disk in tests that do not read them, so that Subversion need not be installed. */
export interface MemoryStorage extends RepositoryStorage {
  /** Existing repositories: layout by directory. */
  readonly directories: Map<string, { readonly author: string; readonly layout: readonly string[] }>
  /** Commits by directory; their JSON replaces a dump. */
  readonly commits: Map<string, readonly LoggedCommit[]>
  setState(state: RepositoryState): void
}

function createMemoryStorage(): MemoryStorage {
  const directories: MemoryStorage['directories'] = new Map()
  const commits: MemoryStorage['commits'] = new Map()
  const dumps = new Set<string>()
  const files = new Map<string, string>()
  let currentState: RepositoryState = 'ready'
  const createDirectory = (options: { readonly author: string; readonly layout: readonly string[] }) => {
    const directory = randomBytes(16).toString('hex')
    directories.set(directory, options)
    return { directory, warnings: [] }
  }
  return {
    directories: directories,
    commits,
    setState(state) {
      currentState = state
    },
    state: () => currentState,
    problem: () => null,
    create: async (options) => createDirectory(options),
    async remove(directory) {
      directories.delete(directory)
      commits.delete(directory)
    },
    async dump(_directory, name) {
      dumps.add(name)
      return name
    },
    load: async () => createDirectory({ author: '', layout: [] }),
    async *dumpUntil(directory, revision) {
      yield Buffer.from(JSON.stringify((commits.get(directory) ?? []).slice(0, revision)))
    },
    async loadFrom(dump) {
      const text = Buffer.concat(await Array.fromAsync(dump)).toString()
      if (!text.startsWith('[')) throw new DumpRefused('Malformed dumpfile header')
      const { directory } = createDirectory({ author: '', layout: [] })
      commits.set(directory, JSON.parse(text))
      return { directory, youngest: commits.get(directory)?.length ?? 0 }
    },
    async eachCommit(directory, handleCommit) {
      for (const commit of commits.get(directory) ?? []) await handleCommit(commit)
    },
    async removeDump(dump) {
      dumps.delete(dump)
    },
    dumpPath: (dump) => `/nowhere/${dump}`,
    path: (directory) => `/nowhere/${directory}`,
    has: async (directory) => directories.has(directory),
    hasAccessFile: async (directory, text) => files.get(directory) === text,
    async putAccessFile(directory, text) {
      files.set(directory, text)
      return { kind: 'in force' }
    },
    checkAccessFile: async () => null,
    look: async (directory, [command]) =>
      command === 'youngest' ? Buffer.from(`${commits.get(directory)?.length ?? 0}\n`) : Buffer.alloc(0),
    async *list() {
      for (const directory of directories.keys()) yield { directory, createdOn: 0 }
    },
  }
}

/** Replaces the repository storage of a server. */
export function useMemoryStorage(world: World): MemoryStorage {
  const repositories = createMemoryStorage()
  Object.assign(world, { repositories })
  return repositories
}

/** Enables the service, which is disabled in new projects. */
export async function enableSubversion({ world }: Pick<TestServer, 'world'>, project: number): Promise<void> {
  await world.db.write((tx) =>
    tx
      .updateTable('service')
      .set({ is_enabled: 1 })
      .where('project_id', '=', project as ProjectId)
      .where('short_name', '=', 'plugin_svn')
      .execute(),
  )
}

/** Creates a repository in a project that uses Subversion; returns its id. */
export async function createRepository(server: TestServer, project: number, name: string): Promise<RepositoryId> {
  const { status, body, text } = await server.as('admin').post('svn', { project_id: project, name })
  if (status !== 201) throw new Error(`The repository was not created: ${status} ${text}`)
  return body.id
}

/** Creates a deleted repository of which only the dump is left; returns its id. */
export async function createDeletedRepository(
  server: TestServer,
  project: number,
  name: string,
): Promise<RepositoryId> {
  const id = await createRepository(server, project, name)
  const deletedOn = server.world.clock.now()
  await server.world.db.write((tx) =>
    saveRepository(tx, grantPermit('administer', { id }), { deletedOn, directory: null, dump: `${name}-${id}.svn` }),
  )
  return id
}

/**
 * Stores an access file that the API rejects, as an earlier version of the server or an archive would have stored it.
 */
export async function storeAccessFile(server: TestServer, id: number, text: string): Promise<void> {
  const permit = grantPermit('administer', { id: id as RepositoryId })
  await server.world.db.write(async (tx) => {
    const createdOn = server.world.clock.now()
    const version = await addAccessFile(tx, permit, {
      text,
      hasDefaultPermissions: true,
      createdOn,
      createdBy: null,
    })
    await saveRepository(tx, permit, { accessFileVersion: version, hasDefaultPermissions: true })
  })
}
