import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { ProjectDetails } from '../model/project-details.ts'
import { loadAllProjectFields, loadProjectFieldValues } from '../store/project-fields.ts'

/** Returns the additional data of the full representation, loaded at once for all given projects. */
export async function getProjectDetails(
  world: Pick<World, 'db' | 'projectFeatures'>,
  caller: Caller,
  ids: readonly ProjectId[],
): Promise<(id: ProjectId) => ProjectDetails> {
  const fields = ids.length === 0 ? [] : await loadAllProjectFields(world.db.read)
  const values = await loadProjectFieldValues(world.db.read, fields.length === 0 ? [] : ids)
  const offered = world.projectFeatures.map(({ resource }) => resource)
  return (id) => ({
    offered,
    isMember: caller.kind === 'member' && caller.memberOf.has(id),
    fields: fields.map((field) => ({ name: field.name, value: values.get(id)?.get(field.id) ?? '' })),
  })
}
