import type { BindDefinition, FieldDefinition } from '../../fields/definition.ts'
import type { Bind, Field } from '../../fields/field.ts'
import type { BindValueId, FieldId, TrackerId, UserId } from '../../kit/ids.ts'
import { type Form, historyFields } from './form.ts'
import { flattened } from './tracker-keys.ts'

/** Fields as they will be, but for their ids: what an archive says of their values can be read before anything exists. */
export interface StandIns {
  /** By the names that histories have for them, lower case. */
  readonly fieldByName: ReadonlyMap<string, Field>
  /** Values of lists by key. */
  readonly values: ReadonlyMap<string, BindValueId>
}

/** `all`: histories may change fields that are not in use. */
export function standInsFor(definitions: readonly FieldDefinition[], form: Form, all: boolean): StandIns {
  const fields: Field[] = []
  const values = new Map<string, BindValueId>()
  let last = 0

  const bindFor = (bind: BindDefinition): Bind => {
    const numbered = <T extends { readonly key: string }>(list: readonly T[]): (T & { id: BindValueId })[] =>
      list.map((value) => {
        last += 1
        values.set(value.key, last as BindValueId)
        return { ...value, id: last as BindValueId }
      })
    switch (bind.kind) {
      case 'static': {
        const withRanks = numbered(bind.values).map((value, rank) => ({ ...value, rank }))
        return { kind: 'static', isAlphabetical: bind.isAlphabetical, values: withRanks }
      }
      case 'users':
        return { kind: 'users', sources: [], defaults: bind.defaultUsers as readonly UserId[] }
      case 'ugroups':
        return {
          kind: 'ugroups',
          values: numbered(bind.values).map(({ group, ...value }) => ({ ...value, groupId: group })),
        }
      default:
        return bind satisfies never
    }
  }

  for (const definition of flattened(definitions)) {
    last += 1
    fields.push({
      ...definition,
      id: last as FieldId,
      trackerId: 0 as TrackerId,
      parentId: null,
      bind: definition.bind === null ? null : bindFor(definition.bind),
      permissions: { read: [], submit: [], update: [] },
    })
  }
  return { fieldByName: historyFields(form, fields, all), values }
}
