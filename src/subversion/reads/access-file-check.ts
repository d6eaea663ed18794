import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { type AccessFileProblem, accessFileProblems } from '../model/access-file/check.ts'
import { mergeParsed, type ProjectPart, parseWritten } from '../model/access-file/merge.ts'
import { printAccessFile } from '../model/access-file/print.ts'
import { projectPart } from './current-access-file.ts'
import { findRepositoryToAdministrate } from './find-repository.ts'

/** What somebody thinks of writing into an access file. */
export interface AccessFileDraft {
  readonly text: string
  readonly hasDefaultPermissions: boolean
}

/**
 * What is wrong with it, for administrators of the repository, by line of the text. Where there is Subversion, nothing is
 * passed that it would refuse (contract 40 §2.2).
 */
export async function accessFileCheck(
  world: Pick<World, 'db' | 'memory' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  { text, hasDefaultPermissions }: AccessFileDraft,
): Promise<readonly AccessFileProblem[]> {
  const { repository } = await findRepositoryToAdministrate(world, caller, id)
  const part = await projectPart(world, { projectId: repository.projectId, hasDefaultPermissions })
  const problems = accessFileProblems(part, text)
  const { folder } = repository
  const isKnown = problems.some(({ isFatal }) => isFatal)
  if (isKnown || folder === null || world.repositories.state() === 'absent') return problems
  const objection = await objectionOfSubversion(world, folder, part, text)
  return objection === null ? problems : [...problems, { ...objection, isFatal: true }]
}

async function objectionOfSubversion(
  { repositories }: Pick<World, 'repositories'>,
  folder: string,
  part: ProjectPart,
  text: string,
): Promise<{ readonly line: number; readonly message: string } | null> {
  const written = parseWritten(part, text)
  const message = await repositories.checkAccessFile(folder, printAccessFile(mergeParsed(part, written)))
  if (message === null) return null
  // It names no line, but the section or the entry, and that first.
  const places = [
    ...written.sections.map(({ name, line }) => ({ line, at: message.indexOf(`[${name}]`) })),
    ...written.assignments.map(({ key, line }) => ({ line, at: message.indexOf(`'${key}'`) })),
  ]
  const [first] = places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)
  return { line: first?.line ?? 1, message }
}
