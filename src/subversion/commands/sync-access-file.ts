import { repositoryPermit } from '../../kit/messages/system-permits.ts'
import { findProject } from '../../projects/store/projects.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { AccessFileVersion, RepositoryStorage } from '../../world/model/ports.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { denyAllText, printAccessFile } from '../model/access-file/print.ts'
import type { Repository } from '../model/repository.ts'
import { type CurrentAccessFile, loadCurrentAccessFile } from '../reads/current-access-file.ts'
import { findRepository, lockRepository, saveAccessFileProblem } from '../store/repositories.ts'
import { auditRepository } from './audit-repository.ts'

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>

/** Result of the last synchronization: the text on disk. */
interface SyncedFile {
  readonly text: string
  readonly problem: string | null
}

const syncedFiles = new WeakMap<CurrentAccessFile, SyncedFile>()

/** One queue per repository: the first waiting run does the work of all. */
const queues = new WeakMap<RepositoryStorage, Map<string, Promise<unknown>>>()

/**
 * Ensures that the access file on disk reflects all changes of users, groups, visibility and text. Called for every
 * request, after `beginWork`. Costs a stat of a small file while nothing changes.
 */
export async function syncAccessFile(world: Deps, repository: Repository): Promise<void> {
  const { directory } = repository
  if (directory === null || (await isSynced(world, repository, directory))) return
  const turns = queues.get(world.repositories) ?? new Map<string, Promise<unknown>>()
  queues.set(world.repositories, turns)
  const before = turns.get(directory) ?? Promise.resolve()
  const revision = before.catch(() => undefined).then(() => sync(world, repository, directory))
  turns.set(directory, revision)
  try {
    await revision
  } finally {
    if (turns.get(directory) === revision) turns.delete(directory)
  }
}

/** Returns whether this node installed the current file and nothing changed since. */
async function isSynced(world: Deps, repository: Repository, directory: string): Promise<boolean> {
  const syncedFile = syncedFiles.get(await loadCurrentAccessFile(withReads(world), repository))
  if (syncedFile === undefined || syncedFile.problem !== repository.accessFileProblem) return false
  return world.repositories.hasAccessFile(directory, syncedFile.text)
}

/** More retries than changes occur while one text is checked; the last attempt is installed anyway. */
const maxAttempts = 50

async function sync(world: Deps, { id }: Repository, directory: string): Promise<void> {
  let evenAfter: number | undefined
  for (let tries = 0; tries < maxAttempts; tries++) {
    // Read first: the data read next may be newer than this revision, but never older.
    const number = cacheRevision(world)
    // Checked again: another request may have seen a later change in the meantime.
    const repository = await findRepository(withReads(world).db.read, id)
    if (repository?.directory !== directory || (await isSynced(world, repository, directory))) return
    const current = await loadCurrentAccessFile(withReads(world), repository)
    const result = await installFile(
      world,
      directory,
      current,
      evenAfter === undefined ? { number } : { number, evenAfter },
    )
    if (!('overtaken' in result)) {
      syncedFiles.set(current, result)
      if (result.problem !== repository.accessFileProblem) await recordProblem(world, repository, result.problem)
      return
    }
    await world.cache.refresh()
    // Revisions come from the database: an unknown one dates from before a restore.
    evenAfter = cacheRevision(world) < result.overtaken ? result.overtaken : undefined
  }
  throw new Error(`The access file of repository ${id} keeps changing`)
}

/** Increases with every change of users, groups, projects and access files, on all nodes. */
const cacheRevision = ({ cache }: Pick<CommandWorld, 'cache'>): number =>
  cache.revisionOf('users') + cache.revisionOf('projects')

type PutResult = SyncedFile | { readonly overtaken: number }

/**
 * docs/api/subversion.md §2.2: an invalid access file denies all access; it is never replaced with a more permissive
 * one.
 */
async function installFile(
  world: Deps,
  directory: string,
  current: CurrentAccessFile,
  revision: AccessFileVersion,
): Promise<PutResult> {
  const syncedFile = syncedFiles.get(current)
  const text = syncedFile?.text ?? ('ok' in current ? printAccessFile(current.ok) : denyAllText)
  const result = await world.repositories.putAccessFile(directory, text, revision)
  switch (result.kind) {
    case 'in force':
      return syncedFile ?? { text, problem: 'ok' in current ? null : current.problem }
    case 'overtaken':
      return { overtaken: result.by }
    case 'refused':
      return installDenyAll(world, directory, result.problem, revision)
    default:
      return result satisfies never
  }
}

async function installDenyAll(
  world: Deps,
  directory: string,
  problem: string,
  revision: AccessFileVersion,
): Promise<PutResult> {
  const result = await world.repositories.putAccessFile(directory, denyAllText, revision)
  if (result.kind === 'refused')
    throw new Error(`Subversion rejects the access file that denies all access: ${result.problem}`)
  return result.kind === 'overtaken' ? { overtaken: result.by } : { text: denyAllText, problem }
}

/** Stores the problem for administrators, and in the audit log. */
async function recordProblem(world: Deps, { id, accessFileVersion }: Repository, problem: string | null) {
  await world.db.write(async (tx) => {
    const repository = await lockRepository(tx, id)
    // The sync of a later version records its own problem.
    if (repository === undefined || repository.accessFileVersion !== accessFileVersion) return
    if (repository.accessFileProblem === problem) return
    await saveAccessFileProblem(tx, repositoryPermit, id, problem)
    const project = problem === null ? undefined : await findProject(tx, repository.projectId)
    if (project === undefined) return
    await auditRepository(tx, repository, project, {
      at: world.clock.now(),
      by: { kind: 'system', reason: 'access file' },
      action: 'svn_multi_repository_access_file_refused',
      detail: { version: accessFileVersion, problem },
    })
  })
}
