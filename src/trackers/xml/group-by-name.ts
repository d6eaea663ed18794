import { dynamicGroups } from '../../accounts/model/groups.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'

/** Finds a project group by one of its archive names. */
export type GroupByName = (name: string) => UserGroupId | undefined

/** The groups of docs/api/trackers.md §6.1 in any spelling; static groups by name, ignoring case. */
export function indexGroupsByName(statics: ReadonlyMap<string, UserGroupId>): GroupByName {
  return (name) => {
    const expected = name.trim()
    return dynamicByName.get(expected) ?? statics.get(buildGroupKey(expected))
  }
}

export const buildGroupKey = (name: string): string => name.trim().toLowerCase()

const dynamicByName: ReadonlyMap<string, UserGroupId> = new Map(
  dynamicGroups.flatMap(({ id, shortName, key, archiveName }) =>
    [shortName, key, archiveName].flatMap((name) => (name === null ? [] : [[name, id] as const])),
  ),
)
