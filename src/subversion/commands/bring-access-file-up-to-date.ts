import type { World } from '../../kit/world.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import { nobodyHasAccess, printAccessFile } from '../model/access-file/print.ts'
import type { Repository } from '../model/repository.ts'
import { type CurrentAccessFile, currentAccessFile } from '../reads/current-access-file.ts'
import { lockRepository, saveRepository } from '../store/repositories.ts'
import { recordOnRepository } from './record-on-repository.ts'

type Needed = Pick<World, 'db' | 'memory' | 'clock' | 'repositories'>

/** What was found out about an access file: its text as it has to stand on the disk. */
interface Settled {
  readonly text: string
  readonly problem: string | null
}

const settled = new WeakMap<CurrentAccessFile, Settled>()

/** One after the other for each repository, so that what was made earlier never replaces what was made later. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Whatever changed of people, groups, visibility or the text itself is in force when it resolves: to be called for every
 * request, after `world.memory.refresh()`. Costs a look at a small file while nothing changes.
 */
export async function bringAccessFileUpToDate(world: Needed, repository: Repository): Promise<void> {
  const { folder } = repository
  if (folder === null) return
  const known = settled.get(await currentAccessFile(world, repository))
  const isToldSo = known?.problem === repository.accessFileProblem
  if (known !== undefined && isToldSo && (await world.repositories.hasAccessFile(folder, known.text))) return
  const before = turns.get(folder) ?? Promise.resolve()
  const turn = before.catch(() => undefined).then(() => settle(world, repository, folder))
  turns.set(folder, turn)
  try {
    await turn
  } finally {
    if (turns.get(folder) === turn) turns.delete(folder)
  }
}

async function settle(world: Needed, repository: Repository, folder: string): Promise<void> {
  // Asked anew: while we waited, somebody may have heard of a later change.
  const current = await currentAccessFile(world, repository)
  const known = settled.get(current)
  if (known !== undefined) await world.repositories.putAccessFile(folder, known.text)
  const found = known ?? (await putOrDeny(world, folder, current))
  settled.set(current, found)
  if (found.problem !== repository.accessFileProblem) await noteProblem(world, repository, found.problem)
}

/** Contract 40 §2.2: whatever cannot be read shuts the repository; never is something more permissive put in force. */
async function putOrDeny(world: Needed, folder: string, current: CurrentAccessFile): Promise<Settled> {
  if ('ok' in current) {
    const text = printAccessFile(current.ok)
    const problem = await world.repositories.putAccessFile(folder, text)
    if (problem === null) return { text, problem }
    return deny(world, folder, problem)
  }
  return deny(world, folder, current.problem)
}

async function deny(world: Needed, folder: string, problem: string): Promise<Settled> {
  const objection = await world.repositories.putAccessFile(folder, nobodyHasAccess)
  if (objection !== null) throw new Error(`Subversion refuses an access file that gives nobody anything: ${objection}`)
  return { text: nobodyHasAccess, problem }
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
