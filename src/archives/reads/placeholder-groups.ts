import type { UserGroupId } from '../../kit/ids.ts'
import { type GroupByName, groupKey, indexGroupsByName } from '../parse/groups.ts'
import type { ArchivedGroups } from '../parse/user-groups.ts'

const firstPlaceholderId = 1_000_000

/** Placeholders for the groups of a project before its static groups have ids. */
export const createPlaceholderGroups = ({ statics }: ArchivedGroups): GroupByName =>
  indexGroupsByName(
    new Map(statics.map(({ name }, index) => [groupKey(name), (firstPlaceholderId + index) as UserGroupId])),
  )
