import { keepGroups } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import type { Bind } from '../../fields/model/field.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'

interface GroupReference {
  readonly group_id?: UserGroupId | null
}

/** Rows of trackers that refer to user groups; `field` by the sources of its list of users. */
interface GroupRows {
  readonly tracker_permission?: readonly GroupReference[]
  readonly field_permission?: readonly GroupReference[]
  readonly bind_value?: readonly GroupReference[]
  readonly transition_group?: readonly GroupReference[]
  readonly field?: readonly { readonly bind: string }[]
}

/** Keeps the groups that new rows refer to from being deleted before the end of the transaction. */
export async function keepReferencedGroups(tx: Tx, rows: GroupRows): Promise<void> {
  const { field = [], tracker_permission = [], field_permission = [], bind_value = [], transition_group = [] } = rows
  const others = [...tracker_permission, ...field_permission, ...bind_value, ...transition_group]
  await keepGroups(tx, [
    ...others.flatMap(({ group_id }) => group_id ?? []),
    ...field.flatMap(({ bind }) => findSourceGroups(JSON.parse(bind))),
  ])
}

const findSourceGroups = ({ sources = [] }: Partial<Extract<Bind, { kind: 'users' }>>) =>
  sources.flatMap((source) => (source.kind === 'group' ? source.groupId : []))
