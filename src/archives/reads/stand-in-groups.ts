import type { UserGroupId } from '../../kit/ids.ts'
import { type GroupByName, groupKey, groupsByName } from '../reading/groups.ts'
import type { ArchivedGroups } from '../reading/user-groups.ts'

const firstStandIn = 1_000_000

/** The groups of a project before its static ones have ids. */
export const standInGroups = ({ statics }: ArchivedGroups): GroupByName =>
  groupsByName(new Map(statics.map(({ name }, index) => [groupKey(name), (firstStandIn + index) as UserGroupId])))
