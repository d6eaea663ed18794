import { representAccount } from '../account.ts'
import { describePerson, sortedPeople } from '../binds/users.ts'
import type { FieldType } from '../field-type.ts'
import { systemField } from '../traits.ts'

/** Who last changed an artifact (contract 30 §3.13). */
export const luby: FieldType = {
  type: 'luby',
  ...systemField,
  structure: {
    properties: {},
    values: ({ trackerId }, { modifiersOf, users, viewer }) =>
      sortedPeople(modifiersOf.get(trackerId) ?? [], users).map((user) => describePerson(user, viewer)),
    bindings: () => ({ type: 'users', list: [] }),
    defaultValue: () => [],
  },
  present: (_value, { id, label }, context) => ({
    field_id: id,
    type: 'luby',
    label,
    value: representAccount(context.artifact.updatedBy, context.artifact.updatedEmail, context),
  }),
  flat: (_value, _field, context) =>
    representAccount(context.artifact.updatedBy, context.artifact.updatedEmail, context).display_name,
}
