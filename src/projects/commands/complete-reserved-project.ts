import { addProjectMembers, replaceAdministrators } from '../../accounts/store/members.ts'
import type { Tx } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { listServices } from '../model/services.ts'
import { mayCompleteProject } from '../policy.ts'
import { saveReservedContent } from '../store/projects.ts'
import { addServices } from '../store/services.ts'
import type { NewProjectContent } from './create-project.ts'

/**
 * Adds to a reserved project what `reserveProject` could not know: everything but its names, visibility, fields and
 * categories.
 */
export async function completeReservedProject(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  id: ProjectId,
  parts: NewProjectContent,
): Promise<ProjectId> {
  const { longDescription = '', icon = '', isSynchronized = false, banner = null, status } = parts
  const filled = await saveReservedContent(tx, permit, id, { longDescription, icon, isSynchronized, banner, status })
  if (!filled) throw new Error(`Project ${id} is no longer reserved`)
  await addServices(tx, permit, id, listServices(parts.services ?? []))
  const content = mayCompleteProject(permit, id)
  await addProjectMembers(tx, content, parts.members ?? [])
  await replaceAdministrators(tx, content, parts.administrators ?? [])
  return id
}
