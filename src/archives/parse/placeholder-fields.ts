import type { BindDefinition, FieldDefinition } from '../../fields/model/definition.ts'
import type { Bind, Field } from '../../fields/model/field.ts'
import type { BindValueId, FieldId, TrackerId, UserId } from '../../kit/values/ids.ts'
import { collectHistoryFields, type Form } from '../../trackers/xml/parse/form.ts'
import { flattenElements } from '../../trackers/xml/tracker-keys.ts'

/** Placeholders for fields that do not exist yet, so that archived values can be parsed before anything is created. */
export interface PlaceholderFields {
  /** By lower-case name in histories. */
  readonly fieldByName: ReadonlyMap<string, Field>
  /** List values by key. */
  readonly values: ReadonlyMap<string, BindValueId>
}

/** `all`: histories may change unused fields. */
export function createPlaceholderFields(
  definitions: readonly FieldDefinition[],
  form: Form,
  all: boolean,
): PlaceholderFields {
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

  for (const definition of flattenElements(definitions)) {
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
  return { fieldByName: collectHistoryFields(form, fields, all), values }
}
