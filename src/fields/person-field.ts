import type { TrackerId, UserId } from '../kit/ids.ts'
import { representAccount } from './account.ts'
import { describePerson, sortedPeople } from './binds/users.ts'
import type { Describing } from './describing.ts'
import type { Bindings, FieldType } from './field-type.ts'
import { ignoringValues } from './not-writable.ts'
import type { ArtifactFacts, Presenting } from './presenting.ts'
import { byPerson } from './searching/people.ts'
import { systemField } from './traits.ts'

interface PersonRules {
  readonly type: 'subby' | 'luby'
  readonly sources: Bindings['list']
  /** Everybody who ever was the one, in a tracker. */
  readonly everybody: (context: Describing, trackerId: TrackerId) => readonly UserId[]
  readonly personOf: (artifact: ArtifactFacts) => { readonly id: UserId | null; readonly email: string | null }
}

/** A person whom the product notes by itself (docs/api/field-values.md §14). */
export function personType({ type, sources, everybody, personOf }: PersonRules): FieldType {
  const shown = (context: Presenting) => {
    const { id, email } = personOf(context.artifact)
    return representAccount(id, email, context)
  }
  return {
    type,
    ...systemField,
    structure: {
      properties: {},
      values: ({ trackerId }, context) =>
        sortedPeople(everybody(context, trackerId), context.users).map((user) => describePerson(user, context.viewer)),
      bindings: () => ({ type: 'users', list: sources }),
      defaultValue: () => [],
    },
    writing: ignoringValues,
    searching: byPerson(type === 'subby' ? 'submitted_by' : 'updated_by'),
    present: (_value, { id, label }, context) => ({ field_id: id, type, label, value: shown(context) }),
    flat: (_value, _field, context) => shown(context).display_name,
    cells: {
      write(_value, _field, context) {
        const { id } = personOf(context.artifact)
        const user = id === null ? undefined : context.users.get(id)
        return user?.login ?? shown(context).display_name
      },
    },
  }
}
