import type { TrackerDefinition, TrackerPermission } from '../model/definition.ts'
import type { Around } from './around.ts'
import { readGroups } from './groups.ts'
import type { SentTrackerPermissions } from './sent.ts'

/** docs/api/trackers.md §3.9. */
const wireNames = {
  full: 'can_access',
  submitter_only: 'can_access_submitted_by_user',
  assignee: 'can_access_assigned_to_group',
  submitter: 'can_access_submitted_by_group',
  admin: 'can_admin',
} as const satisfies Partial<Record<TrackerPermission, keyof SentTrackerPermissions>>

/** Who has which right on a tracker; a right that is not said is given to nobody. */
export const readTrackerPermissions = (
  sent: SentTrackerPermissions,
  { groupOf, problems }: Pick<Around, 'groupOf' | 'problems'>,
): TrackerDefinition['permissions'] =>
  (Object.entries(wireNames) as [keyof typeof wireNames, (typeof wireNames)[keyof typeof wireNames]][]).flatMap(
    ([permission, name]) => readGroups(sent[name] ?? [], groupOf, problems).map((group) => ({ permission, group })),
  )
