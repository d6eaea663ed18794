import type { AccessFileTurn, RepositoryStorage } from '../../kit/ports.ts'
import type { World } from '../../kit/world.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import { nobodyHasAccess, printAccessFile } from '../model/access-file/print.ts'
import type { Repository } from '../model/repository.ts'
import { type CurrentAccessFile, currentAccessFile } from '../reads/current-access-file.ts'
import { lockRepository, lookForRepository, saveRepository } from '../store/repositories.ts'
import { recordOnRepository } from './record-on-repository.ts'

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'repositories'>

/** What was found out about an access file: its text as it has to stand on the disk. */
interface Settled {
  readonly text: string
  readonly problem: string | null
}

const settled = new WeakMap<CurrentAccessFile, Settled>()

/** One after the other for each repository: of those that wait, the first does the work of all. */
const turnsOf = new WeakMap<RepositoryStorage, Map<string, Promise<unknown>>>()

/**
 * Whatever changed of people, groups, visibility or the text itself is in force when it resolves: to be called for every
 * request, after `world.memory.refresh()`. Costs a look at a small file while nothing changes.
 */
export async function bringAccessFileUpToDate(world: Needed, repository: Repository): Promise<void> {
  const { folder } = repository
  if (folder === null || (await isInForce(world, repository, folder))) return
  const turns = turnsOf.get(world.repositories) ?? new Map<string, Promise<unknown>>()
  turnsOf.set(world.repositories, turns)
  const before = turns.get(folder) ?? Promise.resolve()
  const turn = before.catch(() => undefined).then(() => settle(world, repository, folder))
  turns.set(folder, turn)
  try {
    await turn
  } finally {
    if (turns.get(folder) === turn) turns.delete(folder)
  }
}

/** Whether this node has put it there, and nothing was heard of since. */
async function isInForce(world: Needed, repository: Repository, folder: string): Promise<boolean> {
  const known = settled.get(await currentAccessFile(world, repository))
  if (known === undefined || known.problem !== repository.accessFileProblem) return false
  return world.repositories.hasAccessFile(folder, known.text)
}

/** More often than anything changes while one text is checked; who comes so far has the last word anyway. */
const mostTries = 50

async function settle(world: Needed, { id }: Repository, folder: string): Promise<void> {
  let evenAfter: number | undefined
  for (let tries = 0; tries < mostTries; tries++) {
    // Said before anything is read: what is read may be newer than this, and never older.
    const number = knowledgeOf(world)
    // Asked anew: while we waited, somebody may have heard of a later change.
    const repository = await lookForRepository(world.db.read, id)
    if (repository?.folder !== folder || (await isInForce(world, repository, folder))) return
    const current = await currentAccessFile(world, repository)
    const found = await put(world, folder, current, evenAfter === undefined ? { number } : { number, evenAfter })
    if (!('overtaken' in found)) {
      settled.set(current, found)
      if (found.problem !== repository.accessFileProblem) await noteProblem(world, repository, found.problem)
      return
    }
    await world.cache.refresh()
    // Numbers come from the database: one that it does not know of is of a time before it was restored.
    evenAfter = knowledgeOf(world) < found.overtaken ? found.overtaken : undefined
  }
  throw new Error(`The access file of repository ${id} changes all the time`)
}

/** Grows with every change of people, groups, projects and access files, on all nodes alike. */
const knowledgeOf = ({ cache }: Pick<World, 'cache'>): number =>
  cache.revisionOf('users') + cache.revisionOf('projects')

type Put = Settled | { readonly overtaken: number }

/**
 * docs/api/subversion.md §2.2: whatever cannot be read shuts the repository; never is something more permissive put in
 * force.
 */
async function put(world: Needed, folder: string, current: CurrentAccessFile, turn: AccessFileTurn): Promise<Put> {
  const known = settled.get(current)
  const text = known?.text ?? ('ok' in current ? printAccessFile(current.ok) : nobodyHasAccess)
  const result = await world.repositories.putAccessFile(folder, text, turn)
  switch (result.kind) {
    case 'in force':
      return known ?? { text, problem: 'ok' in current ? null : current.problem }
    case 'overtaken':
      return { overtaken: result.by }
    case 'refused':
      return deny(world, folder, result.problem, turn)
    default:
      return result satisfies never
  }
}

async function deny(world: Needed, folder: string, problem: string, turn: AccessFileTurn): Promise<Put> {
  const result = await world.repositories.putAccessFile(folder, nobodyHasAccess, turn)
  if (result.kind === 'refused')
    throw new Error(`Subversion refuses an access file that gives nobody anything: ${result.problem}`)
  return result.kind === 'overtaken' ? { overtaken: result.by } : { text: nobodyHasAccess, problem }
}

/** Administrators see it with the versions, and in the book. */
async function noteProblem(world: Needed, { id, accessFileVersion }: Repository, problem: string | null) {
  await world.db.write(async (tx) => {
    const repository = await lockRepository(tx, id)
    // What a later version says is for whoever brings that one up.
    if (repository === undefined || repository.accessFileVersion !== accessFileVersion) return
    if (repository.accessFileProblem === problem) return
    await saveRepository(tx, id, { accessFileProblem: problem })
    const project = problem === null ? undefined : await lookForProject(tx, repository.projectId)
    if (project === undefined) return
    await recordOnRepository(tx, repository, project, {
      at: world.clock.now(),
      by: { kind: 'system', reason: 'access file' },
      action: 'svn_multi_repository_access_file_refused',
      detail: { version: accessFileVersion, problem },
    })
  })
}
