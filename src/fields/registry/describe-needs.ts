import { group } from '../../accounts/model/groups.ts'
import type { FieldId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Field } from '../model/field.ts'
import { getFieldType } from './registry.ts'

/** Data that must be loaded before fields can be described. */
export interface DescribeNeeds {
  /** groups whose members are needed */
  readonly groups: ReadonlySet<UserGroupId>
  readonly submittersOf: ReadonlySet<TrackerId>
  readonly modifiersOf: ReadonlySet<TrackerId>
  readonly openValuesOf: ReadonlySet<FieldId>
  /** default users */
  readonly users: ReadonlySet<UserId>
}

/** Collects the needs of the fields of any number of trackers of one project. */
export function collectDescribeNeeds(fields: Iterable<Field>): DescribeNeeds {
  const groups = new Set<UserGroupId>()
  const submittersOf = new Set<TrackerId>()
  const modifiersOf = new Set<TrackerId>()
  const openValuesOf = new Set<FieldId>()
  const users = new Set<UserId>()
  for (const field of fields) {
    const { candidates } = getFieldType(field.type).structure
    if (candidates === 'submitters') submittersOf.add(field.trackerId)
    if (candidates === 'modifiers') modifiersOf.add(field.trackerId)
    if (candidates === 'open values' && field.bind?.kind === 'static') openValuesOf.add(field.id)
    if (field.bind?.kind !== 'users') continue
    for (const user of field.bind.defaults) users.add(user)
    for (const source of field.bind.sources) {
      if (source.kind === 'group' && source.groupId !== group.registered) groups.add(source.groupId)
      if (source.kind === 'members') groups.add(group.members)
      if (source.kind === 'administrators') groups.add(group.administrators)
      if (source.kind === 'submitters') submittersOf.add(field.trackerId)
      if (source.kind === 'modifiers') modifiersOf.add(field.trackerId)
    }
  }
  return { groups, submittersOf, modifiersOf, openValuesOf, users }
}
