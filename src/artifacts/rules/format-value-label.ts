import { findDynamicGroup } from '../../accounts/model/groups.ts'
import type { Field } from '../../fields/model/field.ts'
import { NO_VALUE, type UserGroupId, type UserId } from '../../kit/values/ids.ts'

/** Names of users and groups, for lists bound to them. */
export interface NameLookup {
  readonly groups?: ReadonlyMap<UserGroupId, { readonly name: string }>
  userOf?(id: UserId): { readonly realName: string; readonly login: string } | undefined
}

/** Returns the label of a list value, or its id if the label is unknown. */
export function formatValueLabel(field: Field | undefined, id: number | null, names: NameLookup = {}): string {
  if (id === null || id === NO_VALUE) return 'None'
  return findLabel(field, id, names) ?? `${id}`
}

function findLabel(field: Field | undefined, id: number, { groups, userOf }: NameLookup): string | undefined {
  const bind = field?.bind ?? null
  switch (bind?.kind) {
    case 'static':
      return bind.values.find((value) => value.id === id)?.label
    case 'ugroups': {
      const group = bind.values.find((value) => value.id === id)?.groupId
      return group && (findDynamicGroup(group)?.label ?? groups?.get(group)?.name)
    }
    case 'users': {
      // Values of a list bound to users are ids of users (docs/api/trackers.md §5.3).
      const user = userOf?.(id as UserId)
      return user && `${user.realName} (${user.login})`
    }
    case undefined:
      return undefined
    default:
      return bind satisfies never
  }
}
