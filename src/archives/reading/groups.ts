import type { UserGroupId } from '../../kit/ids.ts'
import { dynamicGroups } from '../../platform/model/groups.ts'

/** A group of the project by one of the names archives use. */
export type GroupByName = (name: string) => UserGroupId | undefined

/** What docs/api/trackers.md §6.1 lists, in any of its spellings; static groups by their name, whatever its case. */
export function groupsByName(statics: ReadonlyMap<string, UserGroupId>): GroupByName {
  return (name) => {
    const wanted = name.trim()
    return dynamicByName.get(wanted) ?? statics.get(groupKey(wanted))
  }
}

export const groupKey = (name: string): string => name.trim().toLowerCase()

const dynamicByName: ReadonlyMap<string, UserGroupId> = new Map(
  dynamicGroups.flatMap(({ id, shortName, key, archiveName }) =>
    [shortName, key, archiveName].flatMap((name) => (name === null ? [] : [[name, id] as const])),
  ),
)
