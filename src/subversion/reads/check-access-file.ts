import { pauseIfDue, runWithPauses } from '../../kit/concurrency/event-loop.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { type AccessFileProblem, findAccessFileProblems } from '../model/access-file/check.ts'
import { mergeParsed, type ProjectPart, parseAccessFilePart } from '../model/access-file/merge.ts'
import { printAccessFile } from '../model/access-file/print.ts'
import type { Repository } from '../model/repository.ts'
import { canAdministerRepositories } from '../policy.ts'
import { findRepository } from '../store/repositories.ts'
import { getRepositoryAdministrators } from '../store/repository-administrators.ts'
import { loadProjectPart } from './current-access-file.ts'
import { getRepositoryToAdminister } from './get-repository.ts'

/** Draft of an access file. */
export interface AccessFileDraft {
  readonly text: string
  readonly hasDefaultPermissions: boolean
}

/**
 * Returns the problems of a draft by line, to repository administrators. With Subversion installed, every text that it
 * rejects has a problem (docs/api/subversion.md §2.2).
 */
export async function checkAccessFileDraft(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  { text, hasDefaultPermissions }: AccessFileDraft,
): Promise<readonly AccessFileProblem[]> {
  const { repository } = await getRepositoryToAdminister(world, caller, id)
  return findDraftProblems(world, repository, { text, hasDefaultPermissions })
}

/** Finds the problems for a repository; without a directory, Subversion itself is not consulted. */
async function findDraftProblems(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  { projectId, directory }: Pick<Repository, 'projectId' | 'directory'>,
  { text, hasDefaultPermissions }: AccessFileDraft,
): Promise<readonly AccessFileProblem[]> {
  const part = await loadProjectPart(world, { projectId, hasDefaultPermissions })
  const problems = await runWithPauses(findAccessFileProblems(part, text))
  const isKnown = problems.some(({ isFatal }) => isFatal)
  if (isKnown || directory === null || world.repositories.state() === 'absent') return problems
  await pauseIfDue()
  const objection = await checkWithSubversion(world, directory, part, text)
  return objection === null ? problems : [...problems, { ...objection, isFatal: true }]
}

/**
 * Returns a repository that the caller administers, for checks before the transaction that rejects all other callers.
 */
export async function getAdministeredRepository(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
): Promise<Repository | undefined> {
  const repository = await findRepository(world.db.read, id)
  if (repository === undefined) return undefined
  const administrators = await getRepositoryAdministrators(world, repository.projectId)
  return canAdministerRepositories(caller, repository.projectId, administrators) ? repository : undefined
}

/** docs/api/subversion.md §1.6: returns the first error of a text with its line; undefined: valid. */
export async function findDraftRefusal(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  repository: Pick<Repository, 'projectId' | 'directory'>,
  { text, hasDefaultPermissions }: AccessFileDraft,
): Promise<Refusal | undefined> {
  // The stored text is trimmed; lines are counted in the sent text.
  const linesBefore = text.slice(0, text.length - text.trimStart().length).split('\n').length - 1
  const draft = { text: '\n'.repeat(linesBefore) + text.trim(), hasDefaultPermissions }
  const first = (await findDraftProblems(world, repository, draft)).find(({ isFatal }) => isFatal)
  if (first === undefined) return undefined
  return new Refusal('invalid', message`Subversion cannot read the access file: line ${first.line}: ${first.message}`)
}

async function checkWithSubversion(
  { repositories }: Pick<World, 'repositories'>,
  directory: string,
  part: ProjectPart,
  text: string,
): Promise<{ readonly line: number; readonly message: Message } | null> {
  const parsedFile = parseAccessFilePart(part, text)
  // A text of 1 MB makes each step long; other requests are served in between.
  await pauseIfDue()
  const merged = printAccessFile(mergeParsed(part, parsedFile))
  await pauseIfDue()
  const objection = await repositories.checkAccessFile(directory, merged)
  if (objection === null) return null
  // Subversion does not report the line, but names the section or the entry first.
  const places = [
    ...parsedFile.sections.map(({ name, line }) => ({ line, at: objection.indexOf(`[${name}]`) })),
    ...parsedFile.assignments.map(({ key, line }) => ({ line, at: objection.indexOf(`'${key}'`) })),
  ]
  const [first] = places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)
  return { line: first?.line ?? 1, message: message`${objection}` }
}
