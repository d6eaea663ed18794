import type { TrackerDefinition, TrackerPermission } from '../model/definition.ts'
import { parseGroups } from './groups.ts'
import type { TrackerPermissionsInput } from './input-schemas.ts'
import type { ProjectContext } from './project-context.ts'

/** docs/api/trackers.md §3.9. */
const wireNames = {
  full: 'can_access',
  submitter_only: 'can_access_submitted_by_user',
  assignee: 'can_access_assigned_to_group',
  submitter: 'can_access_submitted_by_group',
  admin: 'can_admin',
} as const satisfies Partial<Record<TrackerPermission, keyof TrackerPermissionsInput>>

/** Parses the permissions of a tracker; missing permissions are granted to no group. */
export const parseTrackerPermissions = (
  input: TrackerPermissionsInput,
  { groupOf, problems }: Pick<ProjectContext, 'groupOf' | 'problems'>,
): TrackerDefinition['permissions'] =>
  (Object.entries(wireNames) as [keyof typeof wireNames, (typeof wireNames)[keyof typeof wireNames]][]).flatMap(
    ([permission, name]) => parseGroups(input[name] ?? [], groupOf, problems).map((group) => ({ permission, group })),
  )
