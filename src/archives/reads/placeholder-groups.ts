import type { UserGroupId } from '../../kit/values/ids.ts'
import { buildGroupKey, type GroupByName, indexGroupsByName } from '../../trackers/xml/group-by-name.ts'
import type { ArchivedGroups } from '../parse/user-groups.ts'

const firstPlaceholderId = 1_000_000

/** Placeholders for the groups of a project before its static groups have ids. */
export const createPlaceholderGroups = ({ statics }: ArchivedGroups): GroupByName =>
  indexGroupsByName(
    new Map(statics.map(({ name }, index) => [buildGroupKey(name), (firstPlaceholderId + index) as UserGroupId])),
  )
