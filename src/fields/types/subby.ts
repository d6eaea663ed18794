import { representAccount } from '../account.ts'
import { describePerson, sortedPeople } from '../binds/users.ts'
import type { FieldType } from '../field-type.ts'
import { systemField } from '../traits.ts'

/** Who made an artifact (contract 30 §3.13). */
export const subby: FieldType = {
  type: 'subby',
  ...systemField,
  structure: {
    properties: {},
    values: ({ trackerId }, { submittersOf, users, viewer }) =>
      sortedPeople(submittersOf.get(trackerId) ?? [], users).map((user) => describePerson(user, viewer)),
    bindings: () => ({ type: 'users', list: [{ id: 0, label: 'artifact_submitters' }] }),
    defaultValue: () => [],
  },
  present: (_value, { id, label }, context) => ({
    field_id: id,
    type: 'subby',
    label,
    value: representAccount(context.artifact.submittedBy, context.artifact.submittedEmail, context),
  }),
  flat: (_value, _field, context) =>
    representAccount(context.artifact.submittedBy, context.artifact.submittedEmail, context).display_name,
}
