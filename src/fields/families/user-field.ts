import type { TrackerId, UserId } from '../../kit/values/ids.ts'
import { describeUserValue, sortUsers } from '../binds/users.ts'
import type { DescribeContext } from '../contexts/describe-context.ts'
import type { ArtifactMetadata, PresentContext } from '../contexts/present-context.ts'
import type { Bindings, FieldType } from '../field-type/field-type.ts'
import { systemField } from '../field-type/traits.ts'
import { ignoreInput } from '../input/read-only-input.ts'
import type { FieldTypeName } from '../model/field.ts'
import { UserEntry } from '../representations/entries.ts'
import { representAccount } from '../representations/represent-account.ts'
import { createUserSearch } from '../search/users.ts'

interface UserTypeOptions {
  readonly type: FieldTypeName
  readonly role: 'submitted_by' | 'updated_by'
  readonly sources: Bindings['list']
  /** Users with this role in any artifact of a tracker. */
  readonly candidates: (context: DescribeContext, trackerId: TrackerId) => readonly UserId[]
  readonly userOf: (artifact: ArtifactMetadata) => { readonly id: UserId | null; readonly email: string | null }
}

/** A user that the system records (docs/api/field-values.md §14). */
export function createUserFieldType({ type, role, sources, candidates, userOf }: UserTypeOptions): FieldType {
  const presentUser = (context: PresentContext) => {
    const { id, email } = userOf(context.artifact)
    return representAccount(id, email, context)
  }
  return {
    type,
    entry: UserEntry,
    ...systemField,
    holds: 'user',
    structure: {
      properties: {},
      candidates: role === 'submitted_by' ? 'submitters' : 'modifiers',
      values: ({ trackerId }, context) =>
        sortUsers(candidates(context, trackerId), context.users).map((user) => describeUserValue(user, context.viewer)),
      bindings: () => ({ type: 'users', list: sources }),
      defaultValue: () => [],
    },
    input: ignoreInput,
    search: createUserSearch(role),
    present: (_value, { id, label }, context) => ({ field_id: id, type, label, value: presentUser(context) }),
    flat: (_value, _field, context) => presentUser(context).display_name,
    csv: {
      write(_value, _field, context) {
        const { id } = userOf(context.artifact)
        const user = id === null ? undefined : context.users.get(id)
        return user?.login ?? presentUser(context).display_name
      },
    },
  }
}
