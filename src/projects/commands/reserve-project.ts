import { isUniqueViolation } from '../../database/sql/sql.ts'
import { joinMessages } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { toProjectAccess } from '../model/access.ts'
import { shortNameTaken } from '../model/names.ts'
import type { ProjectRequest, ProjectSource } from '../model/project-request.ts'
import { mayCreateProject } from '../policy.ts'
import { findCreationProblems } from '../reads/creation-problems.ts'
import { auditProject } from '../store/audit-project.ts'
import { addCategoryChoices } from '../store/categories.ts'
import { addFieldValues } from '../store/project-fields.ts'
import { addProject } from '../store/projects.ts'

type Parts = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'templates' | 'projectArchives'>

/**
 * Reserves a project for an archive that follows (docs/api/projects.md §5, `from_archive`): its names cannot be used by
 * another project, and no user sees it. It has no members yet: the archive contains them.
 */
export async function reserveProject(
  world: Parts,
  caller: Caller,
  request: ProjectRequest,
  { fileName, fileSize, isReviewed }: Extract<ProjectSource, { kind: 'archive' }>,
): Promise<{ readonly id: ProjectId; readonly uploadHref: string }> {
  const settings = await getSettings(withReads(world))
  const userId = getUserId(caller)
  if (userId === null) throw new Error('An upload of an archive needs an authenticated user')
  const at = world.clock.now()
  const input = { caller, settings, templates: world.templates, request }
  assertNoProblems(await findCreationProblems(withReads(world).db.read, input))
  await world.projectArchives.assertRoom(fileSize)
  try {
    return await world.db.write(async (tx) => {
      assertNoProblems(await findCreationProblems(tx, input))
      const permit = mayCreateProject(caller, settings)
      const { shortName, name, description } = request
      const access = toProjectAccess(request.isPublic, request.allowsRestricted)
      const parts = { shortName, description, access, status: 'importing' as const, createdFrom: null }
      const none = { longDescription: '', icon: '', isTemplate: false, isSynchronized: false, banner: null }
      const id = await addProject(tx, permit, { ...parts, ...none, name: name.trim() }, at)
      await addFieldValues(tx, permit, id, request.fields)
      await addCategoryChoices(tx, permit, id, request.categories)
      const archive = { project: id, shortName, userId, fileName, size: fileSize, isReviewed }
      const uploadHref = await world.projectArchives.expect(tx, permit, archive)
      const detail = { project: id, file: fileName, size: fileSize }
      await auditProject(tx, { id, shortName }, { at, by: caller, action: 'project import requested', detail })
      return { id, uploadHref }
    })
  } catch (error) {
    // A concurrent request used the name between the check and the insert.
    throw isUniqueViolation(error) ? new Refusal('invalid', shortNameTaken) : error
  }
}

/** Unlike a creation from a template, reports every problem (docs/api/projects.md §5). */
function assertNoProblems(problems: readonly Refusal[]): void {
  const [first, ...others] = problems
  if (first === undefined) return
  if (others.length === 0) throw first
  const texts = problems.map(({ text }) => text)
  throw new Refusal(first.kind, joinMessages(texts, ', '))
}
