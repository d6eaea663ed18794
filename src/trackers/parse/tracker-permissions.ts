import type { TrackerDefinition } from '../model/definition.ts'
import { trackerPermissionMembers } from '../permissions/tracker-access.ts'
import { parseGroups } from './groups.ts'
import type { TrackerPermissionsInput } from './input-schemas.ts'
import type { ProjectContext } from './project-context.ts'

/** Parses the permissions of a tracker; missing permissions are granted to no group. */
export const parseTrackerPermissions = (
  input: TrackerPermissionsInput,
  { groupOf, problems }: Pick<ProjectContext, 'groupOf' | 'problems'>,
): TrackerDefinition['permissions'] =>
  trackerPermissionMembers.flatMap(({ permission, name }) =>
    parseGroups(input[name] ?? [], groupOf, problems).map((group) => ({ permission, group })),
  )
