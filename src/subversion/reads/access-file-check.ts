import type { Caller } from '../../kit/caller.ts'
import { pauseIfDue, runWithPauses } from '../../kit/event-loop.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { type AccessFileProblem, accessFileProblems } from '../model/access-file/check.ts'
import { mergeParsed, type ProjectPart, parseWritten } from '../model/access-file/merge.ts'
import { printAccessFile } from '../model/access-file/print.ts'
import type { Repository } from '../model/repository.ts'
import { administratesRepositories } from '../policy.ts'
import { lookForRepository } from '../store/repositories.ts'
import { repositoryAdministrators } from '../store/repository-administrators.ts'
import { projectPart } from './current-access-file.ts'
import { findRepositoryToAdministrate } from './find-repository.ts'

/** What somebody thinks of writing into an access file. */
export interface AccessFileDraft {
  readonly text: string
  readonly hasDefaultPermissions: boolean
}

/**
 * What is wrong with it, for administrators of the repository, by line of the text. Where there is Subversion, nothing is
 * passed that it would refuse (docs/api/subversion.md §2.2).
 */
export async function accessFileCheck(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  { text, hasDefaultPermissions }: AccessFileDraft,
): Promise<readonly AccessFileProblem[]> {
  const { repository } = await findRepositoryToAdministrate(world, caller, id)
  return draftProblems(world, repository, { text, hasDefaultPermissions })
}

/**
 * The same for a repository whose administrator the caller is; without a folder, Subversion itself is not consulted.
 */
export async function draftProblems(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  { projectId, folder }: Pick<Repository, 'projectId' | 'folder'>,
  { text, hasDefaultPermissions }: AccessFileDraft,
): Promise<readonly AccessFileProblem[]> {
  const part = await projectPart(world, { projectId, hasDefaultPermissions })
  const problems = await runWithPauses(accessFileProblems(part, text))
  const isKnown = problems.some(({ isFatal }) => isFatal)
  if (isKnown || folder === null || world.repositories.state() === 'absent') return problems
  await pauseIfDue()
  const objection = await objectionOfSubversion(world, folder, part, text)
  return objection === null ? problems : [...problems, { ...objection, isFatal: true }]
}

/** A repository whose administrator the caller is, for checks before the transaction that refuses all others. */
export async function administratedRepository(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
): Promise<Repository | undefined> {
  const repository = await lookForRepository(world.db.read, id)
  if (repository === undefined) return undefined
  const administrators = await repositoryAdministrators(world, repository.projectId)
  return administratesRepositories(caller, repository.projectId, administrators) ? repository : undefined
}

/**
 * docs/api/subversion.md §1.6: why a text that a client sends cannot become a version, with its line; undefined: it
 * can.
 */
export async function draftRefusal(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  repository: Pick<Repository, 'projectId' | 'folder'>,
  { text, hasDefaultPermissions }: AccessFileDraft,
): Promise<Refusal | undefined> {
  // It is stored without the blanks around it; lines count as they were sent.
  const linesBefore = text.slice(0, text.length - text.trimStart().length).split('\n').length - 1
  const draft = { text: '\n'.repeat(linesBefore) + text.trim(), hasDefaultPermissions }
  const first = (await draftProblems(world, repository, draft)).find(({ isFatal }) => isFatal)
  if (first === undefined) return undefined
  return new Refusal('invalid', `Subversion cannot read the access file: line ${first.line}: ${first.message}`)
}

async function objectionOfSubversion(
  { repositories }: Pick<World, 'repositories'>,
  folder: string,
  part: ProjectPart,
  text: string,
): Promise<{ readonly line: number; readonly message: string } | null> {
  const written = parseWritten(part, text)
  // A text of 1 MB makes each step long; other requests are served between them.
  await pauseIfDue()
  const merged = printAccessFile(mergeParsed(part, written))
  await pauseIfDue()
  const message = await repositories.checkAccessFile(folder, merged)
  if (message === null) return null
  // It names no line, but the section or the entry, and that first.
  const places = [
    ...written.sections.map(({ name, line }) => ({ line, at: message.indexOf(`[${name}]`) })),
    ...written.assignments.map(({ key, line }) => ({ line, at: message.indexOf(`'${key}'`) })),
  ]
  const [first] = places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)
  return { line: first?.line ?? 1, message }
}
